"""Trusts a file of certificates (``--ca``)."""

from __future__ import annotations

import os
from pathlib import Path

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
