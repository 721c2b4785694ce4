"""The answers for the page's files, with the headers that bind the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aiohttp import web

from siam_tui.browser.page_files import PageFile
from texts import language

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


def file_answer(file: PageFile, request: web.BaseRequest) -> web.Response:
    """Return a file of the page, packed where the browser unpacks it."""
    headers = {
        **HEADERS,
        "Content-Type": file.content_type,
        "Cache-Control": "no-cache",
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
    }
    if file.language:
        headers |= {"Content-Language": file.language, "Vary": "Accept-Encoding, Accept-Language"}
    if request.headers.get("If-None-Match") == file.tag:
        return web.Response(status=304, headers=headers)
    if file.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return web.Response(body=file.packed, headers=headers)
    return web.Response(body=file.content, headers=headers)


def refusal(status: int, sentence: str) -> web.Response:
    """Return an answer that says why there is nothing, in the reader's language."""
    headers = {**HEADERS, "Content-Language": language(), "Cache-Control": "no-store"}
    return web.Response(status=status, text=f"{sentence}\n", headers=headers)
