"""Commands for playing and watching."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from siam_tui.cli.context import (
    GlobalOptions,
    check_game,
    check_given_name,
    check_map_file,
    game_to_run,
    global_options,
    open_profile,
    open_siam,
    read_invitation,
    run_on_screen,
    speak,
)
from siam_tui.cli.options import (
    AsciiOption,
    CaFile,
    FixedGame,
    GameName,
    LanguageOption,
    LinkText,
    MapFile,
    PaletteOption,
    PasswordFile,
    Plain,
    PlayerName,
    ProfileName,
)
from siam_tui.model.start import Start
from siam_tui.profile.user_error import UserError
from texts import tell


def _print_version(wanted: bool) -> None:
    if wanted:
        from siam_tui.cli.version import version_text

        typer.echo(version_text())
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
    _language: LanguageOption = "",
    _ca: CaFile = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_print_version,
            help="Print release, commit and kind of rules.",
        ),
    ] = False,
) -> None:
    """King of Siam, The Foreign King and Reino de Ámbar in the terminal.

    Without a command the app opens; with an invite link it opens that lobby or table.

    Examples: `siam learn --game siam` teaches a game, `siam serve` opens a lobby and prints its
    invite link, `siam join LINK` joins it, `siam COMMAND --help` tells more about a command.
    """
    ctx.obj = GlobalOptions(
        profile, check_given_name(name), check_game(game), palette, ascii_only, plain
    )
    if ctx.invoked_subcommand is None:
        speak(ctx)
        player = open_profile(ctx, "")
        path = check_map_file(map_file, game, player)
        open_siam(ctx, player, Start(game=game, map_file=path), plain=plain)
    elif map_file is not None:
        raise UserError(tell("cli/map-against-bots"))


def join(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    link: LinkText,
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    name: PlayerName = "",
    plain: Plain = False,
    _language: LanguageOption = "",
) -> None:
    """Join a lobby, or one of its tables, by its invite link."""
    invitation, password = read_invitation(link, password_file)
    player, game = open_profile(ctx, profile, name), global_options(ctx).game
    open_siam(ctx, player, Start(invitation, password, game=game), plain=plain)


def watch(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    link: LinkText,
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    name: PlayerName = "",
    plain: Plain = False,
    _language: LanguageOption = "",
) -> None:
    """Watch a lobby's tables, or one of them, without playing."""
    invitation, password = read_invitation(link, password_file)
    player = open_profile(ctx, profile, name)
    open_siam(ctx, player, Start(invitation, password, watching=True), plain=plain)


def demo(
    ctx: typer.Context,
    game: FixedGame = "",
    plain: Annotated[
        bool, typer.Option("--plain", help="Print a log at full speed instead of using the screen.")
    ] = False,
    _language: LanguageOption = "",
) -> None:
    """Watch bots play a game, over a real server and broker."""
    game, profile = game_to_run(ctx, game), open_profile(ctx, "")
    if plain or not (sys.stdout.isatty() and sys.stdin.isatty()):
        from siam_tui.plain.run import run_plain_demo

        run_plain_demo(game)
    else:
        run_on_screen(ctx, profile, Start(demo=True, game=game))
