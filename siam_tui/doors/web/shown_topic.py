"""A table or a lobby as its spectators see it: each state is checked and opened once.

It is rendered once for each language in which somebody watches.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from time import monotonic, thread_time
from typing import Any, Final

from protocol.envelope import Envelope, is_locked, open_locked, open_signed
from protocol.errors import ProtocolError
from protocol.keys import PublicKey
from protocol.states import LobbyState, TableState
from siam_tui.browser.page_data import lobby_data, table_data
from siam_tui.doors.web.spectator import NewestMessage
from siam_tui.model.move_log import MoveLog
from texts import Message, say, speaking, tell

_MOST_BOOTS: Final = 32
_MOST_MOVES: Final = 500
"""Moves that are kept of a game."""
_REST: Final = 2.0
"""For how many times as long as it was rendered a text rests, for each text that is watched."""
NOTHING: Final = say("doors/topic/nothing")
GONE: Final = say("doors/topic/gone")
PRIVATE: Final = say("doors/topic/private")


class ToldTopic:
    """What a topic shows in one language, and who watches it in that.

    Attributes:
        readers: those who watch it.
    """

    def __init__(
        self, language: str, render: Callable[[], bytes], count_shown: Callable[[], int]
    ) -> None:
        """Prepare.

        Args:
            language: the language.
            render: returns what is sent now, in the language that is told.
            count_shown: returns how many such texts are watched.
        """
        self.readers: set[NewestMessage] = set()
        self._language = language
        self._render = render
        self._count_shown = count_shown
        self._rest_until = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._message: bytes | None = None

    @property
    def message(self) -> bytes:
        """What is sent to all who watch; it is rendered once a state."""
        if self._message is None:
            with speaking(self._language):
                self._message = self._render()
        return self._message

    def renew(self) -> None:
        """Send what is new to all who watch, after a rest."""
        self._message = None
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_at(max(self._rest_until, loop.time()), self._send)

    def _send(self) -> None:
        """Send the message to all, and rest: all texts together leave half of the time."""
        self._later = None
        if self.readers:
            began, message = thread_time(), self.message
            rest = _REST * self._count_shown() * (thread_time() - began)
            self._rest_until = monotonic() + rest
            for reader in self.readers:
                reader.offer(message)


class ShownTopic:
    """What a topic's messages show, as far as the lobby signed them.

    Attributes:
        topic: the topic.
        key: the private table's key; empty for what is public.
        told: the languages in which it is watched.
        is_refused: whether all that came is locked with another key.
    """

    def __init__(
        self,
        topic: str,
        key: bytes,
        signers: Callable[[], Iterable[PublicKey]],
        count_shown: Callable[[], int],
    ) -> None:
        """Prepare.

        Args:
            topic: the topic.
            key: the private table's key; empty for what is public.
            signers: returns the keys that may have signed its messages now.
            count_shown: returns how many topics are watched, each in how many languages.
        """
        self.topic = topic
        self.key = key
        self.told: dict[str, ToldTopic] = {}
        self.is_refused = False
        self._signers = signers
        self._count_shown = count_shown
        self._shown: Envelope | None = None
        self._past_boots: tuple[bytes, ...] = ()
        self._log: MoveLog | None = None
        self._nothing: Message | None = NOTHING

    @property
    def is_known(self) -> bool:
        """Whether there is something to show."""
        return self._shown is not None

    def in_language(self, language: str) -> ToldTopic:
        """Return it as it is told in a language."""
        if language not in self.told:
            self.told[language] = ToldTopic(language, self._render, self._count_shown)
        return self.told[language]

    def take(self, frames: Iterable[bytes]) -> None:
        """Take frames in the order in which they came, and send what is new to all who watch.

        An empty frame says that the topic was cleared.
        """
        news = [self._is_news(frame) for frame in frames]
        if any(news):
            for each in self.told.values():
                each.renew()

    def _is_news(self, frame: bytes) -> bool:
        if not frame:
            self._nothing, self._log = GONE if self._shown else NOTHING, None
            return True
        envelope = self._open(frame)
        if envelope is None:
            if self._shown is None and is_locked(frame):
                self.is_refused, self._nothing = True, PRIVATE
                return True
            return False
        if not self._is_newer(envelope):
            return False
        self._shown, self._nothing, self.is_refused = envelope, None, False
        if isinstance(envelope.message, TableState):
            self._log = _followed(self._log, envelope.message)
        return True

    def _open(self, frame: bytes) -> Envelope | None:
        """Return what a frame contains; None if it was not signed for this topic, or is locked."""
        for signer in self._signers():
            try:
                if self.key:
                    return open_locked(frame, signer, self.topic, self.key)
                return open_signed(frame, signer, self.topic)
            except ProtocolError:
                continue
        return None

    def _is_newer(self, envelope: Envelope) -> bool:
        """Return whether a message is newer, as far as it is known without asking the server."""
        if not isinstance(envelope.message, TableState | LobbyState):
            return False
        if self._shown is None:
            return True
        shown = self._shown.message
        assert isinstance(shown, TableState | LobbyState)
        if envelope.session == self._shown.session:
            return envelope.message.revision > shown.revision
        if envelope.session in self._past_boots:
            return False
        self._past_boots = (*self._past_boots, self._shown.session)[-_MOST_BOOTS:]
        return True

    def _render(self) -> bytes:
        if self._nothing:
            return told(self._nothing)
        assert self._shown is not None
        state = self._shown.message
        if isinstance(state, LobbyState):
            return _to_json({"shown": lobby_data(state)})
        assert isinstance(state, TableState)
        assert self._log is not None
        shown = table_data(state, self._log)
        return _to_json({"shown": shown | ({"replay": ""} if self.key else {})})


def _followed(log: MoveLog | None, state: TableState) -> MoveLog:
    """Return the moves that are known of a game after a state; those taken back are not in it."""
    first, start, moves = state.ply - len(state.news), "", state.news
    if log is not None and log.game_number == state.game_number and log.first <= first <= log.end:
        moves = (*log.entries[: first - log.first], *state.news)
        first, start = log.first, log.start
    if len(moves) > _MOST_MOVES:
        moves, start, first = moves[-_MOST_MOVES:], "", first + len(moves) - _MOST_MOVES
    return MoveLog(state.game_number, start, first, moves, state.takes)


def told(sentence: Message, *, ends: bool = False) -> bytes:
    """Return the message that says something to a spectator.

    Args:
        sentence: what it says.
        ends: whether the page is not to try again.
    """
    return _to_json({"told": tell(sentence), "ends": ends})


def _to_json(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()
