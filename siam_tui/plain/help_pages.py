"""What can be asked in a dialogue: help, rules, facts of a table, and what to type next. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.quoting import quote
from games.registry import spec_of
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.games.study import RulesGuide
from siam_tui.games.terms_text import terms_of
from siam_tui.model.start import DoorVisit
from siam_tui.model.table_view import TableView
from siam_tui.plain.table_news import tell_seats, tell_turn, texts_of
from siam_tui.profile.user_error import UserError
from siam_tui.rules.rules_text import rules_text, summary_text
from siam_tui.terminal.wrapped_text import WholeLine
from siam_tui.typed.commands import CommandSet, CommandWord, Place, Typed
from siam_tui.typed.help_topics import help_topics
from siam_tui.typed.moves import begins_move
from siam_tui.ui.text import did_you_mean, fold, listed, told

_WITH_OPTIONS = ("bots", "open")
"""Commands that the options of each game are listed for."""
_UNBROKEN = 10_000
"""Characters a line may have if the reader's own program breaks it."""
_CARDS: Final = ("cards", "card", "actions", "spaces")
"""What may be typed after help to be told what each card or action does."""
_TABLES: Final = frozenset({Place.TABLE, Place.PRACTICE, Place.LESSON})
_CARDS_HEADING: Final = "Cards: what each card or action does."
_NO_HELP: Final = "You cannot type {name} here.{meant} Type help for all you can type."
_MORE: Final = (
    "Type help with a topic, such as help {topic}, or with a command. help all explains everything."
)


def read_pages(
    typed: Typed, commands: CommandSet, game: AnyGameUI, now: Sequence[str] = ()
) -> list[str]:
    """Return what there is to read about something, a paragraph a line.

    Args:
        typed: the command: ``help``, ``rules`` or ``notation``.
        commands: the commands that can be typed.
        game: the game whose rules and notation are asked for.
        now: what the person may want to type now: sentences that begin the help.

    Raises:
        UserError: help is asked about a command that cannot be typed here.
    """
    match typed.name:
        case "rules":
            return list(_tell_rules(game.rules, typed.rest))
        case "notation":
            return list(map(told, game.texts.notation))
    return list(_tell_help(typed.rest.lower(), commands, game, now))


def _tell_help(
    about: str, commands: CommandSet, game: AnyGameUI, now: Sequence[str]
) -> Iterator[str]:
    """Iterate over the topics, or over the commands of what is asked about.

    Raises:
        UserError: there is neither a topic nor a command of this name.
    """
    topics = {topic.name: topic for topic in help_topics(commands, game)}
    word = commands.word(about)
    if not about:
        yield from now
        yield from _tell_topics(commands, [topic.heading for topic in topics.values()])
        yield _MORE.format(topic=next(iter(topics)))
    elif about == "all":
        yield "You can type here:"
        yield from map(_explain, commands.words)
    elif about in topics:
        yield from map(_explain, topics[about].words)
    elif word is not None:
        yield from _explain_whole(word)
    elif about in _CARDS and commands.place in _TABLES:
        yield from tell_reference(game)
    elif commands.place in _TABLES and (found := list(_tell_card(about, game))):
        yield from found
    else:
        names = [*topics, *(name for each in commands.words for name in each.all_names)]
        raise UserError(_NO_HELP.format(name=quote(about), meant=did_you_mean(about, names)))


def _tell_topics(commands: CommandSet, headings: Sequence[str]) -> Iterator[str]:
    yield from headings
    if commands.place in _TABLES:
        yield _CARDS_HEADING


def tell_reference(game: AnyGameUI) -> Iterator[str]:
    """Iterate over what each card or action of a game does."""
    return (f"{name}. {about}" for name, about in game.rules.tell_reference())


def _tell_card(about: str, game: AnyGameUI) -> Iterator[str]:
    """Iterate over what a card or an action does; over all where it is one without a line."""
    names, words = [name for name, _ in game.rules.tell_reference()], set(fold(about).split())
    exact = {name for name in names if fold(name) == fold(about)}
    named = exact or {name for name in names if words and words <= set(fold(name).split())}
    for name, does in game.rules.tell_reference():
        if name in named or (not named and begins_move(game, about) is not None):
            yield f"{name}. {does}"


def _explain(word: CommandWord) -> str:
    return f"{word.usage}. {word.description}"


def _explain_whole(word: CommandWord) -> Iterator[str]:
    """Iterate over all there is to say about one command."""
    also = f" Also {', '.join(word.other_names)}." if word.other_names else ""
    yield f"{_explain(word)}{also}"
    if word.name in _WITH_OPTIONS:
        yield from map(_describe_game, shown_games())


def _describe_game(name: str) -> str:
    """Return how many can play a game, and what maps and options it has."""
    spec = spec_of(name)
    players = listed([str(number) for number in spec.players], "or")
    maps = f" Maps: {listed(spec.maps)}." if spec.maps else ""
    options = "".join(f" Option {each.name}: {each.description}" for each in spec.options)
    return f"game={name}: {spec.title}, for {players} players.{maps}{options}"


def _tell_rules(guide: RulesGuide[Any], about: str) -> Iterator[str]:
    """Iterate over the rules: on one page, or the chapters asked for.

    Raises:
        UserError: no chapter's title has these words.
    """
    if about:
        found = rules_text(guide, _UNBROKEN, None, about.split())
        if not found:
            meant = did_you_mean(about, [chapter.title for chapter in guide.chapters()])
            raise UserError(f"No chapter has this title.{meant} Type rules for all chapters.")
        yield from (line.strip() for line in found.splitlines() if line.strip("= "))
        return
    yield from filter(None, summary_text(guide, _UNBROKEN).splitlines())
    titles = ", ".join(chapter.title for chapter in guide.chapters())
    yield f"There is more, with examples: type rules and words of a chapter's title. {titles}."


def answer_question(
    typed: Typed, commands: CommandSet, view: TableView, left: Mapping[int, float] | None = None
) -> Iterator[str]:
    """Return the sentences that answer a question.

    Args:
        typed: the question.
        commands: the commands that can be typed.
        view: the table.
        left: the seconds each person's clock has left, if the table has clocks.

    Raises:
        UserError: it is no question, or the game has not begun.
    """
    if typed.name == "seats":
        return tell_seats(view, left)
    if typed.name == "terms":
        return iter(terms_of(view))
    if typed.name == "reference":
        return tell_reference(ui_of(view.game.name))
    if typed.name == "status":
        return tell_status(view)
    position = position_of(view)
    if typed.name == "position":
        return iter([WholeLine(view.game.format(position))])
    facts = {fact.name: fact.answer for fact in texts_of(view).facts}
    if typed.name not in facts:
        raise commands.usage_error(typed)
    return facts[typed.name](view, typed.rest)


def tell_status(view: TableView) -> Iterator[str]:
    """Iterate over where the game stands, and whose turn it is."""
    if view.position is not None:
        yield from texts_of(view).tell_situation(view)
    yield tell_turn(view)


def position_of(view: TableView) -> Any:  # noqa: ANN401 - any game's
    """Return the position.

    Raises:
        UserError: there is none yet.
    """
    if view.position is None:
        raise UserError("The game has not begun.")
    return view.position


class HomeSteps(NamedTuple):
    """What is told at home.

    Attributes:
        left: to who has just come there.
        nowhere: where the person is.
        now: what to type, with a place for the title of a game.
    """

    left: str
    nowhere: str
    now: str


_HOME: Final = HomeSteps(
    "You have left. Type bots, host, join, watch, tutorial, practice or quit.",
    "You are in no lobby. Type bots, waiting, host, lobbies, join, watch, tutorial or practice.",
    "Type bots to play against a bot, or tutorial to learn {game}. Type waiting for the games that "
    "wait for you, and lobbies to see who plays on this network. If you have an invite link, type "
    "join and the link.",
)
_HOME_OF_VISITOR: Final = HomeSteps(
    "You have left. Type join, bots, tutorial, practice or quit.",
    "You are in no lobby. Type join, bots, tutorial or practice.",
    "Type join to go back to the lobby, bots to play against a bot, or tutorial.",
)
_HOST: Final = "Type bot to seat a bot, and link to invite somebody."
_START: Final = "Type start to begin."
_TAKE: Final = "Type take to take a free seat."
_WAIT: Final = "Type look for the board, and status for where the game stands."


def home_steps(visit: DoorVisit | None) -> HomeSteps:
    """Return what is told at home, which offers less to a visitor."""
    return _HOME if visit is None else _HOME_OF_VISITOR


def tell_next_steps(view: TableView) -> list[str]:
    """Return what the person may want to do now; on their turn what they are asked."""
    if view.my_turn:
        return list(texts_of(view).tell_own_turn(view))[-1:]
    match view.state.status:
        case "open" if view.free_seats:
            more = [_HOST] if view.host else [] if view.seated else [_TAKE]
        case "open":
            more = [_START] if view.host else []
        case "running":
            more = [_WAIT]
        case _:
            more = []
    return [tell_turn(view), *more]
