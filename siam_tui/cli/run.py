"""``siam`` with a command line: runs the command, and prints errors as sentences."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from siam_tui.cli import host_commands, play_commands, record_commands, study_commands
from siam_tui.cli.config_commands import config_commands
from siam_tui.cli.config_file import file_that_gave
from siam_tui.cli.context import REPLAY_NEEDS_TERMINAL
from siam_tui.cli.help_examples import add_examples
from siam_tui.cli.key_commands import key_commands
from siam_tui.cli.lobby_commands import lobby_commands
from siam_tui.cli.store_commands import cluster_commands, store_commands
from siam_tui.games.registry import tell_broken_games
from siam_tui.profile.small_files import is_full
from siam_tui.profile.user_error import ERROR_PREFIX, UserError, exit_with_error
from siam_tui.terminal.standard_streams import write_text_only

_INTERRUPTED = 130
_UNREAD = 141
"""Exit code of a program whose output is no longer read."""
_BEFORE_COMMAND = "{option} stands before the command: `siam {option}{value} {command}`"
_UsageError: Any = typer.BadParameter.__base__  # part of typer, but not exported


class _Commands(TyperGroup):
    """The commands; a link, or where one is, in place of a command means ``join``."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  # click's types
        if args and ("://" in args[0] or args[0] == "-" or args[0].startswith("@")):
            args = ["join", *args]
        return super().resolve_command(ctx, args)


commands = typer.Typer(
    cls=_Commands,
    rich_markup_mode=None,  # boxes would triple the time of a help text
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

commands.callback(invoke_without_command=True)(play_commands.open_app)
for _command in (
    play_commands.join,
    play_commands.watch,
    study_commands.learn,
    study_commands.practice,
    play_commands.demo,
    host_commands.serve,
    record_commands.games,
    record_commands.records,
    host_commands.backup,
    host_commands.doctor,
    host_commands.bot,
    record_commands.replay,
    record_commands.export,
    record_commands.analyse,
    record_commands.verify,
    study_commands.match,
    study_commands.rules,
    study_commands.engine,
):
    commands.command()(_command)
commands.add_typer(lobby_commands, name="lobby")
commands.add_typer(key_commands, name="key")
commands.add_typer(store_commands, name="store")
commands.add_typer(cluster_commands, name="cluster")
commands.add_typer(config_commands, name="config")
add_examples(commands)


_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_NO_OUTPUT = "The output cannot be written ({reason})."
_NO_ROOM = "The output cannot be written: the disk or your quota is full."


def main() -> None:
    """Run ``siam``; errors that a person can fix end it with a sentence and exit code 2."""
    write_text_only()
    try:
        try:
            _run_command()
        finally:
            sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError) and error.errno not in _UNWRITABLE:
            raise
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # Python flushes it once more
        if isinstance(error, BrokenPipeError):
            sys.exit(_UNREAD)
        exit_with_error(_NO_ROOM if is_full(error) else _NO_OUTPUT.format(reason=error.strerror))


def _run_command() -> None:
    for sentence in tell_broken_games():
        sys.stderr.write(f"{ERROR_PREFIX}{sentence}\n")
    try:
        sys.exit(commands(prog_name="siam", standalone_mode=False))
    except _UsageError as error:
        help_of = error.ctx.command_path if error.ctx else "siam"
        reason = _misplaced(error) or error.format_message().rstrip(".")
        reason += "" if reason.endswith("?") else "."
        name = getattr(getattr(error, "param", None), "name", None)
        if error.ctx and name and (file := file_that_gave(error.ctx, name)):
            reason = f"{file}: {reason}"
        exit_with_error(f"{reason} `{help_of} --help` lists what you can give.")
    except UserError as trouble:
        exit_with_error(str(trouble))
    except typer.Abort:  # Ctrl-C at a prompt
        sys.stderr.write("\n")
        sys.exit(_INTERRUPTED)


def _misplaced(error: Any) -> str:  # noqa: ANN401  # click's types
    """Return where an option belongs that stands behind a command; empty for other mistakes."""
    option, ctx = getattr(error, "option_name", ""), error.ctx
    if not option or ctx is None or ctx.parent is None:
        return ""
    root = ctx.find_root()
    for known in root.command.params:
        if option in known.opts:
            value = "" if known.is_flag else f" {known.metavar}"
            rest = ctx.command_path.removeprefix(f"{root.command_path} ")
            if (option, rest) == ("--plain", "replay"):
                return str(REPLAY_NEEDS_TERMINAL)
            return _BEFORE_COMMAND.format(option=option, value=value, command=rest)
    return ""
