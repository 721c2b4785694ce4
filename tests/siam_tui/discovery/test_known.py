"""What is remembered of the lobbies one has been to, and what is said when one is not as it was."""

from dataclasses import replace

import pytest

from siam_tui.discovery.known_lobbies import KnownLobbies, load_known, save_known
from tests.siam_tui.discovery.lobbies import ANN, BEN, found, found_on_network

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


class TestOnTheNetwork:
    FRIDAY = found_on_network(ANN, "Friday club")
    KNOWN = KnownLobbies().remembering(FRIDAY)

    def test_none_of_a_lobby_that_has_the_known_key_wherever_it_is(self):
        moved = found_on_network(ANN, "Friday club", "10.0.0.7")
        assert self.KNOWN.remembers(moved)
        assert self.KNOWN.warning(moved) == ""

    @pytest.mark.parametrize("name", ["Friday club", "FRIDAY CLUB"])
    def test_another_key_with_a_known_name(self, name):
        posing = found_on_network(BEN, name)
        assert not self.KNOWN.remembers(posing)
        assert "its key is another one" in self.KNOWN.warning(posing)

    def test_a_known_key_that_takes_the_name_of_another_known_lobby(self):
        known = self.KNOWN.remembering(found_on_network(BEN, "Sunday club"))
        assert known.warning(found_on_network(ANN, "Friday and Saturday")) == ""
        assert "NOT the lobby Sunday club" in known.warning(found_on_network(ANN, "Sunday club"))

    def test_the_name_of_a_host_on_this_computer_and_the_other_way_round(self):
        posing = found_on_network(BEN, "Ann's lobby")
        assert "its key is another one" in KNOWN.warning(posing)
        known = KnownLobbies().remembering(found_on_network(ANN, "Ann's lobby"))
        assert "its key is another one" in known.warning(found(BEN, "Ann", "ann"))
        assert known.warning(found(ANN, "Ann", "ann")) == ""

    def test_a_known_key_of_this_computer_is_known_on_the_network(self):
        assert KNOWN.remembers(found_on_network(ANN, "Ann's lobby"))
        assert KNOWN.warning(found_on_network(ANN, "Ann's lobby")) == ""

    def test_two_alike_before_one_knows_either(self):
        twin = found_on_network(BEN, "Friday club", "10.0.0.7")
        for one in (self.FRIDAY, twin):
            assert "compare it" in KnownLobbies().warning(one, (self.FRIDAY, twin))
        assert self.KNOWN.warning(self.FRIDAY, (self.FRIDAY, twin)) == ""

    def test_trust_in_a_namesake_takes_none_from_the_first(self):
        twin = found_on_network(BEN, "Friday club", "10.0.0.7")
        known = self.KNOWN.remembering(twin)
        assert known.warning(twin) == known.warning(self.FRIDAY) == ""

    def test_it_is_read_as_it_was_written(self, tmp_path):
        save_known(tmp_path / "known", self.KNOWN)
        assert load_known(tmp_path / "known") == self.KNOWN


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
