"""The bar of a table: where its parts stand, its lines of text, and the widget that shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from siam_tui.appearance.cells import cut_text, pad_end, text_width
from siam_tui.appearance.style import Look
from siam_tui.table.bar.options import Bar, Option, ScreenAction
from siam_tui.ui.fitting import first_fit
from siam_tui.ui.text_line import DiffedText
from texts import tell

INDENT = 1
GAP = 2
WIDE = 108
"""Characters from which a bar shows its rows."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An option and the characters it takes."""

    option: Option
    y: int
    xs: range
    text: str


_LEAST_TITLE = 24
"""Characters that a request of another player leaves to the title."""
_APART = " │ "
"""Stands between a notice and a question in one line: both are sentences."""
_CUT = "…"
"""Stands at the end of an option that has no room."""


def _asked(bar: Bar, size: Size, look: Look) -> list[Content]:
    """Return a notice, what a move changes and the question, below each other or side by side.

    Where there is no room for all, a notice goes first and the change last. A notice takes the
    place of the question rather than that of the options. The two share a line only to leave room
    for the options.
    """
    width, room = max(10, size.width - 2 * INDENT), size.height - 2
    own = look.palette.strong if bar.own else ""
    if bar.lines:
        return _read(bar, width, size.height - 2, look)
    question = [Content.styled(line.plain, own) for line in _fitting_question(bar, width, size)]
    if bar.change and not bar.notice:
        return _with_change(bar.change, question, width, room)
    if not bar.notice:
        return question
    notice = [
        Content.styled(line.plain, look.palette.alarm) for line in Content(bar.notice).wrap(width)
    ]
    both = [*notice, *question]
    fits, tells_all = len(both) <= room, _tells_all(bar, size, both)
    if fits and tells_all:
        return both
    if len(notice) == len(question) == 1:
        beside = Content(_APART).join((notice[0], question[0]))
        if beside.cell_length <= width:
            return [beside]
    return both if fits and not _tells_all(bar, size, notice) else notice


def _fitting_question(bar: Bar, width: int, size: Size) -> list[Content]:
    """Return the lines of the fullest form of the question that has room.

    The usual form and briefer ones may take the line of the options, whose keys are known.
    """
    fuller, usual = (
        [Content(form).wrap(width) for form in forms]
        for forms in (bar.fuller, (bar.question, *bar.briefer))
    )
    fitting = [form for form in fuller if len(form) <= size.height - 2 and size.width >= WIDE]
    fitting += [form for form in usual if len(form) < size.height]
    return [*fitting, usual[-1]][0]


def _tells_all(bar: Bar, size: Size, asked: Sequence[Content]) -> bool:
    """Return whether all options and what they do have room below these lines."""
    listed = tuple(option for option in bar.options if option.is_listed)
    placed = list(_flow(listed, _told, size.width, 1 + len(asked)))
    return not placed or placed[-1].y < size.height


def _with_change(
    forms: Sequence[str], question: list[Content], width: int, room: int
) -> list[Content]:
    """Return what a move changes before the question, in the same line if both fit into it."""
    if not any(question):
        question = []
    for form in forms:
        if len(question) == 1 and text_width(form) + 1 + question[0].cell_length <= width:
            return [Content(" ").join((Content(form), question[0]))]
        told = [line.rstrip() for line in Content(form).wrap(width)]
        if len(told) + len(question) <= room:
            return [*told, *question]
    return question


def _read(bar: Bar, width: int, room: int, look: Look) -> list[Content]:
    """Return what is to be read, in so many lines; a notice comes first.

    Rows are for wide screens. Where there is no room for all of them, the sentences above them make
    room, the first one first. Otherwise the last sentences are left out.
    """
    noted = [Content.styled(bar.notice, look.palette.alarm)] if bar.notice else []
    if bar.rows and width >= WIDE:
        texts, wrap, shorten = bar.rows, _above_rows, _without_first_sentence
    else:
        texts, wrap, shorten = (bar.question, *bar.lines), _wrapped, _without_last_sentence
    lines = wrap(texts, width)
    while len(noted) + len(lines) > room and (fewer := shorten(texts)):
        texts, lines = fewer, wrap(fewer, width)
    return [line.truncate(width, ellipsis=True) for line in (*noted, *lines)][:room]


def _wrapped(texts: Sequence[str], width: int) -> list[Content]:
    return [line for text in texts for line in Content(text).wrap(width)]


def _above_rows(texts: Sequence[str], width: int) -> list[Content]:
    """Return sentences in as many lines as they need, and each row below them in one."""
    return [*_wrapped(texts[:1], width), *map(Content, texts[1:])]


def _without_first_sentence(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the texts without the first sentence of the first one; nothing if it is the last."""
    first, *rows = texts
    _, stop, kept = first.partition(". ")
    return (kept, *rows) if stop else ()


def _without_last_sentence(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the texts without what a small screen leaves out first; nothing if it is all."""
    *before, last = texts
    kept, stop, _ = last.rpartition(". ")
    return (*before, f"{kept}.") if stop else tuple(before)


def place_options(bar: Bar, size: Size) -> list[Placed]:
    """Place the options below the question, left to right, in as many lines as are left.

    With what they do where there is room for that. Where there is not, a wide bar still names all
    of them. A narrow one leaves the cards to the hand above the bar; then what the screen does, to
    the footer below it. If even the names of the others do not fit, there are short forms of them,
    then words only for keys that are no digits, and at last only the keys.
    """
    asked = _asked(bar, size, Look())
    top = 1 + len(asked)
    listed = tuple(option for option in bar.options if option.is_listed)
    others = tuple(option for option in listed if not option.explanation)
    named = tuple(option for option in others if not option.in_footer) or others
    if asked and top == size.height:
        return _place_behind(asked[-1].cell_length, others, size)
    whole = ((_told, listed), (_full, listed)) if size.width >= WIDE else ((_told, listed),)
    longest = ((_longest, others),) if any(option.full for option in named) else ()
    shortened = ((_short, named),) if any(option.brief for option in named) else ()
    forms = (
        *longest,
        *whole,
        (_full, others),
        (_full, named),
        *shortened,
        (_brief_or_key, others),
        *((_digit_or_words, those) for those in (others, _not_in_footer(others))),
        (_brief, others),
    )
    for form, options in forms:
        placed = list(_flow(options, form, size.width, top))
        if not placed or placed[-1].y < size.height:
            break
    return placed


def _place_behind(used: int, options: Sequence[Option], size: Size) -> list[Placed]:
    """Place options behind the last line of a question that takes all lines, if they fit there.

    What a key of the screen does, the footer names as well: it is left out first.
    """
    width, row = size.width - used - GAP, size.height - 1
    own = _not_in_footer(options)
    for form, fitting in ((_full, options), (_full, own), (_brief_or_key, own)):
        placed = list(_flow(fitting, form, max(0, width), row))
        if placed and all(each.y == row and each.xs.stop <= width for each in placed):
            start = used + GAP
            return [
                replace(each, xs=range(each.xs.start + start, each.xs.stop + start))
                for each in placed
                if not each.text.endswith(_CUT)
            ]
    return []


def _not_in_footer(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options without those that the footer names as well."""
    return tuple(each for each in options if not isinstance(each.action, ScreenAction))


def _told(option: Option) -> str:
    return f" {option.key}  {option.label}{': ' if option.explanation else ''}{option.explanation} "


def _longest(option: Option) -> str:
    return f" {option.key}  {option.full or option.label} "


def _full(option: Option) -> str:
    return f" {option.key}  {option.label} "


def _short(option: Option) -> str:
    return f" {option.key} {option.brief or option.label} "


def _brief_or_key(option: Option) -> str:
    return f" {option.key} {option.brief} " if option.brief else _brief(option)


def _digit_or_words(option: Option) -> str:
    """Return a digit alone, as the board or the question explains it; other keys with words."""
    return _brief(option) if option.key.isdigit() else _short(option)


def _brief(option: Option) -> str:
    return f" {option.key} "


def _flow(
    options: Sequence[Option], form: Callable[[Option], str], width: int, top: int
) -> list[Placed]:
    texts = [form(option) for option in options]
    # Explained options stand in columns, so that the eye finds their keys.
    explained = bool(texts) and form is _told and any(option.explanation for option in options)
    column = max(map(text_width, texts)) + GAP if explained else 0
    placed: list[Placed] = []
    x, y = INDENT, top
    for option, text in zip(options, texts, strict=True):
        if x + text_width(text) > width and x > INDENT:
            x, y = INDENT, y + 1
        if x + text_width(text) > width:  # what there is room for
            text = cut_text(_full(option) if form is _told else text, width - x, _CUT)  # noqa: PLW2901
        placed.append(Placed(option, y, range(x, x + text_width(text)), text))
        x += column or text_width(text) + GAP
    return placed


def bar_lines(bar: Bar, size: Size, look: Look) -> list[Content]:
    """Return the bar as lines: a ruled title, the question or a refusal, the options."""
    asked = [line.pad_left(INDENT) for line in _asked(bar, size, look)]
    rows: dict[int, Content] = {}
    placed_options = place_options(bar, size)
    if placed_options and placed_options[0].y == len(asked):  # behind the question
        rows[placed_options[0].y] = asked.pop()
    for placed in placed_options:
        row = rows.get(placed.y, Content(""))
        row = row.extend_right(placed.xs.start - row.cell_length)
        rows[placed.y] = row.append(_option_label(bar, placed, look))
    options = (rows[y] for y in sorted(rows))
    left = size.height - 1 - len(asked) - len(rows)
    explained = _explanation(bar, size, look, left) if _unexplained(bar, size) else []
    whole = [Content(bar.whole).pad_left(INDENT)] if shows_whole(bar.whole, size.width) else []
    lines = chain([_title(bar, size.width, look)], asked, options, explained, whole)
    return list(lines)[: size.height]


def shows_whole(text: str, width: int) -> bool:
    """Return whether a text to copy fits into a line of a bar."""
    return bool(text) and text_width(text) <= width - 2 * INDENT


def _unexplained(bar: Bar, size: Size) -> bool:
    """Return whether there was no room for the explanation of an option that the bar lists."""
    told = {each.option for each in place_options(bar, size) if each.text == _told(each.option)}
    return any(each.explanation and each.is_listed and each not in told for each in bar.options)


def _explanation(bar: Bar, size: Size, look: Look, room: int) -> list[Content]:
    """Return what the option under the cursor does, or how to be told, in so many lines."""
    under = next((option for option in bar.options if option.action == bar.cursor), None)
    if under is None or not under.explanation:
        told, style = [tell("table/bar/explained-by")], look.palette.faint
    else:
        whole = tell("table/bar/explained", label=under.label, what=under.explanation)
        told, style = [whole, under.explanation], ""
    wrapped = (Content.styled(each, style).wrap(size.width - 2 * INDENT) for each in told)
    fitting = next((lines for lines in wrapped if len(lines) <= room), [])
    return [line.pad_left(INDENT) for line in fitting]


def _title(bar: Bar, width: int, look: Look) -> Content:
    asked = _request(bar.request, width, look) if bar.request else Content("")
    width -= asked.cell_length
    forms = [Content(f" {form} ") for form in (bar.longer, bar.title, bar.shorter) if form]
    last = forms[-1].truncate(width - 4, ellipsis=True) if forms else Content("")
    title = first_fit(forms, width - 4, last).plain
    return ruled(title, width, look, own=bar.own).append(asked)


def _request(request: Sequence[str], width: int, look: Look) -> Content:
    """Return what another player asks, in a colour of its own at the end of the title's line."""
    room = width - _LEAST_TITLE
    last = Content(request[-1]).truncate(room, ellipsis=True)
    forms = map(Content, request)
    told = first_fit(forms, room, last)
    return Content.styled(f" {told.plain} ", look.palette.alarm)


def ruled(title: str, width: int, look: Look, *, own: bool) -> Content:
    """Return a title in a rule; a heavier one where something is asked of this person."""
    rule = look.glyphs.box[0, 2, 0, 2] if own else look.glyphs.box[0, 1, 0, 1]
    style = look.palette.contested if own else look.palette.outline
    return Content.styled(pad_end(f"{rule * 2}{title}", width, rule), style)


def _option_label(bar: Bar, placed: Placed, look: Look) -> Content:
    option = placed.option
    key, rest = f" {option.key} ", placed.text[len(option.key) + 2 :]  # type: ignore[characters]
    style = look.palette.key if option.colour is None else look.palette.chips[option.colour]
    under = look.palette.cursor if option.action == bar.cursor else ""
    return Content.assemble((key, style), (rest, under))


class MoveBar(DiffedText):
    """The question, and the options that answer it."""

    bar: reactive[Bar | None] = reactive(None, repaint=False)
    look: reactive[Look] = reactive(Look, repaint=False)

    class Chosen(Message):
        """An option was clicked."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.set_reactive(MoveBar.look, look)

    def watch_bar(self) -> None:
        """Redraw."""
        self.repaint()

    def watch_look(self) -> None:
        """Redraw."""
        self.repaint()

    def lines(self) -> Sequence[Content]:
        """Draw title, question and options."""
        return () if self.bar is None else bar_lines(self.bar, self.size, self.look)

    def on_click(self, event: events.Click) -> None:
        """Report which option was clicked."""
        for placed in place_options(self.bar, self.size) if self.bar else ():
            if placed.y == event.y and event.x in placed.xs:
                self.post_message(self.Chosen(placed.option))
                return
