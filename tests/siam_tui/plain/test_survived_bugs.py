"""A bug in what a line does is told in text mode, and the next line is read all the same."""

from siam_tui.model.start import Start
from siam_tui.plain.dialogue import Dialogue
from siam_tui.profile.profiles import Profile


class Typist:
    """Types lines, and keeps what is written."""

    interactive = True

    def __init__(self, *lines):
        self.typed = list(lines)
        self.written = []

    async def read_line(self):
        return self.typed.pop(0) if self.typed else None

    def write_lines(self, *sentences):
        self.written += sentences


def fail(*_):
    raise RuntimeError("a bug")


async def test_the_next_line_is_read(tmp_path, monkeypatch, survived_bugs):
    monkeypatch.setattr("siam_tui.plain.dialogue.read_pages", fail)
    typist = Typist("help", "status")
    dialogue = Dialogue(Profile.named(tmp_path, "default"), typist, "Ann")
    await dialogue.run(Start())
    assert "because of a bug" in typist.written[-2]
    assert typist.written[-1].startswith("You are in no lobby.")
    assert dialogue.refused == 1
    (record,) = survived_bugs
    assert record.exc_info[0] is RuntimeError
    survived_bugs.clear()
