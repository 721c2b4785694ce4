"""Messages to msgpack and back, checked field by field, within hard limits.

On the wire a message is the array ``[type, fields]``; `type` is its class name and `fields` a map
from field name to value. Nothing is coerced: a number sent as text is refused, not converted.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import get_args

import msgpack
from cattrs import transform_error
from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_structure_fn
from cattrs.preconf.msgpack import make_converter
from cattrs.v import format_exception

from protocol.errors import MalformedError, OversizedError, TooDeepError, UnknownTypeError
from protocol.messages import Message
from protocol.states import TableSummary
from protocol.strict_values import read_strictly

MAX_BYTES = 64 * 1024
"""Bytes of a frame, seal and all."""
MAX_SUMMARIES = 512
"""Summaries of tables that are not read again; a lobby has at most 200 tables."""
MAX_DEPTH = 8
"""Levels of arrays and maps inside one another."""

_LEAVES = frozenset((int, str, bytes, bool, float, type(None)))
_TYPES: dict[str, type[Message]] = {cls.__name__: cls for cls in get_args(Message)}
_converter = make_converter(forbid_extra_keys=True)
read_strictly(_converter, int, str, bytes, bool)


@_converter.register_structure_hook_factory(
    lambda cls: type(None) in get_args(cls) and len(get_args(cls)) == 2
)
def _optionals(cls: object) -> Callable[[object, object], object]:
    (present,) = (arg for arg in get_args(cls) if arg is not type(None))
    read = _converter.get_structure_hook(present)
    return lambda value, _: None if value is None else read(value, present)


_read_summary = make_dict_structure_fn(
    TableSummary, _converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True
)
_summaries: OrderedDict[bytes, TableSummary] = OrderedDict()


@_converter.register_structure_hook
def _known_summary(value: object, _: type) -> TableSummary:
    """Read a table's summary; of a lobby's list nearly all have been read before."""
    if not isinstance(value, dict):
        raise TypeError(f"expected a map, found {type(value).__name__}")
    packed = msgpack.packb(value)
    known = _summaries.pop(packed, None)
    if known is None:
        known = _read_summary(value, TableSummary)
    _summaries[packed] = known
    if len(_summaries) > MAX_SUMMARIES:
        _summaries.popitem(last=False)
    return known


def to_plain(message: Message) -> list[object]:
    """Return a message as the plain values msgpack knows."""
    return [type(message).__name__, _converter.unstructure(message)]


def from_plain(value: object) -> Message:
    """Read a message from plain values.

    Raises:
        UnknownTypeError: there is no such message.
        MalformedError: a field is missing, superfluous, or of a wrong type or length.
    """
    match value:
        case [str(name), dict(fields)]:
            pass
        case _:
            raise MalformedError("a message is an array of its type and its fields")
    cls = _TYPES.get(name)
    if cls is None:
        raise UnknownTypeError(f"there is no message of type {name[:40]!r}")
    try:
        return _converter.structure(fields, cls)
    except BaseValidationError as error:
        reasons = "; ".join(transform_error(error, format_exception=_describe_error))
        raise MalformedError(f"{name}: {reasons[:300]}") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise MalformedError(f"{name}: {error}"[:300]) from error


def _describe_error(error: BaseException, cls: type | None) -> str:
    if isinstance(error, ValueError | TypeError):
        return str(
            error
        )  # says more than cattrs would: what was found, or by which limit it failed
    return format_exception(error, cls)


def summary_to_plain(summary: TableSummary) -> object:
    """Return a table's summary as the plain values msgpack knows."""
    plain: object = _converter.unstructure(summary)
    return plain


def summary_from_plain(value: object) -> TableSummary:
    """Read a table's summary from plain values.

    Raises:
        MalformedError: it is none.
    """
    try:
        return _converter.structure(value, TableSummary)
    except (BaseValidationError, TypeError, ValueError, AttributeError) as error:
        raise MalformedError("no summary of a table") from error


def pack(value: object) -> bytes:
    """Return plain values as msgpack.

    Raises:
        OversizedError: they take more than `MAX_BYTES`.
    """
    data: bytes = msgpack.packb(value)
    check_size(data)
    return data


def check_size(data: bytes) -> None:
    """Return if bytes fit a message.

    Raises:
        OversizedError: they are more than `MAX_BYTES`.
    """
    if len(data) > MAX_BYTES:
        raise OversizedError(f"{len(data)} bytes, but a message has at most {MAX_BYTES}")


def unpack(data: bytes) -> object:
    """Read msgpack from a stranger.

    Raises:
        OversizedError: more than `MAX_BYTES`.
        TooDeepError: nested deeper than `MAX_DEPTH`.
        MalformedError: not msgpack, or with extension types, a key twice in one map, or a key
            that is no text.
    """
    check_size(data)
    try:
        value: object = msgpack.unpackb(
            data, strict_map_key=True, object_pairs_hook=_distinct, ext_hook=_no_extensions
        )
    except msgpack.exceptions.StackError as error:
        raise TooDeepError(f"nested deeper than {MAX_DEPTH} levels") from error
    except MalformedError:
        raise
    except (ValueError, TypeError, msgpack.exceptions.UnpackException) as error:
        raise MalformedError(f"not msgpack: {error or type(error).__name__}"[:200]) from error
    _check_depth(value)
    return value


def _distinct(pairs: list[tuple[object, object]]) -> dict[object, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MalformedError("a key stands twice in one map")
    for key in found:
        if type(key) is not str:
            raise MalformedError("the keys of a map are text")
    return found


def _no_extensions(code: int, _: bytes) -> object:
    raise MalformedError(f"extension type {code} is not part of the protocol")


def _check_depth(value: object, levels: int = MAX_DEPTH) -> None:
    if isinstance(value, dict | list):
        if not levels:
            raise TooDeepError(f"nested deeper than {MAX_DEPTH} levels")
        for each in value.values() if isinstance(value, dict) else value:
            if type(each) not in _LEAVES:
                _check_depth(each, levels - 1)
    elif isinstance(value, msgpack.Timestamp):  # msgpack reads this extension type by itself
        raise MalformedError("timestamps are not part of the protocol")
