"""Explains errors of a connection to a broker to a person."""

from __future__ import annotations

import enum
import socket
import ssl

import aiomqtt
from paho.mqtt.client import WebsocketConnectionError

from protocol.links import BrokerAddress
from texts import say, tell

_NOT_AUTHORISED = (4, 5, 134, 135)  # MQTT 3.1.1 codes, and those of paho 2

_OUT_OF_DATE = (9, 10)  # OpenSSL: not yet valid, expired
_OTHER_HOST = (62, 64)  # OpenSSL: another host's name or address
_UNKNOWN_CA = (2, 18, 19, 20, 21)  # OpenSSL: unknown issuer


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
        return _explain_refusal(where, user, has_password=has_password, is_player=is_player)
    if isinstance(error, aiomqtt.MqttCodeError):
        return tell("transport/ended", where=where, reason=str(error))
    if isinstance(error.__cause__, aiomqtt.MqttCodeError):
        return tell("transport/lost", where=where)
    if cause := _explain_abuse(error, where) or _explain_cause(error.__context__, address):
        return cause
    if isinstance(error, BrokerClosedError):
        advice = say("transport/wrong-port" if address.tls else "transport/needs-tls")
        return tell("transport/closed", where=where, advice=advice)
    return tell("transport/unreached", where=where, reason=str(error))


def _explain_refusal(where: str, user: str, *, has_password: bool, is_player: bool) -> str:
    if has_password:
        return tell("transport/wrong-login", where=where, user=user)
    # A player cannot know which of these a broker is: both refuse a login in the same way.
    return tell(
        "transport/key-not-admitted" if is_player else "transport/no-login", where=where, user=user
    )


def _explain_abuse(error: aiomqtt.MqttError, where: str) -> str:
    for each in (error, error.__cause__):
        if isinstance(each, AbusiveBrokerError):
            return tell("transport/abusive", where=where, reason=str(each))
    return ""


def _explain_certificate(error: ssl.SSLCertVerificationError, where: str) -> str:
    reason = error.verify_message.rstrip(".")
    if error.verify_code in _OUT_OF_DATE:
        return tell("transport/untrusted-now", where=where, reason=reason)
    if error.verify_code in _OTHER_HOST:
        return tell("transport/untrusted-host", where=where, reason=reason)
    if error.verify_code in _UNKNOWN_CA:
        return tell("transport/untrusted-ca", where=where, reason=reason)
    return tell("transport/untrusted", where=where, reason=reason)


def _code(error: aiomqtt.MqttCodeError) -> object:
    return getattr(error.rc, "value", error.rc)


def _explain_cause(cause: BaseException | None, address: BrokerAddress) -> str:
    where = f"{address.host}:{address.port}"
    if isinstance(cause, socket.gaierror | UnicodeError):
        return tell("transport/no-host", host=address.host)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return _explain_certificate(cause, where)
    if isinstance(cause, ssl.SSLError) or (address.tls and isinstance(cause, ConnectionResetError)):
        return tell("transport/no-tls", where=where)
    if isinstance(cause, WebsocketConnectionError):
        return tell("transport/no-websocket", where=where)
    if isinstance(cause, ConnectionRefusedError):
        return tell("transport/nothing-listens", where=where)
    return tell("transport/nothing-answers", where=where) if isinstance(cause, TimeoutError) else ""
