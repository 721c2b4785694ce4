"""How a lobby on this computer is found, and what is not taken for one."""

import asyncio
import os
import sys
from contextlib import ExitStack

import pytest

from siam_tui.discovery.announcement import PREFIX, Announcement, announced, hold_lock
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.search import MAX_OF_ONE, find_lobbies
from tests.programs import ROOT
from tests.siam_tui.discovery.lobbies import (
    ANN,
    BEN,
    announced_by_another,
    announcement,
    link_of,
    need_root,
    other_account,
    shared,
)

SERVE_AND_DIE = """
import os, signal, sys
from pathlib import Path
from siam_tui.discovery.announcement import Announcement, announced
from siam_tui.discovery.audience import Audience
from protocol.links import parse_link
with announced(Path(sys.argv[1]), Announcement(parse_link(sys.argv[2]), "Ann"), Audience.EVERYONE):
    print("announced", flush=True)
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def folder(tmp_path):
    return shared(tmp_path / "lobbies")


class TestWhoIsFound:
    def test_a_lobby_is_found_as_long_as_it_is_announced(self, folder):
        with announced(folder, announcement(), Audience.EVERYONE):
            (lobby,) = find_lobbies(folder)
            assert (lobby.link, lobby.host_name) == (link_of(ANN), "Ann")
            assert lobby.account.is_own
        assert find_lobbies(folder) == ()
        assert not list(folder.iterdir())

    @pytest.mark.parametrize(
        ("audience", "mode"), [(Audience.EVERYONE, 0o644), (Audience.ACCOUNT, 0o600)]
    )
    def test_others_can_read_it_only_if_it_is_for_them(self, folder, audience, mode):
        with announced(folder, announcement(), audience):
            (file,) = folder.iterdir()
            assert file.stat().st_mode & 0o777 == mode
            assert len(find_lobbies(folder)) == 1

    def test_one_for_nobody_leaves_no_trace(self, folder):
        with announced(folder, announcement(), Audience.NOBODY):
            assert not list(folder.iterdir())

    def test_several_are_found_but_no_account_can_fill_the_screen(self, folder):
        with ExitStack() as stack:
            for number in range(MAX_OF_ONE + 3):
                said = announcement(name=f"Ann {number}")
                stack.enter_context(announced(folder, said, Audience.EVERYONE))
            assert len(find_lobbies(folder)) == MAX_OF_ONE

    def test_a_folder_that_is_not_there_holds_none(self, tmp_path):
        assert find_lobbies(tmp_path / "none") == ()

    def test_a_name_cannot_draw_on_the_screen(self, folder):
        with announced(folder, announcement(name="A\x1b[2Jnn\n\u202eforged"), Audience.EVERYONE):
            (lobby,) = find_lobbies(folder)
            assert lobby.host_name == "A [2Jnn forged"


async def test_one_of_a_server_that_was_killed_is_stale_and_cleared_by_the_next(folder):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SERVE_AND_DIE, str(folder), str(link_of(ANN))),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"announced\n"
    assert len(find_lobbies(folder)) == 1
    await process.communicate(b"")
    assert len(list(folder.iterdir())) == 1
    assert find_lobbies(folder) == ()
    with announced(folder, announcement(BEN, "Ben"), Audience.EVERYONE):
        assert [lobby.host_name for lobby in find_lobbies(folder)] == ["Ben"]
        assert len(list(folder.iterdir())) == 1


class TestWhatIsNoAnnouncement:
    """Everything here is held by a living process, as a cunning account would."""

    @pytest.fixture
    def lay(self, folder):
        held = []

        def lay(data, mode=0o644):
            path = folder / f"{PREFIX}x"
            path.write_bytes(data)
            path.chmod(0o600)
            held.append(os.open(path, os.O_RDWR))
            hold_lock(held[-1])
            path.chmod(mode)
            return path

        yield lay
        for descriptor in held:
            os.close(descriptor)

    def test_the_same_bytes_in_a_file_of_ones_own_are_one(self, folder, lay):
        lay(announcement().to_bytes())
        assert len(find_lobbies(folder)) == 1

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xff\xfe",
            announcement().to_bytes()[:-1],
            announcement().to_bytes() + b"more\n",
            announcement().to_bytes().replace(b"siam lobby 2", b"siam lobby 1"),
            announcement().to_bytes().replace(b"siam lobby 2", b"siam lobby 3"),
            announcement().to_bytes().replace(b"000 000", b"1e9 -01"),
            announcement().to_bytes().replace(b"siam://", b"http://"),
            announcement().to_bytes().ljust(4096, b"x"),
        ],
    )
    def test_other_bytes(self, folder, lay, data):
        lay(data)
        assert find_lobbies(folder) == ()

    def test_an_announcement_of_an_earlier_release_is_read(self, folder, lay):
        lay(f"siam lobby 1\n{link_of(ANN)}\nAnn\n".encode())
        (lobby,) = find_lobbies(folder)
        assert (lobby.title, lobby.host_name, lobby.tables) == ("Ann's lobby", "Ann", 0)

    @pytest.mark.parametrize("mode", [0o666, 0o664, 0o622])
    def test_a_file_others_can_write(self, folder, lay, mode):
        lay(announcement().to_bytes(), mode)
        assert find_lobbies(folder) == ()

    def test_a_link_to_a_file_elsewhere(self, folder, lay, tmp_path):
        path = lay(announcement().to_bytes())
        path = path.rename(tmp_path / "elsewhere")
        (folder / f"{PREFIX}soft").symlink_to(path)
        assert find_lobbies(folder) == ()
        (folder / f"{PREFIX}hard").hardlink_to(path)
        assert find_lobbies(folder) == ()

    def test_a_pipe_a_folder_and_a_device(self, folder):
        os.mkfifo(folder / f"{PREFIX}pipe")
        (folder / f"{PREFIX}folder").mkdir()
        (folder / f"{PREFIX}device").symlink_to("/dev/zero")
        assert find_lobbies(folder) == ()

    def test_anything_in_a_folder_where_others_could_replace_files(self, folder, lay):
        lay(announcement().to_bytes())
        folder.chmod(0o777)
        assert find_lobbies(folder) == ()


WAIT_FOR_LOCKS = """
import fcntl, os, sys, threading
from siam_tui.discovery.announcement import _LOCK as LOCK, hold_lock
os.setgroups([]); os.setgid(int(sys.argv[1])); os.setuid(int(sys.argv[1]))
openings = [os.open(sys.argv[2], os.O_RDONLY) for _ in range(4)]
waiting = [
    lambda file: fcntl.flock(file, fcntl.LOCK_EX),
    lambda file: fcntl.lockf(file, fcntl.LOCK_SH),
    lambda file: fcntl.fcntl(file, fcntl.F_OFD_SETLKW, LOCK.pack(fcntl.F_RDLCK, 0, 0, 0, 0)),
]
try:
    hold_lock(openings.pop())
except OSError:
    print("refused", flush=True)
waits = [threading.Thread(target=each, args=(file,)) for each, file in zip(waiting, openings)]
for each in waits:
    each.start()
print("waiting", flush=True)
for each in waits:
    each.join()
print("has all locks", flush=True)
sys.stdin.read()
"""


@need_root
class TestAnotherAccount:
    async def test_one_that_waits_for_its_locks_keeps_no_dead_lobby_alive(self, folder):
        pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVE_AND_DIE, str(folder), str(link_of(ANN))),
            **pipes,
            cwd=ROOT,
        )
        assert server.stdout is not None
        assert await server.stdout.readline() == b"announced\n"
        (file,) = folder.iterdir()
        uid = str(other_account().uid)
        foreign = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", WAIT_FOR_LOCKS, uid, str(file)),
            **pipes,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert foreign.stdout is not None
        assert await foreign.stdout.readline() == b"refused\n"
        assert await foreign.stdout.readline() == b"waiting\n"
        assert len(find_lobbies(folder)) == 1
        await server.communicate(b"")
        assert await foreign.stdout.readline() == b"has all locks\n"
        assert find_lobbies(folder) == ()
        with announced(folder, announcement(BEN, "Ben"), Audience.EVERYONE):
            assert [lobby.host_name for lobby in find_lobbies(folder)] == ["Ben"]
            assert not file.exists()
        await foreign.communicate(b"")

    async def test_its_lobby_is_found_under_its_own_name(self, folder):
        async with announced_by_another(folder, BEN, "Ben") as went:
            assert went == "announced"
            (lobby,) = find_lobbies(folder)
        assert lobby.account == other_account()
        assert not lobby.account.is_own

    async def test_it_cannot_pass_for_this_one_whatever_it_claims(self, folder):
        async with announced_by_another(folder, ANN, "root"):
            (lobby,) = find_lobbies(folder)
        assert lobby.account == other_account()

    async def test_it_can_neither_change_nor_take_nor_replace_an_announcement(self, folder):
        with announced(folder, announcement(), Audience.EVERYONE):
            (file,) = folder.iterdir()
            for attempt in (
                f"open({str(file)!r}, 'r+')",
                f"os.unlink({str(file)!r})",
                f"os.rename({str(file)!r}, {str(folder / 'taken')!r})",
                f"p = {str(folder / 'mine')!r}; open(p, 'w').close(); os.rename(p, {str(file)!r})",
            ):
                async with announced_by_another(folder, BEN, "Ben", before=attempt) as went:
                    assert went == "PermissionError", attempt
            assert [lobby.account.is_own for lobby in find_lobbies(folder)] == [True]

    async def test_its_folder_is_not_looked_into(self, folder):
        os.chown(folder, other_account().uid, -1)
        async with announced_by_another(folder, BEN, "Ben") as went:
            assert went == "announced"
            assert find_lobbies(folder) == ()

    async def test_what_is_for_its_own_account_is_not_for_others(self, folder):
        before = "audience = Audience.ACCOUNT"
        async with announced_by_another(folder, BEN, "Ben", before=before) as went:
            assert went == "announced"
            (file,) = folder.iterdir()
            assert file.stat().st_mode & 0o777 == 0o600
            assert find_lobbies(folder) == ()


def test_two_lobbies_of_an_account_are_told_apart_by_name_tables_and_people(folder):
    friday = Announcement(link_of(ANN), "Ann", "Friday\x1b[2J club")
    sunday = Announcement(link_of(BEN), "Ann", "Sunday club")
    with (
        announced(folder, friday, Audience.EVERYONE) as renew,
        announced(folder, sunday, Audience.EVERYONE),
    ):
        renew(2, 1)
        assert [(lobby.title, lobby.census) for lobby in find_lobbies(folder)] == [
            ("Friday [2J club", "2 tables, 1 person"),
            ("Sunday club", "0 tables, 0 people"),
        ]
        renew(1, 5000)
        assert find_lobbies(folder)[0].census == "1 table, 999 people"
