"""The address book in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import secrets
import stat
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from games.text_file import read_file
from server.reminders.address_book import AddressBook, CodeRequest, Subscription
from server.store.errors import StoreError

_FORMAT: Final = 1
_SALT_BYTES: Final = 32
_MAX_BYTES: Final = 16 << 20
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

_UNREADABLE: Final = "The addresses of reminders in {file} cannot be read ({reason})."
_OPEN: Final = (
    "Others on this computer can read the players' addresses in {file}. Run `chmod 600 '{file}'`."
)
_UNWRITABLE: Final = "The addresses of reminders in {file} cannot be written ({reason})."


def new_book() -> AddressBook:
    """Return an empty book."""
    return AddressBook(secrets.token_bytes(_SALT_BYTES))


def read_book(file: Path | None) -> AddressBook:
    """Return the book in a file; an empty one if there is no file.

    Raises:
        StoreError: it cannot be read, is damaged, or is open to others.
    """
    if file is None:
        return new_book()
    try:
        if stat.S_IMODE(file.stat().st_mode) & _OTHERS:
            raise StoreError(_OPEN.format(file=file))
        return _book_of(json.loads(read_file(file, _MAX_BYTES)))
    except FileNotFoundError:
        return new_book()
    except OSError as error:
        raise StoreError(_UNREADABLE.format(file=file, reason=error.strerror)) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(_UNREADABLE.format(file=file, reason="it is damaged")) from error


def write_book(file: Path | None, book: AddressBook) -> None:
    """Replace the book in a file atomically; it is on the disk when this returns.

    Raises:
        StoreError: it cannot be written; the old book stays.
    """
    if file is None:
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")  # mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as new:
                json.dump(_plain(book), new)
                new.flush()
                os.fsync(new.fileno())
            Path(name).replace(file)
        finally:
            Path(name).unlink(missing_ok=True)
        _sync_folder(file.parent)
    except OSError as error:
        raise StoreError(_UNWRITABLE.format(file=file, reason=error.strerror)) from error


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _plain(book: AddressBook) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "salt": book.salt.hex(),
        "subscriptions": {
            player: {
                **asdict(each),
                "told": sorted(each.told),
                "warned": sorted(each.warned),
            }
            for player, each in book.subscriptions.items()
        },
        "requests": [list(each) for each in book.requests],
        "blocked": dict(book.blocked),
    }


def _book_of(plain: dict[str, Any]) -> AddressBook:
    if plain["format"] != _FORMAT:
        raise ValueError("it was written by another release")
    subscriptions = {
        str(player): Subscription(
            **{
                **each,
                "digests": tuple(each["digests"]),
                "tests": tuple(each["tests"]),
                "sent": tuple(each["sent"]),
                "told": frozenset(each["told"]),
                "warned": frozenset(each["warned"]),
            }
        )
        for player, each in plain["subscriptions"].items()
    }
    requests = tuple(CodeRequest(*each) for each in plain["requests"])
    return AddressBook(bytes.fromhex(plain["salt"]), subscriptions, requests, plain["blocked"])
