"""Explains errors of a connection to a broker to a person."""

from __future__ import annotations

import enum
import socket
import ssl

import aiomqtt
from paho.mqtt.client import WebsocketConnectionError

from protocol.links import BrokerAddress

_NOT_AUTHORISED = (4, 5, 134, 135)  # MQTT 3.1.1 codes, and those of paho 2

_OUT_OF_DATE = (9, 10)  # OpenSSL: not yet valid, expired
_OTHER_HOST = (62, 64)  # OpenSSL: another host's name or address
_UNKNOWN_CA = (2, 18, 19, 20, 21)  # OpenSSL: unknown issuer

_UNTRUSTED = "The certificate of {where} cannot be trusted ({reason})."
_UNTRUSTED_NOW = (
    "The certificate of {where} cannot be trusted today ({reason}). If this computer's clock is "
    "right, ask the broker's owner for a new certificate."
)
_UNTRUSTED_CA = (
    "The certificate of {where} cannot be trusted: this computer does not know who signed it "
    "({reason}). If its owner made it, ask them for their CA's certificate: `siam --ca FILE`."
)
_UNTRUSTED_HOST = (
    "The certificate of {where} is for another host ({reason}). Use the host's name that the "
    "certificate has, or ask the broker's owner."
)
_WRONG_LOGIN = (
    "The broker at {where} refuses the user {user} with this password. Check both. siam reads "
    "the password from SIAM_BROKER_PASSWORD or --password-file, or asks for it."
)
_NO_LOGIN = (
    "The broker at {where} asks for the password of the user {user}. siam reads it from "
    "SIAM_BROKER_PASSWORD or --password-file, or asks for it."
)
_KEY_NOT_ADMITTED = (
    "The broker at {where} does not admit the user {user}. If the lobby is private, send its host "
    "this fingerprint. If the broker has passwords, use --password-file."
)
"""A player cannot know which of these a broker is: both refuse a login in the same way."""
_CLOSED = "The broker at {where} closed the connection at once. {advice}"
_NEEDS_TLS = (
    "If it uses TLS on that port, the link begins with siams:// and its address with mqtts://."
)
_WRONG_PORT = "Check the host and the port."
_CAUSES: tuple[tuple[type[BaseException], str], ...] = (
    (
        WebsocketConnectionError,
        "No WebSocket connection with {where}: does the broker accept them on that port?",
    ),
    (ConnectionRefusedError, "Nothing listens at {where}: is the server running?"),
    (
        TimeoutError,
        "Nothing answers at {where}. Check the host and the port, or the network.",
    ),
)
"""What a connection failed of, and the sentence about it."""
_UNREACHED = "The broker at {where} cannot be reached ({reason}). Check the host and the port."


_ABUSIVE = (
    "The broker at {where} sends what no lobby's broker sends ({reason}), so the connection was "
    "ended. Check the link with whoever gave it to you."
)


class BrokerClosedError(aiomqtt.MqttError):
    """The broker closed the connection before it answered."""


class AbusiveBrokerError(aiomqtt.MqttError, ConnectionError):
    """A broker sends what no broker of a lobby sends, so the connection ends."""


class LastingFailure(enum.Enum):
    """What keeps a client from its broker, and does not mend by itself."""

    LOGIN = enum.auto()
    """The broker refuses the user or the password."""
    CERTIFICATE = enum.auto()
    """The broker's certificate cannot be trusted."""


def find_lasting_failure(error: aiomqtt.MqttError) -> LastingFailure | None:
    """Return what does not mend by itself; None if a later attempt may succeed."""
    if is_refusal(error):
        return LastingFailure.LOGIN
    untrusted = isinstance(error.__context__, ssl.SSLCertVerificationError)
    return LastingFailure.CERTIFICATE if untrusted else None


def is_refusal(error: aiomqtt.MqttError) -> bool:
    """Return whether the broker rejects the user name or the password."""
    return isinstance(error, aiomqtt.MqttCodeError) and _code(error) in _NOT_AUTHORISED


def explain_error(
    error: aiomqtt.MqttError,
    address: BrokerAddress,
    user: str,
    *,
    has_password: bool,
    is_player: bool = False,
) -> str:
    """Return a sentence for a person: what is wrong with the broker, and what to do.

    Args:
        error: what went wrong.
        address: the broker's.
        user: the user name that was tried, or that a password would be for.
        has_password: whether a password was tried.
        is_player: whether the login proved a player's key, whose fingerprint `user` is.
    """
    where = f"{address.host}:{address.port}"
    if is_refusal(error):
        without_password = _KEY_NOT_ADMITTED if is_player else _NO_LOGIN
        form = _WRONG_LOGIN if has_password else without_password
        return form.format(where=where, user=user)
    if isinstance(error, aiomqtt.MqttCodeError):
        return f"The broker at {where} ended the connection ({error})."
    if isinstance(error.__cause__, aiomqtt.MqttCodeError):
        return f"The connection to the broker at {where} was lost."
    if cause := _explain_abuse(error, where) or _explain_cause(error.__context__, address):
        return cause
    if isinstance(error, BrokerClosedError):
        advice = _WRONG_PORT if address.tls else _NEEDS_TLS
        return _CLOSED.format(where=where, advice=advice)
    return _UNREACHED.format(where=where, reason=error)


def _explain_abuse(error: aiomqtt.MqttError, where: str) -> str:
    for each in (error, error.__cause__):
        if isinstance(each, AbusiveBrokerError):
            return _ABUSIVE.format(where=where, reason=each)
    return ""


def _explain_certificate(error: ssl.SSLCertVerificationError, where: str) -> str:
    form = _UNTRUSTED
    if error.verify_code in _OUT_OF_DATE:
        form = _UNTRUSTED_NOW
    elif error.verify_code in _OTHER_HOST:
        form = _UNTRUSTED_HOST
    elif error.verify_code in _UNKNOWN_CA:
        form = _UNTRUSTED_CA
    return form.format(where=where, reason=error.verify_message.rstrip("."))


def _code(error: aiomqtt.MqttCodeError) -> object:
    return getattr(error.rc, "value", error.rc)


def _explain_cause(cause: BaseException | None, address: BrokerAddress) -> str:
    where = f"{address.host}:{address.port}"
    if isinstance(cause, socket.gaierror | UnicodeError):
        return f"There is no host named {address.host}: check the name, or the network."
    if isinstance(cause, ssl.SSLCertVerificationError):
        return _explain_certificate(cause, where)
    if isinstance(cause, ssl.SSLError) or (address.tls and isinstance(cause, ConnectionResetError)):
        return f"No encrypted connection with {where}: does the broker use TLS on that port?"
    for kind, form in _CAUSES:
        if isinstance(cause, kind):
            return form.format(where=where)
    return ""
