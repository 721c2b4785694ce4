"""Converts typed values to JSON and back; nothing is coerced, unknown keys are refused."""

from __future__ import annotations

import base64

from cattrs.preconf.json import JsonConverter, make_converter

from protocol.strict_values import read_strictly


def json_converter() -> JsonConverter:
    """Return a converter whose bytes are unpadded URL-safe base64, as in links."""
    converter = make_converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(bytes, _to_base64)
    converter.register_structure_hook(bytes, _from_base64)
    read_strictly(converter, bool, int, str)
    return converter


def _to_base64(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def _from_base64(value: object, _: object) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"expected base64, found {type(value).__name__}")
    found = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
    if _to_base64(found) != value:
        raise ValueError("base64 that is not in its canonical form")
    return found
