"""What can be asked in a dialogue: help, rules, facts of a table, and what to type next. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

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
from siam_tui.rules.rules_text import rules_text, summary_text, titles_of
from siam_tui.terminal.wrapped_text import WholeLine
from siam_tui.typed.commands import CommandSet, CommandWord, Place, Typed
from siam_tui.typed.help_topics import help_topics
from siam_tui.typed.moves import begins_move
from siam_tui.typed.words import means
from siam_tui.ui.text import did_you_mean, fold, spellings, told
from texts import speaking, tell

_WITH_OPTIONS = ("bots", "open")
"""Commands that the options of each game are listed for."""
_UNBROKEN = 10_000
"""Characters a line may have if the reader's own program breaks it."""
_CARDS: Final = ("cards", "card", "actions", "spaces")
"""What may be typed after help to be told what each card or action does."""
_TABLES: Final = frozenset({Place.TABLE, Place.PRACTICE, Place.LESSON})


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
    topics = list(help_topics(commands, game))
    topic = next((each for each in topics if means(about, each.id)), None)
    word = commands.word(about)
    if not about:
        yield from now
        yield from _tell_topics(commands, [each.heading for each in topics])
        yield tell("plain/help/more", topic=topics[0].name)
    elif about == "all":
        yield tell("plain/help/all")
        yield from map(_explain, commands.words)
    elif topic is not None:
        yield from map(_explain, topic.words)
    elif word is not None:
        yield from _explain_whole(word)
    elif about in _CARDS and commands.place in _TABLES:
        yield from tell_reference(game)
    elif commands.place in _TABLES and (found := list(_tell_card(about, game))):
        yield from found
    else:
        names = [
            *(name for each in topics for name in (each.name, each.id)),
            *(name for each in commands.words for name in each.all_names),
        ]
        meant = did_you_mean(about, names)
        raise UserError(tell("plain/help/none", name=quote(about), meant=meant))


def _tell_topics(commands: CommandSet, headings: Sequence[str]) -> Iterator[str]:
    yield from headings
    if commands.place in _TABLES:
        yield tell("plain/help/cards")


def tell_reference(game: AnyGameUI) -> Iterator[str]:
    """Iterate over what each card or action of a game does."""
    return (f"{name}. {about}" for name, about in game.rules.tell_reference())


def _tell_card(about: str, game: AnyGameUI) -> Iterator[str]:
    """Iterate over what a card or an action does; over all where it is one without a line."""
    told_now = list(game.rules.tell_reference())
    with speaking("en"):
        english = [name for name, _ in game.rules.tell_reference()]
    names = {
        name: spellings(name, other) for (name, _), other in zip(told_now, english, strict=True)
    }
    exact = {name for name, both in names.items() if fold(about) in both}
    words = set(fold(about).split())
    named = exact or {
        name
        for name, both in names.items()
        if words and any(words <= set(each.split()) for each in both)
    }
    for name, does in told_now:
        if name in named or (not named and begins_move(game, about) is not None):
            yield f"{name}. {does}"


def _explain(word: CommandWord) -> str:
    return f"{word.usage}. {word.description}"


def _explain_whole(word: CommandWord) -> Iterator[str]:
    """Iterate over all there is to say about one command."""
    others = tuple(name for name in word.all_names if name != word.shown)
    also = f" {tell('plain/help/also', names=others)}" if others else ""
    yield f"{_explain(word)}{also}"
    if word.name in _WITH_OPTIONS:
        yield from map(_describe_game, shown_games())


def _describe_game(name: str) -> str:
    """Return how many can play a game, and what maps and options it has."""
    spec = spec_of(name)
    told = [tell("plain/help/game", name=name, title=spec.title, players=tuple(spec.players))]
    if spec.maps:
        told.append(tell("plain/help/maps", maps=tuple(spec.maps)))
    told += [
        tell("plain/help/option", name=each.name, about=each.description) for each in spec.options
    ]
    return " ".join(told)


def _tell_rules(guide: RulesGuide[Any], about: str) -> Iterator[str]:
    """Iterate over the rules: on one page, or the chapters asked for.

    Raises:
        UserError: no chapter's title has these words.
    """
    if about:
        found = rules_text(guide, _UNBROKEN, None, about.split())
        if not found:
            meant = did_you_mean(about, chain(*titles_of(guide)))
            raise UserError(tell("plain/rules/no-chapter", meant=meant))
        yield from (line.strip() for line in found.splitlines() if line.strip("= "))
        return
    yield from filter(None, summary_text(guide, _UNBROKEN).splitlines())
    yield tell("plain/rules/more", titles=tuple(chapter.title for chapter in guide.chapters()))


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
        raise UserError(tell("plain/not-begun"))
    return view.position


def tell_left(visit: DoorVisit | None) -> str:
    """Return what is told to who has just come home, which offers less to a visitor."""
    return tell("plain/home/left" if visit is None else "plain/home/visitor-left")


def tell_nowhere(visit: DoorVisit | None) -> str:
    """Return where somebody at home is."""
    return tell("plain/home/nowhere" if visit is None else "plain/home/visitor-nowhere")


def tell_home_steps(visit: DoorVisit | None, game: str) -> str:
    """Return what to type at home.

    Args:
        visit: how a visitor came.
        game: the title of the game chosen last.
    """
    return tell("plain/home/visitor-steps") if visit else tell("plain/home/steps", game=game)


def tell_next_steps(view: TableView) -> list[str]:
    """Return what the person may want to do now; on their turn what they are asked."""
    if view.my_turn:
        return list(texts_of(view).tell_own_turn(view))[-1:]
    return [tell_turn(view), *_tell_more_steps(view)]


def _tell_more_steps(view: TableView) -> Iterator[str]:
    status = view.state.status
    if status == "open" and view.free_seats:
        if view.host or not view.seated:
            yield tell("plain/next/host" if view.host else "plain/next/take")
    elif status == "open" and view.host:
        yield tell("plain/next/start")
    elif status == "running":
        yield tell("plain/next/wait")
