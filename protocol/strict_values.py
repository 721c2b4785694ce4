"""Reads values strictly: a number sent as text is refused, and a tuple is read from a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args, get_origin

from cattrs import Converter


def read_strictly(converter: Converter, *types: type) -> None:
    """Make a converter refuse values of other types than these, and read tuples from lists."""
    for each in types:
        converter.register_structure_hook(each, _exactly(each))

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


def _is_tuple(cls: object) -> bool:
    origin: object = get_origin(cls)
    return origin is tuple
