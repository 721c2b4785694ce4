"""The options and arguments that several commands take."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from games.registry import installed_games
from protocol.ports import PORTS
from siam_tui.cli.context import take_language
from siam_tui.profile.language import CHOICES
from siam_tui.profile.user_error import UserError

_NOT_THERE = "There is no file {file}: give the CA's certificate, a file in PEM, with --ca."
_NO_CERTIFICATE = "{file} holds no certificate in PEM: give the CA's certificate with --ca."
_UNREADABLE = "{file} cannot be read ({reason}): check its permissions."


def trust_ca(file: Path | None) -> Path | None:
    """Trust the certificates in a file, here and in programs that this one starts.

    Raises:
        UserError: there is no such file, or no certificate in it.
    """
    if file is None:
        return None
    import ssl  # help texts must not wait for network libraries

    from transport.tls import CA_VARIABLE

    if not file.is_file():
        raise UserError(_NOT_THERE.format(file=file))
    try:
        ssl.create_default_context(cafile=str(file))
    except ssl.SSLError as error:
        raise UserError(_NO_CERTIFICATE.format(file=file)) from error
    except OSError as error:
        raise UserError(_UNREADABLE.format(file=file, reason=error.strerror)) from error
    os.environ[CA_VARIABLE] = str(file.absolute())
    return file


def bare_host(host: str) -> str:
    """Return a host as it is used: an IPv6 address may be typed in the brackets of its URLs.

    >>> bare_host("[::1]")
    '::1'
    """
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


ProfileName = Annotated[
    str,
    typer.Option(
        "--profile",
        metavar="NAME",
        envvar="SIAM_PROFILE",
        help="Your profile on this Unix account.",
    ),
]
PlayerName = Annotated[
    str,
    typer.Option(
        "--name", metavar="NAME", help="Your name, as others see it, from now on in all commands."
    ),
]
LinkText = Annotated[
    str,
    typer.Argument(
        metavar="LINK",
        help="The whole invite link, with the part after the #; - reads it from standard input, "
        "and @FILE from a file.",
    ),
]
_GAMES = "|".join(installed_games())
GameName = Annotated[
    str,
    typer.Option(
        "--game",
        metavar=_GAMES,
        help="Which game; the one you chose last if left out.",
    ),
]
FixedGame = Annotated[
    str,
    typer.Option(
        "--game",
        metavar=_GAMES,
        help="Which game; King of Siam if left out.",
    ),
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

CaFile = Annotated[
    Path | None,
    typer.Option(
        "--ca",
        metavar="FILE",
        envvar="SIAM_CA",
        callback=trust_ca,
        help="Also trust brokers whose certificate this CA signed (a PEM file).",
    ),
]

PaletteOption = Annotated[
    str,
    typer.Option(
        "--palette",
        metavar="classic|colour-blind|mono",
        help="Use these colours this time instead of those in the settings.",
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="|".join(CHOICES),
        is_eager=True,
        callback=take_language,
        help="Speak this language this time instead of that in the settings.",
    ),
]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Show only ASCII characters this time.")]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain",
        help="Play in lines of text instead of a full screen: for screen readers, simple terminals "
        "and scripts.",
    ),
]

Store = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="FILE|URL",
        help="The lobby's store: a file, or postgresql://USER@HOST/DATABASE; "
        "by default a file of the profile.",
    ),
]

SshPort = Annotated[
    int | None,
    typer.Option(
        "--ssh",
        metavar="PORT",
        min=PORTS[0],
        max=PORTS[-1],
        help="Also open an SSH door there: others type `ssh -p PORT HOST` and need no siam; "
        "0: a free port.",
    ),
]
SshBind = Annotated[
    str,
    typer.Option(
        "--ssh-bind",
        metavar="HOST",
        callback=bare_host,
        help="Address the SSH door listens on; by default all.",
    ),
]
SshSessions = Annotated[
    int,
    typer.Option(
        "--ssh-sessions",
        metavar="N",
        min=1,
        max=1000,
        help="Sessions through the SSH door at a time, a quarter of them from one address; "
        "each takes about 30 MB.",
    ),
]
SshIdle = Annotated[
    float,
    typer.Option(
        "--ssh-idle",
        metavar="MINUTES",
        min=0.01,
        help="End a session through the SSH door in which nothing was typed for so long.",
    ),
]

NotifyFile = Annotated[
    Path | None,
    typer.Option(
        "--notify",
        metavar="FILE",
        help="Remind players who are away that it is their turn, by e-mail, ntfy or webhook, as "
        "this file says (TOML).",
    ),
]

WebPort = Annotated[
    int | None,
    typer.Option(
        "--web",
        metavar="PORT",
        min=PORTS[0],
        max=PORTS[-1],
        help="Also serve a page there on which people watch tables in a browser; 0: a free port.",
    ),
]
WebBind = Annotated[
    str,
    typer.Option(
        "--web-bind",
        metavar="HOST",
        callback=bare_host,
        help="Address the page is served on; by default all.",
    ),
]
WebSpectators = Annotated[
    int,
    typer.Option(
        "--web-spectators",
        metavar="N",
        min=1,
        max=10_000,
        help="Spectators on the page at a time, a quarter of them from one address.",
    ),
]
WebProxy = Annotated[
    list[str] | None,
    typer.Option(
        "--web-proxy",
        metavar="ADDRESS",
        help="A reverse proxy before the page: the address or network from which it connects. Only "
        "its X-Forwarded-For tells people apart; give it once for each proxy.",
    ),
]
WebCertificate = Annotated[
    Path | None,
    typer.Option(
        "--web-cert", metavar="FILE", help="Serve the page by https, with this certificate (PEM)."
    ),
]
WebKey = Annotated[
    Path | None,
    typer.Option("--web-key", metavar="FILE", help="The key of that certificate (PEM)."),
]
