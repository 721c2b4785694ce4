"""The web door: a page on which people watch a lobby's tables in a browser.

It relays the frames that the server signed, unchanged. The page itself checks and draws them
(`siam_tui.browser`).
"""
