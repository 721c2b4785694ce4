"""Finds what does not fit on a screen in another language: cut texts, widgets one over another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from textual.app import App
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Markdown
from textual.widgets._footer import FooterKey

from siam_tui.ui.retelling import Retold, retell
from siam_tui.ui.text_line import LogScroll
from tests.siam_tui.marked_texts import PSEUDO, marked_language, marks, unmarked

WORD: Final = re.compile(r"\b[A-Za-z]{3,}\b")
FOREIGN: Final = re.compile(r"\S*(?:[/@.:⌂]\w|--)\S*|key-\w+|(?:\b[a-z2-7]{4}\b ?){6}")
"""Paths, addresses, names of files, options, moves and factories in the notation, keys."""
NAMES: Final = frozenset(
    WORD.findall(
        "Ann Ben Chai Dao Tom Ploy Maximiliane Charlotte Merry Lek Mia Zoe Dara Eve Cleo "
        "Hungry Hugo, jwjchvla; King of Siam, The Foreign King, Reino; siam albion greedy "
        "join learn practice serve map ntfy webhook "
        "English dark palette esc tab Esc Enter Tab Ctrl Home End Space PgUp PgDn"
    )
)
"""Words that stay: names of people, games, maps, keys and commands."""
SAID: Final = frozenset(
    WORD.findall(
        "Ayutthaya is already controlled by the Lao. The connection is lost. Trying again… "
        "Hello from the gallery. I will need it: eight cards are not many. Wait. Your move. "
        "Who begins? I should take the Merchant. Friday club. Ann's lobby. "
        "No such file or directory. greedy bot. Lan Na would go to the Lao. "
        "ann, mallory, cleo; card"
    )
)
"""Words of what players, servers and the system say in some pictures."""


class Fault(NamedTuple):
    """What does not fit.

    Attributes:
        kind: what is wrong.
        where: the widget.
        shown: what is to be seen of it; the id of a text comes first.
    """

    kind: str
    where: str
    shown: str


async def look_for_faults(app: App[Any], language: str) -> list[str]:
    """Return what does not fit on the screen of an app, which tells a language.

    What does not fit in English either is left out, such as a move of many steps in one line.
    """
    faults = list(_faults(app))
    if language == PSEUDO:
        faults = [each for each in faults if each.kind != "scroll bar"]
    if faults:
        with marked_language("en"):
            await _retell(app)
            known = {each[:2] for each in _faults(app)}
        faults = [each for each in faults if each[:2] not in known]
    return [f"{each.kind} {each.where}: {each.shown}" for each in faults]


async def _retell(app: App[Any]) -> None:
    if isinstance(app, Retold):
        app.retell()
    else:
        retell(app.screen_stack)
    pilot = Pilot(app)
    await pilot.pause()
    await pilot.wait_for_scheduled_animations()
    await pilot.pause()


def words_not_told(app: App[Any]) -> list[str]:
    """Return the words on the screen that are in plain letters, but no names."""
    strips = app.screen._compositor.render_strips()
    lines = [unmarked("".join(each.text for each in strip)) for strip in strips]
    if all(map(str.isascii, lines)):  # where other letters became plain ones
        return []
    return [
        f"not told: {word} in {line.strip()}"
        for line in lines
        for word in WORD.findall(FOREIGN.sub("", line))
        if word not in NAMES | SAID and not word.isupper()
    ]


def _faults(app: App[Any]) -> Iterator[Fault]:
    shown = app.screen._compositor.visible_widgets
    leaves: list[tuple[Widget, Region]] = []
    for widget in app.screen.walk_children(Widget):
        if not all(each.display for each in _path(widget)):
            continue
        if any(widget.scrollbars_space) and not isinstance(widget, LogScroll):
            yield Fault("scroll bar", _name(widget), "")
        if any(isinstance(each, Markdown) for each in _path(widget)):
            continue
        if widget in shown:
            region, clip = shown[widget]
            yield from _cut_texts(widget, region, clip)
            if not widget.children:
                leaves.append((widget, region.intersection(clip)))
        elif not _scrolls(widget) and (told := unmarked(str(widget.render()))).strip():
            yield Fault("without room", _name(widget), told)
    for number, (one, room) in enumerate(leaves):
        for other, theirs in leaves[:number]:
            both = room.intersection(theirs)
            blank = 1 if isinstance(one, FooterKey) else 0  # of the palette's key, before it
            if both.height and both.width > blank and one.layer == other.layer:
                told = f"{_told(one)} {_told(other)}"
                yield Fault("overlap", f"{_name(one)} {_name(other)}", told)


def _cut_texts(widget: Widget, region: Region, clip: Region) -> Iterator[Fault]:
    size = widget.outer_size
    lines = [each.text for each in widget.render_lines(Region(0, 0, *size))]
    began, ended = marks("\n".join(lines))
    cut = (began - ended) + (ended - began)
    if widget.max_scroll_y > 0 and lines:  # the first and the last line may have more beyond them
        cut -= marks(lines[0])[1] + marks(lines[-1])[0]
    told = "|".join(line for each in lines if (line := unmarked(each).strip()))
    yield from (Fault("cut", _name(widget), f"{each}: {told}") for each in cut)
    seen = region.intersection(clip)
    too_high = seen.height < region.height and not _scrolls(widget)
    if (began or ended) and (seen.width < region.width or too_high):
        yield Fault("clipped", _name(widget), told)


def _path(widget: Widget) -> list[Widget]:
    return [each for each in widget.ancestors_with_self if isinstance(each, Widget)]


def _scrolls(widget: Widget) -> bool:
    """Return whether somebody can scroll to a widget."""
    return any(each.max_scroll_y > 0 for each in _path(widget))


def _name(widget: Widget) -> str:
    return " ".join(
        f"{type(each).__name__}{f'#{each.id}' if each.id else ''}"
        for each in reversed(_path(widget)[:2])
    )


def _told(widget: Widget) -> str:
    return unmarked(" ".join(each.text.strip() for each in widget.render_lines(widget.size.region)))
