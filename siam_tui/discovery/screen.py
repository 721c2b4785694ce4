"""Screen of the lobbies near the player: place, key and warning of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from siam_tui.discovery.lobby_discovery import LobbyDiscovery
from siam_tui.discovery.search import FoundLobby
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.panel_screen import PanelList, PanelScreen
from siam_tui.ui.text_widgets import OptionList, Static
from texts import say, tell


@dataclass(frozen=True, slots=True)
class Visit:
    """The chosen lobby, and whether only to watch."""

    lobby: FoundLobby
    watching: bool = False


class LobbyList(PanelList):
    """The lobbies; Enter is named among the keys, as it is the list's own."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "discovery/key/go")]


class LobbiesScreen(PanelScreen[Visit]):
    """Dismisses with the chosen lobby or nothing; a lobby with a warning must be confirmed."""

    PANEL_TITLE = say("discovery/near-you")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "visit(True)", "discovery/key/watch"),
    ]

    def __init__(self, discovery: LobbyDiscovery) -> None:
        """Prepare the list.

        Args:
            discovery: the lobbies; call `update_lobbies` when they change.
        """
        super().__init__()
        self._discovery = discovery
        self._shown: tuple[FoundLobby, ...] = ()

    def body(self) -> Iterable[Widget]:
        """Lay the list out."""
        yield Static(say("discovery/about"), id="lobbies-about")
        yield LobbyList(id="lobbies")
        yield Static(say("discovery/none"), id="lobbies-none")

    def on_mount(self) -> None:
        """List the lobbies."""
        self._list_lobbies()
        self.query_one(PanelList).focus()

    def retell(self) -> None:
        """List the lobbies in the language that is spoken now."""
        super().retell()
        self._list_lobbies()

    def update_lobbies(self) -> None:
        """List the present lobbies; the chosen one stays chosen."""
        if self.is_mounted:
            self._list_lobbies()

    def _list_lobbies(self) -> None:
        menu = self.query_one(PanelList)
        chosen = self._chosen_lobby
        self._shown = self._discovery.lobbies
        menu.set_options(Option(self._lobby_lines(lobby)) for lobby in self._shown)
        if self._shown:  # the counts of the chosen one may have changed
            links = [lobby.link for lobby in self._shown]
            menu.highlighted = links.index(chosen.link) if chosen and chosen.link in links else 0
        menu.display = bool(self._shown)
        self.query_one("#lobbies-none").display = not self._shown
        self.refresh_bindings()

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Enable only actions that are possible now."""
        return bool(self._shown) if action == "visit" else True

    @property
    def _chosen_lobby(self) -> FoundLobby | None:
        at = self.query_one(PanelList).highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    def _lobby_lines(self, lobby: FoundLobby) -> Content:
        warning = self._discovery.warning(lobby)
        key = tell("discovery/key-of", key=grouped(lobby.link.lobby))
        lines = Content.from_markup(
            "[b]$title[/b]  [$accent]$place[/]\n[$foreground 60%]$census · $key[/]",
            title=lobby.title,
            place=lobby.place,
            census=lobby.census,
            key=key,
        )
        if warning:
            return lines + Content.styled(f"\n⚠ {warning}", "$text-error")
        if self._discovery.is_familiar(lobby):
            return lines
        return lines + Content.styled(f"\n{tell('discovery/not-visited')}", "$foreground 60%")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter the lobby by Enter or a click."""
        event.stop()
        self.action_visit(watching=False)

    @work(exclusive=True)
    async def action_visit(self, watching: bool) -> None:
        """Enter the chosen lobby, or watch it."""
        lobby = self._chosen_lobby
        if lobby is None:
            return
        warning = self._discovery.warning(lobby)
        if warning and not await self.app.push_screen_wait(
            AskScreen(f"⚠ {warning}", say("discovery/enter"), say("discovery/stay-out"))
        ):
            return
        self.dismiss(Visit(lobby, watching))


def grouped(fingerprint: str) -> str:
    """Return a fingerprint in groups of four, easy to compare."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, len(fingerprint), 4))  # type: ignore[characters]
