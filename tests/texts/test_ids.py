"""Every text_id that is said exists, with exactly the arguments that its text needs."""

from collections import Counter

from tests.texts.said import nouns, said
from texts.rooms import english_texts, room_names
from texts.template import holes, parse

TEXTS = {text_id: text for room in room_names() for text_id, text in english_texts(room).items()}


def test_every_id_that_is_said_has_a_text():
    assert [
        (each.place, text_id)
        for each in said()
        for text_id in each.ids or ()
        if text_id not in TEXTS
    ] == []


def test_every_message_is_given_what_its_text_needs():
    wrong = []
    for each in said():
        for text_id in each.ids or ():
            needed = {
                hole.name for hole in holes(parse(TEXTS.get(text_id, ""))) if hole.name != "#"
            }
            if needed != each.arguments:
                wrong.append(
                    (each.place, text_id, sorted(needed), sorted(map(str, each.arguments)))
                )
    assert wrong == []


def test_every_text_is_said_somewhere():
    used = {text_id for each in said() for text_id in each.ids or ()}
    kinds = {kind for _, kind in nouns()} | {"texts/person"}
    made = ("/form/", "texts/and", "texts/or")
    left = [
        text_id
        for text_id in TEXTS
        if text_id not in used
        and text_id.rpartition("/")[0] not in kinds
        and not any(each in text_id for each in made)
    ]
    assert left == []


def test_every_kind_of_noun_has_texts():
    kinds = Counter(text_id.rpartition("/")[0] for text_id in TEXTS)
    assert [(place, kind) for place, kind in nouns() if not kinds[kind]] == []


def test_ids_stand_in_their_own_room():
    for room in room_names():
        assert [
            text_id for text_id in english_texts(room) if text_id.partition("/")[0] != room
        ] == []
