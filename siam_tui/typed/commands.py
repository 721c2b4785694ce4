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
from siam_tui.typed.words import in_english, means, whole_move, words_of
from siam_tui.ui.text import Text, did_you_mean, fold, spellings, told
from texts import say, tell


class Place(Enum):
    """Where a command can be typed."""

    HOME = "home"
    LOBBY = "lobby"
    TABLE = "table"
    LINE = "line"
    """The input line of the app's table."""
    PRACTICE = "practice"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class CommandWord:
    """A command that can be typed.

    Attributes:
        name: its name in English, by which the program knows it.
        form: what may follow the name, in brackets if it may be left out.
        about: what it does, in one or a few sentences.
        places: where it can be typed.
        other_names: what else may be typed for it in English.
    """

    name: str
    form: Text
    about: Text
    places: frozenset[Place]
    other_names: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """What it does, in the reader's language."""
        return told(self.about)

    @property
    def usage(self) -> str:
        """The command and what may follow it."""
        return f"{self.shown} {told(self.form)}".rstrip()

    @property
    def shown(self) -> str:
        """What it is called, in the reader's language."""
        return words_of(self.name)[0]

    @property
    def all_names(self) -> tuple[str, ...]:
        """All that can be typed for it: in the reader's language, and in English."""
        told_names = words_of(self.name)
        return tuple(dict.fromkeys((*told_names, self.name, *self.other_names)))


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
    name: str, form: Text, about: Text, *places: Place, also: tuple[str, ...] = ()
) -> CommandWord:
    return CommandWord(name, form, about, frozenset(places), also)


_H, _B, _T, _L, _P = Place.HOME, Place.LOBBY, Place.TABLE, Place.LINE, Place.PRACTICE
_E = Place.LESSON
_S = (_P, _E)
"""Where somebody learns alone."""

_BEFORE_GAME: Final = (
    _word("bots", say("typed/use/bots"), say("typed/about/bots"), _H),
    _word("waiting", "", say("typed/about/waiting"), _H),
    _word("resume", say("typed/use/resume"), say("typed/about/resume"), _H),
    _word("abandon", say("typed/use/abandon"), say("typed/about/abandon"), _H),
    _word("games", say("typed/use/games"), say("typed/about/games"), _H, _B, _T, _L),
    _word("host", say("typed/use/host"), say("typed/about/host"), _H),
    _word("lobbies", "", say("typed/about/lobbies"), _H),
    _word("join", say("typed/use/join"), say("typed/about/join"), _H),
    _word("watch", say("typed/use/watch"), say("typed/about/watch"), _H),
    _word("practice", say("typed/use/practice"), say("typed/about/practice"), _H, _P),
    _word(
        "tutorial", say("typed/use/tutorial"), say("typed/about/tutorial"), _H, _E, also=("learn",)
    ),
    _word("next", "", say("typed/about/next"), *_S),
    _word("solution", "", say("typed/about/solution"), _P),
    _word("tables", "", say("typed/about/tables"), _B),
    _word("open", say("typed/use/open"), say("typed/about/open"), _B),
    _word("sit", say("typed/use/sit"), say("typed/about/sit"), _B),
    _word("look", say("typed/use/look"), say("typed/about/look"), _B, also=("watch",)),
    _word("status", "", say("typed/about/status"), _H, _B, _T, *_S, also=("where",)),
    _word("moves", say("typed/use/moves"), say("typed/about/moves"), _T, *_S),
    _word("hint", "", say("typed/about/hint"), _T, _L, *_S),
    _word("why", say("typed/use/why"), say("typed/about/why"), _T, _L, *_S),
)  # fmt: skip
"""The commands that stand before the game's own ones in the help."""

_AFTER_GAME: Final = (
    _word("seats", "", say("typed/about/seats"), _T, *_S),
    _word("terms", "", say("typed/about/terms"), _T),
    _word("reference", "", say("typed/about/reference"), _T, *_S),
    _word("last", say("typed/use/last"), say("typed/about/last"), _T),
    _word("log", "", say("typed/about/log"), _T),
    _word("position", "", say("typed/about/position"), _T, *_S),
    _word("copy", "", say("typed/about/copy"), _L),
    _word("save", say("typed/use/save"), say("typed/about/save"), _T, _L),
    _word("say", say("typed/use/say"), say("typed/about/say"), _T, _L),
    _word("talk", "", say("typed/about/talk"), _T),
    _word("people", "", say("typed/about/people"), _T),
    _word("mute", say("typed/use/mute"), say("typed/about/mute"), _T),
    _word("unmute", say("typed/use/unmute"), say("typed/about/unmute"), _T),
    _word("reminders", say("typed/use/reminders"), say("typed/about/reminders"), _B, _T),
    _word("link", "", say("typed/about/link"), _B, _T, _L, also=("invite",)),
    _word("take", say("typed/use/take"), say("typed/about/take"), _T, _L, also=("sit",)),
    _word("bot", say("typed/use/bot"), say("typed/about/bot"), _T, _L),
    _word("free", say("typed/use/free"), say("typed/about/free"), _T, _L),
    _word("start", "", say("typed/about/start"), _T, _L),
    _word("end", say("typed/use/end"), say("typed/about/end"), _T, _L),
    _word("takeback", say("typed/use/takeback"), say("typed/about/takeback"), _T, _L),
    _word("again", say("typed/use/again"), say("typed/about/again"), _T, _L),
    _word("wait", say("typed/use/wait"), say("typed/about/wait"), _T),
    _word("away", "", say("typed/about/away"), _T),
    _word("leave", "", say("typed/about/leave"), _B, _T, _L, *_S),
    _word("name", say("typed/use/name"), say("typed/about/name"), _H),
    _word("rules", say("typed/use/rules"), say("typed/about/rules"), _H, _B, _T, *_S),
    _word("notation", say("typed/use/notation"), say("typed/about/notation"), _H, _B, _T, *_S),
    _word("help", say("typed/use/help"), say("typed/about/help"), _H, _B, _T, _L, *_S, also=("?",)),
    _word("language", say("typed/use/language"), say("typed/about/language"), _H, _B, _T, *_S),
    _word("quit", "", say("typed/about/quit"), _H, _B, _T, *_S, also=("exit", "bye")),
)  # fmt: skip


_WHERE: Final = {
    Place.HOME: say("typed/where/home"),
    Place.LOBBY: say("typed/where/lobby"),
    Place.TABLE: say("typed/where/table"),
    Place.LINE: say("typed/where/line"),
    Place.PRACTICE: say("typed/where/practice"),
    Place.LESSON: say("typed/where/lesson"),
}
_VALUES_IN_SMALL_LETTERS: Final = frozenset(
    {"again", "end", "log", "practice", "resume", "takeback", "tutorial", "wait"}
)
"""Commands followed by words of ours: who types the command in capitals types these so, too."""
_OPENING: Final = ("game=", "map=", "clock=", "beside", "private", "analysis")
_VALUES: Final = {
    **dict.fromkeys(("end", "takeback", "again"), ("yes", "no")),
    **dict.fromkeys(("bots", "open"), _OPENING),
    **dict.fromkeys(("tutorial", "rules", "notation"), ("game=",)),
    "practice": ("game=", "daily", "easy", "medium", "hard"),
    "games": ("more", "analysis"),
    "help": ("all", "cards", "game="),
    "host": ("name=",),
    "moves": ("all",),
    "reminders": ("code", "test", "stop"),
    "wait": ("turn", "start", "over"),
}
"""The words of ours that may follow a command; a name before a value has an equals sign."""
_JOIN_AGAIN: Final = _word("join", "", say("typed/about/join-again"), _H)
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
        name = fold(name).removeprefix("/")
        english = (word for word in self.words if name in (word.name, *word.other_names))
        told_names = (word for word in self.words if name in spellings(*words_of(word.name)))
        return next(english, None) or next(told_names, None)

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
        is_move = self.looks_like_move(line) if word is None else self._is_move(word, first, rest)
        if is_move:
            return Typed("move", line.strip(), start)
        if word is None:
            why = self._explain_unknown(first, choices)
            is_said = rest and self.place is Place.TABLE
            raise UserError(f"{why} {tell('typed/say-it')}" if is_said else why)
        value = rest.lower() if word.name in _VALUES_IN_SMALL_LETTERS else rest
        value = in_english(value, _VALUES.get(word.name, ()))
        return Typed(word.name, value, line.rindex(rest) if rest else len(line))

    def looks_like_move(self, line: str) -> bool:
        """Return whether a line begins as a move does, where moves can be typed.

        No command has a colon in its first word, as the notation of moves has.
        """
        if self._game is None or self.word("move") is None:
            return False
        return ":" in line.strip().partition(" ")[0] or self._game.looks_like_move(line)

    def _is_move(self, word: CommandWord, first: str, rest: str) -> bool:
        """Return whether a command is a move, such as ``pass``, or begins one.

        Where ``move`` is an action too, ``move liege lux`` is one, and ``move place lux`` is not.
        """
        if self._game is None:
            return False
        if self._game.first_choice(first) is None:
            return not rest and word.name in self._game.texts.move_words
        is_move = whole_move(self._game, rest) or self._game.looks_like_move(rest)
        return not (":" in rest or is_move)

    def usage_error(self, typed: Typed) -> UserError:
        """Return what is wrong with a command that is followed by something unexpected."""
        word = self.word(typed.name)
        assert word is not None
        return UserError(tell("typed/usage", usage=word.usage, about=word.description))

    def _explain_unknown(self, name: str, choices: Callable[[], Iterable[str]]) -> str:
        if means(name, "yes", "no") and self.word("moves") is not None:
            return tell("typed/nothing-asked")
        places = [other for other in Place if _can_be_typed(name, other, self._game)]
        if places:
            if self.place is Place.LINE:  # the app has no other line to type commands in
                return tell("typed/only-plain", name=name.lower())
            main = [place for place in places if place in (Place.LOBBY, Place.TABLE)]
            where = tuple(_WHERE[place] for place in main or places[:1])
            return tell("typed/only-there", name=name.lower(), places=where)
        names = [each for word in self.words for each in word.all_names]
        meant = did_you_mean(name.removeprefix("/"), [*names, *choices()])
        if not meant and self.word("moves") is not None:
            return tell("typed/no-move", name=quote(name))
        return f"{tell('typed/no-command', name=quote(name))}{meant} {tell('typed/help')}"


def _words_of_game(game: AnyGameUI | None) -> Iterator[CommandWord]:
    """Iterate over the command to move, with a game's example, and over the game's own commands."""
    example = "" if game is None else told(game.texts.move_help)
    about = f"{tell('typed/about/move')} {example}".rstrip()
    yield _word("move", say("typed/use/move"), about, _T, _L, *_S, also=("play",))
    if game is None:
        return
    texts = game.texts
    for name, description in texts.move_words.items():
        yield _word(name, "", description, _T, _L, *_S)
    for fact in texts.facts:
        yield _word(fact.name, fact.form, fact.description, _T, *_S, also=fact.other_names)


def _can_be_typed(name: str, place: Place, game: AnyGameUI | None) -> bool:
    """Return whether there is such a command at a place; without a game, in any game."""
    games = (game,) if game is not None else map(ui_of, shown_games())
    return any(CommandSet(place, each).word(name) is not None for each in games)
