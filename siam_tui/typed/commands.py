"""The commands that can be typed, and how a line is read as one. Pure.

The input line of the app's table and the dialogue of ``--plain`` share them, and the help of both
is made from them. Each game adds its own questions and the words that are whole moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from games.quoting import quote
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.profile.user_error import UserError, is_limited
from siam_tui.ui.text import did_you_mean, listed, told


class Place(Enum):
    """Where a command can be typed; its value says so in an error message."""

    HOME = "before you go to a lobby or a table"
    LOBBY = "in a lobby"
    TABLE = "at a table"
    LINE = "at a table in the app"
    """The input line of the app's table."""
    PRACTICE = "in the practice"
    LESSON = "in the tutorial"


@dataclass(frozen=True, slots=True)
class CommandWord:
    """A command that can be typed.

    Attributes:
        name: what is typed.
        form: what may follow the name, in brackets if it may be left out.
        description: what it does, in one or a few sentences.
        places: where it can be typed.
        other_names: what else may be typed for it.
    """

    name: str
    form: str
    description: str
    places: frozenset[Place]
    other_names: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The command and what may follow it."""
        return f"{self.name} {self.form}".rstrip()

    @property
    def all_names(self) -> tuple[str, ...]:
        """All that can be typed for it."""
        return (self.name, *self.other_names)


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was read.

    Attributes:
        name: the command's name; ``move`` for a line that is a move.
        rest: what follows the command, or the move.
        at: the character of the line, from 0, at which `rest` begins.
    """

    name: str
    rest: str
    at: int = 0


def _word(
    name: str, form: str, description: str, *places: Place, also: tuple[str, ...] = ()
) -> CommandWord:
    return CommandWord(name, form, description, frozenset(places), also)


_H, _B, _T, _L, _P = Place.HOME, Place.LOBBY, Place.TABLE, Place.LINE, Place.PRACTICE
_E = Place.LESSON
_S = (_P, _E)
"""Where somebody learns alone."""

_BEFORE_GAME: Final = (
    _word(
        "bots",
        "[LEVEL]... or [COUNT], [game=NAME] [map=NAME or FILE] [OPTION]...",
        "Play against bots: one of each level you name, or so many random ones. Without any, they "
        "are those of your last game. A random bot plays any legal move; greedy is a good first "
        "real opponent.",
        _H,
    ),
    _word("waiting", "", "List the games that wait for you: against bots, and among people.", _H),
    _word(
        "resume",
        "[NUMBER or GAME]",
        "Go on with a game that waits: the first one, that of the number, or the first of that "
        "game. A lobby that you hosted for it opens again.",
        _H,
    ),
    _word("abandon", "NUMBER or GAME", "Give up a game that waits, or take it off the list.", _H),
    _word(
        "games",
        "[NUMBER] [analysis], or [WORDS], or more",
        "List the games that you have finished, the latest first, or those with these words: of a "
        "day, a game or a player. With a number, tell the moves of that game, or with analysis "
        "what each was worth.",
        _H,
        _B,
        _T,
        _L,
    ),
    _word(
        "host",
        "[ADDRESS] [PORT], or URL, [name=NAME]",
        "Open a lobby that others can join: on this computer, at one of its addresses, or through "
        "the broker of that URL.",
        _H,
    ),
    _word("lobbies", "", "List the lobbies on this computer and its network.", _H),
    _word(
        "join", "LINK or NUMBER", "Join the lobby or table of a link, or a listed lobby.", _H
    ),
    _word(
        "watch", "LINK or NUMBER", "Watch the lobby or table of a link, or in a listed lobby.", _H
    ),
    _word(
        "practice",
        "[daily, easy, medium or hard] [PLAYERS] [game=NAME]",
        "Find the one turn that wins: in the puzzle of the day, or in others.",
        _H,
        _P,
    ),
    _word(
        "tutorial",
        "[LESSON] [game=NAME]",
        "Learn a game: begin the next lesson, or the one of that number.",
        _H,
        _E,
        also=("learn",),
    ),
    _word("next", "", "Go on to the next puzzle, step or lesson.", *_S),
    _word("solution", "", "Give up: show the turn that wins, and why.", _P),
    _word("tables", "", "List the tables of the lobby.", _B),
    _word(
        "open",
        "[SEATS] [game=NAME] [map=NAME or FILE] [OPTION]... [beside] [private] [analysis] "
        "[clock=SECONDS]",
        "Open a table and take a seat; with beside, you take none. Only people with its link can "
        "join a private table. With analysis, spectators may see everybody's chances. clock=180 is "
        "the time for each move. clock=600+10 is the time for the whole game, and 10 seconds more "
        "for each move.",
        _B,
    ),
    _word("sit", "[TABLE]", "Go to a table, by its number, and take a seat.", _B),
    _word("look", "[TABLE]", "Go to a table, by its number, and watch.", _B, also=("watch",)),
    _word(
        "status", "", "Tell where you are and what is going on.", _H, _B, _T, *_S, also=("where",)
    ),
    _word("moves", "[BEGINNING]", "Tell which moves you can play, or how one can go on.", _T, *_S),
    _word("hint", "", "Suggest a move against bots, or help with a puzzle or lesson.", _T, _L, *_S),
    _word("why", "MOVE", "Tell whether you can play a move, and if not, why.", _T, _L, *_S),
)  # fmt: skip
"""The commands that stand before the game's own ones in the help."""

_AFTER_GAME: Final = (
    _word("seats", "", "Tell who plays, what everybody has, and their clocks.", _T, *_S),
    _word("terms", "", "Tell what is agreed at this table: map, options, clock.", _T),
    _word("reference", "", "Tell what each card or action does.", _T, *_S),
    _word("last", "[COUNT]", "Tell the moves since your last one, or the last COUNT moves.", _T),
    _word("log", "", "Tell all moves that the log shows now.", _T),
    _word("position", "", "Print the position you see, in the notation.", _T, *_S),
    _word("copy", "", "Copy the position you see to the clipboard, in the notation.", _L),
    _word("save", "[FILE]", "Save the game as a record, as far as its log is open.", _T, _L),
    _word("say", "TEXT", "Say something to everybody at the table.", _T, _L),
    _word("talk", "", "Tell what was said at the table.", _T),
    _word("people", "", "Tell who is at the table, and who is away.", _T),
    _word("mute", "NAME", "Stop hearing what somebody says.", _T),
    _word("unmute", "NAME", "Hear somebody again.", _T),
    _word(
        "reminders",
        "[email ADDRESS, ntfy URL, webhook URL, code CODE, test, or stop [CODE]]",
        "Be reminded when you are away and it is your turn: tell what is set, set an address, "
        "enter the code that was sent there, test it, or stop it.",
        _B,
        _T,
    ),
    _word("link", "", "Tell the invite link.", _B, _T, _L, also=("invite",)),
    _word("take", "[SEAT]", "Take a seat, or come back to your own.", _T, _L, also=("sit",)),
    _word("bot", "[LEVEL] [SEAT]", "Seat a bot (the host).", _T, _L),
    _word("free", "SEAT", "Remove a bot from its seat (the host).", _T, _L),
    _word("start", "", "Deal and begin (the host).", _T, _L),
    _word("end", "[no]", "Offer to end the game early, or take the offer back.", _T, _L),
    _word("takeback", "[no]", "Take your last move back, if others agree, or answer them.", _T, _L),
    _word("again", "[no]", "Ask for another game after this one, or take that back.", _T, _L),
    _word(
        "wait",
        "[turn, start or over]",
        "Read no further line until it is your turn, or the game begins or is over.",
        _T,
    ),
    _word("away", "", "Go back to the lobby and keep your seat. The others wait for you.", _T),
    _word(
        "leave",
        "",
        "Leave the table (a bot then plays for you), the lobby or the practice.",
        _B,
        _T,
        _L,
        *_S,
    ),
    _word("name", "[NAME]", "Tell your name, or change it.", _H),
    _word(
        "rules", "[CHAPTER] [game=NAME]", "Tell the rules in short, or a chapter.", _H, _B, _T, *_S
    ),
    _word("notation", "[game=NAME]", "Tell how moves are written.", _H, _B, _T, *_S),
    _word(
        "help", "[COMMAND]", "Tell the commands you can type here, or about one.",
        _H, _B, _T, _L, *_S, also=("?",),
    ),
    _word("quit", "", "Leave the program.", _H, _B, _T, *_S, also=("exit", "bye")),
)  # fmt: skip


_NO_MOVE: Final = (
    "There is no command {name}, and no move begins so. Type moves for the moves you can play. "
    "Type help for all commands."
)
_SAY: Final = " To say something to the others, type say before it."
_NOTHING_ASKED: Final = (
    "Nothing waits for yes or no now. A whole move is played at once; only one that was asked for "
    "step by step waits for yes."
)
_VALUES_IN_SMALL_LETTERS: Final = frozenset(
    {"again", "end", "log", "practice", "resume", "takeback", "tutorial", "wait"}
)
"""Commands followed by words of ours: who types the command in capitals types these so, too."""
_JOIN_AGAIN: Final = _word("join", "", "Go back to the lobby.", _H)
_NOT_FOR_VISITORS: Final = frozenset({"host", "join", "lobbies", "save", "watch"})
"""Commands that need links, files or servers of the person's own computer."""


class CommandSet:
    """The commands that can be typed at one place.

    Attributes:
        place: where.
        words: the commands, in the order of the help.
    """

    def __init__(self, place: Place, game: AnyGameUI | None = None) -> None:
        """Collect them.

        Args:
            place: where the person is.
            game: the game that is played there, or None.
        """
        self.place = place
        self._game = game
        every = (*_BEFORE_GAME, *_words_of_game(game), *_AFTER_GAME)
        if is_limited():
            kept = (word for word in every if word.name not in _NOT_FOR_VISITORS)
            every = (_JOIN_AGAIN, *kept)
        self.words = tuple(word for word in every if place in word.places)

    def word(self, name: str) -> CommandWord | None:
        """Return the command of a name, or None if it cannot be typed here.

        As in chats, a slash may stand before it.
        """
        name = name.lower().removeprefix("/")
        return next((word for word in self.words if name in word.all_names), None)

    def read(self, line: str, choices: Callable[[], Iterable[str]] = tuple) -> Typed:
        """Read a line.

        Args:
            line: what was typed.
            choices: returns the names that a move may begin with now, to propose one of them.

        Raises:
            UserError: it is no command that can be typed here; says what may be meant.
        """
        start = len(line) - len(line.lstrip())
        first, _, behind = line.strip().partition(" ")
        rest = behind.strip()
        word = self.word(first)
        is_move = self.looks_like_move(line) if word is None else self._is_move(word, rest)
        if is_move:
            return Typed("move", line.strip(), start)
        if word is None:
            say = _SAY if rest and self.place is Place.TABLE else ""
            raise UserError(f"{self._explain_unknown(first, choices)}{say}")
        value = rest.lower() if word.name in _VALUES_IN_SMALL_LETTERS else rest
        return Typed(word.name, value, line.rindex(rest) if rest else len(line))

    def looks_like_move(self, line: str) -> bool:
        """Return whether a line begins as a move does, where moves can be typed.

        No command has a colon in its first word, as the notation of moves has.
        """
        if self._game is None or self.word("move") is None:
            return False
        return ":" in line.strip().partition(" ")[0] or self._game.looks_like_move(line)

    def _is_move(self, word: CommandWord, rest: str) -> bool:
        """Return whether a command is a move, such as ``pass``, or begins one.

        Where ``move`` is an action too, ``move liege lux`` is one, and ``move place lux`` is not.
        """
        if self._game is None:
            return False
        whole = self._game.texts.move_words
        if self._game.first_choice(word.name) is None:
            return not rest and word.name in whole
        return not (":" in rest or rest.lower() in whole or self._game.looks_like_move(rest))

    def usage_error(self, typed: Typed) -> UserError:
        """Return what is wrong with a command that is followed by something unexpected."""
        word = self.word(typed.name)
        assert word is not None
        return UserError(f"Type {word.usage}. {word.description}")

    def _explain_unknown(self, name: str, choices: Callable[[], Iterable[str]]) -> str:
        if name.lower() in ("yes", "no") and self.word("moves") is not None:
            return _NOTHING_ASKED
        places = [other for other in Place if _can_be_typed(name, other, self._game)]
        if places:
            main = [place.value for place in places if place in (Place.LOBBY, Place.TABLE)]
            where = listed(main or [places[0].value], "or")
            if self.place is Place.LINE:  # the app has no other line to type commands in
                where = "in text mode (siam --plain)"
            return f"You can type {name.lower()} only {where}. Type help for what you can type."
        names = [each for word in self.words for each in word.all_names]
        meant = did_you_mean(name.removeprefix("/"), [*names, *choices()])
        if not meant and self.word("moves") is not None:
            return _NO_MOVE.format(name=quote(name))
        return f"There is no command {quote(name)}.{meant} Type help for all commands."


def _words_of_game(game: AnyGameUI | None) -> Iterator[CommandWord]:
    """Iterate over the command to move, with a game's example, and over the game's own commands."""
    about = "Play a move in the notation. The word move may be left out."
    example = "" if game is None else told(game.texts.move_help)
    yield _word("move", "MOVE", f"{about} {example}".rstrip(), _T, _L, *_S, also=("play",))
    if game is None:
        return
    texts = game.texts
    for name, description in texts.move_words.items():
        yield _word(name, "", told(description), _T, _L, *_S)
    for fact in texts.facts:
        yield _word(
            fact.name, told(fact.form), told(fact.description), _T, *_S, also=fact.other_names
        )


def _can_be_typed(name: str, place: Place, game: AnyGameUI | None) -> bool:
    """Return whether there is such a command at a place; without a game, in any game."""
    games = (game,) if game is not None else map(ui_of, shown_games())
    return any(CommandSet(place, each).word(name) is not None for each in games)
