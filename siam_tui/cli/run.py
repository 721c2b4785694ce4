"""``siam`` with a command line: read it, do it, and say in a sentence what a person can mend."""

from __future__ import annotations

import sys
from typing import Any

import typer
from typer.core import TyperGroup

from siam_tui.cli import hosting, playing, storing, studying
from siam_tui.cli.keys import key_commands
from siam_tui.trouble import TroubleError, fail

_INTERRUPTED = 130
_UsageError: Any = typer.BadParameter.__base__  # which typer brings along, but does not export


class _Commands(TyperGroup):
    """The commands; a link where one is expected means ``join``."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  # click's types
        if args and "://" in args[0]:
            args = ["join", *args]
        return super().resolve_command(ctx, args)


commands = typer.Typer(
    cls=_Commands,
    rich_markup_mode=None,  # drawing boxes would triple the time a help text takes
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

commands.callback(invoke_without_command=True)(playing.open_app)
for _command in (
    *(playing.join, playing.watch, playing.learn, playing.practice, playing.demo),
    *(hosting.serve, hosting.records, storing.backup, hosting.doctor, hosting.bot),
    *(playing.replay, studying.analyse, studying.verify, studying.rules, studying.engine),
):
    commands.command()(_command)
commands.add_typer(key_commands, name="key")


def main() -> None:
    """Run ``siam``; what a person can mend is told in a sentence, with exit code 2."""
    try:
        sys.exit(commands(prog_name="siam", standalone_mode=False))
    except _UsageError as error:
        help_of = error.ctx.command_path if error.ctx else "siam"
        reason = error.format_message().rstrip(".")
        fail(f"{reason}. `{help_of} --help` shows what can be given.")
    except TroubleError as trouble:
        fail(str(trouble))
    except typer.Abort:  # Ctrl-C, while something was asked for
        sys.stderr.write("\n")
        sys.exit(_INTERRUPTED)
