"""King of Siam's moves, facts and results in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from types import MappingProxyType
from typing import Final

from textual.content import Content

from games.siam import FACTIONS, Move, Position, Siam
from siam_tui.appearance.style import Look
from siam_tui.games.game_texts import GameTexts, Length, MoveContext
from siam_tui.games.map_names import name_of_map
from siam_tui.games.siam import facts_text, move_text, results
from siam_tui.games.siam.consequences import leads, tell_advantage
from siam_tui.games.siam.facts import SiamView
from siam_tui.games.siam.move_options import last_winner
from siam_tui.games.siam.names import Places, name_record_winners, places, side_letters
from siam_tui.model.move_log import Chapter
from siam_tui.ui.text import styled
from texts import Message, Person, say, tell

_LENGTHS: Final[tuple[Length, ...]] = ("full", "short")


class SiamTexts(GameTexts[Siam, Position, Move]):
    """What King of Siam tells."""

    chapter = say("siam/chapter")
    forced = say("siam/forced")
    facts = facts_text.FACTS
    move_words = MappingProxyType({"pass": say("siam/typed-pass")})
    move_help = say("siam/move-help")
    notation = (
        say("siam/notation/move"),
        say("siam/notation/cards"),
        say("siam/notation/factions"),
        say("siam/notation/follower"),
        say("siam/notation/swap"),
        say("siam/notation/khon-thai"),
        say("siam/notation/1-vs-1"),
        say("siam/notation/2-vs-1"),
        say("siam/notation/reinforcement"),
        say("siam/notation/idle"),
        say("siam/notation/order"),
    )

    tell_start = staticmethod(facts_text.tell_start)
    tell_progress = staticmethod(facts_text.tell_progress)
    tell_situation = staticmethod(facts_text.tell_situation)
    tell_standing = staticmethod(facts_text.tell_standing)
    tell_own_turn = staticmethod(facts_text.tell_own_turn)
    tell_seat = staticmethod(facts_text.tell_seat)
    tell_board = staticmethod(facts_text.tell_board)
    tell_standings = staticmethod(facts_text.tell_standings)
    tell_outcome = staticmethod(results.tell_outcome)
    tell_scoring = staticmethod(results.tell_scoring)
    standings = staticmethod(results.standings)
    game_chart = staticmethod(results.game_chart)
    name_record_winners = staticmethod(name_record_winners)

    def name_move(
        self, game: Siam, move: Move, length: Length, name_seat: Callable[[int], str] | None = None
    ) -> str:
        """Return a move in words: card, action and follower taken."""
        return move_text.move_words(game.map, move, places(game.map, length))

    def advise_move(
        self, game: Siam, move: Move, name_seat: Callable[[int], str] | None = None
    ) -> str:
        """Return a move in whole words, such as ``pass``."""
        return move_text.advise_move(game, move)

    def describe_legal_move(
        self, game: Siam, move: Move, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did; a faction's letter is bound to the name of its province."""
        text = move_text.describe_move(game.map, move, places(game.map, length))
        letters = side_letters(game.map)[: len(FACTIONS)]
        return re.sub(rf"(?<= )([{letters}]{{1,2}}) ", "\\1\N{NO-BREAK SPACE}", text)

    def tell_move(
        self, game: Siam, move: Move, who: Person, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, or would do."""
        return move_text.tell_move(game, move, who)

    def tell_forced_move(self, who: Person) -> str:
        """Return why the table passed for somebody."""
        return tell("siam/told/no-card", who=who)

    def explain_advice(self, view: SiamView, move: Move) -> str:
        """Return which provinces would change sides, and a lead that the move wins or keeps."""
        before = view.position
        assert before is not None
        after = view.game.play(before, move)
        if move.card is not None:
            return tell_advantage(view.game, before, after, before.turn)
        if after.resolved > before.resolved:
            return tell("siam/advice/ends-struggle", result=last_winner(after))
        if not leads(view.game, before, before.turn):
            return ""
        return tell("siam/advice/keeps-lead", team=bool(view.game.teams(len(before.seats))))

    def describe_deficit(self, view: SiamView) -> str:
        """Return that the seat to move, or its team, trails if everyone passes."""
        position = view.position
        if position is None or position.over or leads(view.game, position, position.turn):
            return ""
        return tell("siam/deficit", team=bool(view.game.teams(len(position.seats))))

    def stages(self, view: SiamView) -> tuple[str, ...]:
        """Return which struggle goes on, and how the last one ended, with names ever shorter."""
        position, board = view.position, view.game.map
        if position is None or view.state.status == "open":
            return super().stages(view)
        if position.contested is None or view.state.status == "over":
            return (tell("siam/stage/over", map=name_of_map(board.title)),)
        stages = (_stage(view, position, names) for names in map(partial(places, board), _LENGTHS))
        return tuple(map(tell, stages))

    def title_forms(self, view: SiamView, look: Look) -> Iterator[Content]:
        """Iterate over where the game stands in fewer and fewer words, at last without the past."""
        yield from super().title_forms(view, look)
        position = view.position
        if position is not None and position.contested is not None:
            place = places(view.game.map, "short")[position.contested]
            yield Content(f" {tell('siam/stage/first', n=position.resolved + 1, place=place)}")

    def remaining(self, position: Position) -> str:
        """Return how many cards are left in all hands; empty if none is."""
        left = sum(seat.cards for seat in position.seats)
        return tell("siam/cards-left", n=left) if left else ""

    def chapter_title(self, view: SiamView, chapter: Chapter, length: Length = "short") -> str:
        """Return which struggle it is, and the province won in the end."""
        place = view.game.map.place(results.province_of(chapter))
        return tell("siam/struggle/title", n=chapter.before.resolved + 1, place=place)

    def chapter_end(self, view: SiamView, chapter: Chapter, length: Length = "short") -> str:
        """Return who won the province of a chapter."""
        province, board = results.province_of(chapter), view.game.map
        control = chapter.after.control(province)
        if control is None:
            return ""
        return tell("siam/struggle/end", side=board.side(control), place=board.place(province))

    def draw_chapter_end(self, view: SiamView, chapter: Chapter, width: int, look: Look) -> Content:
        """Return who won a province, by its id where its name has no room."""
        province = results.province_of(chapter)
        control = chapter.after.control(province)
        if control is None:
            return Content("")
        board = view.game.map
        who = Content.styled(
            f" {look.glyphs.flag} {tell(board.side(control))} ", look.palette.chips[control]
        )
        full, brief = (
            styled("siam/struggle/won", side=who, place=place)
            for place in (board.place(province), board.provinces[province].id)
        )
        return full if full.cell_length <= width else brief


def _stage(view: SiamView, position: Position, names: Places) -> Message:
    """Return which struggle goes on, and how the last one ended."""
    assert position.contested is not None
    n, place = position.resolved + 1, names[position.contested]
    if not position.resolved or view.state.status != "running":
        return say("siam/stage/first", n=n, place=place)
    last = position.queue[position.resolved - 1]
    control = position.control(last)
    assert control is not None
    side = view.game.map.side(control)
    return say("siam/stage/later", n=n, place=place, last=names[last], side=side)


TEXTS: Final = SiamTexts()
