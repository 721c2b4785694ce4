"""A hint for somebody who has begun a move: it goes on from there, or says why it cannot."""

from __future__ import annotations

from typing import Final, NamedTuple

from siam_tui.table.move_draft import MoveDraft
from siam_tui.typed.option_words import answer_name, option_name


class HintForms(NamedTuple):
    """The sentences of one kind of hint.

    Attributes:
        next: names the next choice.
        rest: names all keys or words that are left.
        done: says that only the sending is left.
        elsewhere: stands before the usual hint where the choices made do not lead to the move.
    """

    next: str
    rest: str
    done: str
    elsewhere: str


BY_KEYS: Final = HintForms(
    "So far it is right. Go on with {name}, key {key}. H tells all keys.",
    "So far it is right. Keys for the rest: {keys} Enter.",
    "It is right: Enter sends it.",
    "What you have chosen leads to another move. Esc steps back. {hint}",
)
TYPED: Final = HintForms(
    "So far it is right. Go on with {answer}.",
    "So far it is right. Go on with {answer}.",
    "It is right: type yes.",
    "What you have chosen leads to another move. Type back or cancel. {hint}",
)


def hint_from_draft(
    draft: MoveDraft, solution: str, hint: str, forms: HintForms, *, again: bool = False
) -> str:
    """Return a hint at a move that fits the choices made.

    Args:
        draft: the choices made.
        solution: the move, in the notation.
        hint: the hint for somebody who has chosen nothing.
        forms: its sentences.
        again: whether the same was asked before.
    """
    if not draft.is_begun:
        return hint
    way = draft.way_to(solution)
    if way is None:
        return forms.elsewhere.format(hint=hint)
    if not way:
        return forms.done
    first, keys = way[0], " ".join(each.key for each in way)
    form = forms.rest if again else forms.next
    name, answer = option_name(first), answer_name(first)
    return form.format(name=name, key=first.key, keys=keys, answer=answer)
