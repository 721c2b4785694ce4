"""TLS for the connection to a broker."""

from __future__ import annotations

import os
import ssl
from typing import Any

import aiomqtt

from texts import tell

CA_VARIABLE = "SIAM_CA"
"""Environment variable that names a PEM file of additional trusted certificates. Child processes
inherit it."""


class TlsContext(ssl.SSLContext):
    """Trusts the system's certificates; remembers its last socket, which paho may leave open."""

    last: ssl.SSLSocket | None = None

    def wrap_socket(self, *args: Any, **kwargs: Any) -> ssl.SSLSocket:  # noqa: ANN401 - as given
        """Return a socket as the standard library does, and remember it."""
        self.last = super().wrap_socket(*args, **kwargs)
        return self.last

    def close(self) -> None:
        """Close the socket that a failed handshake left open."""
        if self.last is not None:
            self.last.close()


def tls_context() -> TlsContext:
    """Return a context that also trusts the certificates in the file that `CA_VARIABLE` names.

    Raises:
        aiomqtt.MqttError: that file cannot be read.
    """
    context = TlsContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_default_certs()
    if file := os.environ.get(CA_VARIABLE):
        try:
            context.load_verify_locations(cafile=file)
        except OSError as error:  # OpenSSL's errors are too
            told = tell("transport/unreadable-certificates", file=file, variable=CA_VARIABLE)
            raise aiomqtt.MqttError(told) from error
    return context
