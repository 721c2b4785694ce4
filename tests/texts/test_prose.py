"""How much prose a player may read still stands in code: it only becomes less, until it is none."""

import ast
import json
import re
import sys
from collections import Counter

from tests.texts.said import ROOT, nouns, product_files
from texts.rooms import english_texts, room_names

PROSE = re.compile(r"[A-Za-z’']{2,}[,;:]? +[a-z]{2,}|^[A-Z][a-z]{2,}[.:!?]?$")
GLUE = re.compile(r"(?<![\w/%{.-])[A-Za-z]{3,}(?![\w/%=:(-]*[/_=])")
UNSHOWN = re.compile(
    r"\blog\b|log_exception|logger|LOG|_log$|_is_first|re\.compile|TypeVar|NewType|Pattern"
    r"|^(say|tell|styled|pieces|Noun|read_json|cast|Enum|WrongExampleError)$"
    r"|(Assertion|Type|Stale|Misplaced|Forged|Malformed|UnknownType|Untrusted|Probe)Error$"
)
"""Calls whose texts no player reads: messages, logs, and errors that are only logged."""
NUMBERS = frozenset({"number", "each.option"})
"""What stands behind or before a word in the name of a widget or a field, such as ``row3``."""
ENGLISH_STAYS = (
    "client/bots",
    "client/links/connection",
    "client/states",
    "games/amber/bots",
    "games/amber/hidden",
    "games/amber/position",
    "games/amber/rules",
    "games/amber/scoring",
    "games/amber/text",
    "games/author",
    "games/bounded_toml",
    "games/compiled",
    "games/engine",
    "games/foreign_king/idle",
    "games/foreign_king/random_moves",
    "games/foreign_king/rules",
    "games/foreign_king/scoring",
    "games/foreign_king/text",
    "games/own_program",
    "games/record",
    "games/search",
    "games/seeded_chance",
    "games/siam/bots",
    "games/siam/engine_support",
    "games/siam/hidden",
    "games/siam/judgement",
    "games/siam/listing",
    "games/siam/position",
    "games/siam/random_moves",
    "games/siam/rules",
    "games/siam/scoring",
    "games/siam/solver",
    "games/siam/text/position_check",
    "games/testing",
    "games/text_file",
    "protocol/",
    "server/bots",
    "server/broker",
    "server/cluster",
    "server/commits",
    "server/config",
    "server/messaging",
    "server/players/names",
    "server/rejection_stats",
    "server/reminders/address_book",
    "server/reminders/reminder_desk",
    "server/service",
    "server/store",
    "siam_tui/browser/bundle",
    "siam_tui/cli",
    "siam_tui/discovery/announcement",
    "siam_tui/discovery/network_announcer",
    "siam_tui/doors/listen_place",
    "siam_tui/doors/ssh/",
    "siam_tui/doors/web/web_door",
    "siam_tui/doors/web/web_settings",
    "siam_tui/entry",
    "siam_tui/terminal",
    "texts/",
    "transport",
)
"""Help and messages of the command line, logs, records, notation and engines: for programs."""

LEFT = ROOT / "tests/texts/prose_left.json"
"""By room: the glued strings and the other prose that is left; ``--write`` writes it anew."""


def room_of(path: str) -> str:
    parts = path.split("/")
    depth = 3 if parts[:2] == ["siam_tui", "games"] and len(parts) > 3 else 2
    return "/".join(parts[:depth]).removesuffix(".py")


def is_told(parents: list[ast.AST]) -> bool:
    """Return whether a literal is no docstring, log, assertion, type or name."""
    for above in parents:
        if isinstance(above, (ast.Assert, ast.Subscript)):
            return False
        if isinstance(above, ast.FunctionDef) and above.name == "find_wrong_claim":
            return False  # said of an example of ours, to whoever writes it
        if isinstance(above, ast.Assign) and ast.unparse(above.targets[0]) == "__all__":
            return False
        if isinstance(above, ast.Call):
            called = ast.unparse(above.func)
            if UNSHOWN.search(called):
                return False
    return not isinstance(parents[-1], (ast.Expr, ast.Compare))


STYLE = re.compile(r"(?:(?:bold|italic|dim|reverse|underline|on|[#$][\w-]+|\d+%) ?)+")
"""How a text looks, in Textual's words."""
CLASSES = frozenset(
    re.findall(r"\.([a-z][\w-]*)", (ROOT / "siam_tui/browser/static/style.css").read_text("utf-8"))
)
"""How a text looks, in the words of the page."""
ATTRIBUTES = re.compile(r"[\w-]+='|.*\bmonospace$")
MARKUP = re.compile(r"\s*<[a-z]")
"""How a card is drawn."""
TYPED = re.compile(r"(say|ssh) ")
"""Lines for an input of siam or for a shell."""
KEYS = frozenset({"Enter", "Esc", "Tab", "Home", "End", "Space"})
"""What is written on keys of a keyboard, whatever language is told."""
WIRE_NAMES = frozenset({"Owner", "Spectator", "Web page"})
"""What programs and spectators without a name call themselves to others."""
PROPER_NAMES = frozenset(
    {"Ann", "Ben", "Chai", "Dara", "Emi", "King of Siam", "The Foreign King", "Reino de Ámbar"}
)
"""Players of examples, and titles of games, which are keys of records."""
HTTP = re.compile(r"Host|Origin|Server|Vary|text/\w+; charset=utf-8|default-src .*")
"""Names and values of HTTP headers."""
TAG = re.compile(r"<[^>]*>")
FILE_NAME = re.compile(r"[\w/-]*(\.[a-z]+)+")
ACTION = re.compile(r"[a-z_.]+\(''\)")
CODE = re.compile(r"export const .*|<mailto:.*>|, \"moments\": .*")
"""JavaScript, JSON and the address of a mail."""
IDENTIFIER = re.compile(r"#?[a-z0-9]+-|#?[a-z-]+")


def is_name(node: ast.JoinedStr) -> bool:
    """Return whether a glued string is the name of a file, an action, a widget or a style."""
    fixed = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
    if any(each.fullmatch(fixed.strip()) for each in (FILE_NAME, ACTION, STYLE, CODE)):
        return True
    if is_classes(fixed) or MARKUP.match(fixed) or TYPED.match(fixed):
        return True
    holes = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
    numbered = fixed.endswith("-") or NUMBERS.issuperset(map(ast.unparse, holes))
    return numbered and bool(IDENTIFIER.fullmatch(fixed))


def is_classes(text: str) -> bool:
    """Return whether a text is one or several classes of the page, the last word perhaps cut."""
    return all(word in CLASSES or word.endswith("-") for word in text.split())


def is_prose(text: str) -> bool:
    if text in KEYS | WIRE_NAMES | PROPER_NAMES or is_classes(text):
        return False
    if STYLE.fullmatch(text) or HTTP.fullmatch(text) or ATTRIBUTES.match(text):
        return False
    return bool(PROSE.search(TAG.sub("", text) if text.startswith("<") else text))


def prose(tree: ast.AST):
    """Iterate over the literals of prose: the line, the text, and whether it is glued."""
    stack: list[tuple[ast.AST, list[ast.AST]]] = [(tree, [])]
    while stack:
        node, parents = stack.pop()
        if isinstance(node, ast.JoinedStr):
            fixed = " ".join(part.value for part in node.values if isinstance(part, ast.Constant))
            if (
                GLUE.search(re.sub(r"\((Enter|Esc)\)", "", fixed))
                and is_told(parents)
                and not is_name(node)
            ):
                yield node.lineno, ast.unparse(node), True
            stack += [
                (part, [*parents, node])
                for part in node.values
                if not isinstance(part, ast.Constant)
            ]
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if parents and "{ " not in node.value and is_prose(node.value) and is_told(parents):
                yield node.lineno, node.value, False
            continue
        stack += [(child, [*parents, node]) for child in ast.iter_child_nodes(node)]


def noun_names() -> frozenset[str]:
    """Return the English names of nouns: the rules have them as data, and screens tell nouns."""
    kinds = {kind for _, kind in nouns()}
    return frozenset(
        text.partition("|")[0].strip()
        for room in room_names()
        for text_id, text in english_texts(room).items()
        if text_id.rpartition("/")[0] in kinds
    )


def found():
    names = noun_names()
    for file in product_files():
        path = str(file.relative_to(ROOT))
        if not path.startswith(ENGLISH_STAYS):
            for line, text, glued in prose(ast.parse(file.read_text("utf-8"))):
                if not (path.startswith("games/") and text in names):
                    yield path, line, text, glued


def counted() -> dict[str, list[int]]:
    kinds = Counter((room_of(path), is_glued) for path, _, _, is_glued in found())
    rooms = sorted({room for room, _ in kinds})
    return {room: [kinds[room, True], kinds[room, False]] for room in rooms}


def test_prose_in_code_only_becomes_less():
    now, before = counted(), json.loads(LEFT.read_text("utf-8"))
    assert now == before, "write texts, not prose; then python -m tests.texts.test_prose --write"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        lines = [f'  "{room}": {numbers}' for room, numbers in counted().items()]
        LEFT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        sys.exit()
    for path, line, text, is_glued in found():
        if path.startswith(tuple(sys.argv[1:] or [""])):
            print(f"{path}:{line} {'GLUED ' if is_glued else ''}{text[:150]!r}")  # noqa: T201
