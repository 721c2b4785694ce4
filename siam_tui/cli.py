"""The command line; the one place that knows every room, and it enters each only when asked to."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

import typer
from typer.core import TyperGroup

from siam_tui.key_cli import key_commands
from siam_tui.nearby.audience import Audience
from siam_tui.trouble import TroubleError, fail

if TYPE_CHECKING:  # a help text must not wait for the network's and the screen's libraries
    from protocol.links import BrokerAddress, Link
    from siam_tui.profiles import Profile
    from siam_tui.settings import PaletteName
    from siam_tui.start import Start

MQTT_PORT = 1883
_INTERRUPTED = 130
_UsageError: Any = typer.BadParameter.__base__  # which typer brings along, but does not export


class _Given(NamedTuple):
    """What was given before the command's name."""

    profile: str
    name: str
    palette: str
    ascii_only: bool
    plain: bool


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

ProfileName = Annotated[
    str,
    typer.Option(
        "--profile",
        metavar="NAME",
        envvar="SIAM_PROFILE",
        help="Which of the players of this Unix account you are.",
    ),
]
PlayerName = Annotated[
    str, typer.Option("--name", metavar="NAME", help="What others call you; it is remembered.")
]
LinkText = Annotated[
    str, typer.Argument(metavar="LINK", help="The invite link, whole, with what is behind the #.")
]
MapFile = Annotated[
    Path | None,
    typer.Option("--map", metavar="FILE", help="Play against bots on the map in this TOML file."),
]
PasswordFile = Annotated[
    Path | None,
    typer.Option(
        "--password-file",
        metavar="FILE",
        help="Read the broker's password from this file's first line "
        "(or set SIAM_BROKER_PASSWORD, or be asked for it).",
    ),
]

PaletteOption = Annotated[
    str,
    typer.Option(
        "--palette",
        metavar="classic|colour-blind|mono",
        help="Use these colours this time, in place of those in the settings.",
    ),
]
AsciiOption = Annotated[
    bool, typer.Option("--ascii", help="Show nothing but ASCII characters this time.")
]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain",
        help="Play in lines of text in place of the screen, for screen readers, dumb terminals "
        "and scripts.",
    ),
]

StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="The file the lobby is kept in, in place of the usual one of its profile.",
    ),
]


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


def _print_version(wanted: bool) -> None:
    if wanted:
        from client.release import release

        typer.echo(f"siam {release()}")
        raise typer.Exit


@commands.callback(invoke_without_command=True)
def open_app(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    profile: ProfileName = "default",
    name: PlayerName = "",
    map_file: MapFile = None,
    palette: PaletteOption = "",
    ascii_only: AsciiOption = False,
    plain: Plain = False,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """King of Siam in the terminal, for two to four people and bots.

    Without a command the app opens; with an invite link it opens at that lobby or table.
    """
    ctx.obj = _Given(profile, name, palette, ascii_only, plain)
    if ctx.invoked_subcommand is None:
        from siam_tui.start import Start

        _open(ctx, _profile(ctx, ""), Start(name=name, map_file=_map(map_file)), plain=plain)
    elif map_file is not None:
        raise TroubleError(
            "--map is for a game against bots. For others, choose the map when you open a table."
        )


@commands.command()
def join(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    link: LinkText,
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    name: PlayerName = "",
    plain: Plain = False,
) -> None:
    """Join a lobby, or one of its tables, by its invite link."""
    from siam_tui.start import Start

    invitation, password = _invitation(link, password_file)
    name = name or _given(ctx).name
    _open(ctx, _profile(ctx, profile), Start(invitation, password, name=name), plain=plain)


@commands.command()
def watch(
    ctx: typer.Context,
    link: LinkText,
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    plain: Plain = False,
) -> None:
    """Watch a lobby's tables, or one of them, without taking part."""
    from siam_tui.start import Start

    invitation, password = _invitation(link, password_file)
    _open(ctx, _profile(ctx, profile), Start(invitation, password, watching=True), plain=plain)


@commands.command()
def serve(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    bind: Annotated[
        str, typer.Option(metavar="HOST", help="Address to listen on; 0.0.0.0 for all.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port to listen on; 0: a free one.")
    ] = MQTT_PORT,
    broker: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Use this broker, mqtt[s]://[user@]host[:port] or ws[s]://…, "
            "in place of one of its own.",
        ),
    ] = "",
    public_host: Annotated[
        str, typer.Option(metavar="HOST", help="The host to name in the invite link.")
    ] = "",
    pace: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="The least time a bot takes for a move.")
    ] = 0.0,
    bot_cores: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="How many bots may think at once; all cores but one if left out.",
        ),
    ] = None,
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    private: Annotated[
        bool,
        typer.Option(
            "--private",
            help="For programs: print only the link, and end when standard input does.",
        ),
    ] = False,
    new_lobby: Annotated[
        bool, typer.Option("--new-lobby", help="Serve a lobby with a key of its own, not kept.")
    ] = False,
    store: StoreFile = None,
    close_idle: Annotated[
        float,
        typer.Option(
            metavar="HOURS", min=0.01, help="Close tables at which nobody was for so long."
        ),
    ] = 72.0,
    announce: Annotated[
        Audience | None,
        typer.Option(
            help="Who on this computer finds the lobby without its link: everyone, "
            "unless it is --private."
        ),
    ] = None,
) -> None:
    """Serve a lobby for others to join, until Ctrl-C; its tables are there again the next time."""
    from protocol.keys import SecretKey
    from server.config import Config, spare_cores
    from siam_tui.passwords import broker_password
    from siam_tui.places import lobbies_folder, store_file
    from siam_tui.serving import Announcer, Host, run_host

    address = _broker(broker) if broker else None
    host_profile = _profile(ctx, profile)
    key = SecretKey.generate() if new_lobby else host_profile.server_key()
    if store is None and not (private or new_lobby):
        store = store_file(key.public.fingerprint)
    config = Config(
        key=key,
        broker=address,
        password=broker_password(address, password_file),
        host=bind,
        port=port,
        public_host=public_host,
        bot_pace=pace,
        bot_cores=bot_cores or spare_cores(),
        store=store,
        kept_seconds=close_idle * 3600,
    )

    audience = announce or (Audience.NOBODY if private else Audience.EVERYONE)
    name = ctx.obj[1] or host_profile.player_name()

    async def serving(host: Host) -> None:
        from server.app import serve as serve_lobby
        from server.store import StoreError
        from server.tally import Tally

        tally = Tally()
        host.counts = lambda: (tally.text(), tally.total)
        try:
            await serve_lobby(
                config,
                stop=host.stop,
                on_ready=host.tell_link,
                on_trouble=host.tell_trouble,
                tally=tally,
                on_start=host.count_games_by,
            )
        except StoreError as error:
            raise TroubleError(str(error)) from error

    announcer = Announcer(lobbies_folder(), audience, name)
    run_host(serving, announcer, private=private, port=port, kept=store is not None)


@commands.command()
def records(
    ctx: typer.Context,
    numbers: Annotated[
        list[int] | None,
        typer.Argument(metavar="[NUMBER]...", help="Print the records of these games."),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write them, or all, as .siam files into this folder."),
    ] = None,
    store: StoreFile = None,
    profile: ProfileName = "",
) -> None:
    """List the games played in your lobby, or print or export their records."""
    from server.store import StoreError
    from server.store.records import read_records
    from siam_tui.places import store_file
    from siam_tui.records import export_records, print_records

    path = store or store_file(_profile(ctx, profile).server_key().public.fingerprint)
    try:
        found = read_records(path, numbers or ())
    except StoreError as error:
        raise TroubleError(str(error)) from error
    if to is not None:
        export_records(found, to)
    else:
        print_records(found, whole=bool(numbers))


@commands.command()
def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="Only the chapters with these words as a title."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Tell the examples in words in place of boards.")
    ] = False,
) -> None:
    """Print the rules of the game, with worked examples."""
    from shutil import get_terminal_size

    from siam_tui.board.glyphs import glyphs_for
    from siam_tui.looks import terminal_encoding
    from siam_tui.rules.text import rules_text

    width = min(get_terminal_size().columns, 100)
    glyphs = None if plain else glyphs_for(terminal_encoding())
    text = rules_text(width, glyphs, words or ())
    if not text:
        raise TroubleError("No chapter is called so. `siam rules` prints them all.")
    typer.echo(text)


@commands.command()
def learn(ctx: typer.Context, profile: ProfileName = "") -> None:
    """Learn the game: lessons in which you make the moves."""
    from siam_tui.start import Start

    _run_app(ctx, _profile(ctx, profile), Start(learning=True))


@commands.command()
def replay(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record, such as evening.siam.")],
) -> None:
    """Watch a recorded game again, move by move, through anybody's eyes."""
    from siam_tui.replay.files import read_record
    from siam_tui.start import Start

    _run_app(ctx, _profile(ctx, ""), Start(record=read_record(file)))


commands.add_typer(key_commands, name="key")


@commands.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `siam records` has.")],
) -> None:
    """Check a record: its moves, its result, its setup, and who signed what.

    Exit code 0: everything is proven. 1: something is wrong. 3: nothing is wrong, but something
    cannot be proven, as in a record without signatures.
    """
    from siam_tui.verify import verify_file

    raise typer.Exit(verify_file(file))


@commands.command()
def doctor(
    ctx: typer.Context,
    link: Annotated[str, typer.Argument(metavar="[LINK]", help="The invite link of a lobby.")] = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
) -> None:
    """Look whether all is well: terminal, keys, the way to a lobby, and what its server rejects."""
    from siam_tui.doctor import examine

    invitation, password = _invitation(link, password_file) if link else (None, None)
    sys.exit(examine(_profile(ctx, profile), invitation, password))


@commands.command()
def demo(
    ctx: typer.Context,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print a log at full speed in place of the screen.")
    ] = False,
) -> None:
    """Watch three bots play a game, over a real server and broker."""
    if plain or not (sys.stdout.isatty() and sys.stdin.isatty()):
        from siam_tui.demo import run_plain

        run_plain()
    else:
        from siam_tui.start import Start

        _run_app(ctx, _profile(ctx, ""), Start(demo=True))


@commands.command()
def bot(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    table: Annotated[
        str, typer.Option(metavar="LINK", help="The table's invite link, whole, with the #.")
    ],
    program: Annotated[
        str,
        typer.Option(
            "--engine",
            metavar="COMMAND",
            help="What to run: a program that speaks the engine protocol, with its arguments.",
        ),
    ],
    seat: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=8, help="The seat to take; else the first free one."),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.001, help="How long it is told to think on a move."),
    ] = 1.0,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="What others call it; else the program's name.")
    ] = "",
    profile: Annotated[
        str,
        typer.Option(metavar="NAME", help="Whose key it has; not yours: you may sit there too."),
    ] = "bot",
    password_file: PasswordFile = None,
) -> None:
    """Seat a program of any make at a table, until Ctrl-C."""
    from siam_tui.bot import BotOrder, run_bot
    from siam_tui.places import profiles_folder
    from siam_tui.profiles import Profile

    link, password = _invitation(table, password_file)
    key = Profile.at(profiles_folder(), profile).player_key()
    number = None if seat is None else seat - 1
    run_bot(BotOrder(link, password, key, name, program, number, seconds))


@commands.command()
def analyse(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", allow_dash=True, help="The record, a .siam file; - for standard input."
        ),
    ],
    seconds: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.001, help="How long to think about a position."),
    ] = 0.5,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Look at so many positions instead: the same at each run."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: a JSON object a move.")
    ] = False,
) -> None:
    """Say of every move of a game what it was worth, and what was better."""
    from games.search import Limits
    from siam_tui.analysis.report import report
    from siam_tui.analysis.verdicts import verdicts
    from siam_tui.replay.files import read_record
    from siam_tui.replay.replay import Replay

    replayed = Replay.of(read_record(file))
    found = verdicts(replayed, Limits(seconds=seconds) if nodes is None else Limits(nodes=nodes))
    for line in (each.to_line() for each in found) if as_json else report(replayed, found):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


@commands.command()
def engine(
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many processes think together.")
    ] = 1,
) -> None:
    """Speak the engine protocol on standard input and output, as chess engines speak UCI."""
    from games.engine import main as run_engine

    run_engine(processes=processes)


def _open(ctx: typer.Context, profile: Profile, start: Start, *, plain: bool) -> NoReturn:
    """Open the app, or hold the dialogue where that is wished or the terminal cannot draw."""
    if plain or _given(ctx).plain or (sys.stdout.isatty() and os.environ.get("TERM") == "dumb"):
        from siam_tui.plain.run import run_plain

        sys.exit(run_plain(profile, start))
    _run_app(ctx, profile, start)


def _run_app(ctx: typer.Context, profile: Profile, start: Start) -> NoReturn:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise TroubleError(
            "The app needs a terminal to draw on: run it in one, or play in lines of text with "
            "`siam --plain`."
        )
    from siam_tui.run import run_app

    palette, ascii_only = _palette(_given(ctx).palette), _given(ctx).ascii_only
    sys.exit(run_app(profile, replace(start, palette=palette, ascii=ascii_only)))


def _palette(name: str) -> PaletteName | None:
    from siam_tui.settings import PALETTE_NAMES

    for known in PALETTE_NAMES:
        if name == known:
            return known
    if name:
        raise TroubleError(f"{name!r} is no palette: use one of {', '.join(PALETTE_NAMES)}.")
    return None


def _given(ctx: typer.Context) -> _Given:
    given = ctx.obj
    assert isinstance(given, _Given)
    return given


def _profile(ctx: typer.Context, name: str) -> Profile:
    from siam_tui.places import profiles_folder
    from siam_tui.profiles import Profile

    return Profile.at(profiles_folder(), name or _given(ctx).profile)


def _map(file: Path | None) -> str:
    if file is None:
        return ""
    from siam_tui.table_form import own_map

    own_map(str(file))  # what is wrong with it is better said before the screen is taken
    return str(file.absolute())


def _invitation(text: str, password_file: Path | None) -> tuple[Link, str | None]:
    from siam_tui.invitations import read_link
    from siam_tui.passwords import broker_password

    link = read_link(text)
    return link, broker_password(link.broker, password_file)


def _broker(text: str) -> BrokerAddress:
    from siam_tui.invitations import read_broker

    return read_broker(text)
