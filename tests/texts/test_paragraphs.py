"""Lessons and rules in other languages: what is told is translated, all else stays as it is."""

import sys

import pytest
from polib import pofile

from texts import rooms, speaking
from texts.check import faults
from texts.paragraphs import read_files
from texts.po_files import update

LESSON = """title = "First"
[[step]]
says = "It is {yours}."
position = "says"
[[step.answer]]
says = "No."
want = { cards = ["T"] }
"""


@pytest.fixture
def trial(tmp_path, monkeypatch):
    package = tmp_path / "trial_lessons"
    (package / "lessons").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "en.toml").write_text('"lessoned/go" = "Go {where}"\n', "utf-8")
    (package / "lessons" / "1-first.toml").write_text(LESSON, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "trial_lessons", raising=False)
    monkeypatch.setattr(rooms, "_folders", {"lessoned": ("trial_lessons",)})
    rooms.english_texts.cache_clear()
    rooms.translations.cache_clear()
    yield package
    rooms.english_texts.cache_clear()
    rooms.translations.cache_clear()


def told(package):
    return dict(read_files(package / "lessons", "lessoned/lessons"))["first"]


def translate(package, **words):
    update("lessoned", "trial_lessons", "de")
    file = pofile(str(package / "de.po"))
    for entry in file:
        entry.msgstr = words.get(entry.msgid.split()[0].strip("."), entry.msgstr)
    file.save()
    rooms.translations.cache_clear()


def test_only_what_a_player_reads_is_translated(trial):
    translate(trial, First="Erstens", It="Es ist {deins}.", No="Nein.")
    with speaking("de"):
        lesson = told(trial)
    assert lesson["title"] == "Erstens"
    (step,) = lesson["step"]
    assert (step["says"], step["position"]) == ("Es ist {deins}.", "says")
    assert step["answer"] == [{"says": "Nein.", "want": {"cards": ["T"]}}]
    assert told(trial)["title"] == "First"


def test_a_file_for_translators_has_every_text_once_and_keeps_what_is_translated(trial):
    assert len(list(faults("de"))) == 4
    translate(trial, First="Erstens", Go="Geh {where}", It="Es ist {deins}.", No="Nein.")
    assert list(faults("de")) == []
    assert update("lessoned", "trial_lessons", "de") == 0


def test_an_english_text_that_changes_makes_its_translation_stale(trial):
    translate(trial, Go="Geh {where}")
    (trial / "en.toml").write_text('"lessoned/go" = "Go to {where}"\n', "utf-8")
    rooms.english_texts.cache_clear()
    assert any(each.startswith("stale: lessoned/go") for each in faults("de"))
    update("lessoned", "trial_lessons", "de")
    (entry,) = (each for each in pofile(str(trial / "de.po")) if each.msgctxt == "lessoned/go")
    assert entry.fuzzy
    assert (entry.previous_msgid, entry.msgstr) == ("Go {where}", "Geh {where}")


def test_a_paragraph_that_changes_keeps_what_was_said_before(trial):
    translate(trial, First="Erstens", It="Es ist {deins}.", No="Nein.")
    lesson = trial / "lessons" / "1-first.toml"
    lesson.write_text(lesson.read_text("utf-8").replace("It is", "Now it is"), "utf-8")
    for _ in range(2):  # a second time changes nothing
        update("lessoned", "trial_lessons", "de")
        entries = {each.msgid: each for each in pofile(str(trial / "de.po"))}
        (changed,) = (each for text, each in entries.items() if text.startswith("Now it is"))
        assert (changed.fuzzy, changed.msgstr) == (True, "Es ist {deins}.")
        assert changed.previous_msgid.startswith("It is")
        assert entries["No."].msgstr == "Nein."
        (new,) = (each for text, each in entries.items() if text.startswith("Go"))
        assert (new.msgstr, new.fuzzy) == ("", False)


def test_a_translation_with_other_holes_is_found(trial):
    translate(trial, Go="Geh {wohin}")
    assert "other holes: lessoned/go" in list(faults("de"))
