"""A real browser for the tests: headless Chromium, driven by the DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.patience import PATIENCE
from tests.requirements import need_program

_FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--no-first-run", "--disable-extensions", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--mute-audio", "--hide-scrollbars"),
    "--ignore-certificate-errors",
    *("--remote-debugging-port=0", "--force-color-profile=srgb", "about:blank"),
)
PHONE, DESK = (390, 844), (1280, 800)


class Tab:
    """One page of the browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the DevTools protocol."""
        return await self._browser.call(method, parameters, self._session)

    async def open(self, url: str) -> None:
        """Go to an address, as if it had been typed."""
        await self.call("Page.navigate", url="about:blank")
        await self.call("Page.navigate", url=url)

    async def run(self, script: str) -> Any:
        """Run a script, wait for its promise, and return its value."""
        answer = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise AssertionError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    async def act(self, script: str) -> None:
        """Run a script that may lead to another page, which would take the answer with it."""
        await self.run(f"void setTimeout(() => {{ {script} }})")

    async def until(self, condition: str) -> Any:
        """Return the value of an expression as soon as it is true: the page tells of changes."""
        script = f"""new Promise((resolve) => {{
            const look = () => {{
              let value = null;
              try {{ value = {condition}; }} catch {{ }}
              if (value) {{ watch.disconnect(); resolve(value); }}
              return value;
            }};
            const watch = new MutationObserver(look);
            watch.observe(document, {{
              subtree: true, childList: true, attributes: true, characterData: true }});
            look();
        }})"""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await self.run(script)
                except AssertionError as error:  # another page came meanwhile
                    if "navigat" not in str(error) and "context" not in str(error):
                        raise

    async def resize(self, size: tuple[int, int], theme: str = "light") -> None:
        """Set the size of the window and the colours that the person prefers."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=size[0], height=size[1], deviceScaleFactor=1, mobile=size[0] < 600,
        )  # fmt: skip
        await self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": theme}],
        )

    async def picture(self, file: Path, *, whole: bool = False) -> None:
        """Write what is seen into a PNG file."""
        answer = await self.call(
            "Page.captureScreenshot", format="png", captureBeyondViewport=whole
        )
        file.write_bytes(base64.b64decode(answer["data"]))  # noqa: ASYNC240 - for people


class Browser:
    """The running browser; each tab has a profile of its own."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._calls: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def read(self) -> None:
        """Take the browser's answers until it ends."""
        async for message in self._socket:
            answer = json.loads(message.data)
            call = self._calls.pop(answer.get("id"), None)
            if call is not None and not call.done():
                call.set_result(answer)

    async def call(
        self, method: str, parameters: dict[str, Any] | None = None, session: str = ""
    ) -> dict[str, Any]:
        """Call a method, and return its result."""
        number = next(self._numbers)
        self._calls[number] = asyncio.get_running_loop().create_future()
        told = {"id": number, "method": method, "params": parameters or {}}
        await self._socket.send_json(told | ({"sessionId": session} if session else {}))
        answer = await asyncio.wait_for(self._calls[number], PATIENCE)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    @asynccontextmanager
    async def tab(self) -> AsyncIterator[Tab]:
        """Open a tab with a profile of its own for as long as the context lasts."""
        context = (await self.call("Target.createBrowserContext"))["browserContextId"]
        target = await self.call(
            "Target.createTarget", {"url": "about:blank", "browserContextId": context}
        )
        attached = await self.call(
            "Target.attachToTarget", {"targetId": target["targetId"], "flatten": True}
        )
        tab = Tab(self, attached["sessionId"])
        await tab.call("Page.enable")
        try:
            yield tab
        finally:
            await self.call("Target.disposeBrowserContext", {"browserContextId": context})


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Browser]:
    """Run the browser for as long as the context lasts."""
    process = await asyncio.create_subprocess_exec(
        need_program("chromium"), *_FLAGS[:-1], f"--user-data-dir={folder}", _FLAGS[-1],
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "HOME": str(folder)},
    )  # fmt: skip
    assert process.stderr is not None
    try:
        address = await asyncio.wait_for(_address(process.stderr), PATIENCE)
        draining = asyncio.create_task(process.stderr.read())
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(address, max_msg_size=0) as socket,
        ):
            browser = Browser(socket)
            reading = asyncio.create_task(browser.read())
            yield browser
            reading.cancel()
        draining.cancel()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _address(stream: asyncio.StreamReader) -> str:
    """Return where the browser listens, as it says itself."""
    async for line in stream:
        if found := re.search(rb"ws://\S+", line):
            return found[0].decode()
    raise AssertionError("Chromium did not start")
