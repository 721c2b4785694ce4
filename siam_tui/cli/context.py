"""Shared by commands: profile, options before the command, and opening the app."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from siam_tui.profile.language import AUTO, checked_language, use_language
from siam_tui.profile.user_error import UserError
from texts import Message, say, tell

if TYPE_CHECKING:  # help texts must not wait for large libraries
    from protocol.links import Link
    from siam_tui.model.start import Start
    from siam_tui.profile.profiles import Profile

_NEEDS_TERMINAL = say("cli/needs-terminal")
REPLAY_NEEDS_TERMINAL = say("cli/replay-needs-terminal")
_TOLD = "siam_tui.told"
"""Where a command line keeps what its player was told before the app opens."""
_LANGUAGE = "siam_tui.language"
"""Where it keeps the language that was asked for."""
_SPEAKS = "siam_tui.speaks"
"""Where it keeps that the command is a player's, who reads their language."""


class GlobalOptions(NamedTuple):
    """Options given before the command's name."""

    profile: str
    name: str
    game: str
    palette: str
    ascii_only: bool
    plain: bool


def take_language(ctx: typer.Context, name: str) -> str:
    """Speak a language that was asked for, before the command or behind it.

    Raises:
        UserError: there is no such choice.
    """
    ctx.meta[_LANGUAGE] = checked_language(name) or ctx.meta.get(_LANGUAGE, "")
    if ctx.parent is not None:
        speak(ctx)
    return name


def speak(ctx: typer.Context, kept: str = AUTO) -> None:
    """Speak the player's language: the one that was asked for, or the one in their settings.

    Scripts and pipes read English, unless they ask for a language.
    """
    ctx.meta[_SPEAKS] = True
    is_person = sys.stdin.isatty() and sys.stdout.isatty()
    use_language(ctx.meta.get(_LANGUAGE) or (kept if is_person else "en"))


def open_siam(ctx: typer.Context, profile: Profile, start: Start, *, plain: bool) -> NoReturn:
    """Open the app, or the text mode if it is wanted or the terminal has no full screen."""
    if (
        plain
        or global_options(ctx).plain
        or (sys.stdout.isatty() and os.environ.get("TERM") == "dumb")
    ):
        from siam_tui.plain.run import run_plain

        sys.exit(run_plain(profile, _with_hosted_games(start, profile)))
    run_on_screen(ctx, profile, start)


def run_on_screen(
    ctx: typer.Context, profile: Profile, start: Start, refusal: Message = _NEEDS_TERMINAL
) -> NoReturn:
    """Open the app on the terminal; exit with an error, the refusal, if there is none."""
    from siam_tui.profile.given_secrets import STANDARD_INPUT, use_terminal_as_input

    if ctx.params.get("link") == STANDARD_INPUT:
        use_terminal_as_input()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError(tell(refusal))
    from siam_tui.app.run import run_app

    palette, ascii_only = _palette(global_options(ctx).palette), global_options(ctx).ascii_only
    notice, language = ctx.meta.get(_TOLD, ""), ctx.meta.get(_LANGUAGE, "")
    start = replace(start, palette=palette, ascii=ascii_only, language=language, told=notice)
    sys.exit(run_app(profile, _with_hosted_games(start, profile)))


def _with_hosted_games(start: Start, profile: Profile) -> Start:
    """Let the app list the games of lobbies hosted here: only a command knows the server."""
    from siam_tui.cli.hosted_games import list_hosted_games

    return replace(start, list_hosted=partial(list_hosted_games, profile))


def _palette(name: str) -> str:
    from siam_tui.appearance.palette import PALETTES

    if name and name not in PALETTES:
        raise UserError(tell("cli/no-palette", name=repr(name), known=tuple(PALETTES)))
    return name


def global_options(ctx: typer.Context) -> GlobalOptions:
    """Return the options given before the command's name."""
    found = ctx.obj
    assert isinstance(found, GlobalOptions)
    return found


def typed_profile(ctx: typer.Context) -> str:
    """Return the profile that was typed before the command; empty if it comes from elsewhere."""
    assert ctx.parent is not None
    source = ctx.parent.get_parameter_source("profile")
    is_typed = source is not None and source.name == "COMMANDLINE"
    return global_options(ctx).profile if is_typed else ""


def check_given_name(name: str) -> str:
    """Return the given name as it is kept; empty if none was given."""
    from siam_tui.profile.profiles import checked_name

    return checked_name(name)


def open_profile(ctx: typer.Context, name: str, player: str = "") -> Profile:
    """Return the profile with this name, or the one given before the command.

    Args:
        ctx: the command line.
        name: the profile's name; may be empty.
        player: the player's name as it was given to the command; may be empty. It is remembered,
            and so is one that was given before the command. Standard error says so.

    Raises:
        UserError: a name is wrong, or cannot be remembered.
    """
    from siam_tui.profile.paths import profiles_folder
    from siam_tui.profile.profiles import Profile

    profile = Profile.named(profiles_folder(), name or global_options(ctx).profile)
    if _SPEAKS in ctx.meta:
        speak(ctx, profile.settings().language)
    given, before = check_given_name(player) or global_options(ctx).name, profile.player_name()
    if given and given != before:
        profile.remember_name(given)
        if before:
            notice = tell("cli/name-changed", name=given, before=before)
        else:
            notice = tell("cli/name-kept", name=given)
        ctx.meta[_TOLD] = notice  # the app shows it as well
        sys.stderr.write(f"{notice}\n")
    return profile


def check_game(name: str) -> str:
    """Return the name of a game as it was given; empty where none was.

    Raises:
        UserError: there is no such game.
    """
    from siam_tui.games.registry import shown_games

    known = shown_games()
    if name and name.lower() not in known:
        raise UserError(tell("cli/no-game", name=repr(name[:40]), known=known))
    return name.lower()


def game_to_run(ctx: typer.Context, given: str) -> str:
    """Return the name of the game for a command that does the same thing every time.

    It is the one that was given, else the first one: what the app opened last changes nothing.

    Raises:
        UserError: there is no such game.
    """
    from siam_tui.games.registry import shown_games

    return check_game(given) or global_options(ctx).game or shown_games()[0]


def check_map_file(file: Path | None, game: str, profile: Profile) -> str:
    """Return the absolute path of a map file, which is read before the app opens; empty for none.

    Args:
        file: the path that was given.
        game: the game that was given, or empty for the profile's last one.
        profile: who plays.

    Raises:
        UserError: the map cannot be played on.
    """
    if file is None:
        return ""
    from siam_tui.games.map_file import read_map_file
    from siam_tui.games.registry import title_of
    from siam_tui.profile.remembered_games import LastGame

    name = game or LastGame(profile.folder).name
    try:
        read_map_file(name, str(file))
    except UserError as error:
        if game:
            raise
        reason = str(error).rstrip(".")
        where = tell("cli/map-read-for", error=reason, title=title_of(name))
        raise UserError(where) from error
    return str(file.absolute())


def read_invitation(text: str, password_file: Path | None) -> tuple[Link, str | None]:
    """Return the link, and its broker's password if it needs one."""
    from siam_tui.profile.given_secrets import broker_password, read_given_link

    link = read_given_link(text)
    return link, broker_password(link.broker, password_file)
