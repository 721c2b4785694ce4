"""Converts typed values to JSON and back; nothing is coerced, unknown keys are refused."""

from __future__ import annotations

import base64
import json
from typing import TypeVar

from cattrs.errors import BaseValidationError
from cattrs.preconf.json import make_converter

from protocol.errors import MalformedError
from protocol.strict_values import read_strictly

T = TypeVar("T")


def read_json(text: str, cls: type[T], refusal: str) -> T:
    """Return the value that a JSON text holds.

    Raises:
        MalformedError: it holds none of this class; the refusal says so.
    """
    try:
        return JSON.structure(json.loads(text), cls)
    except (BaseValidationError, TypeError, ValueError, RecursionError) as error:
        raise MalformedError(refusal) from error


def _to_base64(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def _from_base64(value: object, _: object) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"expected base64, found {type(value).__name__}")
    found = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
    if _to_base64(found) != value:
        raise ValueError("base64 that is not in its canonical form")
    return found


JSON = make_converter(forbid_extra_keys=True)
"""Converts values; bytes are unpadded URL-safe base64, as in links."""
JSON.register_unstructure_hook(bytes, _to_base64)
JSON.register_structure_hook(bytes, _from_base64)
read_strictly(JSON, bool, int, str)
