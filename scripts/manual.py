"""Writes the man page and the completions of shells, both from the command line's definitions.

    python scripts/manual.py FOLDER

writes `siam.1`, `siam.bash`, `_siam` (zsh) and `siam.fish` into a folder.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer._completion_shared import get_completion_script

from client.release import release
from siam_tui.cli.help_examples import EXAMPLES
from siam_tui.cli.run import commands

COMPLETIONS = {"bash": "siam.bash", "zsh": "_siam", "fish": "siam.fish"}
"""The file of each shell, named as the shell looks for it."""

_FILES = (
    ("~/.config/siam-tui", "Keys and settings (XDG_CONFIG_HOME)."),
    ("~/.local/share/siam-tui", "Lobbies and records (XDG_DATA_HOME)."),
    ("~/.local/state/siam-tui", "Logs (XDG_STATE_HOME)."),
    ("/tmp/siam-lobby-*", "Announcements of lobbies on this computer (SIAM_LOBBIES)."),
)
_VARIABLES = (
    ("SIAM_BROKER_PASSWORD", "The password for a broker."),
    ("SIAM_LAN", "The addresses whose networks are used to find lobbies; off for none."),
    ("SIAM_LOBBIES", "Another folder for the announcements of lobbies on this computer."),
    ("SIAM_PURE", "If it is set, the rules run as Python, not compiled."),
    ("NO_COLOR", "If it is set, no colours are shown."),
)


def roff(text: str) -> str:
    """Return a text as roff shows it: nothing in it is a command, and all of it is ASCII."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = "".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in text)
    return "\n".join(f"\\&{line}" if line.startswith(".") else line for line in text.split("\n"))


def man_page() -> str:
    """Return the man page of ``siam`` and all its commands."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    day = time.strftime("%Y-%m-%d", time.gmtime(seconds))
    group: Any = typer.main.get_command(commands)
    yield f'.TH SIAM 1 "{day}" "siam-tui {roff(release())}" "Games"'
    yield from (".SH NAME", "siam \\- area\\-majority games in the terminal")
    yield from (".SH SYNOPSIS", ".B siam", "[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR] [\\fIARGS\\fR]")
    yield from (".SH DESCRIPTION", *_paragraphs(group.help))
    yield ".SH OPTIONS"
    yield from _parameters(group)
    yield ".SH COMMANDS"
    yield from _commands(group, "siam")
    yield ".SH ENVIRONMENT"
    for name, about in _VARIABLES:
        yield from (".TP", f".B {roff(name)}", roff(about))
    yield ".SH FILES"
    for name, about in _FILES:
        yield from (".TP", f".I {roff(name)}", roff(about))


def _commands(group: Any, path: str) -> Iterator[str]:  # noqa: ANN401 - click's
    for name, command in group.commands.items():
        if command.hidden:
            continue
        words = [
            f"[\\fI{roff((each.metavar or each.name.upper()).strip('[]'))}\\fR]"
            for each in command.params
            if each.param_type_name == "argument"
        ]
        yield f".SS {roff(path)} {roff(name)} {' '.join(words)}".rstrip()
        yield from _paragraphs(command.help)
        yield from _parameters(command)
        for each in EXAMPLES[f"{path} {name}".removeprefix("siam ")]:
            yield from (".TP", f".B {roff(each.line)}", roff(each.effect))
        if hasattr(command, "commands"):
            yield from _commands(command, f"{path} {name}")


def _parameters(command: Any) -> Iterator[str]:  # noqa: ANN401 - click's
    context = typer.Context(command)
    for each in command.params:
        record = each.get_help_record(context)
        if record is not None:
            name, about = record
            name = name.removesuffix(" <str>").removesuffix(" <path>")  # of an argument
            yield from (".TP", f".B {roff(name)}", roff(about))


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        if number:
            yield ".PP"
        yield roff(" ".join(paragraph.split()))


def completion(shell: str) -> str:
    """Return the completions of a shell, which asks ``siam`` itself."""
    return (
        get_completion_script(prog_name="siam", complete_var="_SIAM_COMPLETE", shell=shell) + "\n"
    )


def main(folder: Path) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "siam.1").write_text(man_page())
    for shell, name in COMPLETIONS.items():
        (folder / name).write_text(completion(shell))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
