"""Games of a tournament that are kept in a file, so that one that was ended goes on where it was.

A line of the file is a JSON object: a setup that was played with all its seatings. It counts only
for the same question: the same players, levels, limits and seed, and the same text of the rules and
the search.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from client.bots.offline_game import Played, Spent


@dataclass(slots=True)
class Kept:
    """The setups played until now; without a file they are forgotten.

    Attributes:
        file: where they are kept.
    """

    file: Path | None
    _played: dict[str, Played] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read what the file has, and take away a last line that was cut off."""
        if self.file is None or not self.file.exists():
            return
        text = self.file.read_text()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.file.write_text(whole)
        for line in whole.splitlines():
            told = json.loads(line)
            spent = {name: Spent(*each) for name, each in told["spent"].items()}
            self._played[_key(told["question"])] = Played(told["columns"], spent)

    def find(self, question: dict[str, Any]) -> Played | None:
        """Return a setup that was played already."""
        return self._played.get(_key(question))

    def keep(self, question: dict[str, Any], played: Played) -> None:
        """Keep a setup."""
        self._played[_key(question)] = played
        if self.file is None:
            return
        spent = {
            name: [each.moves, round(each.total, 4), round(each.longest, 4)]
            for name, each in played.spent.items()
        }
        line = {"question": question, "columns": played.columns, "spent": spent}
        with self.file.open("a") as out:
            out.write(json.dumps(line) + "\n")


def _key(question: dict[str, Any]) -> str:
    return json.dumps(question, sort_keys=True)
