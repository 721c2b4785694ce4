"""Commands for hosting a lobby, checking it, and seating your own bot."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from protocol.ports import MQTT_PORT, PORTS
from siam_tui.cli.config_file import ConfigFile, config_of
from siam_tui.cli.context import open_profile, read_invitation, typed_profile
from siam_tui.cli.options import (
    CaFile,
    NotifyFile,
    PasswordFile,
    PlayerName,
    ProfileName,
    SshBind,
    SshIdle,
    SshPort,
    SshSessions,
    Store,
    WebBind,
    WebCertificate,
    WebKey,
    WebPort,
    WebProxy,
    WebSpectators,
    bare_host,
)
from siam_tui.cli.serve_values import (
    key_and_store,
    read_lobby_name,
    read_record_limit,
    usual_name,
)
from siam_tui.cli.store_commands import read_store, refuse_unless_shared
from siam_tui.discovery.audience import Audience
from siam_tui.doors.ssh.door_settings import IDLE_MINUTES, MOST_SESSIONS
from siam_tui.doors.web.web_settings import MOST_SPECTATORS
from siam_tui.profile.user_error import UserError

if TYPE_CHECKING:
    from siam_tui.cli.serving.door_program import DoorKind


def serve(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    _config: ConfigFile = None,
    bind: Annotated[
        str,
        typer.Option(
            metavar="HOST", callback=bare_host, help="Address to listen on; 0.0.0.0 for all."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            metavar="N", min=PORTS[0], max=PORTS[-1], help="Port to listen on; 0: a free one."
        ),
    ] = MQTT_PORT,
    broker: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Use this broker, mqtt[s]://[user@]host[:port] or ws[s]://..., "
            "instead of the embedded one.",
        ),
    ] = "",
    public_host: Annotated[
        str,
        typer.Option(metavar="HOST", callback=bare_host, help="The host name in the invite link."),
    ] = "",
    pace: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="The least time a bot takes for a move.")
    ] = 0.0,
    bot_cores: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="How many bots may think at once; by default all cores but one.",
        ),
    ] = None,
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    name: PlayerName = "",
    pipe: Annotated[
        bool,
        typer.Option(
            "--pipe", help="For programs: print only the link, and end with standard input."
        ),
    ] = False,
    private: Annotated[
        bool,
        typer.Option(
            "--private",
            help="Like --pipe, and admit only your own key and bots; needs the embedded broker.",
        ),
    ] = False,
    admit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FINGERPRINT",
            help="With --private: the whole fingerprint of a key to admit instead of yours "
            "(`siam key` prints it); give it once for each key.",
        ),
    ] = None,
    new_lobby: Annotated[
        bool, typer.Option("--new-lobby", help="Serve a lobby with a new key that is not kept.")
    ] = False,
    lobby_name: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="What the lobby is called, for all in it and on this computer."
        ),
    ] = "",
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="For programs: keep the lobby's key and tables in this folder."
        ),
    ] = None,
    store: Store = "",
    cluster: Annotated[
        bool,
        typer.Option(
            "--cluster",
            help="Run the lobby together with other servers; needs --broker, and --store in "
            "PostgreSQL.",
        ),
    ] = False,
    accept_older_store: Annotated[
        bool,
        typer.Option(
            "--accept-older-store",
            help="Accept a store that lacks its latest changes, such as a restored backup.",
        ),
    ] = False,
    close_idle: Annotated[
        float,
        typer.Option(
            metavar="HOURS",
            min=0.01,
            help="Close tables that nobody visited for this long; "
            "tables whose game never began are closed sooner.",
        ),
    ] = 72.0,
    keep_records: Annotated[
        str,
        typer.Option(
            metavar="N|Nd|NMB",
            help="Keep the records of the latest N games, of the last N days (90d), or as many "
            "as fit a store of this size (500MB); by default all.",
        ),
    ] = "",
    announce: Annotated[
        Audience | None,
        typer.Option(
            help="Who finds the lobby without its link: everyone on this computer and, with "
            "--bind, on its network; this account; or nobody. By default everyone, with --pipe or "
            "--private nobody."
        ),
    ] = None,
    ssh: SshPort = None,
    ssh_bind: SshBind = "",
    ssh_sessions: SshSessions = MOST_SESSIONS,
    ssh_idle: SshIdle = IDLE_MINUTES,
    web: WebPort = None,
    web_bind: WebBind = "",
    web_spectators: WebSpectators = MOST_SPECTATORS,
    web_proxy: WebProxy = None,
    web_cert: WebCertificate = None,
    web_key: WebKey = None,
    notify: NotifyFile = None,
) -> None:
    """Serve a lobby for others to join, until Ctrl-C. Its tables are kept for the next time."""
    from server.config import Config, spare_cores
    from server.idle import IdleLimits
    from server.reminders.reminder_desk import Postbox
    from siam_tui.cli.serving.door_program import door_host
    from siam_tui.cli.serving.doors import DoorOptions, NotifierKind, SshDoor, WebDoor, WebOptions
    from siam_tui.cli.serving.host import AnnouncementSettings
    from siam_tui.cli.serving.notify_file import read_notify_file
    from siam_tui.cli.serving.rereading import Rereader
    from siam_tui.cli.serving.serve import Serving, run_host
    from siam_tui.cli.serving.serve_texts import read_admitted, refuse_guests
    from siam_tui.model.start import ssh_command
    from siam_tui.profile.given_secrets import broker_password
    from siam_tui.profile.invitations import read_broker
    from siam_tui.profile.paths import lobbies_folder, reminders_file

    refuse_guests(announce, private=private, doors=(ssh, web, notify))
    limit = read_record_limit(keep_records)
    address = read_broker(broker) if broker else None
    host_profile = open_profile(ctx, profile, name)
    piped = private or pipe
    key, place = key_and_store(
        host_profile, read_store(store), keep, new_lobby=new_lobby, is_kept=not (piped or new_lobby)
    )
    owners = read_admitted(admit, host_profile, broker, private=private)
    host_name = host_profile.player_name()
    ssh_host = door_host(public_host, ssh_bind, bind, socket.gethostname())
    kept_file = reminders_file(key.public.fingerprint, keep) if keep or not new_lobby else None
    command = ssh_command(ssh_host, ssh) if ssh else ""
    reminding = None if notify is None else read_notify_file(notify, kept_file, command)
    config = Config(
        key=key,
        broker=address,
        password=broker_password(address, password_file),
        host=bind,
        port=port,
        public_host=public_host,
        bot_pace=pace,
        bot_cores=bot_cores or spare_cores(),
        name=read_lobby_name(lobby_name) or usual_name(host_name),
        bots_ready=private,
        store=place,
        owners=owners,
        accept_older=accept_older_store,
        idle_limits=IdleLimits(kept=close_idle * 3600),
        keep_records=limit,
        in_cluster=cluster,
        reminders=None if reminding is None else reminding.reminders,
    )
    refuse_unless_shared(config)

    audience = announce or (Audience.NOBODY if piped else Audience.EVERYONE)
    announcer = AnnouncementSettings(
        lobbies_folder(), audience, host_name, read_lobby_name(lobby_name)
    )
    doors: list[DoorKind] = []
    if ssh is not None:
        ssh_options = DoorOptions(ssh, ssh_bind, ssh_sessions, ssh_idle * 60)
        doors.append(SshDoor(ssh_options.settings(host_profile, ssh_host, config.password)))
    if web is not None:
        web_options = WebOptions(
            web, web_bind, web_spectators, web_cert, web_key, cluster, tuple(web_proxy or ())
        )
        host = door_host(public_host, web_bind, bind, socket.gethostname())
        doors.append(WebDoor(web_options.settings(host, config.password), host))
    postbox = Postbox()
    if reminding is not None:
        doors.append(NotifierKind(reminding.notifier, postbox))
    rereader = Rereader(ctx) if config_of(ctx) else None
    run_host(Serving(config, announcer, piped, tuple(doors), postbox, rereader))


def backup(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to write.")],
    _config: ConfigFile = None,
    store: Store = "",
    profile: ProfileName = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace an existing file.")] = False,
) -> None:
    """Back up your lobby's store, even while it is served. Only you can read the copy."""
    from server.store.copying import back_up
    from server.store.errors import StoreError
    from siam_tui.profile.paths import store_file

    place = read_store(store) or store_file(
        open_profile(ctx, profile).server_key().public.fingerprint
    )
    try:
        copied = back_up(place, file, replace=replace)
    except StoreError as error:
        raise UserError(str(error)) from error
    typer.echo(
        f"Copied the lobby to {file}. Open tables: {copied.tables}. Kept records: {copied.records}."
    )


def doctor(
    ctx: typer.Context,
    link: Annotated[
        str,
        typer.Argument(
            metavar="[LINK]",
            help="The invite link of a lobby; - reads it from standard input, @FILE from a file.",
        ),
    ] = "",
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    wait: Annotated[
        int, typer.Option(metavar="SECONDS", min=1, help="How long to wait for the lobby's answer.")
    ] = 15,
) -> None:
    """Check your terminal, keys and connection."""
    import asyncio

    from siam_tui.cli.doctor import examine

    invitation, password = read_invitation(link, password_file) if link else (None, None)
    sys.exit(asyncio.run(examine(open_profile(ctx, profile), invitation, password, wait)))


def bot(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    table: Annotated[
        str,
        typer.Option(
            metavar="LINK",
            help="The table's whole invite link, with the part after the #; - reads it from "
            "standard input, @FILE from a file.",
        ),
    ],
    program: Annotated[
        str,
        typer.Option(
            "--engine",
            metavar="COMMAND",
            help="The program that speaks the engine protocol, with its arguments.",
        ),
    ],
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=8, help="The seat to take; by default the first free one."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.001, help="How long it may think about a move."),
    ] = 1.0,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Its name; by default the program's.")
    ] = "",
    profile: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The profile whose key it uses, by default `bot`: not yours, so that you can "
            "play too.",
        ),
    ] = "",
    password_file: PasswordFile = None,
    _ca: CaFile = None,
) -> None:
    """Let your own bot play at a table, until Ctrl-C."""
    from siam_tui.cli.bot import ProgramSeat, run_bot
    from siam_tui.profile.paths import profiles_folder
    from siam_tui.profile.profiles import Profile

    link, password = read_invitation(table, password_file)
    chosen = profile or typed_profile(ctx) or "bot"
    key = Profile.named(profiles_folder(), chosen).player_key()
    number = None if seat is None else seat - 1
    run_bot(ProgramSeat(link, password, key, name, program, number, seconds))
