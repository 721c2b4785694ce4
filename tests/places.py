"""What tests do to a store behind its server's back, in a file or in PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from server.store.place import PostgresUrl, StorePlace


def change_store(place: StorePlace, *statements: str) -> None:
    """Execute statements in a store that nobody serves."""
    if isinstance(place, PostgresUrl):
        with psycopg.connect(place.text) as connection:
            for each in statements:
                connection.execute(each.encode())
        return
    with closing(sqlite3.connect(place)) as file, file:
        for each in statements:
            file.execute(each)


def ask_store(place: PostgresUrl, question: str) -> Any:
    """Return the first value of the answer of a database."""
    with psycopg.connect(place.text) as connection:
        row = connection.execute(question.encode()).fetchone()
        return row and row[0]


def crash_image(place: StorePlace, number: int) -> StorePlace:
    """Return a copy of a store in use, as a server that was killed just now would leave it."""
    if isinstance(place, PostgresUrl):
        return _cloned(place, f"killed{number}")
    folder = place.parent / f"killed{number}"
    folder.mkdir()
    for each in place.parent.glob(f"{place.name}*"):
        shutil.copy(each, folder)
    return folder / place.name


def _cloned(place: PostgresUrl, end: str) -> PostgresUrl:
    """Copy what is committed in a schema into another."""
    with psycopg.connect(place.text) as connection:
        (there,) = connection.execute("SELECT current_schema()").fetchone() or ("",)
        names = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = %s", (there,)
        )
        here = f"{there}_{end}"
        connection.execute(f"CREATE SCHEMA {here}".encode())
        for (name,) in names.fetchall():
            copy = f"{here}.{name} (LIKE {there}.{name} INCLUDING ALL)"
            connection.execute(f"CREATE TABLE {copy}".encode())
            connection.execute(f"INSERT INTO {here}.{name} TABLE {there}.{name}".encode())
    return PostgresUrl(place.text.replace(f"search_path%3D{there}", f"search_path%3D{here}"))


def missing(place: StorePlace) -> bool:
    """Return whether there is no store at a place."""
    if isinstance(place, PostgresUrl):
        return ask_store(place, "SELECT to_regclass('lobby') IS NULL") is True
    return not Path(place).exists()
