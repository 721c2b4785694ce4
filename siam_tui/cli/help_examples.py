"""Examples of every command, which end its help and stand in the man page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import typer


class Example(NamedTuple):
    """A line to type, and what it does, as a sentence."""

    line: str
    effect: str


EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = {
    "join": (
        Example("siam join LINK", "Join the lobby or the table of an invite link."),
        Example("siam join LINK --plain", "Join it in lines of text."),
    ),
    "watch": (
        Example("siam watch LINK", "Watch the table of an invite link."),
        Example("siam watch LINK --plain", "Watch it in lines of text."),
    ),
    "learn": (
        Example("siam learn --game siam", "Learn King of Siam."),
        Example("siam learn --game amber --plain", "Learn Reino de Ámbar in lines of text."),
    ),
    "practice": (
        Example("siam practice", "Solve the puzzle of the day."),
        Example("siam practice --plain", "Solve it in lines of text."),
    ),
    "demo": (
        Example("siam demo --game foreign-king", "Watch bots play The Foreign King."),
        Example("siam demo --plain", "Print a whole game at full speed."),
    ),
    "serve": (
        Example("siam serve --bind 0.0.0.0", "Serve a lobby for your network."),
        Example("siam serve --config serve.toml", "Serve as the options in a file say."),
        Example(
            "siam serve --broker mqtts://ann@broker.example",
            "Serve a lobby for people far away; siam asks for Ann's password there.",
        ),
    ),
    "games": (
        Example("siam games", "List the games that you have finished."),
        Example("siam games 3", "Print the record of the third one."),
    ),
    "records": (
        Example("siam records", "List the games of your lobby."),
        Example("siam records --to games", "Write all their records into the folder games."),
    ),
    "backup": (Example("siam backup lobby.db", "Copy your lobby's store to a new file."),),
    "doctor": (
        Example("siam doctor", "Check your terminal and your keys."),
        Example("siam doctor LINK", "Check the connection to a lobby, too."),
    ),
    "bot": (
        Example(
            'siam bot --engine "python3 mybot.py" --table LINK', "Let your program take a seat."
        ),
        Example(
            'siam bot --engine "siam engine" --table LINK --seconds 3',
            "Let siam's own engine take a seat.",
        ),
    ),
    "replay": (Example("siam replay game.siam", "Replay a record, as `siam records` writes it."),),
    "export": (
        Example("siam export game.siam --html", "Write a page that any browser shows."),
        Example("siam export game.siam --svg --to game.svg", "Draw a picture of the result."),
    ),
    "analyse": (
        Example("siam analyse game.siam", "Rate every move, in 10 seconds at most."),
        Example("siam analyse game.siam --total 60", "Think for up to a minute."),
    ),
    "verify": (Example("siam verify game.siam", "Check that a record is true."),),
    "match": (
        Example("siam match greedy regent --games 20", "Compare two levels of bots."),
        Example('siam match mandarin "python3 mybot.py"', "Compare a level with your program."),
    ),
    "rules": (
        Example("siam rules --game amber", "Print the rules of Reino de Ámbar."),
        Example("siam rules --game siam your turn", "Print only the chapter with this title."),
    ),
    "engine": (
        Example("siam engine", "Start it; then type help for what it understands."),
        Example("siam engine --processes 2", "Let two processes search together."),
    ),
    "lobby": (Example("siam lobby", "List the tables of your lobby on this computer."),),
    "lobby tables": (
        Example("siam lobby tables", "List the tables of your lobby on this computer."),
        Example("siam lobby tables ben", "List those at which somebody has this in their name."),
        Example("siam lobby tables --link LINK", "List those of your lobby elsewhere."),
    ),
    "lobby players": (Example("siam lobby players --all", "List everybody, also the absent."),),
    "lobby bans": (Example("siam lobby bans", "List the banned players."),),
    "lobby close": (
        Example(
            'siam lobby close tbsb --why "No one plays here."',
            "Close the table whose id begins so.",
        ),
    ),
    "lobby ban": (Example('siam lobby ban Ben --why "Rude talk."', "Ban the player named Ben."),),
    "lobby unban": (Example("siam lobby unban Ben", "Allow Ben again."),),
    "key": (Example("siam key", "Print the fingerprints of your keys."),),
    "key show": (Example("siam key show", "Print the fingerprints of your keys."),),
    "key export": (
        Example("siam key export ann.key", "Write your player's key to a file."),
        Example("siam key export lobby.key --server", "Write the key of your lobby."),
    ),
    "key import": (
        Example("siam key import ann.key", "Use the key of this file from now on."),
        Example("siam key import ann.key --replace", "Use it instead of another one."),
    ),
    "store": (
        Example(
            "siam store copy lobby.db postgresql://ann@db.example/siam",
            "Move a lobby from its file to a database.",
        ),
    ),
    "store copy": (
        Example(
            "siam store copy lobby.db postgresql://ann@db.example/siam",
            "Move a lobby from its file to a database.",
        ),
    ),
    "config": (
        Example("siam config show /etc/siam/serve.toml", "Show what a service is served with."),
    ),
    "config check": (
        Example("siam config check serve.toml", "Check a file before you serve with it."),
    ),
    "config show": (
        Example("siam config show /etc/siam/serve.toml", "Show what a service is served with."),
    ),
    "cluster": (
        Example(
            "siam cluster status --store postgresql://ann@db.example/siam",
            "Show the servers of the lobby in this database.",
        ),
    ),
    "cluster status": (
        Example(
            "siam cluster status --store postgresql://ann@db.example/siam",
            "Show the servers of the lobby in this database.",
        ),
    ),
}
"""By the command's name, as it is typed after ``siam``."""


def add_examples(group: typer.Typer, path: str = "") -> None:
    """End the help of all commands of a group with their examples."""
    for info in group.registered_commands:
        assert info.callback is not None
        info.epilog = _epilog(path + (info.name or info.callback.__name__))
    for below in group.registered_groups:
        assert below.typer_instance is not None
        below.epilog = _epilog(f"{path}{below.name}")
        add_examples(below.typer_instance, f"{path}{below.name} ")


def _epilog(name: str) -> str:
    """Return the examples of a command as click shows them without breaking their lines."""
    lines = (f"  {each.line}\n    {each.effect}" for each in EXAMPLES[name])
    return "\n".join(("\b", "Examples:", *lines))
