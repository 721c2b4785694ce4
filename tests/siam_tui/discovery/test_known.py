"""What is remembered of the lobbies one has been to, and what is said when one is not as it was."""

from dataclasses import replace

import pytest

from siam_tui.discovery.known_lobbies import KnownLobbies, load_known, save_known
from tests.siam_tui.discovery.lobbies import ANN, BEN, found

ANNS = found(ANN, "Ann", "ann")
KNOWN = KnownLobbies().remembering(ANNS)


class TestWarnings:
    def test_none_of_a_lobby_one_knows(self):
        assert KNOWN.remembers(ANNS)
        assert KNOWN.warning(ANNS) == ""

    def test_none_of_one_that_is_like_no_other(self):
        bens = found(BEN, "Ben", "ben")
        assert not KNOWN.remembers(bens)
        assert KNOWN.warning(bens, (ANNS, bens)) == ""

    @pytest.mark.parametrize("name", ["Ann", "ann", "ＡＮＮ"])
    def test_another_account_calls_itself_as_a_known_host(self, name):
        warning = KNOWN.warning(found(BEN, name, "mallory"))
        assert "NOT the lobby of" in warning
        assert "account ann" in warning
        assert "by mallory" in warning

    def test_another_account_calls_its_lobby_as_a_known_one(self):
        named = replace(found(BEN, "Mallory", "mallory"), name="Ann's Lobby")
        assert "NOT the lobby of" in KNOWN.warning(named)
        assert KNOWN.warning(replace(named, name="Ann's other club")) == ""

    def test_the_key_of_a_known_lobby_is_another_one(self):
        assert "CHANGED" in KNOWN.warning(found(BEN, "Ann", "ann"))

    def test_another_account_announces_a_known_key(self):
        warning = KNOWN.warning(found(ANN, "Mallory", "mallory"))
        assert "from the account ann" in warning
        assert "mallory announces it" in warning

    def test_two_accounts_call_themselves_alike_before_one_knows_either(self):
        mallorys = found(BEN, "Ann", "mallory")
        both = (ANNS, mallorys)
        for one, other in ((ANNS, "mallory's"), (mallorys, "ann's")):
            assert other in KnownLobbies().warning(one, both)

    def test_the_known_one_of_two_alike_stays_as_it_is(self):
        assert KNOWN.warning(ANNS, (ANNS, found(BEN, "Ann", "mallory"))) == ""

    def test_lobbies_without_a_name_are_not_alike(self):
        known = KnownLobbies().remembering(found(ANN, "", "ann"))
        assert known.warning(found(BEN, "", "ben")) == ""


class TestTrust:
    def test_who_goes_in_all_the_same_is_not_warned_again(self):
        changed = found(BEN, "Ann", "ann")
        known = KNOWN.remembering(changed)
        assert known.warning(changed) == ""
        assert "CHANGED" in known.warning(ANNS)

    def test_trust_in_a_namesake_takes_none_from_the_first(self):
        namesake = found(BEN, "Ann", "anna")
        known = KNOWN.remembering(namesake)
        assert known.warning(namesake) == known.warning(ANNS) == ""


class TestFile:
    def test_it_is_read_as_it_was_written(self, tmp_path):
        known = KNOWN.remembering(found(BEN, "Ben of Lao", "ben")).remembering(
            found(BEN, "", "carol")
        )
        save_known(tmp_path / "new" / "known", known)
        assert load_known(tmp_path / "new" / "known") == known

    def test_none_is_there_at_first(self, tmp_path):
        assert load_known(tmp_path / "known") == KnownLobbies()

    def test_damaged_lines_are_passed_over(self, tmp_path):
        path = tmp_path / "known"
        save_known(path, KNOWN)
        path.write_bytes(b"\xff\xff\nno key here\n" + path.read_bytes() + b"short\n")
        assert load_known(path) == KNOWN
