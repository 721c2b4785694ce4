"""The chapters of the rules, read from their files."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from siam_tui.games.siam.help.example import Example, Step


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter.

    Attributes:
        id: names it in the program.
        title: what it is about.
        parts: its text as Markdown, with worked examples in between.
    """

    id: str
    title: str
    parts: tuple[str | Example, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in their order, which is that of their files' names."""
    folder = files("siam_tui.games.siam.rules") / "chapters"
    texts = sorted((file.name, file.read_text("utf-8")) for file in folder.iterdir())
    return tuple(_chapter(name, text) for name, text in texts if name.endswith(".toml"))


def _chapter(name: str, text: str) -> Chapter:
    data = tomllib.loads(text)
    parts = tuple(
        _example(part["example"]) if "example" in part else str(part["text"]).strip()
        for part in data["part"]
    )
    return Chapter(name.removesuffix(".toml").partition("-")[2], data["title"], parts)


def _example(data: dict[str, Any]) -> Example:
    rest = {key: value for key, value in data.items() if key != "step"}
    return Example(**rest, steps=tuple(map(_step, data.get("step", ()))))


def _step(data: dict[str, Any]) -> Step:
    controls = tuple(data.pop("controls", {}).items())
    return Step(**data, controls=controls)
