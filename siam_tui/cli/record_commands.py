"""Commands for recorded games."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from siam_tui.cli.config_file import ConfigFile
from siam_tui.cli.context import (
    REPLAY_NEEDS_TERMINAL,
    global_options,
    open_profile,
    run_on_screen,
)
from siam_tui.cli.options import LanguageOption, ProfileName, Store
from siam_tui.cli.store_commands import read_store
from siam_tui.model.start import Start
from siam_tui.profile.user_error import UserError
from texts import tell


def records(
    ctx: typer.Context,
    numbers: Annotated[
        list[int] | None,
        typer.Argument(metavar="NUMBER", help="Print the records of these games."),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write these records, or all, as .siam files into this folder."
        ),
    ] = None,
    _config: ConfigFile = None,
    store: Store = "",
    profile: ProfileName = "",
) -> None:
    """List the games of your lobby. Print or export their records."""
    from server.store.errors import StoreError
    from server.store.records import measure_archive, read_records
    from siam_tui.cli.record_export import export_records, print_records, print_size
    from siam_tui.profile.paths import store_file

    place = read_store(store) or store_file(
        open_profile(ctx, profile).server_key().public.fingerprint
    )
    try:
        found = read_records(place, numbers or ())
        size = measure_archive(place)
    except StoreError as error:
        raise UserError(str(error)) from error
    if to is not None:
        export_records(found, to)
    else:
        print_records(found, whole=bool(numbers))
        if not numbers:
            print_size(*size)


def games(
    ctx: typer.Context,
    number: Annotated[
        int | None,
        typer.Argument(metavar="NUMBER", min=1, help="Print the record of this game."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: print one JSON object per game.")
    ] = False,
    profile: ProfileName = "",
    _language: LanguageOption = "",
) -> None:
    """List the games that you have finished, the latest first.

    Among them are those that you saved, and those of your lobby.
    """
    from siam_tui.cli.hosted_games import list_hosted_games, print_game, print_games
    from siam_tui.model.game_library import library_of

    player = open_profile(ctx, profile)
    most, hosted = player.settings().games, partial(list_hosted_games, player)
    shelf = library_of(player.folder, most, hosted).list_games()
    if shelf.trouble:
        sys.stderr.write(f"siam: {shelf.trouble}\n")
    if number is not None:
        print_game(shelf.games, number)
    else:
        print_games(shelf.games, as_json=as_json)


def replay(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record, such as evening.siam.")],
    _language: LanguageOption = "",
) -> None:
    """Replay a recorded game move by move, from any player's view."""
    from siam_tui.model.record_files import read_record

    if global_options(ctx).plain:
        raise UserError(tell(REPLAY_NEEDS_TERMINAL))
    start = Start(record=read_record(file))
    run_on_screen(ctx, open_profile(ctx, ""), start, REPLAY_NEEDS_TERMINAL)


def export(  # noqa: PLR0913, PLR0917 - an option each
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record, such as evening.siam.")],
    html: Annotated[
        bool,
        typer.Option(
            "--html", help="One HTML file that shows the game in any browser, without a network."
        ),
    ] = False,
    svg: Annotated[
        bool, typer.Option("--svg", help="A picture of the result, turning point and chances.")
    ] = False,
    asciicast: Annotated[
        bool,
        typer.Option(
            "--asciicast", help="The game as the app shows it, for asciinema, a move after another."
        ),
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file to write; by default beside the record."),
    ] = None,
    _language: LanguageOption = "",
) -> None:
    """Export a recorded game for people who have no siam."""
    from siam_tui.cli.record_export import FORMS, export_record

    chosen = [
        form for form, is_chosen in zip(FORMS, (html, svg, asciicast), strict=True) if is_chosen
    ]
    if len(chosen) != 1:
        raise typer.BadParameter("choose one form: --html, --svg or --asciicast.")
    open_profile(ctx, "")  # whose language is told
    export_record(file, chosen[0], to)


def analyse(  # noqa: PLR0913, PLR0917 - an option each
    ctx: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", allow_dash=True, help="The record, a .siam file; - for standard input."
        ),
    ],
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0.001,
            help="Time to think about a position. Without it, a whole game takes at most 10 s.",
        ),
    ] = None,
    total: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", min=0.1, help="Time for the whole game at most."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Search this many positions instead: every run gives the same result.",
        ),
    ] = None,
    as_known: Annotated[
        bool,
        typer.Option(
            "--as-known",
            help="Judge each move by what its player knew then; else with all cards open.",
        ),
    ] = False,
    in_notation: Annotated[
        bool, typer.Option("--notation", help="Write moves in the notation, not in words.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: print one JSON object per move.")
    ] = False,
    _language: LanguageOption = "",
) -> None:
    """Rate every move of a game and show better ones."""
    from games.search import Limits
    from siam_tui.analysis.report import report
    from siam_tui.analysis.verdicts import SECONDS, TOTAL, verdicts
    from siam_tui.model.record_files import read_record
    from siam_tui.model.replay import Replay

    open_profile(ctx, "")  # whose language is told
    replayed = Replay.of(read_record(file))
    limits = Limits(seconds=seconds or SECONDS) if nodes is None else Limits(nodes=nodes)
    total = TOTAL if total is None and seconds is None else total
    found = verdicts(replayed, limits, as_known=as_known, total=total)
    lines = report(replayed, found, as_known=as_known, in_notation=in_notation)
    by = replayed.deciders
    for line in (each.to_line(by[each.ply]) for each in found) if as_json else lines:
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
