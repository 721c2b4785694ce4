"""What `siam serve`, its doors and their processes tell each other: a JSON object in a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class JsonLine:
    """Values that are told in one line."""

    def to_line(self) -> str:
        """Return them as a line."""
        from protocol.strict_values import JSON  # noqa: PLC0415 - help texts must not wait for it

        return json.dumps(JSON.unstructure(self)) + "\n"

    @classmethod
    def of_line(cls, line: str | bytes) -> Self:
        """Read such a line."""
        from protocol.strict_values import JSON  # noqa: PLC0415

        return JSON.structure(json.loads(line), cls)
