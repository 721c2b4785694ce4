"""The answers for the page's files, with the headers that bind the browser."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Final

from aiohttp import web

from siam_tui.browser.page_files import PageFile

POLICY: Final = "; ".join(  # noqa: FLY002 - a rule a line
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""The page runs nothing but its own files, and no text of a stranger becomes markup."""
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Server": "siam",
}
_WORTH_PACKING: Final = 512
NOT_UNDERSTOOD: Final = "This request cannot be understood."


class PageAnswers:
    """The page's files in memory, packed once; no request reaches the disk."""

    def __init__(self, files: Mapping[str, PageFile]) -> None:
        """Pack the files.

        Args:
            files: the files by the path that browsers ask for.
        """
        self._files = files
        self._packed = {
            path: gzip.compress(file.content, mtime=0)
            for path, file in files.items()
            if len(file.content) > _WORTH_PACKING
        }

    def answer(self, path: str, request: web.BaseRequest) -> web.Response | None:
        """Return the file of a path; None if there is none."""
        file = self._files.get(path)
        if file is None:
            return None
        headers = {
            **HEADERS,
            "Content-Type": file.content_type,
            "Cache-Control": "no-cache",
            "ETag": file.tag,
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("If-None-Match") == file.tag:
            return web.Response(status=304, headers=headers)
        content = file.content
        if path in self._packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            content = self._packed[path]
            headers["Content-Encoding"] = "gzip"
        return web.Response(body=content, headers=headers)


def refusal(status: int, sentence: str) -> web.Response:
    """Return an answer that says why there is nothing."""
    return web.Response(status=status, text=f"{sentence}\n", headers=HEADERS)
