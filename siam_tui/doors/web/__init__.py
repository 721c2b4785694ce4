"""The web door: a page on which people watch a lobby's tables in a browser.

It checks what the server signed, and sends what it shows. The page draws it (`siam_tui.browser`).
"""
