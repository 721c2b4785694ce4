"""Recorded games told whole: to a player in text mode, and to a spectator by the screen's log."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from attrs import evolve

from games.contract import GameError
from games.record import Record
from games.registry import spec_of
from protocol.states import SeatState
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import see
from siam_tui.plain.guided_move import tell_hint
from siam_tui.plain.table_news import tell_news, tell_seats, tell_start
from siam_tui.profile.user_error import UserError
from siam_tui.table.log_lines import log_lines
from siam_tui.table.move_draft import MoveDraft
from siam_tui.typed.moves import read_move
from siam_tui.ui.text import reason
from tests.siam_tui.table.stage import Stage
from texts import speaking

WIDTH = 100
LOOK = Look()
NO_MOVES = ("L:", "Z:AYU", "build:X@LIE", "place:A9", "9:CAS", "take", "pass pass", "order:1,1")
"""Lines that are no move in any game, or a damaged one."""


def entries_of(record, positions):
    """The moves as a table logs them: forced ones are the table's; a clock and a bot have one."""
    stage = Stage(record.game, positions, [*map(record.game.format_move, record.moves)], ())
    made = [
        evolve(entry, by="table") if forced else entry
        for entry, forced in zip(stage.entries(), record.forced, strict=True)
    ]
    own = [place for place, each in enumerate(made) if each.seat == 0 and each.by == "player"]
    other = [place for place, each in enumerate(made) if each.seat == 1 and each.by == "player"]
    for place, by in (own[-2], "clock"), (own[-3], "stand_in"), (other[-2], "clock"):
        made[place] = evolve(made[place], by=by)
    return tuple(made)


@dataclass(frozen=True)
class ToldGame:
    """A game that is told in one language after the other; the first seat reads it."""

    record: Record

    @cached_property
    def positions(self):
        return [*self.record.replay()]

    @cached_property
    def entries(self):
        return entries_of(self.record, self.positions)

    def _views(self, me):
        """What somebody sees after each move."""
        game, seats = self.record.game, self.record.seats[: self._players]
        stage = Stage(
            game,
            self.positions,
            [],
            tuple(SeatState("person", f"key-{n}", name) for n, name in enumerate(seats)),
            me=me,
            host="key-1",
        )
        last = len(self.record.moves)
        for ply in range(last + 1):
            stage.positions = self.positions[: ply + 1]
            now = evolve(stage.state(), ply=ply, status="over" if ply == last else "running")
            yield see(now, me)

    @property
    def _players(self):
        spec, count = spec_of(self.record.game.name), len(self.record.seats)
        return next(n for n in spec.players if spec.count_seats(n) == count)

    @cached_property
    def own_views(self):
        return [*self._views("key-0")]

    @cached_property
    def watched_views(self):
        return [*self._views("key-nobody")]

    @cached_property
    def refusals(self):
        """Moves that cannot be played at some point of the game: one for each reason."""
        game, found = self.record.game, {}
        for view in [each for each in self.own_views if each.my_turn][::3]:
            for move in dict.fromkeys(map(game.format_move, self.record.moves)):
                try:
                    game.check(view.position, game.parse_move(move))
                except GameError as error:
                    found.setdefault(reason(error).id, (view, move))
        return [*found.values(), *((view, line) for line in NO_MOVES)]

    def log(self, end):
        game = self.record.game
        start = game.format(game.view(self.positions[0], None))
        return MoveLog(1, start, 0, self.entries[:end])

    def tell(self, language):
        """Return the whole text, in its parts."""
        with speaking(language):
            parts = {
                "The game as its first player is told it in text mode": self._told_to_player(),
                "What the player may ask in the middle of the game": self._answers(),
                "The questions, answers and hints while moves are made": self._questions(),
                "The log on a spectator's screen": self._log_of_spectator(),
                "The end, to a spectator": self._end(),
                "Moves that are refused": self._refusals(),
            }
            return "\n".join(
                f"## {title}\n\n" + "".join(f"{line}\n" for line in lines)
                for title, lines in parts.items()
            )

    def _told_to_player(self):
        views = self.own_views
        yield from tell_seats(views[0])
        yield from tell_start(views[0])
        for ply, (before, now) in enumerate(pairwise(views)):
            told = tell_news(
                before,
                now,
                self.entries[ply : ply + 1],
                now.game.view(self.positions[ply], 0),
                log=self.log(ply + 1),
            )
            yield from told

    def _answers(self):
        for view in (self.own_views[len(self.entries) // 2], self.watched_views[-1]):
            yield from tell_seats(view)
            for fact in ui_of(view.game.name).texts.facts:
                yield f"> {fact.name}"
                try:
                    yield from fact.answer(view, "")
                except (UserError, GameError) as error:
                    yield str(error)

    def _questions(self):
        """Yield what is new of each move's making: a question is asked many times."""
        told = set()
        for view, move in zip(self.own_views, self.record.moves, strict=False):
            if view.my_turn:
                lines = dict.fromkeys(filter(None, self._making(view, move)))
                yield from (line for line in lines if line not in told)
                told.update(lines)

    def _making(self, view, move):
        ui, game = ui_of(view.game.name), view.game
        builder = ui.move_builder(game, view.position, view.seat_names)
        draft = MoveDraft(builder, game)
        for choice in (*builder.choices_of([move]), None):
            prompt = draft.prompt
            yield prompt.question
            yield from (prompt.longer, *prompt.change[:1])
            for option in draft.options:
                label = option.full or option.label
                about = " - ".join(filter(None, (label, option.explanation)))
                yield f"  {option.key}  {about}".rstrip()
            if choice is not None:
                draft.choose(choice)
        advice, deficit = ui.texts.explain_advice(view, move), ui.texts.describe_deficit(view)
        yield from (advice, deficit)
        yield from tell_hint(view, view.position, [game.format_move(move)])

    def _log_of_spectator(self):
        view = self.watched_views[-1]
        yield from (each.plain for each in log_lines(self.log(None), view, WIDTH, LOOK))

    def _end(self):
        view = self.watched_views[-1]
        texts = ui_of(view.game.name).texts
        yield from (each.plain for each in texts.title_forms(view, LOOK))
        yield texts.result(view)
        yield from texts.tell_result(view)
        yield from (each.plain for each in texts.standings(view, WIDTH, LOOK))
        yield from (each.plain for each in texts.game_chart(self.log(None), view, WIDTH, LOOK))
        yield texts.record_result(self.record.result, view.seat_names)

    def _refusals(self):
        for view, move in self.refusals:
            yield f"> {move}"
            try:
                ahead = spec_of(view.game.name).completions(view.game, view.position)
                read_move(view.game, view.position, ahead, move)
            except UserError as error:
                yield str(error)
