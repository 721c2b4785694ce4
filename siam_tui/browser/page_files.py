"""The files of the page by the paths that browsers ask for, read once into memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from games.contract import GameError
from siam_tui.games.registry import shown_games, title_of, ui_of

INDEX: Final = "/"
STATIC: Final = Path(__file__).with_name("static")
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
_GAMES: Final = "export const games = {games};\n"


@dataclass(frozen=True)
class PageFile:
    """A file of the page.

    Attributes:
        content: its bytes.
        content_type: what it is, for the browser.
    """

    content: bytes
    content_type: str

    @cached_property
    def tag(self) -> str:
        """What changes with the content, as an ETag."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'


def page_files() -> Mapping[str, PageFile]:
    """Return all files of the page: its own, and those of each game that has a drawing."""
    files = dict(_files_of(STATIC, "/assets"))
    files |= _files_of(STATIC / "vendor", "/assets/vendor")
    files[INDEX] = files.pop("/assets/index.html")
    games = {}
    for name in shown_games():
        folder = drawing_folder(name)
        if folder is not None:
            files |= _files_of(folder, f"/assets/games/{name}")
            games[name] = {"title": title_of(name), "module": f"./games/{name}/game.js"}
    listing = _GAMES.format(games=json.dumps(games, ensure_ascii=True))
    files["/assets/games.js"] = PageFile(listing.encode(), _TYPES[".js"])
    return files


def drawing_folder(game: str) -> Path | None:
    """Return the folder with a game's drawing for the page; None if it has none.

    A game of another package may be older than the page, and not know the folder.
    """
    try:
        found: Path | None = getattr(ui_of(game), "drawing_folder", None)
    except GameError:
        return None
    return found


def _files_of(folder: Path, path: str) -> Iterator[tuple[str, PageFile]]:
    for file in sorted(folder.iterdir()):
        if file.suffix in _TYPES:
            yield f"{path}/{file.name}", PageFile(file.read_bytes(), _TYPES[file.suffix])
