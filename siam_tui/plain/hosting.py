"""Reads how a person wants to host a lobby."""

from __future__ import annotations

import re
from dataclasses import replace

from protocol.ports import MQTT_PORT
from siam_tui.lobby.left_seat import serving_of
from siam_tui.lobby.private_server import Serving
from siam_tui.profile.invitations import read_broker, read_port
from siam_tui.profile.open_seat import OpenSeat
from siam_tui.profile.passwords import broker_password
from siam_tui.profile.profiles import Profile, clean_name
from siam_tui.profile.user_error import UserError


def read_serving(text: str, profile: Profile) -> Serving:
    """Return how to serve: ``[ADDRESS] [PORT] [name=NAME]``, or a broker's URL in their place.

    The name may have several words.

    Raises:
        UserError: it cannot be read; says what to type.
    """
    text, name, *_ = (*re.split(r"\bname=", text, maxsplit=1, flags=re.IGNORECASE), "")
    words = text.split()
    serving = _read_place(words)
    return replace(
        serving,
        profile=profile.folder.name,
        name=clean_name(name),
        store=profile.lobby_store_file(),
    )


def serving_again(seat: OpenSeat, profile: Profile) -> Serving:
    """Return how to serve the person's lobby with a seat as it was served before.

    Raises:
        UserError: the lobby's key or the broker's password cannot be read.
    """
    serving = serving_of(seat, profile)
    if not serving.broker:
        return serving
    return replace(serving, password=broker_password(read_broker(serving.broker), None) or "")


def _read_place(words: list[str]) -> Serving:
    if words and "://" in words[0]:
        broker = read_broker(words[0])
        password = broker_password(broker, None) or ""
        return Serving(broker=str(broker), password=password)
    ports = [word for word in words if word.isdecimal()]
    addresses = [word for word in words if not word.isdecimal()]
    are_options = any("=" in word or word.startswith("-") for word in addresses)
    if len(ports) > 1 or len(addresses) > 1 or are_options:
        raise UserError(
            "Type host, and optionally an address of this computer, a port and name=NAME."
        )
    port = read_port(ports[0]) if ports else MQTT_PORT
    bind = addresses[0] if addresses else Serving().bind
    return Serving(bind=bind, port=port)
