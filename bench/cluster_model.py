"""A model of a cluster: what so many tables need, and what is short first.

Run it from the top of the project::

    python -m bench.cluster_model [tables ...] [--server-ms 4.5] [--postgres-ms 0.6] ...

The costs of a move are those that `bench.cluster` measures; give yours. The model counts what grows
with the tables. It knows nothing of waiting, so it says what is certainly too little, and not how
long anybody waits.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from client.delivery import SILENCE
from protocol.codec import MAX_BYTES
from protocol.limits import MAX_PARTS
from server.messaging.outbox import list_seconds

CONNECTIONS = 3
"""Connections for each table: two players and a spectator."""
PUBLISHED = 4
"""Messages published for a move: command, answer, the other player's view, the public view."""
DELIVERED = 6
"""Messages delivered: each of these once, and the public one to all three; and each list to all."""
QUESTIONS = 2
"""Questions that each connection asks from time to time: what is new in the list, and at its table.
Each has an answer."""
LIST_CHANGES = 0.2
"""Changes of the list for each move: games begin and end, seats are taken."""


@dataclass(frozen=True)
class Costs:
    """What was measured, or is assumed.

    Attributes:
        server: milliseconds of processor time of the servers for a move.
        postgres: the same of PostgreSQL.
        broker: the same of the broker.
        table_kb: memory of a server for each table.
        summary: bytes of a table in the list.
        pace: seconds from one move at a table to the next.
        busy: the share of a processor that a server may use, so that nobody waits long.
        commits: commits a second that one PostgreSQL does.
        network: megabytes a second that a broker sends.
    """

    server: float = 2.3
    postgres: float = 0.4
    broker: float = 0.2
    table_kb: float = 45.0
    summary: float = 300.0
    pace: float = 5.0
    busy: float = 0.6
    commits: float = 1300.0
    network: float = 120.0


@dataclass(frozen=True)
class Need:
    """What is needed of something, and how much there is of it in one cluster.

    Attributes:
        what: what.
        needed: how much.
        limit: how much one cluster has; 0 if it can have any number.
    """

    what: str
    needed: float
    limit: float = 0.0

    @property
    def load(self) -> float:
        """The share that is used; above 1 there is too little."""
        return self.needed / self.limit if self.limit else 0.0


def needs(tables: int, costs: Costs) -> tuple[Need, ...]:
    """Return what so many tables need."""
    moves = tables / costs.pace
    connections = CONNECTIONS * tables
    asked = 2 * QUESTIONS * connections / SILENCE
    list_bytes = min(MAX_BYTES, tables * costs.summary)
    lists = moves * LIST_CHANGES
    if pause := list_seconds(tables):
        lists = min(lists, 1 / pause)
    return (
        Need("moves a second", moves),
        Need("servers (one core each)", ceil(moves * costs.server / 1000 / costs.busy), MAX_PARTS),
        Need("memory of the servers, GB", tables * costs.table_kb / 2**20),
        Need("commits a second", moves, costs.commits),
        Need("cores of PostgreSQL", moves * costs.postgres / 1000),
        Need("connections to the broker", connections),
        Need("messages published a second", PUBLISHED * moves + asked),
        Need("messages delivered a second", DELIVERED * moves + asked + lists * connections),
        Need("cores of the broker", moves * costs.broker / 1000),
        Need("the list to everybody, MB/s", lists * list_bytes * connections / 1e6, costs.network),
    )


def told(tables: int, found: tuple[Need, ...]) -> Iterator[str]:
    """Return lines about what so many tables need; what is short is marked."""
    yield f"{tables:,} tables"
    for need in found:
        much = f"{need.needed:,.1f}" if need.needed < 100 else f"{need.needed:,.0f}"
        short = f"  {need.load:,.1f} × what one has ({need.limit:,.0f})" if need.load > 1 else ""
        yield f"  {need.what:30} {much:>14}{short}"


def most_tables(costs: Costs, of: int) -> int:
    """Return for how many tables there is enough of one of the needs."""
    least, most = 0, 2**30
    while least < most:
        middle = (least + most + 1) // 2
        if needs(middle, costs)[of].load <= 1:
            least = middle
        else:
            most = middle - 1
    return least


def main() -> None:
    """Print the model for some numbers of tables."""
    parser = argparse.ArgumentParser(description="Say what a cluster needs.")
    parser.add_argument("tables", type=int, nargs="*", default=[1000, 100_000, 10_000_000])
    usual = Costs()
    for name in ("server", "postgres", "broker"):
        parser.add_argument(f"--{name}-ms", type=float, default=getattr(usual, name))
    parser.add_argument("--commits", type=float, default=usual.commits)
    parser.add_argument("--network", type=float, default=usual.network)
    asked = parser.parse_args()
    costs = Costs(
        asked.server_ms,
        asked.postgres_ms,
        asked.broker_ms,
        commits=asked.commits,
        network=asked.network,
    )
    limited = [(n, need) for n, need in enumerate(needs(1, costs)) if need.limit]
    for number, need in limited:
        print(f"{need.what}: enough for {most_tables(costs, number):,} tables", flush=True)
    for tables in asked.tables:
        print("\n".join(told(tables, needs(tables, costs))), flush=True)


if __name__ == "__main__":
    main()
