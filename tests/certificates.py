"""Certificates for the tests: a CA of their own, and what it signs."""

from __future__ import annotations

import datetime as dt
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_DAY = dt.timedelta(days=1)


class TestAuthority:
    """A CA that nobody trusts who is not told to.

    Attributes:
        folder: where the files are; ``ca.pem`` is its own certificate.
    """

    __test__ = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        name = _name("A CA of the tests")
        ca = _builder(name, name, self._key, 0).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        self._name = name
        self._write("ca.pem", ca.sign(self._key, hashes.SHA256()))

    def issue(self, name: str, host: str, *, expired: bool = False) -> None:
        """Write ``NAME.pem`` and ``NAME.key``: a certificate for a host, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        try:
            subject: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(host))
        except ValueError:
            subject = x509.DNSName(host)
        builder = _builder(_name(host), self._name, key, 30 if expired else 0)
        builder = builder.add_extension(x509.SubjectAlternativeName([subject]), critical=False)
        self._write(f"{name}.pem", builder.sign(self._key, hashes.SHA256()))
        (self.folder / f"{name}.key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )

    def _write(self, name: str, certificate: x509.Certificate) -> None:
        pem = certificate.public_bytes(serialization.Encoding.PEM)
        (self.folder / name).write_bytes(pem)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, days_ago: int
) -> x509.CertificateBuilder:
    """Return a certificate of two days, which began so many days ago, or yesterday."""
    begun = dt.datetime.now(dt.UTC) - max(1, days_ago) * _DAY
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begun)
        .not_valid_after(begun + 2 * _DAY)
    )
