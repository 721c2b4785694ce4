"""Commands for learning a game: lessons, puzzles, rules and the engine protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from siam_tui.cli.context import (
    check_game,
    game_to_run,
    global_options,
    open_profile,
    open_siam,
)
from siam_tui.cli.options import (
    FixedGame,
    GameName,
    LanguageOption,
    Plain,
    PlayerName,
    ProfileName,
)
from siam_tui.model.start import Start
from siam_tui.profile.user_error import UserError
from texts import tell


def learn(
    ctx: typer.Context,
    profile: ProfileName = "",
    name: PlayerName = "",
    game: GameName = "",
    plain: Plain = False,
    _language: LanguageOption = "",
) -> None:
    """Learn a game: lessons in which you make the moves."""
    start = Start(learning=True, game=check_game(game) or global_options(ctx).game)
    open_siam(ctx, open_profile(ctx, profile, name), start, plain=plain)


def practice(
    ctx: typer.Context,
    profile: ProfileName = "",
    name: PlayerName = "",
    game: GameName = "",
    plain: Plain = False,
    _language: LanguageOption = "",
) -> None:
    """Practise: find the only winning turn. There is a new puzzle each day."""
    start = Start(practising=True, game=check_game(game) or global_options(ctx).game)
    open_siam(ctx, open_profile(ctx, profile, name), start, plain=plain)


def rules(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD", help="Only the chapters with these words in their titles."),
    ] = None,
    game: FixedGame = "",
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Describe the examples in words instead of drawing boards."),
    ] = False,
    _language: LanguageOption = "",
) -> None:
    """Print the rules of a game, with worked examples."""
    from shutil import get_terminal_size

    from siam_tui.appearance.glyphs import glyphs_for
    from siam_tui.games.registry import title_of, ui_of
    from siam_tui.rules.rules_text import rules_text
    from siam_tui.terminal.standard_streams import terminal_encoding

    open_profile(ctx, "")  # keeps a name that was given
    name = game_to_run(ctx, game)
    width = min(get_terminal_size().columns, 100)
    glyphs = None if plain else glyphs_for(terminal_encoding())
    text = rules_text(ui_of(name).rules, width, glyphs, words or ())
    if not text:
        raise UserError(tell("cli/no-chapter", game=title_of(name), name=name))
    typer.echo(f"{tell('cli/rules-of', game=title_of(name))}\n\n{text}")


def match(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    one: Annotated[
        str, typer.Argument(metavar="A", help="A level of bots, or a program's command in quotes.")
    ],
    other: Annotated[str, typer.Argument(metavar="B", help="The same for the other one.")],
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many games to play, at least.")
    ] = 20,
    game: FixedGame = "",
    players: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="How many play; A or B sits alone, in turn."),
    ] = 2,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.001, help="The time to think about a move.")
    ] = 0.1,
    map_name: Annotated[
        str, typer.Option("--map", metavar="NAME|FILE", help="The map to play on.")
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="An option of the game; can be given several times."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The first setup.")] = 1,
    opening: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many moves of each setup are random.")
    ] = 0,
    _language: LanguageOption = "",
) -> None:
    """Let two levels or programs play, and print the results."""
    from siam_tui.cli.match import MatchSettings, play_match

    open_profile(ctx, "")  # keeps a name that was given
    play_match(
        MatchSettings(
            one,
            other,
            game_to_run(ctx, game),
            games,
            players,
            seconds,
            map_name,
            frozenset(option or ()),
            seed,
            opening,
        )
    )


def engine(
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many processes search together.")
    ] = 1,
) -> None:
    """Speak the engine protocol on standard input and output.

    It is to these games what UCI is to chess.
    """
    from games.engine import main as run_engine

    run_engine(processes=processes)
