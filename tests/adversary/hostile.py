"""Texts that strangers send, a server that says nothing else, and who looks at what comes of them.

Every text holds `MARK`, so that it is found wherever it gets to.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import rich.markup
import textual.content
import textual.markup
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.screen import Screen

from games.siam import load_map
from protocol import limits
from protocol import messages as m
from protocol import states as s
from protocol.codec import to_plain
from protocol.limits import MAX_TALK
from protocol.links import Link
from siam_tui.terminal.foreign_text import is_control

MARK = "Zq"
TEXTS = (
    "[/][/][/]Zq",
    "[@click=app.quit]Zq[/]",
    "[link=//x]Zq[/link]",
    "\x1b]0;Zq\x07",
    "\x1b[2JZq\x1b[31m",
    "Zq\x9b31m\x90\x7f",
    "\u202eZq\u2066\u200f",
    "Zq" + "\u0300\u0301\u0302\u0303" * 4,
    "Zq\r\nZq\tZq",
    "Zq [b]$x {y} %s \\[",
    "Zq\U0001f468\u200d\U0001f469\u3164\u2800",
)
PRINTABLE = tuple(text for text in TEXTS if text.isprintable())
"""Those that a map or a name may hold by the rules."""

_LENGTHS = {
    **dict.fromkeys(("name", "level", "host_name", "app"), limits.MAX_NAME),
    "map_title": 40,
    "sentence": 400,
    "reason": 60,
    "result": 100,
}
_OF_LINES = {"Talk": MAX_TALK}


def text_of(seed: str, longest: int) -> str:
    """Return one of the texts, the same for the same seed, as long as it may be."""
    text = TEXTS[zlib.crc32(seed.encode()) % len(TEXTS)]
    return (text + " Zq" * longest)[:longest] if longest > limits.MAX_NAME else text[:longest]


@dataclass
class EvilServer:
    """Puts hostile texts into all that a real server says, before it signs and seals it."""

    _said: frozenset[str] = frozenset(
        cls.__name__ for cls in (m.Welcome, m.Refused, m.SentAway, m.Talk, s.TableState)
    ) | {"LobbyState", "Attendance", "Counts", "Done", "History", "RecordText"}

    def to_plain(self, message: Any) -> list[object]:
        """Do what `protocol.codec.to_plain` does, and its worst."""
        name, fields = plain = to_plain(message)
        if name in self._said:
            self._spoil(name, fields)
        if name == "RecordText":
            fields["text"] = spoilt_record(fields["text"])
        return plain

    def _spoil(self, name: str, fields: Any) -> None:
        for key, value in fields.items():
            if isinstance(value, str) and value:
                longest = _OF_LINES.get(name, 0) if key == "text" else _LENGTHS.get(key, 0)
                if longest:
                    fields[key] = text_of(value, longest)
            elif isinstance(value, dict):
                self._spoil(name, value)
            elif isinstance(value, list | tuple):
                for each in value:
                    if isinstance(each, dict):
                        self._spoil(name, each)
        if "bots" in fields:
            fields["bots"] = [text[: limits.MAX_NAME] for text in TEXTS[:8]]


def spoilt_record(text: str) -> str:
    """Return a record with hostile names, tags and comments."""
    for seat, name in enumerate(TEXTS[:4]):
        text = re.sub(rf'\[Seat{seat} ".*"\]', lambda _, s=seat, n=name: f'[Seat{s} "{n}"]', text)
    tags, _, moves = text.partition("\n\n")
    comment = "{" + " ".join(TEXTS).replace("{", "").replace("}", "") + "}"
    return f'{tags}\n[Event "{TEXTS[3]}"]\n\n{comment} {moves}'


def hostile_map() -> str:
    """Return a map that can be played on, with a stranger's text in every name."""
    text = load_map("albion").toml
    text = text.replace("[draw]", "[draw]", 1)
    for number, name in enumerate(dict.fromkeys(re.findall(r'(?m)^(?:name|title) = "(.*)"', text))):
        if name != "albion":
            text = text.replace(f'"{name}"', f"'{PRINTABLE[number % len(PRINTABLE)]}{number}'")
    factions = ", ".join(f"'{text}'" for text in PRINTABLE[:3])
    text = re.sub(r"factions = .*", lambda _: f"factions = [{factions}]", text)
    text = re.sub(r'text = ".*"', lambda _: f"text = '{PRINTABLE[1]}'", text)
    return re.sub(r'short = ".*"', lambda _: f"short = '{PRINTABLE[0]}'", text)


_OURS = re.compile(
    r"\x1b\[[\d;:]*[mH]"  # styles, and where the cursor goes
    r"|\x1b\[\?(?:25|2026)[hl]"
)


def controls_in(written: str) -> str:
    """Return what controls the terminal in something written to it, but for styles and places."""
    return "".join(letter for letter in _OURS.sub("", written) if is_control(letter))


def _is_escaped(markup: str) -> bool:
    """Return whether a text has brackets, but none that markup would read, as in the palette."""
    return "[" in markup and not re.search(r"(?<!\\)\[", markup)


@dataclass
class Lookout:
    """Looks at all that an app writes, and at every markup that is read, while a test runs.

    Attributes:
        screens: the kinds of screens that were shown.
        shown: whether a hostile text was written at all.
        found: what must not be, in words.
    """

    screens: set[type[Screen[Any]]] = field(default_factory=set)
    shown: bool = False
    found: list[str] = field(default_factory=list)

    @classmethod
    def on(cls, monkeypatch: pytest.MonkeyPatch) -> Lookout:
        """Begin to look."""
        lookout = cls()
        monkeypatch.setattr(
            textual.markup, "to_content", lookout._reading(textual.markup.to_content)
        )
        monkeypatch.setattr(rich.markup, "render", lookout._reading(rich.markup.render))
        monkeypatch.setattr("rich.text.render", lookout._reading(rich.markup.render), raising=False)
        display = App._display

        def displayed(app: App[Any], screen: Screen[Any], renderable: Any) -> None:
            if isinstance(renderable, CompositorUpdate) and not app._batch_count:
                lookout._look_at(app, renderable)
            display(app, screen, renderable)

        monkeypatch.setattr(App, "_display", displayed)
        return lookout

    def _reading(self, read: Callable[..., Any]) -> Callable[..., Any]:
        def reading(markup: str, *arguments: Any, **options: Any) -> Any:
            if MARK in markup and not _is_escaped(markup):
                self.found.append(f"read as markup: {markup!r}")
            return read(markup, *arguments, **options)

        return reading

    def _look_at(self, app: App[Any], update: CompositorUpdate) -> None:
        self.screens.update(type(screen) for screen in app.screen_stack)
        # Line feeds are the compositor's own; `look_for_actions` finds those in a cell.
        written = update.render_segments(app.console).replace("\n", "")
        self.shown = self.shown or MARK in written
        if controls := controls_in(written):
            self.found.append(f"written on {type(app.screen).__name__}: {controls!r}")

    def look_for_actions(self, app: App[Any]) -> None:
        """Look at what can be clicked on the screen that is shown now."""
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                meta = segment.style.meta if segment.style else {}
                if any(MARK in str(value) or "app.quit" in str(value) for value in meta.values()):
                    self.found.append(f"bound on {type(app.screen).__name__}: {meta}")
                if any(map(is_control, segment.text)):
                    self.found.append(f"in a cell of {type(app.screen).__name__}: {segment.text!r}")
                if segment.style and segment.style.link:
                    self.found.append(f"linked on {type(app.screen).__name__}")


def anyones_link(link: Link) -> str:
    """Return a link whose parts are hostile, as far as a link can be."""
    return f"siam://{base64.b32encode(b'Zq').decode()}[/]@{link.broker.host}:1/[/][/]Zq#[@click=q]"
