"""The man page and the completions say what the command line does."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from siam_tui.cli.run import commands

ROOT = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    """Load a script of this project."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


manual = script("manual")


def options(group: Any, path: str = "siam") -> Iterator[tuple[str, str]]:
    """Yield each option of each command, with the command."""
    for each in group.params:
        yield from ((path, name) for name in each.opts if name.startswith("--"))
    for name, command in getattr(group, "commands", {}).items():
        yield from options(command, f"{path} {name}")


def test_every_command_and_option_is_in_the_man_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795411366")
    page = manual.man_page()
    assert page.isascii()
    assert page.startswith('.TH SIAM 1 "2026-11-23"')
    told = list(options(typer.main.get_command(commands)))
    assert ("siam serve", "--bind") in told
    assert len(told) > 50
    for command, option in told:
        assert f".SS {command}" in page or command == "siam"
        assert option.replace("-", "\\-") in page, (command, option)


def test_text_is_no_command_of_roff() -> None:
    assert manual.roff(".so /etc/passwd\n'x\\n-Á") == "\\&.so /etc/passwd\n\\(aqx\\en\\-\\[u00C1]"


@pytest.mark.parametrize("shell", manual.COMPLETIONS)
def test_completions_ask_siam(shell: str) -> None:
    assert f"_SIAM_COMPLETE=complete_{shell}" in manual.completion(shell)
