"""No sentence that is told is put together in code: each is one text, which a language can turn."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.texts.said import ROOT, product_files
from tests.texts.test_prose import ENGLISH_STAYS

TELLING = frozenset({"tell", "styled", "told", "join_sentences", "without_stop", "capitalized"})
"""Functions that return a told text. All that return what one of these returns are found."""
PASSING = frozenset(
    {"append", "assemble", "extend", "from_markup", "insert", "join", "list", "lstrip", "replace"}
    | {"rstrip", "sorted", "strip", "tuple", "removeprefix", "removesuffix"}
)
"""Functions whose result is told if what they are given, or are called on, is."""
TURNING = frozenset({"capitalize", "casefold", "lower", "title", "upper"})
CUTTING = frozenset({"partition", "removeprefix", "removesuffix", "rpartition", "split"})
TEXTS = re.compile(r"\b(str|Content|Text)\b")
LAYOUT = re.compile(r" {2,}|\n*| *\N{MIDDLE DOT} *")
"""What may join told texts: columns, lines and drawn separators."""
EDGE = re.compile(r"\s*[^\w.,:;?\s]? *|\.\.\.|\n|#+ |  \(|\)| [13] | \N{MIDDLE DOT} ")
"""What may stand around told texts: room, signs, brackets, lines and drawn separators."""
FIELDS = frozenset(
    {"description", "explanation", "label", "question", "sentence", "shorter", "title", "trouble"}
)
"""Fields that hold told texts."""
ALLOWED = {
    "games/registry.py:load_added": "for whoever writes a game",
    "games/siam/text/completions.py:_actions": "the notation",
    "server/refusals.py:__init__": "for logs",
    "siam_tui/appearance/glyphs.py:_box_characters": "names of Unicode",
    "siam_tui/games/amber/board/areas.py:_edge": "the line of a box",
    "siam_tui/games/amber/events_text.py:_example": "words to be typed",
    "siam_tui/games/amber/lessons/lesson_set.py:move_hints": "keys in a row",
    "siam_tui/games/foreign_king/track_and_spaces.py:_space": "a key and a label",
    "siam_tui/games/siam/ui.py:look_sample": "a sample of signs",
    "siam_tui/games/siam/rules/rules_guide.py:reference_words": "letters in a row",
    "siam_tui/plain/move_entry.py:_list_moves": "compares what was typed",
    "siam_tui/table/bar/bars.py:move_bar": "columns of a title",
    "siam_tui/typed/played_words.py:_own_result": "the result of a record",
    "siam_tui/analysis/end_card.py:card_svg": "a drawing",
    "siam_tui/games/amber/panels/hand.py:kept_line": "a heading and what stands in its column",
    "siam_tui/games/authored/move_builder.py:_options": "compares a label with its key",
    "siam_tui/games/authored/telling.py:item_text": "items of the notation in a row",
    "siam_tui/games/foreign_king/building/move_options.py:_begun": "the choices so far in a row",
    "siam_tui/games/foreign_king/colours.py:look_sample": "a sample of signs",
    "siam_tui/games/foreign_king/panels.py:_block": "two counts in narrow columns",
    "siam_tui/games/foreign_king/panels.py:_columns": "measures the room of a name and a role",
    "siam_tui/games/move_builder.py:name_keys": "names of keys in a row",
    "siam_tui/plain/guided_move.py:tell_hint": "compares a sentence with a typed move",
}
"""Functions that do it, and why they may."""


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def names_in(target: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


class Scope:
    """A function: which of its names hold told texts."""

    def __init__(self, path: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.place, self.name = f"{path}:{function.name}", function.name
        self.nodes = list(ast.walk(function))
        self.calls = {name_of(node.func) for node in self.nodes if isinstance(node, ast.Call)}
        self.is_text = function.returns is not None and TEXTS.search(ast.unparse(function.returns))
        self.names = set()

    def follow(self, telling: set[str]) -> None:
        """Find the names that hold what these functions return."""
        self.telling, before = telling, -1
        while len(self.names) > before:
            before = len(self.names)
            for node in self.nodes:
                self._follow(node)

    def _follow(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets, value) if self.is_told(value):
                self.names.update(name for each in targets for name in names_in(each))
            case (
                ast.AnnAssign(target, _, value)
                | ast.AugAssign(target, _, value)
                | ast.NamedExpr(target, value)
            ) if value and self.is_told(value):
                self.names.update(names_in(target))
            case ast.For(target, source) if self.is_told(source):
                self.names.update(names_in(target))
            case ast.Call(ast.Attribute(ast.Name(name), "append" | "extend" | "insert"), args):
                if any(map(self.is_told, args)):
                    self.names.add(name)

    def is_told(self, node: ast.expr | None) -> bool:
        match node:
            case ast.Call(func, args):
                if name_of(func) in self.telling:
                    return True
                if name_of(func) == "map":
                    return name_of(args[0]) in self.telling
                on = [func.value] if isinstance(func, ast.Attribute) else []
                return name_of(func) in PASSING and any(map(self.is_told, [*args, *on]))
            case ast.Name(name):
                return name in self.names
            case ast.Attribute(_, name):
                return name in FIELDS
            case ast.IfExp(_, first, second) | ast.BinOp(first, _, second):
                return self.is_told(first) or self.is_told(second)
            case ast.BoolOp(_, values) | ast.JoinedStr(values):
                return any(map(self.is_told, values))
            case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts):
                return any(map(self.is_told, parts))
            case ast.ListComp(part, sources) | ast.GeneratorExp(part, sources):
                for each in sources:
                    if self.is_told(each.iter):
                        self.names.update(names_in(each.target))
                return self.is_told(part)
            case (
                ast.Starred(value)
                | ast.Subscript(value)
                | ast.FormattedValue(value)
                | ast.NamedExpr(_, value)
                | ast.Await(value)
            ):
                return self.is_told(value)
        return False

    def returns_told(self) -> bool:
        ends = (ast.Return, ast.Yield, ast.YieldFrom)
        return any(isinstance(each, ends) and self.is_told(each.value) for each in self.nodes)

    def glued(self) -> Iterator[ast.expr]:
        """Iterate over where told texts are put together, cut or turned."""
        for node in self.nodes:
            match node:
                case ast.JoinedStr(values) if self._is_glued(values):
                    yield node
                case ast.BinOp(first, ast.Add(), second):
                    pair = (first, second)
                    told = [self.is_told(each) for each in pair]
                    if any(told) and (all(told) or any(map(_has_words, pair))):
                        yield node
                case ast.Call(ast.Attribute(value, how), args):
                    if how == "join" and any(map(self.is_told, args)):
                        if isinstance(value, ast.Constant) and not LAYOUT.fullmatch(value.value):
                            yield node
                    elif self.is_told(value) and (
                        how in TURNING
                        or (how in CUTTING and args and ast.unparse(args[0]) != repr("\n"))
                        or (how == "rstrip" and args)
                    ):
                        yield node

    def _is_glued(self, values: list[ast.expr]) -> bool:
        if len(values) < 2 or not any(map(self.is_told, values)):
            return False
        last = len(values) - 1
        for number, each in enumerate(values):
            if isinstance(each, ast.Constant) and not EDGE.fullmatch(each.value):
                if number in (0, last) or re.search(r"[\w.,:;?]", each.value):
                    return True
            elif 0 < number < last and isinstance(each, ast.Constant) and each.value == " ":
                around = values[number - 1], values[number + 1]
                if all(map(self.is_told, around)):
                    return True
        return False


def _has_words(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and bool(re.search(r"[\w.,:;]", node.value))
    )


def scopes() -> list[Scope]:
    return [
        Scope(path, node)
        for path in (str(file.relative_to(ROOT)) for file in product_files())
        if not path.startswith((*ENGLISH_STAYS, "texts/"))
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


def find_glue() -> Iterator[tuple[str, str]]:
    """Iterate over where told texts are put together, and how; first find all that tell."""
    found, telling, new = scopes(), set(TELLING), set(TELLING)
    while new:
        changed = [each for each in found if each.is_text and each.calls & (new | PASSING)]
        for each in changed:
            each.follow(telling)
        new = {each.name for each in changed if each.returns_told()} - telling
        telling |= new
    for each in found:
        each.follow(telling)
        yield from ((each.place, ast.unparse(node)) for node in each.glued())


def test_no_told_text_is_put_together_in_code():
    found = set(find_glue())
    glued = sorted(each for each in found if each[0] not in ALLOWED)
    assert glued == [], "write one text with places, or use texts.sentences"
    assert {*ALLOWED} - {place for place, _ in found} == set(), "these need not be allowed any more"


@pytest.mark.parametrize(
    "glue",
    [
        'f"{tell(a)}: {b}"',
        'f"{tell(a)} {tell(b)}"',
        'f"{tell(a)}."',
        '"; ".join(map(tell, a))',
        '", ".join(tell(each) for each in a)',
        'tell(a) + "."',
        "tell(a).capitalize()",
        'tell(a).rstrip(".")',
        'tell(a).removesuffix("bot")',
    ],
)
def test_told_texts_that_are_put_together_are_found(glue):
    (function,) = ast.parse(f"def told_twice(a, b) -> str: return {glue}").body
    scope = Scope("a.py", function)
    scope.follow(set(TELLING))
    assert list(scope.glued())


@pytest.mark.parametrize(
    "layout", ['f"{tell(a)}  {tell(b)}"', r'"\n".join(map(tell, a))', 'f" {tell(a)} "']
)
def test_columns_and_lines_are_no_glue(layout):
    (function,) = ast.parse(f"def told_apart(a, b) -> str: return {layout}").body
    scope = Scope("a.py", function)
    scope.follow(set(TELLING))
    assert not list(scope.glued())
