"""Commands about the rules and records, without a lobby."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from siam_tui.cli.context import check_game, global_options, open_profile
from siam_tui.cli.options import GameName
from siam_tui.profile.user_error import UserError


def rules(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORD]...", help="Only the chapters with these words in their titles."
        ),
    ] = None,
    game: GameName = "",
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Describe the examples in words instead of drawing boards."),
    ] = False,
) -> None:
    """Print the rules of a game, with worked examples."""
    from shutil import get_terminal_size

    from siam_tui.appearance.glyphs import glyphs_for
    from siam_tui.appearance.looks import terminal_encoding
    from siam_tui.games.registry import ui_of
    from siam_tui.profile.last_game import LastGame
    from siam_tui.rules.rules_text import rules_text

    last = LastGame(open_profile(ctx, "").folder)
    if chosen := check_game(game) or global_options(ctx).game:
        last.remember(chosen)
    width = min(get_terminal_size().columns, 100)
    glyphs = None if plain else glyphs_for(terminal_encoding())
    text = rules_text(ui_of(last.name).rules, width, glyphs, words or ())
    if not text:
        raise UserError("There is no such chapter. `siam rules` prints all.")
    typer.echo(text)


def analyse(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", allow_dash=True, help="The record, a .siam file; - for standard input."
        ),
    ],
    seconds: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.001, help="Time to think about a position."),
    ] = 0.5,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Search this many positions instead: every run gives the same result.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: print one JSON object per move.")
    ] = False,
) -> None:
    """Rate every move of a game and show better ones."""
    from games.search import Limits
    from siam_tui.analysis.report import report
    from siam_tui.analysis.verdicts import verdicts
    from siam_tui.model.record_files import read_record
    from siam_tui.model.replay import Replay

    replayed = Replay.of(read_record(file))
    found = verdicts(replayed, Limits(seconds=seconds) if nodes is None else Limits(nodes=nodes))
    for line in (each.to_line() for each in found) if as_json else report(replayed, found):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record, as `siam records` prints it.")
    ],
) -> None:
    """Verify a record: its moves, result, setup and signatures.

    FILE may also be a proof that a server signed two commitments for one game.

    Exit code 0: everything is proven. 1: something is wrong. 3: nothing is wrong, but something
    cannot be proven, for example without signatures.
    """
    from siam_tui.cli.verify import verify_file

    raise typer.Exit(verify_file(file))


def engine(
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many processes search together.")
    ] = 1,
) -> None:
    """Speak the engine protocol on standard input and output, as chess engines speak UCI."""
    from games.engine import main as run_engine

    run_engine(processes=processes)
