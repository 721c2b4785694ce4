"""Reads values of messages and of JSON strictly: nothing is coerced, unknown keys are refused."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import TypeVar, get_args, get_origin

from cattrs import Converter
from cattrs.errors import BaseValidationError
from cattrs.preconf.json import make_converter

from protocol.errors import MalformedError
from protocol.text import printable
from texts import Message
from texts.message import from_data, to_data

MAX_MESSAGE = 2000
"""Characters of a message for people, as data."""


def read_strictly(converter: Converter, *types: type) -> None:
    """Make a converter refuse values of other types than these, and read tuples from lists."""
    for each in types:
        converter.register_structure_hook(each, _exactly(each))
    converter.register_unstructure_hook(Message, _message_to_text)
    converter.register_structure_hook(Message, _message_from_text)

    @converter.register_structure_hook_factory(_is_tuple)
    def _tuples(cls: object) -> Callable[[object, object], object]:
        item = get_args(cls)[0]
        read = converter.get_structure_hook(item)

        def structure(value: object, _: object) -> object:
            if type(value) is not list:
                raise TypeError(f"expected a list, found {type(value).__name__}")
            return tuple([read(each, item) for each in value])

        return structure


def _exactly(cls: type) -> Callable[[object, object], object]:
    def structure(value: object, _: object) -> object:
        if type(value) is not cls:
            raise TypeError(f"expected {cls.__name__}, found {type(value).__name__}")
        return value

    return structure


def _message_to_text(message: Message) -> str | None:
    """Return a message for people as JSON; None if it is too long: its English sentence remains."""
    text = json.dumps(to_data(message), ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= MAX_MESSAGE else None


def _message_from_text(text: object, _: object) -> Message | None:
    """Read a message for people; None if it is not understood, as one of a newer release may be."""
    try:
        if not isinstance(text, str) or len(text) > MAX_MESSAGE:
            return None
        return from_data(json.loads(text), lambda each: printable(each, len(each)))
    except (ValueError, RecursionError):
        return None


def _is_tuple(cls: object) -> bool:
    origin: object = get_origin(cls)
    return origin is tuple


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
