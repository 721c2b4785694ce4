"""Writes a record as one HTML file that carries everything itself."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Final

from games.record import Record
from siam_tui.browser.bundle import bundle
from siam_tui.browser.page_data import record_data
from siam_tui.browser.page_files import page_files
from texts import language

_ENTRY: Final = "/assets/record_file.js"
_PAGE: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header id="bar"></header>
<main id="page"></main>
<script type="application/json" id="record">{data}</script>
<script>{script}</script>
</body>
</html>
"""
_POLICY: Final = "default-src 'none'; script-src '{script}'; style-src '{style}'"


def html_file(record: Record) -> str:
    """Return a record in the reader's language as an HTML file that needs nothing else.

    Raises:
        InvalidRecordError: a move is illegal, or the end is not the result.
    """
    files = page_files((language(),))
    modules = {path: file.content.decode() for path, file in files.items() if path.endswith(".js")}
    script = "\n" + bundle(modules, _ENTRY)
    style = files["/assets/style.css"].content.decode()
    policy = _POLICY.format(script=_hash(script), style=_hash(style))
    data = _harmless(json.dumps(record_data(record)))
    title = record.game.title
    return _PAGE.format(
        language=language(), policy=policy, title=title, style=style, data=data, script=script
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _harmless(text: str) -> str:
    """Return JSON in which no text of a stranger can end the element that holds it."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
