"""What a person is told while the broker holds back messages."""

import asyncio

import client.delivery
from protocol.commands import OpenTable
from protocol.topics import Topics
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session import Session
from siam_tui.model.start import Start
from siam_tui.plain.lobby_conversation import LobbyConversation
from tests.e2e.guests import guest
from tests.e2e.withholding import withholder
from tests.patience import PATIENCE
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen

WARNING = "The broker holds back messages"


class Sayings:
    """Keeps the lines that are written."""

    interactive = True

    def __init__(self):
        self.said = asyncio.Queue()

    def write_lines(self, *sentences):
        for sentence in sentences:
            self.said.put_nowait(sentence)

    async def until(self, text):
        async with asyncio.timeout(PATIENCE):
            while text not in await self.said.get():
                pass


async def test_the_lobby_and_the_lines_of_plain_say_so(tmp_path, link, ben, monkeypatch):
    monkeypatch.setattr(client.delivery, "SILENCE", 0.2)
    monkeypatch.setattr(client.delivery, "GRACE", 0.1)
    monkeypatch.setattr(client.delivery, "HELD_BACK", 0.1)
    lobby, voice = Topics(link.lobby).lobby_state(), Sayings()
    async with withholder(link.broker) as owner, guest(owner.through(link), "Eve") as eve:
        app = app_of(tmp_path, Start(owner.through(link)))
        async with (
            LobbyConversation(Session(eve.client, link), voice).listening(),
            piloted(app) as pilot,
        ):
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "you are Ann" in text_of(app, "#lobby-title"))
            owner.withholds = lambda topic, _: topic == lobby
            await ben.request(OpenTable("siam", 2))
            await voice.until(WARNING)
            await until(pilot, lambda: WARNING in text_of(app, "#trouble"))
            assert "1 table" in text_of(app, "#lobby-title")
            owner.withholds = lambda *_: False
            await ben.request(OpenTable("siam", 2))
            await voice.until("The broker delivers messages again.")
            await until(pilot, lambda: not app.screen.query_one("#trouble").display)
