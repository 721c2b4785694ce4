"""The commands that can be typed, and how a line is read as one. Pure.

There is one table of them, for the input line of the app's table and for the dialogue of `--plain`,
and the help of both is made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum, auto
from typing import Final

from games.quoting import quote
from games.siam.text.move_formatter import is_card
from siam_tui.profile.user_error import UserError


class Place(Enum):
    """Where a command can be typed."""

    HOME = auto()
    LOBBY = auto()
    TABLE = auto()
    LINE = auto()
    """The input line of the app's table."""
    PRACTICE = auto()


@dataclass(frozen=True, slots=True)
class Word:
    """A command.

    Attributes:
        name: what is typed.
        form: what may stand behind it; brackets around what may be left out.
        about: what it does.
        places: where it can be typed.
        also: other names of it.
    """

    name: str
    form: str
    about: str
    places: frozenset[Place]
    also: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The command with what may stand behind it."""
        return f"{self.name} {self.form}".rstrip()


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was read.

    Attributes:
        name: the command's name; ``move`` for a line that is a move.
        rest: what stands behind the command, or the move.
        at: the place in the line where `rest` begins.
    """

    name: str
    rest: str
    at: int = 0


def _word(name: str, form: str, about: str, *places: Place, also: tuple[str, ...] = ()) -> Word:
    return Word(name, form, about, frozenset(places), also)


_H, _B, _T, _L, _P = Place.HOME, Place.LOBBY, Place.TABLE, Place.LINE, Place.PRACTICE

WORDS: Final = (
    _word(
        "bots",
        "[LEVEL]... [map=NAME or FILE] [open_discards]",
        "Play against bots, one of each level named; two greedy ones if none is.",
        _H,
    ),
    _word(
        "host",
        "[ADDRESS] [PORT], or URL",
        "Open a lobby that others can join, on this computer, at an address of it, "
        "or through the broker of that URL.",
        _H,
    ),
    _word("join", "LINK", "Go to the lobby or table of an invite link.", _H),
    _word("watch", "LINK", "The same, only to look on.", _H),
    _word(
        "practice",
        "[daily, easy, medium or hard]",
        "Find the one turn that wins: the puzzle of the day, or others.",
        _H,
        _P,
    ),
    _word("next", "", "Go on to the next puzzle.", _P),
    _word("solution", "", "Give up: be told the turn that wins, and why.", _P),
    _word("tables", "", "Tell the tables of the lobby.", _B),
    _word(
        "open",
        "[SEATS] [map=NAME or FILE] [open_discards] [beside] [private] [clock=SECONDS]",
        "Open a table with 2, 3 or 4 seats and sit down, or stay beside it. To a private one "
        "nobody comes but by its link. clock=180 is for each move; clock=600+10 is a bank that "
        "grows by 10 seconds a move.",
        _B,
    ),
    _word("sit", "[TABLE]", "Go to a table, by its number, and take a seat.", _B),
    _word("look", "[TABLE]", "Go to a table, by its number, and look on.", _B, also=("watch",)),
    _word(
        "status", "", "Tell where you are and what is going on.", _H, _B, _T, _P, also=("where",)
    ),
    _word(
        "move",
        "MOVE",
        "Play a move in the notation, such as L:SUK+AYUxR@LAN; the word move may be left out. "
        "A card's letter alone (K, T, 1, 2, R, L or M) asks you for the rest, step by step.",
        _T,
        _L,
        _P,
        also=("play",),
    ),
    _word("pass", "", "Pass.", _T, _L, _P),
    _word(
        "moves",
        "[BEGINNING]",
        "Tell which moves can be played, or how one that begins so goes on.",
        _T,
        _P,
    ),
    _word(
        "hint",
        "",
        "Be told a good move, in a game against bots; or the card that solves a puzzle.",
        _T,
        _L,
        _P,
    ),
    _word("why", "MOVE", "Tell whether a move can be played, and if not, why.", _T, _L, _P),
    _word("board", "[PROVINCE]", "Tell the provinces, or one with its neighbours.", _T, _P),
    _word("queue", "", "Tell the order of the struggles.", _T, _P),
    _word("hand", "", "Tell the cards you have left.", _T, _P),
    _word(
        "seats",
        "",
        "Tell the players, their followers, cards left, top cards and clocks.",
        _T,
        _P,
    ),
    _word("supply", "", "Tell the followers left in the supply.", _T, _P),
    _word(
        "score",
        "",
        "Tell who would reign and win if everybody passed from now on.",
        _T,
        _P,
        also=("forecast",),
    ),
    _word("last", "[COUNT]", "Tell the last moves since your own, or so many.", _T),
    _word("log", "", "Tell the moves of this struggle and the one before.", _T),
    _word("position", "", "Print the position you see, in the notation.", _T, _P),
    _word("copy", "", "Copy the position you see to the clipboard, in the notation.", _L),
    _word("save", "[FILE]", "Save the game as a record, as far as its log is open.", _T, _L),
    _word("say", "TEXT", "Say something to everybody at the table.", _T, _L),
    _word("talk", "", "Tell what was said at the table.", _T),
    _word("people", "", "Tell who is at the table, and who is away.", _T),
    _word("mute", "NAME", "Hear no more of what somebody says.", _T),
    _word("unmute", "NAME", "Hear somebody again.", _T),
    _word("link", "", "Tell the invite link.", _B, _T, _L, also=("invite",)),
    _word("take", "[SEAT]", "Take a seat, or come back to your own.", _T, _L, also=("sit",)),
    _word("bot", "[LEVEL] [SEAT]", "Seat a bot (the host).", _T, _L),
    _word("free", "SEAT", "Take a bot from its seat (the host).", _T, _L),
    _word("start", "", "Deal and begin (the host).", _T, _L),
    _word("end", "[no]", "Offer to end the game early, or take the offer back.", _T, _L),
    _word("takeback", "[no]", "Ask to take your last move back, or answer who asks.", _T, _L),
    _word("again", "[no]", "Ask for another game when one is over, or no longer.", _T, _L),
    _word(
        "wait",
        "[turn, start or over]",
        "Read no further line before it is your turn, the game begins or is over.",
        _T,
    ),
    _word("away", "", "Look elsewhere and keep your seat; the others wait for you.", _T),
    _word(
        "leave",
        "",
        "Leave the table, where a bot then plays for you, or the lobby, or the practice.",
        _B,
        _T,
        _L,
        _P,
    ),
    _word("name", "[NAME]", "Tell what the others call you, or change it.", _H),
    _word("rules", "[CHAPTER]", "Tell the rules in short, or a chapter.", _H, _B, _T, _P),
    _word("notation", "", "Tell how moves are written.", _H, _B, _T, _P),
    _word(
        "help", "[COMMAND]", "Tell the commands you can type here, or about one.",
        _H, _B, _T, _L, _P, also=("?",),
    ),
    _word("quit", "", "Leave the program.", _H, _B, _T, _P, also=("exit", "bye")),
)  # fmt: skip


def words_at(place: Place) -> Iterator[Word]:
    """Iterate over the commands that can be typed at a place."""
    return (word for word in WORDS if place in word.places)


def word_of(name: str, place: Place) -> Word | None:
    """Return the command of a name, if it can be typed at a place."""
    name = name.lower()
    return next((word for word in words_at(place) if name in (word.name, *word.also)), None)


def read(line: str, place: Place) -> Typed:
    """Read a line.

    Raises:
        UserError: it is no command that can be typed here; says what may be meant.
    """
    start = len(line) - len(line.lstrip())
    first, _, behind = line.strip().partition(" ")
    rest = behind.strip()
    word = word_of(first, place)
    at = line.rindex(rest) if rest else len(line)
    if word is not None and word.name == "pass" and not rest:
        return Typed("move", "pass", start)
    if word is not None:
        return Typed(word.name, rest, at)
    if word_of("move", place) is not None and looks_like_a_move(line):
        return Typed("move", line.strip(), start)
    raise UserError(_unknown(first, place))


def looks_like_a_move(line: str) -> bool:
    """Return whether a line begins as a move with a card does: with its letter, alone or with ':'.

    >>> looks_like_a_move("k"), looks_like_a_move(" 1:R@"), looks_like_a_move("look")
    (True, True, False)
    """
    text = line.strip().upper()
    return is_card(text[:1]) and text[1:2] in ("", ":")


def usage(line: Typed, place: Place) -> UserError:
    """Return what is wrong with a command behind which something else is expected."""
    word = word_of(line.name, place)
    assert word is not None
    return UserError(f"Type {word.usage}. {word.about}")


def _unknown(name: str, place: Place) -> str:
    elsewhere = next((other for other in Place if word_of(name, other) is not None), None)
    if elsewhere is not None:
        where = {
            Place.HOME: "before you go to a lobby or a table",
            Place.LOBBY: "in a lobby",
            Place.TABLE: "at a table",
            Place.LINE: "at a table in the app",
            Place.PRACTICE: "in the practice",
        }[elsewhere]
        return f"The command {name.lower()} is for {where}. Type help for those you can use here."
    names = [each for word in words_at(place) for each in (word.name, *word.also)]
    near = get_close_matches(name.lower(), names, n=1)
    meant = f" Do you mean {near[0]}?" if near else ""
    return f"There is no command {quote(name)}.{meant} Type help for those there are."
