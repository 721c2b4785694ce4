"""The files of the page by the paths that browsers ask for, read once into memory."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Final

from texts import LANGUAGES, Noun, speaking, tell
from texts.rooms import english_texts

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
        language: in which it is, if there is one like it in each language; else empty.
    """

    content: bytes
    content_type: str
    language: str = ""

    @cached_property
    def tag(self) -> str:
        """What changes with the content, as an ETag."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes:
        """Its bytes as gzip packs them; empty where that is not worth it."""
        return gzip.compress(self.content, mtime=0) if len(self.content) > _WORTH_PACKING else b""


def page_files(languages: Iterable[str] = LANGUAGES) -> Mapping[str, PageFile]:
    """Return all files of the page, with modules that have its texts and their version.

    Args:
        languages: those in which the page can be read.
    """
    told = {language: page_texts(language) for language in languages}
    files = dict(_files_of(STATIC, "/assets"))
    index = files.pop("/assets/index.html").content.decode()
    for language, texts in told.items():
        skip, needs_script = escape(texts["skip"]), escape(texts["needs-script"])
        page = index.format(language=language, skip=skip, script=needs_script)
        files[index_path(language)] = PageFile(page.encode(), _TYPES[".html"], language)
    spoken = {each: {"name": LANGUAGES[each], "texts": texts} for each, texts in told.items()}
    module = f"export const languages = {json.dumps(spoken, ensure_ascii=False)};\n"
    files["/assets/texts.js"] = PageFile(module.encode(), _TYPES[".js"])
    module = f'export const version = "{page_version(files)}";\n'
    return files | {_VERSION: PageFile(module.encode(), _TYPES[".js"])}


def index_path(language: str) -> str:
    """Return where the page begins in a language."""
    return f"/index.{language}.html"


def page_texts(language: str) -> dict[str, str]:
    """Return the texts that the page itself shows, by their names; some have holes to fill."""
    names = (text_id.partition("browser/page/")[2] for text_id in english_texts("browser"))
    with speaking(language):
        return {name: tell(Noun("browser/page", name)) for name in names if name}


def page_version(files: Mapping[str, PageFile]) -> str:
    """Return what tells these files from those of other releases."""
    contents = (file.content for path, file in files.items() if path != _VERSION)
    return hashlib.sha256(b"".join(contents)).hexdigest()[:12]


def _files_of(folder: Path, path: str) -> Iterator[tuple[str, PageFile]]:
    for file in sorted(folder.iterdir()):
        if file.suffix in _TYPES:
            yield f"{path}/{file.name}", PageFile(file.read_bytes(), _TYPES[file.suffix])
