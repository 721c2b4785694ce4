"""Records as files: saved once, read again, and refused with the line of what is wrong."""

import pytest

from games.record import format_record
from siam_tui.model.record_files import read_record, save_record
from siam_tui.profile.user_error import UserError
from tests.siam_tui.replay.games import recorded


def test_a_record_saved_is_read_again(tmp_path):
    record = recorded()
    path = save_record(tmp_path / "records", record)
    assert path.name == "2026-11-21-Ann-Ben-Chai.siam"
    assert read_record(path) == record


def test_saved_twice_it_is_there_once_and_another_game_gets_another_name(tmp_path):
    first, again = save_record(tmp_path, recorded()), save_record(tmp_path, recorded())
    assert first == again
    other = save_record(tmp_path, recorded(seed=5))
    assert other.name == "2026-11-21-Ann-Ben-Chai-2.siam"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "records").write_text("a file")
    with pytest.raises(UserError, match=r"records cannot be written"):
        save_record(tmp_path / "records", recorded())


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ("[Start", "[Begin", "the tag Start is missing"),
        ("[Seat1 ", "[Seat1", r"line 6: cannot read the tag"),
        ("\n\n", "\n\nhello ", r"line 11, move 1: cannot read 'hello'"),
        ("\n\n", "\n\nK:-x- ", r"line 11, move 1 \(K:-x-\): Maharacha must"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path, old, new, because):
    text = format_record(recorded())
    assert old in text
    path = tmp_path / "broken.siam"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(UserError, match=f"broken.siam cannot be replayed: {because}") as told:
        read_record(path)
    assert str(told.value)[-2:].count(".") == 1


def test_what_is_no_text_or_not_there_is_told(tmp_path):
    with pytest.raises(UserError, match="There is no file"):
        read_record(tmp_path / "none.siam")
    with pytest.raises(UserError, match="cannot be read"):
        read_record(tmp_path)
    path = tmp_path / "picture.siam"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(UserError, match="not UTF-8"):
        read_record(path)
