"""The laws of `games.testing`, held against the small games and against ours."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from games.testing import laws
from tests.author.games.four import Four
from tests.installed_games import OURS, add_entry_points, forget_games

TestMorris = laws("morris")
TestFour = laws("four")
TestHeaps = laws("heaps")
TestShires = laws("shires")
TestReversi = laws("reversi", games=1)
globals().update({f"Test_{name.replace('-', '_')}": laws(name, games=1) for name in OURS})


@pytest.mark.parametrize(
    ("member", "returned"),
    [
        ("facts", {"men": (1, 2)}),
        ("facts", [("men", 2, 1)]),
        ("facts", [("men", 0, "one")]),
        ("judge", (0.5,)),
        ("judge", (0.9, 0.2)),
        ("judge", (-0.1, 0.2)),
    ],
)
def test_the_laws_refuse_chances_and_facts_of_another_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, member: str, returned: object
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_four", raising=False)
    (tmp_path / "odd_four.py").write_text(
        f"from {Four.__module__} import Four\n\n\nclass Odd(Four):\n    name = 'odd'\n\n"
        f"    def {member}(self, p):\n        return {returned!r}\n"
    )
    add_entry_points(tmp_path, {"siam.games": {"odd": "odd_four:Odd"}})
    forget_games()
    with pytest.raises(AssertionError, match=f"^{member}: "):
        laws("odd", games=1)().test_chances_and_facts_have_their_form()
