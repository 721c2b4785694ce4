"""Looks from outside at who owns the parts of a cluster."""

from __future__ import annotations

from typing import Any

import psycopg

from tests.postgres import Postgres

_AUDIT = (
    """CREATE TABLE owned (part int, epoch bigint, owner text,
    at timestamptz DEFAULT clock_timestamp(), PRIMARY KEY (part, epoch, owner))""",
    """CREATE FUNCTION note_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO owned (part, epoch, owner) VALUES (NEW.part, NEW.epoch, NEW.owner)
    ON CONFLICT DO NOTHING;
    RETURN NEW; END $$""",
    "CREATE TRIGGER note_owner AFTER UPDATE ON leases FOR EACH ROW EXECUTE FUNCTION note_owner()",
)


class Ownership:
    """The owners of all parts of a cluster, and every owner that each epoch ever had."""

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres

    def begin(self) -> None:
        """Note from now on who renews a lease or commits, and in which epoch."""
        self._postgres.execute(*_AUDIT)

    def owners(self) -> dict[int, str]:
        """Return who owns each part that is owned now."""
        return dict(self._query("SELECT part, owner FROM leases WHERE part > 0 AND until > now()"))

    def describe(self, part: int) -> str:
        """Return what the lease of a part says, and who owned it before."""
        lease = "SELECT owner, epoch, commits, until > now() FROM leases WHERE part = {}"
        before = "SELECT epoch, owner FROM owned WHERE part = {} ORDER BY epoch DESC LIMIT 4"
        found = [self._query(each.format(int(part))) for each in (lease, before)]
        return f"owner, epoch, commits, is owned: {found[0]}; epochs: {found[1]}"

    def begun(self, part: int, since: float) -> list[tuple[float, str]]:
        """Return when epochs of a part have begun since a time, and whose they are."""
        began = "SELECT extract(epoch FROM at)::float8, epoch, owner FROM owned WHERE part = {}"
        try:
            found = self._query(began.format(int(part)))
        except psycopg.Error as error:
            return [(since, f"PostgreSQL: {error}")]
        return [(at, f"epoch {epoch} of {owner}") for at, epoch, owner in found if at >= since]

    def shared_epochs(self) -> int:
        """Return how many epochs of a part have had more than one owner."""
        twice = "SELECT part FROM owned WHERE part > 0 GROUP BY part, epoch HAVING count(*) > 1"
        return len(self._query(twice))

    def _query(self, statement: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self._postgres.url().text, autocommit=True) as connection:
            return connection.execute(statement.encode()).fetchall()
