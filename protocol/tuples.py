"""Tuples, which are lists in msgpack and JSON: anything else is none, not even an empty text."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args, get_origin

from cattrs import Converter


def read_from_lists(converter: Converter) -> None:
    """Have a converter read a tuple, of one kind of thing, from a list and from nothing else."""

    @converter.register_structure_hook_factory(_is_tuple)
    def _tuples(cls: object) -> Callable[[object, object], object]:
        item = get_args(cls)[0]
        read = converter.get_structure_hook(item)

        def structure(value: object, _: object) -> object:
            if type(value) is not list:
                raise TypeError(f"expected a list, found {type(value).__name__}")
            return tuple([read(each, item) for each in value])

        return structure


def _is_tuple(cls: object) -> bool:
    origin: object = get_origin(cls)
    return origin is tuple
