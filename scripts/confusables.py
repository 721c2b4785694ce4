"""Write server/players/confusables.txt: which characters look alike, from Unicode's data (UTS #39).

Unicode's confusables.txt comes with the package `confusable-homoglyphs`, as pairs without a
direction. Of each pair the character that stands for the other is found again: it stands for most.

    pip install --target DIR confusable-homoglyphs==3.3.1
    python -m scripts.confusables DIR
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections import Counter
from pathlib import Path

OUT = Path(__file__).parents[1] / "server" / "players" / "confusables.txt"
_MARKS = "\u200e\u200f"
"""What the package puts around letters that are written from right to left."""


def main(folder: Path) -> None:
    """Write the table."""
    text = (folder / "confusable_homoglyphs" / "confusables.json").read_text("utf-8")
    pairs = {
        (letter.strip(_MARKS), other["c"].strip(_MARKS))
        for letter, others in json.loads(text).items()
        for other in others
    }
    stands_for = Counter(one for one, _ in pairs)
    found = {
        letter: other
        for letter, other in sorted(pairs, key=lambda pair: stands_for[pair[1]])
        if len(letter) == 1 and (len(other) > 1 or stands_for[other] > stands_for[letter])
    } | {
        max(pair): min(pair)
        for pair in pairs
        if stands_for[pair[0]] == stands_for[pair[1]] and all(len(each) == 1 for each in pair)
    }
    table = {letter: _skeleton(found, other) for letter, other in found.items()}
    lines = [
        f"{ord(letter):X};{' '.join(f'{ord(each):X}' for each in other)}\n"
        for letter, other in sorted(table.items())
        if letter != other and _decomposed(letter) == letter
    ]
    OUT.write_text("".join(lines), "ascii")
    print(f"{OUT}: {len(lines)} characters")


def _skeleton(found: dict[str, str], text: str) -> str:
    for _ in range(4):
        text = "".join(found.get(letter, letter) for letter in _decomposed(text))
    return _decomposed(text)


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
