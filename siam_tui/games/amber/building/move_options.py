"""The moves of Reino de Ámbar as they are built at a table: keys, labels and questions."""

from __future__ import annotations

from dataclasses import replace

from games.amber.constants import (
    ACES,
    AREA_SUITS,
    CARD_SUITS,
    CARDS,
    PAWNS,
    PROBLEM_SUITS,
)
from siam_tui.games.amber.building.consequences import tell_draft
from siam_tui.games.amber.building.move_builder import Builder
from siam_tui.games.amber.building.prompts import (
    area_label,
    attempt_label,
    card_label,
    keep_label,
    last_words,
    question,
    solution_label,
    words_so_far,
)
from siam_tui.games.amber.choice_kinds import (
    AREA_KINDS,
    CROWN_KEY,
    DECLINE_KEY,
    PAWN_KEY,
    PROBLEM_KEYS,
    TAKE_KEY,
    Kind,
    card_choice,
    key_of_card,
)
from siam_tui.games.amber.names import area_noun, card_noun, problem_noun
from siam_tui.games.move_builder import Choice, Draft, MoveOption, MovePrompt, Path
from texts import Person, tell


class AmberMoveBuilder(Builder):
    """The choices of the seat that decides, with keys, names and questions.

    >>> from games.amber import Amber
    >>> game = Amber()
    >>> position = game.new(players=2, seed=5)
    >>> builder = AmberMoveBuilder(game, position)
    >>> draft = builder.choose(builder.empty, Choice(Kind.CARD, 3))
    >>> draft = builder.choose(draft, Choice(Kind.AREA, 6))
    >>> game.format_move(builder.move(draft))
    'V:BOR'
    """

    def options(self, draft: Draft) -> tuple[MoveOption, ...]:
        """Return the choices a draft may be continued with, and those that change it."""
        cards = self.other_cards(draft)
        others = set(self.alternatives(draft)) | set(self.amendments(draft))
        return tuple(
            replace(
                self._option(draft, choice, instead=choice in others, in_bar=choice not in cards),
                is_instead=choice in others,
            )
            for choice in self.choices(draft)
        )

    def prompt(self, draft: Draft, filled: Path = ()) -> MovePrompt:
        """Return the move so far, and what is asked next."""
        asked, change = question(self, draft), tell_draft(self, draft)
        if filled:
            only = tell("amber/so-far/only", choice=words_so_far(self, filled))
            asked = f"{only} {asked}".rstrip()
        told = words_so_far(self, draft.choices)
        if self.position.step == "solve" and (problem := self._awarded()) is not None:
            told = " > ".join(filter(None, (tell(problem_noun(problem)), told)))
        move, keys = self.move(draft), self._keys_of_last(draft, len(filled))
        if move is None or not draft.choices:
            begun = told and f"{told}..."
            return MovePrompt(begun, "", last_words(begun), asked, change, filled_keys=keys)
        notation = " ".join(map(self.game.format_move, self.progress(draft).moves))
        both = told if told == notation else f"{told}  {notation}"
        return MovePrompt(told, both, last_words(told), asked, change, filled_keys=keys)

    def _keys_of_last(self, draft: Draft, count: int) -> tuple[str, ...]:
        """Return the keys of so many last choices of a draft, each as it was offered."""
        choices = draft.choices
        return tuple(
            self._option(Draft(choices[:made]), choices[made], instead=False, in_bar=False).key
            for made in range(len(choices) - count, len(choices))
        )

    # Why a choice cannot be made

    def explain_key(self, draft: Draft, key: str) -> str:
        """Return why a key makes no choice now; digits are areas, E F G Problems."""
        if key in ACES or key == PAWN_KEY:
            pawn = self.position.seats[self.position.turn or 0].pawn
            return self.explain_choice(draft, card_choice(key if key in ACES else pawn or "H"))
        if key.isascii() and key.isdigit() and 0 < int(key) <= len(self.position.places):
            kinds = {choice.kind for choice in self.choices(draft)}
            kind = next(iter(kinds & AREA_KINDS), None)
            if kind is not None:
                place = self.position.places[int(key) - 1]
                return self.explain_choice(draft, Choice(kind, place))
        return self._what_instead(draft)

    def explain_choice(self, draft: Draft, choice: Choice) -> str:
        """Return why a card, an area or a Problem cannot be chosen now."""
        if choice.kind is Kind.CARD:
            if self.position.step != "act":
                return f"{tell('amber/why/no-card')} {self._what_instead(draft)}"
            return tell("amber/why/played", card=card_noun(CARDS[choice.value]))
        if choice.kind in AREA_KINDS:
            return self._explain_area(draft, choice) or self._what_instead(draft)
        if choice.kind is Kind.PROBLEM and self.position.step == "declare":
            return tell("amber/why/no-gold", key=DECLINE_KEY)
        return self._what_instead(draft)

    def _explain_area(self, draft: Draft, choice: Choice) -> str:
        """Return why an area cannot be chosen; empty if none is asked for."""
        progress = self.progress(draft)
        asked = {each.kind for each in self.choices(draft)} & AREA_KINDS
        if not asked:
            return ""
        area, kind = area_noun(choice.value), next(iter(asked))
        here = progress.here
        if kind is Kind.AREA:
            return self._explain_suit(draft, choice.value)
        if kind is Kind.ORIGIN and not here.on_area(here.turn, choice.value):
            return tell("amber/why/no-marker", area=area)
        if kind in (Kind.ORIGIN, Kind.GOAL):
            return tell("amber/why/same-area", area=area)
        if kind is Kind.CONFIDANT:
            return tell("amber/why/confidant-there", area=area)
        return tell("amber/why/nobody-else", area=area)

    def _explain_suit(self, draft: Draft, area: int) -> str:
        """Return that a card or a Problem does not lead to an area."""
        noun = area_noun(area)
        chosen = [each for each in draft.choices if each.kind in (Kind.CARD, Kind.PROBLEM)]
        last = chosen[-1] if chosen else None
        if last is not None and last.kind is Kind.CARD:
            card = CARDS[last.value]
            if not CARD_SUITS[card] & AREA_SUITS[area]:
                is_pawn = card in PAWNS
                return tell("amber/why/card-suit", card=card_noun(card), is_pawn=is_pawn, area=noun)
            return tell("amber/why/no-way", area=noun)
        problem = last.value if last is not None else self._awarded()
        if problem is not None and not PROBLEM_SUITS[problem] & AREA_SUITS[area]:
            return tell("amber/why/problem-suit", problem=problem_noun(problem), area=noun)
        return tell("amber/why/no-way", area=noun)

    def _awarded(self) -> int | None:
        found = (each.problem for each in self.position.row if each.winner == self.position.turn)
        return next(found, None)

    def _what_instead(self, draft: Draft) -> str:
        kinds = {choice.kind for choice in self.next_choices(draft)}
        if Kind.CARD in kinds:
            return tell("amber/why/choose-card")
        if Kind.PROBLEM in kinds:
            return tell("amber/why/choose-problem")
        if kinds & AREA_KINDS:
            return tell("amber/why/choose-area")
        if kinds:
            return tell("amber/why/choose-key")
        return tell("amber/why/complete")

    # Options

    def _option(  # noqa: PLR0911 - a line for each kind of choice
        self, draft: Draft, choice: Choice, *, instead: bool, in_bar: bool
    ) -> MoveOption:
        value = choice.value
        match choice.kind:
            case Kind.CARD:
                card = CARDS[value]
                name = tell(card_noun(card), form="start")
                told = card_label(self.position, card, self.other_player)
                key, word = key_of_card(card), card.lower()
                if not in_bar:
                    return MoveOption(choice, key, "", word=word, name=name, in_bar=False)
                return MoveOption(choice, key, name, word=word, name=name, explanation=told)
            case Kind.PROBLEM:
                return self._problem_option(draft, choice, instead=instead)
            case Kind.TAKE:
                told = tell("amber/option/take-instead") if instead else keep_label(self, draft)
                name = tell("amber/so-far/take")
                return MoveOption(choice, TAKE_KEY, told, word="take", name=name)
            case Kind.CROWN:
                told = tell("amber/option/crown-instead" if instead else "amber/option/crown")
                name = tell("amber/so-far/crown")
                return MoveOption(choice, CROWN_KEY, told, word="crown", name=name)
            case Kind.PASS:
                is_attempt = self.position.step == "declare"
                told = tell("amber/so-far/pass" if is_attempt else "amber/option/no-marker")
                return MoveOption(choice, DECLINE_KEY, told, word="pass", name=told)
            case Kind.COUNT:
                told, word = tell("amber/option/count", n=value), "one" if value == 1 else "two"
                return MoveOption(choice, "0", told, word=word, name=told)
            case Kind.SEAT:
                told = tell("amber/option/seat-instead", who=Person(self.name_seat(value)))
                return MoveOption(choice, "0", told, word="other", name=told)
        place, area = str(self.position.place_of(value)), area_noun(value)
        name, brief = tell(area, form="bare"), tell(area, form="short")
        label = (
            tell("amber/option/instead", what=name) if instead else area_label(self, draft, choice)
        )
        return MoveOption(choice, place, label, word=place, name=name, brief=brief)

    def _problem_option(self, draft: Draft, choice: Choice, *, instead: bool) -> MoveOption:
        """Return the choice of a Problem, with how an attempt stands or what it is worth."""
        here, value = self.progress(draft).here, choice.value
        row = [each.problem for each in self.position.row] if instead else here.row
        name, line = tell(problem_noun(value)), row.index(value)
        key, word = PROBLEM_KEYS[line], str(line + 1)
        if instead:
            label = tell("amber/option/instead", what=name)
            return MoveOption(choice, key, label, word=word, name=name)
        if here.step != "declare":
            return MoveOption(choice, key, solution_label(value), word=word, name=name)
        return MoveOption(
            choice, key, name, word=word, name=name, explanation=attempt_label(self, value)
        )
