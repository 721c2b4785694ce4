"""What counts the passes of a level."""

import pytest

from bench.passes import main


def test_a_pass_counts_if_cards_are_left_and_so_does_the_first_card(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["greedy", "newcomer", "--games", "2"])
    won, passes, first = capsys.readouterr().out.splitlines()
    assert won.startswith("2 players: greedy wins ")
    assert won.endswith(" of 2 games")
    assert passes.endswith(" a game, of 2 hands")
    counted, never = first.removeprefix("first card in struggle 1 to 8: ").split("; never: ")
    assert sum(map(int, counted.split(", "))) + int(never) == 2
