"""What people read arrives in one line without control characters, whatever a server sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import attrs
import pytest

from protocol import commands as c
from protocol import messages as m
from protocol import states as s
from protocol.codec import from_plain, summary_from_plain, summary_to_plain, to_plain
from protocol.errors import MalformedError
from protocol.text import printable

HOSTILE = "\x1b]0;x\x07 \x9b2J\u202eb\u0300\u0301\u0302\u0303\r\n"

FROM_PLAYERS = {*get_args(c.Command)}
"""The server decides what becomes of these texts before anybody is told of them."""
NOT_READ = {
    # names of things, which are compared and shown nowhere
    *{"table", "player", "host"},
    # parsed by the rules before anything of them is shown
    *{"position", "start"},
    # documents of many lines, which have parsers of their own
    *{"map", "text"},
}


def texts_of(cls: Any) -> Iterator[str]:
    """Iterate over the fields of a message that are text or texts."""
    for field in attrs.fields(attrs.resolve_types(cls)):
        if field.type is str or (get_origin(field.type) is tuple and str in get_args(field.type)):
            yield field.name


def classes(cls: Any) -> Iterator[Any]:
    """Iterate over a message's class and those of its parts."""
    yield cls
    for field in attrs.fields(attrs.resolve_types(cls)):
        for part in (field.type, *get_args(field.type)):
            if attrs.has(part):
                yield from classes(part)


SAID = {each for cls in set(get_args(m.Message)) - FROM_PLAYERS for each in classes(cls)}
READ = [
    (cls, name)
    for cls in sorted(SAID, key=lambda cls: cls.__name__)
    for name in texts_of(cls)
    if name not in NOT_READ or (cls, name) == (m.TalkLine, "text")
]


@pytest.mark.parametrize(("cls", "name"), READ, ids=lambda value: getattr(value, "__name__", value))
def test_every_text_that_people_read_is_cleaned_as_it_arrives(cls, name):
    field = attrs.fields_dict(cls)[name]
    assert field.converter is not None, f"{cls.__name__}.{name} goes to people's screens as it is"
    if get_origin(attrs.fields_dict(attrs.resolve_types(cls))[name].type) is tuple:
        assert field.converter([HOSTILE]) == (printable(HOSTILE, 100),)
    else:
        assert field.converter(HOSTILE) == printable(HOSTILE, 100)


def test_a_servers_sentence_cannot_steer_a_terminal():
    plain = to_plain(m.Refused("full", "No."))
    plain[1] = {"code": "full", "sentence": f"No.{HOSTILE}"}
    said = from_plain(plain)
    assert said.sentence.isprintable()
    assert said.sentence.startswith("No. ]0;x 2J")


def test_nor_can_a_private_tables_summary():
    plain = summary_to_plain(s.TableSummary("t", "siam", "Siam", (), "open", "Ann", ()))
    plain["host_name"] = HOSTILE
    assert summary_from_plain(plain).host_name.isprintable()


def test_a_line_of_talk_that_is_nothing_else_is_refused():
    plain = to_plain(m.Talk("t", (m.TalkLine(1, "ann", "Ann", 0, "Hello", 0),)))
    plain[1]["lines"][0]["text"] = "\x1b\u202e"
    with pytest.raises(MalformedError):
        from_plain(plain)
