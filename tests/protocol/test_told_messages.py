"""Messages for people in refusals: whatever a stranger sends as one, nothing breaks by it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from client.errors import RefusedError, tell_reason
from games.contract import IllegalMoveError
from protocol.codec import from_plain, pack, to_plain, unpack
from protocol.messages import Refused, SentAway
from protocol.strict_values import MAX_MESSAGE
from protocol.text import printable
from server import refusals
from tests.protocol.strategies import read_by_people
from texts import Message, Noun, Person, Seat, is_known, rooms, say, speaking, tell, voice
from texts.message import MAX_DEPTH, MAX_VALUES, from_data, to_data

ENGLISH = """
"trial/leads" = "{who} leads by {n, plural, one {# point} other {# points}} at {place.in}."
"trial/why" = "because {reason}"
"trial/plain" = "it is over"
"trial/area/CAV" = "the Cave | in=the dark of the Cave"
"trial/area/BAD" = "a {hole}"
"""
GERMAN = """
msgctxt "trial/leads"
msgid "{who} leads by {n, plural, one {# point} other {# points}} at {place.in}."
msgstr "{n, plural, one {# Punkt} other {# Punkte}} vor {place.in}: {who}."

msgctxt "trial/why"
msgid "because {reason}"
msgstr "weil {reason, plural, one {#} other {#}}"

msgctxt "trial/plain"
msgid "it is over"
msgstr "es ist vorbei"
"""
CAVE = Noun("trial/area", "CAV")
LEADS = say("trial/leads", who=Person("Ann"), n=3, place=CAVE)

numbers = st.integers(-(2**53) + 1, 2**53 - 1)
said = read_by_people(20)
leaves = (
    st.none()
    | st.booleans()
    | numbers
    | said
    | st.builds(Seat, st.integers(0, 7))
    | st.builds(Person, said, st.booleans())
    | st.builds(Noun, st.sampled_from(["trial/area", "trial/none", "no/kind"]), said, said)
)
names = st.sampled_from(["who", "n", "place", "reason", "other"])
ids = st.sampled_from(["trial/leads", "trial/why", "trial/plain", "trial/none", "nowhere/none"])
values = st.recursive(
    leaves,
    lambda each: (
        st.lists(each, max_size=3).map(tuple)
        | st.builds(Message, ids, st.dictionaries(names, each, max_size=3))
    ),
    max_leaves=8,
)
messages = st.builds(Message, ids, st.dictionaries(names, values, max_size=3))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda each: (
        st.lists(each, max_size=4)
        | st.dictionaries(
            st.sampled_from(["say", "noun", "who", "seat"]) | st.text(max_size=5), each, max_size=4
        )
    ),
    max_leaves=20,
)


@pytest.fixture(autouse=True, scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A room of its own, read from real files."""
    package = tmp_path_factory.mktemp("rooms") / "told_room"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "en.toml").write_text(ENGLISH, "utf-8")
    (package / "de.po").write_text(GERMAN, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package.parent)
        patch.setitem(rooms._folders, "trial", ("told_room",))
        yield
    for kept in (rooms.english_texts, rooms.translated_texts, voice._patterns, voice._noun_forms):
        kept.cache_clear()


def received(message: object) -> Refused:
    """Return a refusal as it arrives with something as its message."""
    fields = {"code": "full", "sentence": "It is over.", "message": message}
    told = from_plain(unpack(pack(["Refused", fields])))
    assert isinstance(told, Refused)
    assert (told.code, told.sentence) == ("full", "It is over.")
    return told


def size(data: object) -> int:
    if isinstance(data, dict):
        return 1 + sum(map(size, data.values()))
    return 1 + sum(map(size, data)) if isinstance(data, list) else 1


@given(messages)
def test_a_message_comes_back(message: Message) -> None:
    back = from_data(to_data(message))
    assert back is None or back == message
    assert from_data(to_data(say("trial/why", reason=LEADS))) == say("trial/why", reason=LEADS)


@given(messages)
def test_it_crosses_the_wire_in_an_answer_and_when_sent_away(message: Message) -> None:
    for told in (Refused("full", "Full.", message), SentAway("t", "Go.", message)):
        back = from_plain(unpack(pack(to_plain(told))))
        assert back in (told, evolve(told, message=None))


@given(anything)
def test_any_data_is_a_message_or_dropped(data: object) -> None:
    message = from_data(data)
    assert message is None or from_data(to_data(message)) == message


@given(anything | st.text(max_size=3000) | anything.map(json.dumps))
def test_anything_as_a_message_leaves_the_sentence(data: object) -> None:
    try:
        pack(data)
    except (OverflowError, UnicodeEncodeError):
        return
    message = received(data).message if is_packable(data) else None
    assert message is None or is_small(message)


def is_packable(data: object) -> bool:
    """Return whether the wire takes these values: not what it refuses as a whole."""
    try:
        unpack(pack(["Refused", {"message": data}]))
    except ValueError:
        return False
    return True


def is_small(message: Message) -> bool:
    return size(to_data(message)) <= 3 * MAX_VALUES


@pytest.mark.parametrize(
    "message",
    [
        "[" * MAX_MESSAGE,
        '{"say":["trial/why",{"reason":' * 60,
        "x" * (MAX_MESSAGE + 1),
        '{"say":["trial/plain",{}]}' + " " * MAX_MESSAGE,
        '{"say":["trial/plain"]}',
        '{"say":["trial/plain",{},1]}',
        '{"say":["trial/plain",{}],"seat":1}',
        '{"say":["",{}]}',
        '{"say":["../../x",{}]}',
        '{"say":["trial/why",{"reason":1e400}]}',
        '{"say":["trial/why",{"reason":NaN}]}',
        '{"say":["trial/why",{"reason":12345678901234567890123}]}',
        '{"say":["trial/why",{"reason":{"seat":true}}]}',
        '{"say":["trial/why",{"reason":{"who":["Ann","yes"]}}]}',
        '{"say":["trial/why",{"reason":{"noun":["../x","K",""]}}]}',
        '{"say":["trial/why",{"__class__":1}]}',
        '{"seat":1}',
        '"it is over"',
        "null",
        "",
    ],
)
def test_what_is_no_message_or_too_large_is_dropped(message: str) -> None:
    assert received(message).message is None


@pytest.mark.parametrize("n", [MAX_VALUES, 10 * MAX_VALUES])
def test_many_values_are_not_read(n: int) -> None:
    assert from_data({"say": ["trial/why", {"reason": [1] * n}]}) is None


def test_nor_are_deep_ones() -> None:
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]
    assert from_data({"say": ["trial/why", {"reason": deep}]}) is None
    shallow = say("trial/plain")
    for _ in range(MAX_DEPTH // 2):
        shallow = say("trial/why", reason=shallow)
    assert from_data(to_data(shallow)) == shallow


def test_texts_in_it_are_cleaned_like_all_others() -> None:
    hostile = "\x1b]0;x\x07A\u202e\nnn"
    told = from_plain(to_plain(Refused("full", "No.", say("trial/why", reason=hostile))))
    assert isinstance(told, Refused)
    assert told.message == say("trial/why", reason=printable(hostile, 100))


def test_a_message_too_long_for_the_wire_is_left_out() -> None:
    long = Refused("full", "No.", say("trial/why", reason="x" * MAX_MESSAGE))
    assert from_plain(to_plain(long)) == Refused("full", "No.")


class TestTelling:
    """The reader's side alone tells a message, and only one that it knows."""

    @given(messages)
    def test_nothing_breaks_and_english_is_the_sentence(self, message: Message) -> None:
        assert tell_reason("It is over.", message) == "It is over."
        with speaking("de"):
            told = tell_reason("It is over.", message)
        assert isinstance(told, str)
        assert told == "It is over." or is_known(message)

    def test_a_known_one_is_told_in_the_readers_language(self) -> None:
        error = RefusedError("full", "Ann leads by 3 points.", LEADS)
        assert error.sentence == str(error) == "Ann leads by 3 points."
        with speaking("de"):
            assert str(error) == "3 Punkte vor the dark of the Cave: Ann."
            assert tell_reason("It is over.", say("trial/plain")) == "Es ist vorbei."

    @pytest.mark.parametrize(
        "message",
        [
            None,
            say("trial/none"),
            say("nowhere/none"),
            say("trial/plain", n=1),
            say("trial/why"),
            say("trial/why", reason=say("trial/none")),
            say("trial/why", reason=(1, say("nowhere/none"))),
            say("trial/why", reason=Noun("nowhere/kind", "K", "Name")),
            say("trial/why", reason=Noun("trial/area", "NEW")),
            say("trial/why", reason=Noun("trial/area", "BAD")),
            say("trial/leads", who=Person("Ann"), n="3", place=CAVE),
            say("trial/leads", who=Person("Ann"), n=True, place=CAVE),
            say("trial/leads", who=Person("Ann"), n=None, place=CAVE),
        ],
    )
    def test_else_the_sentence_is_shown(self, message: Message | None) -> None:
        with speaking("de"):
            assert tell_reason("It is over.", message) == "It is over."

    def test_a_translation_that_asks_for_other_things_is_not_told(self) -> None:
        with speaking("de"):
            assert tell_reason("", say("trial/why", reason="x")) == "Because x."

    def test_a_strangers_text_is_neither_template_nor_forms(self) -> None:
        hostile = Noun("trial/area", "CAV", "{n, plural | in=[bold]")
        with speaking("de"):
            told = tell("trial/leads", who=Person("{who}"), n=1, place=hostile)
        assert told == "1 Punkt vor {n, plural | in=[bold]: {who}."

    def test_unknown_rooms_are_not_remembered(self) -> None:
        with speaking("de"):
            for number in range(50):
                tell_reason("No.", say(f"room_{number}/x"))
                tell_reason("No.", say("trial/why", reason=Noun(f"room_{number}/x", "y", "z")))
                if not number:  # by then the known rooms are there
                    before = rooms.english_texts.cache_info().currsize
        assert rooms.english_texts.cache_info().currsize == before


class TestOtherReleases:
    def test_an_answer_without_a_message_is_its_sentence(self) -> None:
        plain = ["Refused", {"code": "full", "sentence": "It is over."}]
        assert from_plain(plain) == Refused("full", "It is over.")
        sent_away = ["SentAway", {"table": "t", "sentence": "Go."}]
        assert from_plain(sent_away) == SentAway("t", "Go.")
        with speaking("de"):
            assert str(RefusedError("full", "It is over.")) == "It is over."

    def test_code_and_sentence_stand_beside_the_message_as_before(self) -> None:
        name, fields = to_plain(Refused("full", "It is over.", LEADS))
        assert (name, fields["code"], fields["sentence"]) == ("Refused", "full", "It is over.")


class TestRuleErrors:
    def test_why_a_move_is_illegal_arrives_as_a_message(self) -> None:
        error = IllegalMoveError(say("trial/plain"))
        answer = refusals.RefusedError("illegal_move", error.message).answer
        assert answer == Refused("illegal_move", "It is over.", say("trial/plain"))
        with speaking("de"):
            assert tell_reason(answer.sentence, answer.message) == "Es ist vorbei."

    @pytest.mark.parametrize("error", [IllegalMoveError("no card"), IllegalMoveError()])
    def test_one_that_is_only_text_is_its_sentence(self, error: IllegalMoveError) -> None:
        answer = refusals.RefusedError("illegal_move", error.message).answer
        assert answer.message is None or answer.sentence == "That is refused."
        assert answer.sentence in ("No card.", "That is refused.")
