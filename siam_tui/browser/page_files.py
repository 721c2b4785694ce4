"""The files of the page by the paths that browsers ask for, read once into memory."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

INDEX: Final = "/"
_WORTH_PACKING: Final = 512
_VERSION: Final = "/assets/version.js"
STATIC: Final = Path(__file__).with_name("static")
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


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

    @cached_property
    def packed(self) -> bytes:
        """Its bytes as gzip packs them; empty where that is not worth it."""
        return gzip.compress(self.content, mtime=0) if len(self.content) > _WORTH_PACKING else b""


def page_files() -> Mapping[str, PageFile]:
    """Return all files of the page, with a module that has their version."""
    files = dict(_files_of(STATIC, "/assets"))
    files[INDEX] = files.pop("/assets/index.html")
    module = f'export const version = "{page_version(files)}";\n'
    return files | {_VERSION: PageFile(module.encode(), _TYPES[".js"])}


def page_version(files: Mapping[str, PageFile]) -> str:
    """Return what tells these files from those of other releases."""
    contents = (file.content for path, file in files.items() if path != _VERSION)
    return hashlib.sha256(b"".join(contents)).hexdigest()[:12]


def _files_of(folder: Path, path: str) -> Iterator[tuple[str, PageFile]]:
    for file in sorted(folder.iterdir()):
        if file.suffix in _TYPES:
            yield f"{path}/{file.name}", PageFile(file.read_bytes(), _TYPES[file.suffix])
