"""A server that is loaded before it is needed serves at once, and is never left behind."""

import pytest

from siam_tui.lobby.private_server import PrivateServer, Serving
from siam_tui.lobby.standby import Standby

pytestmark = pytest.mark.usefixtures("own_folders")


async def test_a_prepared_server_is_the_one_that_serves():
    standby = Standby()
    standby.prepare()
    prepared = await standby._starting
    async with PrivateServer(Serving(), standby) as server:
        assert server.pid == prepared.pid
        assert server.link.broker.host == "127.0.0.1"


async def test_without_a_prepared_server_one_is_started():
    async with PrivateServer(Serving(), Standby()) as one, PrivateServer(Serving()) as other:
        assert one.pid != other.pid


async def test_a_prepared_server_that_has_ended_is_replaced():
    standby = Standby()
    standby.prepare()
    prepared = await standby._starting
    prepared.kill()
    await prepared.wait()
    async with PrivateServer(Serving(), standby) as server:
        assert server.pid != prepared.pid
    await prepared.communicate()


async def test_a_server_that_nobody_needed_ends_and_has_written_nothing(tmp_path):
    standby = Standby()
    standby.prepare()
    prepared = await standby._starting
    await standby.close()
    assert prepared.returncode is not None
    assert not [each for each in tmp_path.rglob("*") if each.is_file()]
    await standby.close()  # again
