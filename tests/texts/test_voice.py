"""How messages are told: forms, numbers, persons, lists, languages."""

import contextlib
import sys
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texts import Message, Noun, Person, Seat, rooms, say, speaking, tell, voice
from texts.template import TemplateError, parse
from texts.voice import pieces

ENGLISH = """
"trial/points" = "{n, plural, =0 {no point} one {# point} other {# points}}"
"trial/leads" = "{who.person, select, you {You lead} other {{who.start} leads}} by {n}."
"trial/place" = "{place.start} is {king, select, yes {royal} other {free}}, north of {place}."
"trial/list" = "{each} or {each.comma} or {each.or}"
"trial/signs" = "it's '{'{n}'}' '#'"
"trial/in" = "in {place.in}"
"trial/area/CAV" = "the Cave | in=the dark of the Cave"
"trial/area/form/in" = "{name} itself"
"trial/area/form/of" = "of {name}"
"trial/of" = "the king of {place} and {place.of}"
"trial/row" = "{each.semicolon}"
"trial/nested" = "{what}: {what.start}"
"trial/steps" = "of {who}: {each.semicolon}"
"""
FRENCH = """
msgctxt "trial/steps"
msgid "of {who}: {each.semicolon}"
msgstr "le tour de {who}\u202f: {each.semicolon}"

msgctxt "trial/area/form/of"
msgid "of {name}"
msgstr "de {name}"

msgctxt "trial/of"
msgid "the king of {place} and {place.of}"
msgstr "le roi de {place} et {place.of}"
"""
GERMAN = """
msgctxt "trial/points"
msgid "{n, plural, =0 {no point} one {# point} other {# points}}"
msgstr "{n, plural, one {# Punkt} other {# Punkte}}"

msgctxt "trial/leads"
msgid "{who.person, select, you {You lead} other {{who.start} leads}} by {n}."
msgstr "{who.person, select, you {Du führst} other {{who.start} führt}} mit {n}."

msgctxt "trial/in"
msgid "an older English text"
msgstr "im alten"
"""


CACHES = (
    rooms.english_texts,
    rooms.translations,
    rooms.translated_texts,
    voice._patterns,
    voice._noun_forms,
)


@pytest.fixture(autouse=True)
def trial(tmp_path, monkeypatch):
    """A room of its own, read from real files."""
    package = tmp_path / "trial_room"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "en.toml").write_text(ENGLISH, "utf-8")
    (package / "de.po").write_text(GERMAN, "utf-8")
    (package / "fr.po").write_text(FRENCH, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "trial_room", raising=False)
    monkeypatch.setitem(rooms._folders, "trial", ("trial_room",))
    yield package
    for cached in (
        rooms.english_texts,
        rooms.translations,
        rooms.translated_texts,
        voice._patterns,
        voice._noun_forms,
    ):
        cached.cache_clear()


@pytest.mark.parametrize(("n", "told"), [(0, "no point"), (1, "1 point"), (1500, "1,500 points")])
def test_numbers_choose_their_words(n, told):
    assert tell("trial/points", n=n) == told


def test_another_language_has_its_own_plurals_and_signs():
    with speaking("de"):
        assert [tell("trial/points", n=n) for n in (0, 1, 1500)] == [
            "0 Punkte",
            "1 Punkt",
            "1.500 Punkte",
        ]


def test_the_reader_is_you_and_others_have_names():
    assert tell("trial/leads", who=Person("Ann", is_you=True), n=2) == "You lead by 2."
    assert tell("trial/leads", who=Person("ann"), n=2) == "Ann leads by 2."
    with speaking("de"):
        assert tell("trial/leads", who=Person("Ann", is_you=True), n=2) == "Du führst mit 2."


def test_nouns_have_forms_and_begin_sentences():
    cave = Noun("trial/area", "CAV")
    told = tell("trial/place", place=cave, king=True)
    assert told == "The Cave is royal, north of the Cave."
    assert tell("trial/in", place=cave) == "in the dark of the Cave"


def test_a_name_of_a_players_map_is_said_and_its_forms_are_made():
    assert tell("trial/in", place=Noun("trial/area", "CAV", "Grotto")) == "in Grotto itself"
    assert tell("trial/in", place=Noun("trial/area", "NEW", "New")) == "in New itself"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Arles", "le roi d’Arles et d’Arles"),
        ("Évreux", "le roi d’Évreux et d’Évreux"),
        ("Nice", "le roi de Nice et de Nice"),
        ("Yalta", "le roi de Yalta et de Yalta"),
    ],
)
def test_french_elides_before_a_vowel(name, told):
    with speaking("fr"):
        assert tell("trial/of", place=Noun("trial/area", name, name)) == told


def test_each_language_has_its_signs_between_clauses():
    with speaking("fr"):
        assert tell("trial/row", each=("a", "b")) == "a\N{NARROW NO-BREAK SPACE}; b"
    assert tell("trial/row", each=("a", "b")) == "a; b"


def test_lists_are_told_as_a_person_would():
    each = (Person("Ann"), Noun("trial/area", "CAV"), say("trial/points", n=1))
    assert tell("trial/list", each=each) == (
        "Ann, the Cave and 1 point or Ann, the Cave, 1 point or Ann, the Cave or 1 point"
    )


def test_lists_with_semicolons_have_those_of_the_language():
    each = ("one", "two, three")
    assert tell("trial/steps", who=Person("Ann"), each=each) == "of Ann: one; two, three"
    with speaking("fr"):
        told = tell("trial/steps", who=Person("Ben"), each=each)
        assert told == "le tour de Ben\u202f: one\u202f; two, three"


def test_french_shortens_a_word_before_a_name():
    with speaking("fr"):
        for name in "Ann", "Óscar":
            told = tell("trial/steps", who=Person(name), each=())
            assert told == f"le tour d’{name}\u202f: "


def test_signs_of_templates_can_be_said():
    assert tell("trial/signs", n=3) == "it's {3} #"


def test_arguments_are_never_read_as_templates():
    assert tell("trial/nested", what="{n, plural") == "{n, plural: {n, plural"


def test_a_translation_of_an_older_text_is_not_told():
    with speaking("de"):
        assert tell("trial/in", place=Person("Ann")) == "in Ann"


def test_a_damaged_file_of_translations_leaves_english(trial):
    (trial / "de.po").write_text("msgid oh no", "utf-8")
    with speaking("de"):
        assert tell("trial/points", n=1) == "1 point"


def test_a_message_is_english_as_text_whatever_is_spoken():
    with speaking("de"):
        assert str(say("trial/points", n=2)) == "2 points"
        assert tell(say("trial/points", n=2)) == "2 Punkte"


@pytest.mark.parametrize("message", [Message("nowhere/none", {}), say("trial/none", n=1)])
def test_an_unknown_id_is_shown_and_raises_nothing(message):
    assert tell(message) == message.id


def test_pieces_keep_what_a_screen_lays_out_itself():
    marked = object()
    assert pieces("trial/in", place=marked) == ["in ", marked]


@pytest.mark.parametrize("text", ["{", "}", "{n, plural, one {a}}", "{n, gender, other {a}}", "{n"])
def test_a_damaged_template_is_named(text):
    with pytest.raises(TemplateError):
        parse(text)


@given(st.text(alphabet="{}#', abnplurselectoh=1", max_size=60))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(TemplateError):
        parse(text)


def test_seats_of_rules_are_told_by_number():
    assert tell("trial/nested", what=Seat(2)) == "2: 2"


@pytest.mark.parametrize(
    "folder", sorted({folder for room in rooms.room_names() for folder in rooms.folders_of(room)})
)
def test_every_text_is_read_as_toml_reads_it(folder):
    file = files(folder) / "en.toml"
    text = file.read_text("utf-8") if file.is_file() else ""
    assert rooms.read_english(folder) == tomllib.loads(text)
