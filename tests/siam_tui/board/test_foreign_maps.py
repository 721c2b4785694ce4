"""Maps of strangers: whatever is accepted is drawn at any size, and what is misspelt is named."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.siam import Siam, load_map, parse_map
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.drawing import MAX_ART, read_drawing
from siam_tui.games.map_file import read_map_file
from siam_tui.games.siam.board import BoardView, draw
from siam_tui.profile.user_error import UserError

SIAM = load_map("siam").toml
_IDS = [province.id for province in load_map("siam").provinces]
_NAMES = ("x", "W" * 40, "สมชาย", "漢字漢字漢字", "e\u0301\u0301")
_ARTS = ((8, 1), (1, 8), (3, 3), (22, 15), (MAX_ART, MAX_ART), (MAX_ART, 2), (2, MAX_ART))
_SIZES = ((80, 24), (62, 18), (20, 6), (160, 48), (40, 12), (1, 1), (3, 2), (10, 40))


@pytest.mark.parametrize("seed", range(12))
def test_any_accepted_map_is_drawn_at_any_size(seed: int) -> None:
    random = Random(seed)
    for columns, rows in _ARTS:
        board = parse_map(_a_map(random, columns, rows))
        assert read_drawing(board).columns <= columns
        view = BoardView(board, Siam(board).new(4, seed), cursor=3, targets=frozenset({1}))
        width, height = random.choice(_SIZES)
        picture = draw(view, width, height, Look())
        assert len(picture.lines) == height


def _a_map(random: Random, columns: int, rows: int) -> str:
    """Return a map of eight provinces that have grown over an art at random."""
    owners: dict[tuple[int, int], str] = {}
    grown = {}
    for letter, place in zip("ABCDEFGH", random.sample(range(columns * rows), 8), strict=True):
        grown[letter] = [divmod(place, columns)]
        owners[grown[letter][0]] = letter
    for _ in range(random.randrange(2 * columns * rows)):
        letter = random.choice("ABCDEFGH")
        row, column = random.choice(grown[letter])
        down, across = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        cell = row + down, column + across
        if 0 <= cell[0] < rows and 0 <= cell[1] < columns and cell not in owners:
            owners[cell] = letter
            grown[letter].append(cell)
    art = "\n".join(
        "".join(owners.get((row, column), random.choice("~.")) for column in range(columns))
        for row in range(rows)
    )
    parts = [f"name = 'mine'\ntitle = 'Mine'\n[draw]\nart = '''\n{art}\n'''\n"]
    for number, each in enumerate(_IDS):
        home = f'home = "{"RLM"[number]}"\n' if number < 3 else ""
        borders = [other for other in _IDS if other != each]
        parts.append(
            f'[[province]]\nid = "{each}"\nname = "{random.choice(_NAMES)}"\n{home}'
            f'borders = {borders}\ndraw = {{letter = "{"ABCDEFGH"[number]}", terrain = "hills"}}\n'
        )
    return "".join(parts)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("art = ", "arts = ", "draw of the map has an unknown entry 'arts': did you mean 'art'?"),
        ("[[draw.label]]", "[[draw.lable]]", "'lable': did you mean 'label'?"),
        ("at = [", "att = [", "a label has an unknown entry 'att': did you mean 'at'?"),
        ("terrain = ", "terain = ", "draw of province LAN has an unknown entry 'terain'"),
        ("borders = ", "boarders = ", "province LAN has an unknown entry 'boarders'"),
        ("title = ", "titel = ", "the map has an unknown entry 'titel': did you mean 'title'?"),
        ("[draw]", "[drawing]", "unknown entry 'drawing': did you mean 'draw'?"),
    ],
)
def test_a_misspelt_key_of_an_own_map_is_named(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SIAM)
    assert read_map_file("siam", str(path)) == SIAM
    path.write_text(SIAM.replace(old, new, 1))
    with pytest.raises(UserError) as caught:
        read_map_file("siam", str(path))
    assert reason in str(caught.value)


def test_a_map_of_others_is_drawn_whatever_else_its_drawing_says() -> None:
    newer = SIAM.replace("[draw]", "[draw]\nfrom_a_later_release = 1", 1)
    assert read_drawing(parse_map(newer)) == read_drawing(load_map("siam"))
