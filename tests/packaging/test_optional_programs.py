"""Programs that not every machine has: tests ask for them, and are skipped or fail without."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.requirements import OPTIONAL, hidden_programs, need_program

TESTS = Path(__file__).parents[1]
VARIABLES = ("SIAM_HIDE", *(f"SIAM_REQUIRE_{key.upper()}" for key in OPTIONAL))


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without the settings with which these tests were started."""
    for each in VARIABLES:
        monkeypatch.delenv(each, raising=False)


@pytest.mark.parametrize("key", OPTIONAL)
def test_a_hidden_program_skips_a_test_with_the_name_of_its_package(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAM_HIDE", key)
    with pytest.raises(pytest.skip.Exception, match=OPTIONAL[key].package):
        need_program(OPTIONAL[key].programs[0])


def test_all_are_hidden_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIAM_HIDE", "all")
    assert hidden_programs() == OPTIONAL.keys()


def test_a_program_that_is_required_and_missing_fails_the_test(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIAM_REQUIRE_TMUX", "1")
    monkeypatch.setattr("tests.requirements._SEARCHED", "/nowhere")
    monkeypatch.setattr("tests.requirements._MORE", ())
    with pytest.raises(pytest.fail.Exception, match="package tmux, and SIAM_REQUIRE_TMUX is set"):
        need_program("tmux")


@pytest.mark.parametrize(
    ("setting", "required"), [("tmxu", ""), ("sshd, tmux", "TMUX"), ("all", "SSHD")]
)
def test_a_setting_that_would_skip_in_silence_is_refused(
    setting: str, required: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAM_HIDE", setting)
    monkeypatch.setenv(f"SIAM_REQUIRE_{required}", "1")
    with pytest.raises(pytest.UsageError):
        hidden_programs()


def test_no_test_finds_an_optional_program_by_its_name() -> None:
    """So it has to ask for it, and this cannot be forgotten where all are installed."""
    found = {name: shutil.which(name) for each in OPTIONAL.values() for name in each.programs}
    assert not {name: path for name, path in found.items() if path}


def test_programs_are_looked_for_in_one_place() -> None:
    import_of_it = re.compile(r"\bshutil\.which\(|import which\b")
    looking = {path for path in TESTS.rglob("*.py") if import_of_it.search(path.read_text("utf-8"))}
    assert looking == {TESTS / "requirements.py", Path(__file__)}
