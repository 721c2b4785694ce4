"""Where a store is: a file, or a PostgreSQL database named by its URL."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from server.store.errors import StoreError

_SCHEMES = ("postgresql", "postgres")

_TOO_MUCH = (
    "Omit the password in the store's URL: other users of this computer can read it there. "
    "Put it into ~/.pgpass, or into the environment variable PGPASSWORD."
)
_NO_URL = "The store's URL cannot be read. It has the form postgresql://USER@HOST:PORT/DATABASE."
_OTHER_SCHEME = (
    "A store is a file or a PostgreSQL database. Give a path, or a URL of the form "
    "postgresql://USER@HOST:PORT/DATABASE."
)
_NO_PSYCOPG = (
    "A store in PostgreSQL needs psycopg, which is not installed or lacks libpq. In a clone of "
    "siam: `.venv/bin/pip install -e '.[postgres]'`. With a wheel: `pipx install --force "
    "'FILE[postgres]'`."
)


@dataclass(frozen=True, slots=True)
class PostgresUrl:
    """A PostgreSQL database by its URL, without a password.

    libpq reads it, so parameters such as ``?sslmode=verify-full`` work, and so do ``PGHOST`` and
    the other variables for what is omitted.
    """

    text: str

    def __str__(self) -> str:
        """Return the URL without its parameters."""
        return self.text.partition("?")[0]


StorePlace = Path | PostgresUrl
"""Where a store is."""


def parse_place(text: str) -> StorePlace:
    """Read a path or a URL.

    Raises:
        ValueError: it is a URL with a password, or of something else; the text is a sentence that
            does not repeat the URL.

    >>> parse_place("postgresql://siam@db.example/lobby?sslmode=require")
    PostgresUrl(text='postgresql://siam@db.example/lobby?sslmode=require')
    >>> parse_place("lobby.db").name
    'lobby.db'
    """
    scheme, found, _ = text.partition("://")
    if not found:
        return Path(text)
    if scheme not in _SCHEMES:
        raise ValueError(_OTHER_SCHEME)
    try:
        parts = urlsplit(text)
        has_password = parts.password is not None
        names = {name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    except ValueError:
        raise ValueError(_NO_URL) from None
    if has_password or names & {"password", "sslpassword"}:
        raise ValueError(_TOO_MUCH)
    if parts.fragment or not text.isprintable():
        raise ValueError(_NO_URL)
    return PostgresUrl(text)


def need_psycopg() -> None:
    """Check that what talks with PostgreSQL is installed.

    Raises:
        StoreError: it is not.
    """
    try:
        import_module("psycopg")
    except ImportError as error:  # it, or the libpq that it needs
        raise StoreError(_NO_PSYCOPG) from error
