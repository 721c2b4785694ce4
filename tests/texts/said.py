"""Every place of our code that says something, read from the syntax trees."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("texts", "games", "protocol", "transport", "client", "server", "siam_tui")
SAYING = frozenset({"say", "tell", "styled", "pieces"})
MENTIONS = re.compile(r"\b(say|tell|styled|pieces|Noun|Binding)\(")


class Said(NamedTuple):
    """A call that says a message, with the ids it may be; None: one of a variable."""

    place: str
    ids: tuple[str, ...] | None
    arguments: frozenset[str | None]


def product_files() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).rglob("*.py"))


def said() -> Iterator[Said]:
    """Iterate over all calls that say a message."""
    for place, called, node in _calls():
        if called == "Binding":
            yield from (Said(place, (text_id,), frozenset()) for text_id in _label_ids(node))
        elif called in SAYING:
            yield Said(place, _ids(node.args[0]), frozenset(each.arg for each in node.keywords))


def nouns() -> Iterator[tuple[str, str]]:
    """Iterate over the kinds of the nouns that are made, with their places."""
    for place, called, node in _calls():
        if called == "Noun" and not place.startswith("texts/"):
            kind = node.args[0]
            assert isinstance(kind, ast.Constant), place
            yield place, kind.value


@cache
def _calls() -> tuple[tuple[str, str, ast.Call], ...]:
    """Return the calls of a name, of messages or nouns: place, name, call."""
    return tuple(
        (f"{file.relative_to(ROOT)}:{node.lineno}", _name(node.func), node)
        for file in product_files()
        if MENTIONS.search(text := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and _name(node.func) in {*SAYING, "Noun", "Binding"}
        and node.args
    )


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _label_ids(binding: ast.Call) -> Iterator[str]:
    """Iterate over the texts that a key binding names as what it does."""
    given = [*binding.args, *(each.value for each in binding.keywords)]
    for each in given:
        if isinstance(each, ast.Constant) and re.fullmatch(r"[a-z_]+/[a-z0-9/-]+", str(each.value)):
            yield str(each.value)


def _ids(node: ast.expr) -> tuple[str, ...] | None:
    match node:
        case ast.Constant(str(text_id)):
            return (text_id,)
        case ast.IfExp(_, body, other):
            first, second = _ids(body), _ids(other)
            return None if first is None or second is None else (*first, *second)
        case ast.JoinedStr():
            return ("(an text_id that is glued)",)
    return None
