"""What a player is bound to outlives the program, and no server can have it forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.draws.pledges import Share, Trouble, read_share
from protocol.draws import SignedCommitment
from protocol.errors import MalformedError
from siam_tui.profile import table_secrets as pledges
from siam_tui.profile.table_secrets import PledgeFolder
from tests.protocol.strategies import counts, hashes, ids, maybe_hashes, signatures
from texts import say

commitments = st.builds(SignedCommitment, counts, counts, hashes, hashes, signatures)
shares = st.builds(
    Share,
    commitments,
    st.just(b"") | hashes,
    maybe_hashes,
    st.lists(ids, max_size=8).map(tuple),
    st.booleans(),
    st.just(b"") | hashes,
    st.lists(st.builds(Trouble, counts, st.text(max_size=400)), max_size=8).map(tuple),
)
SHARE = Share(SignedCommitment(1, 0, bytes(32), bytes(32), bytes(64)))


class TestShareAsText:
    @given(shares)
    def test_it_comes_back(self, share: Share) -> None:
        assert read_share(share.to_json()) == share

    def test_one_of_an_earlier_release_is_of_the_format_before(self) -> None:
        plain = json.loads(SHARE.to_json())
        assert plain["draw"].pop("format") == 2
        assert read_share(json.dumps(plain)) == SHARE

    def test_what_was_wrong_is_kept_as_a_message_and_told_in_any_language(self) -> None:
        reason = say("client/forged", n=3)
        share = SHARE.with_trouble(Trouble(3, str(reason), reason))
        assert read_share(share.to_json()) == share == share.with_trouble(share.troubles[0])
        plain = json.loads(share.to_json())
        del plain["troubles"][0]["reason"]  # as an earlier release wrote it
        assert read_share(json.dumps(plain)).troubles == (Trouble(3, str(reason)),)

    @given(st.text(max_size=200))
    def test_anything_else_is_refused(self, text: str) -> None:
        with pytest.raises(MalformedError):
            read_share(text)


class TestPledgeFolder:
    def test_what_was_written_is_read_by_the_next_program(self, tmp_path: Path) -> None:
        PledgeFolder.in_profile(tmp_path, "lobby").write("t1", SHARE)
        assert PledgeFolder.in_profile(tmp_path, "lobby").read("t1") == SHARE
        assert PledgeFolder.in_profile(tmp_path, "other").read("t1") is None

    def test_no_name_of_a_servers_choosing_leads_elsewhere(self, tmp_path: Path) -> None:
        PledgeFolder.in_profile(tmp_path / "profile", "lobby").write("../../../t1", SHARE)
        assert {path.name for path in tmp_path.iterdir()} == {"profile"}
        (file,) = (tmp_path / "profile").rglob("*.json")
        assert file.stat().st_mode & 0o077 == 0

    @pytest.mark.parametrize("text", ["", "{}", "x" * 100_000])
    def test_a_damaged_file_is_done_without(self, tmp_path: Path, text: str) -> None:
        book = PledgeFolder.in_profile(tmp_path, "lobby")
        book.write("t1", SHARE)
        next(tmp_path.rglob("*.json")).write_text(text)
        assert book.read("t1") is None

    def test_a_folder_that_cannot_be_written_is_done_without(self, tmp_path: Path) -> None:
        (tmp_path / "pledges").write_text("in the way")
        book = PledgeFolder.in_profile(tmp_path, "lobby")
        book.write("t1", SHARE)
        assert book.read("t1") is None

    def test_files_of_tables_drawn_at_longest_ago_go(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pledges, "_MOST_TABLES", 3)
        book = PledgeFolder.in_profile(tmp_path, "lobby")
        for number in range(5):
            book.write(f"t{number}", SHARE)
        assert len(list(tmp_path.rglob("*.json"))) == 3
        assert book.read("t4") == SHARE

    def test_each_proof_is_kept_once(self, tmp_path: Path) -> None:
        book = PledgeFolder.in_profile(tmp_path, "lobby")
        first = book.keep_proof(1, "one")
        assert book.keep_proof(1, "one") == first
        assert book.keep_proof(1, "two") != first
        assert Path(first).read_text() == "one"
