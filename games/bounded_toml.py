"""Parses untrusted TOML if its size, depth and counts are within bounds.

The time of `tomllib` grows with the square of the depth of keys, and with the number of values. So
a text is scanned first, in time linear in its length.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

MAX_BYTES: Final = 64 * 1024
MAX_LINES: Final = 2_000
MAX_LINE: Final = 1_000
"""Characters of a line. The limit also keeps numbers short enough to print."""
MAX_PARTS: Final = 4
"""Parts of a dotted key."""
MAX_DEPTH: Final = 8
"""Arrays and inline tables inside each other."""
MAX_KEYS: Final = 500
MAX_VALUES: Final = 1_000
"""Values in arrays and inline tables, with headers of tables."""

_OTHER: Final = r"""
    (?: [^"'\#\[\]{}=,.\n]++                              # bare keys, numbers, blanks
      | "{3} (?: [^"\\]++ | \\. | "(?!"") )* "{3,5}       # strings
      | '{3} (?: [^']++ | '(?!'') )* '{3,5}
      | "(?!"") (?: [^"\\\n]++ | \\[^\n] )* "
      | '(?!'') [^'\n]*+ '
      | \#[^\n]*+                                         # comments
    )+
"""
# Groups are not repeated possessively: Python before 3.11.5 matches too little then (its issue
# 106052). Nothing is tried twice all the same, since no two alternatives begin alike.
_BETWEEN_SIGNS: Final = re.compile(_OTHER, re.VERBOSE | re.DOTALL)
_READABLE: Final = re.compile(rf"(?: {_OTHER} | [\[\]{{}}=,.\n] )*", re.VERBOSE | re.DOTALL)
_DEEP_KEY: Final = re.compile(rf"\.{{{MAX_PARTS}}}")
_BRACKET: Final = re.compile(r"[\[\]{}]")


class TomlError(ValueError):
    """A text that is not TOML; the message says what is wrong, and on which line."""


class TomlBoundError(TomlError):
    """A text that exceeds a bound; the message says which."""


def parse_toml(text: str, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """Parse a TOML text whose cost is bounded.

    Args:
        text: the text.
        max_bytes: the most bytes in UTF-8.

    Raises:
        TomlBoundError: it is too long, too deep or too large.
        TomlError: it is not TOML.

    >>> parse_toml("a = [1, 2]")
    {'a': [1, 2]}
    >>> parse_toml("a.b.c.d.e = 1")
    Traceback (most recent call last):
      ...
    games.bounded_toml.TomlBoundError: a key may have at most 4 parts (at line 1)
    """
    check_bounds(text, max_bytes)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TomlError(str(error)) from error


def check_bounds(text: str, max_bytes: int = MAX_BYTES) -> None:
    """Check that a text is cheap to parse; it need not be valid TOML.

    Text after the first unterminated string is ignored, because no parser reads it.

    Args:
        text: the text.
        max_bytes: the most bytes in UTF-8.

    Raises:
        TomlBoundError: it is too long, too deep or too large.
    """
    if len(text) > max_bytes or len(text.encode(errors="surrogatepass")) > max_bytes:
        raise TomlBoundError(f"there may be at most {max_bytes} bytes")
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        raise TomlBoundError(f"there may be at most {MAX_LINES} lines")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            raise TomlBoundError(
                f"a line may have at most {MAX_LINE} characters (at line {number})"
            )
    readable = _READABLE.match(text)
    assert readable is not None  # it also matches the empty text
    _check_signs(_BETWEEN_SIGNS.sub(lambda found: "\n" * found[0].count("\n"), readable[0]))


def _check_signs(signs: str) -> None:
    """Check the brackets, dots, commas and equals signs of a text, on the lines they stand on."""
    if signs.count("=") > MAX_KEYS:
        raise TomlBoundError(f"there may be at most {MAX_KEYS} keys")
    # A surplus closing bracket costs time here, though it is no value.
    if max(_count_signs(signs, ",[{"), _count_signs(signs, "]}")) > MAX_VALUES:
        raise TomlBoundError(f"there may be at most {MAX_VALUES} values and tables")
    if deep := _DEEP_KEY.search(signs):
        raise TomlBoundError(f"a key may have at most {MAX_PARTS} parts {_at(signs, deep)}")
    depth = 0
    for bracket in _BRACKET.finditer(signs):
        depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
        if depth > MAX_DEPTH:
            raise TomlBoundError(f"brackets may be at most {MAX_DEPTH} deep {_at(signs, bracket)}")


def _count_signs(signs: str, wanted: str) -> int:
    return sum(map(signs.count, wanted))


def _at(signs: str, found: re.Match[str]) -> str:
    return f"(at line {signs.count(chr(10), 0, found.start()) + 1})"
