"""Modules that need each other are loaded in threads without waiting for each other for ever."""

import asyncio
import sys

from siam_tui.model.background import load_module

_PARTS = {
    "__init__.py": "from slow_package.first import A\n",
    "first.py": "import time\ntime.sleep(0.1)\nfrom slow_package.second import A\n",
    "second.py": "import time\ntime.sleep(0.1)\nimport slow_package.first\nA = 1\n",
}


async def test_modules_of_one_package_are_loaded_one_after_the_other(tmp_path, monkeypatch):
    folder = tmp_path / "slow_package"
    folder.mkdir()
    for name, text in _PARTS.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    try:
        await asyncio.gather(load_module("slow_package"), load_module("slow_package.second"))
    finally:
        for name in [each for each in sys.modules if each.startswith("slow_package")]:
            del sys.modules[name]
