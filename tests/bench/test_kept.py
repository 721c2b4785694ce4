"""Games of a tournament that are kept: one that was ended goes on where it was."""

from bench.kept import Kept, Played, Spent

QUESTION = {"players": 2, "one": ["regent", 0.1, None], "other": ["greedy"], "seed": 100_000}


def played(share):
    return Played(
        [[[share, 1 - share]]], {"regent": Spent(10, 0.5, 0.09), "greedy": Spent(8, 0.04, 0.01)}
    )


def test_what_was_kept_is_found_by_the_next_tournament(tmp_path):
    file = tmp_path / "games.jsonl"
    Kept(file).keep(QUESTION, played(0.5))
    Kept(file).keep(QUESTION | {"seed": 100_001}, played(1.0))
    kept = Kept(file)
    assert kept.find(QUESTION) == played(0.5)
    assert kept.find(QUESTION | {"seed": 100_001}) == played(1.0)


def test_an_answer_to_another_question_is_none(tmp_path):
    kept = Kept(tmp_path / "games.jsonl")
    kept.keep(QUESTION, played(0.5))
    for other in ({"players": 3}, {"one": ["regent", 1.0, None]}, {"seed": 200_000}):
        assert kept.find(QUESTION | other) is None


def test_a_line_that_was_cut_off_is_played_again_and_spoils_no_other(tmp_path):
    file = tmp_path / "games.jsonl"
    Kept(file).keep(QUESTION, played(0.5))
    with file.open("a") as out:
        out.write('{"question": {"pla')
    again = QUESTION | {"seed": 100_001}
    kept = Kept(file)
    assert kept.find(again) is None
    kept.keep(again, played(1.0))
    assert Kept(file).find(QUESTION) == played(0.5)
    assert Kept(file).find(again) == played(1.0)


def test_without_a_file_only_this_tournament_remembers():
    kept = Kept(None)
    kept.keep(QUESTION, played(0.5))
    assert kept.find(QUESTION) == played(0.5)
    assert Kept(None).find(QUESTION) is None
