"""What is wrong with a connection to a broker, in a person's words."""

from __future__ import annotations

import socket
import ssl

import aiomqtt

from protocol.links import BrokerAddress

_NOT_AUTHORISED = (4, 5, 134, 135)  # by MQTT 3.1.1, and as paho words it since its version 2

_OUT_OF_DATE = (9, 10)  # OpenSSL: not valid yet, and not any more


def is_refusal(error: aiomqtt.MqttError) -> bool:
    """Return whether the broker does not take the user name or the password."""
    return isinstance(error, aiomqtt.MqttCodeError) and _code(error) in _NOT_AUTHORISED


def explain(error: aiomqtt.MqttError, address: BrokerAddress) -> str:
    """Return a sentence for a person: what is wrong with the broker, and what to do."""
    where = f"{address.host}:{address.port}"
    if is_refusal(error):
        return f"The broker at {where} refuses this user name or password."
    if isinstance(error, aiomqtt.MqttCodeError):
        return f"The broker at {where} ended the connection ({error})."
    if isinstance(error.__cause__, aiomqtt.MqttCodeError):
        return f"The connection to the broker at {where} was lost."
    return _explain_cause(error.__context__, address) or (
        f"The broker at {where} cannot be reached ({error})."
    )


def _code(error: aiomqtt.MqttCodeError) -> object:
    return getattr(error.rc, "value", error.rc)


def _explain_cause(cause: BaseException | None, address: BrokerAddress) -> str:
    where = f"{address.host}:{address.port}"
    if isinstance(cause, socket.gaierror | UnicodeError):
        return f"There is no host named {address.host}: check the link, or the network."
    if isinstance(cause, ssl.SSLCertVerificationError):
        clock = " Is this computer's clock right?" if cause.verify_code in _OUT_OF_DATE else ""
        return f"The certificate of {where} cannot be trusted ({cause.verify_message}).{clock}"
    if isinstance(cause, ssl.SSLError):
        return f"No encrypted connection with {where}: does the broker speak TLS on that port?"
    if isinstance(cause, ConnectionRefusedError):
        return f"Nothing listens at {where}: is the server running?"
    return ""
