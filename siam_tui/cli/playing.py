"""Commands that open the app or the dialogue."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from siam_tui.cli.context import (
    GlobalOptions,
    check_game,
    check_given_name,
    check_map_file,
    global_options,
    open_profile,
    open_siam,
    read_invitation,
    run_on_screen,
)
from siam_tui.cli.options import (
    AsciiOption,
    CaFile,
    GameName,
    LinkText,
    MapFile,
    PaletteOption,
    PasswordFile,
    Plain,
    PlayerName,
    ProfileName,
)
from siam_tui.profile.user_error import UserError


def _print_version(wanted: bool) -> None:
    if wanted:
        from client.release import release

        typer.echo(f"siam {release()}")
        raise typer.Exit


def open_app(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    profile: ProfileName = "default",
    name: PlayerName = "",
    game: GameName = "",
    map_file: MapFile = None,
    palette: PaletteOption = "",
    ascii_only: AsciiOption = False,
    plain: Plain = False,
    _ca: CaFile = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """King of Siam in the terminal, for two to four people and bots.

    Without a command the app opens; with an invite link it opens that lobby or table.
    """
    ctx.obj = GlobalOptions(
        profile, check_given_name(name), check_game(game), palette, ascii_only, plain
    )
    if ctx.invoked_subcommand is None:
        from siam_tui.model.start import Start

        player = open_profile(ctx, "")
        path = check_map_file(map_file, game, player)
        open_siam(ctx, player, Start(name=name, game=game, map_file=path), plain=plain)
    elif map_file is not None:
        raise UserError(
            "--map is for games against bots. In a lobby, choose the map when you open a table."
        )


def join(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    link: LinkText,
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    name: PlayerName = "",
    plain: Plain = False,
) -> None:
    """Join a lobby, or one of its tables, by its invite link."""
    from siam_tui.model.start import Start

    invitation, password = read_invitation(link, password_file)
    name = check_given_name(name) or global_options(ctx).name
    open_siam(ctx, open_profile(ctx, profile), Start(invitation, password, name=name), plain=plain)


def watch(
    ctx: typer.Context,
    link: LinkText,
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    plain: Plain = False,
) -> None:
    """Watch a lobby's tables, or one of them, without playing."""
    from siam_tui.model.start import Start

    invitation, password = read_invitation(link, password_file)
    open_siam(
        ctx, open_profile(ctx, profile), Start(invitation, password, watching=True), plain=plain
    )


def learn(ctx: typer.Context, profile: ProfileName = "", game: GameName = "") -> None:
    """Learn a game: lessons in which you make the moves."""
    from siam_tui.model.start import Start

    start = Start(learning=True, game=check_game(game) or global_options(ctx).game)
    run_on_screen(ctx, open_profile(ctx, profile), start)


def practice(
    ctx: typer.Context, profile: ProfileName = "", game: GameName = "", plain: Plain = False
) -> None:
    """Practise: find the only winning turn; there is a new puzzle each day."""
    from siam_tui.model.start import Start

    start = Start(practising=True, game=check_game(game) or global_options(ctx).game)
    open_siam(ctx, open_profile(ctx, profile), start, plain=plain)


def replay(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record, such as evening.siam.")],
) -> None:
    """Replay a recorded game move by move, from any player's view."""
    from siam_tui.model.record_files import read_record
    from siam_tui.model.start import Start

    run_on_screen(ctx, open_profile(ctx, ""), Start(record=read_record(file)))


def demo(
    ctx: typer.Context,
    game: GameName = "",
    plain: Annotated[
        bool, typer.Option("--plain", help="Print a log at full speed instead of using the screen.")
    ] = False,
) -> None:
    """Watch bots play a game, over a real server and broker."""
    game, profile = check_game(game) or global_options(ctx).game, open_profile(ctx, "")
    if plain or not (sys.stdout.isatty() and sys.stdin.isatty()):
        from siam_tui.plain.demo import run_plain_demo
        from siam_tui.profile.last_game import LastGame

        last = LastGame(profile.folder)
        if game:
            last.remember(game)
        run_plain_demo(last.name)
    else:
        from siam_tui.model.start import Start

        run_on_screen(ctx, profile, Start(demo=True, game=game))
