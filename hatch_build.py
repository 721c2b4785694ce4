"""Compiles the rules when a wheel is built, where that can be done; else they stay Python.

These are the modules in files ``compiled_modules.txt`` and the C text in folders ``native``.

Nothing but speed depends on it: without a compiler, or with ``SIAM_PURE=1``, the same text runs as
it is. ``python hatch_build.py`` compiles in place, ``python hatch_build.py clean`` undoes that.

Every package has a file with the commit of its text: ``SIAM_COMMIT``, or what git says.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from games.compiled import (  # noqa: E402 - found only from here on
    LIBRARY,
    STAMP,
    digest,
    modules,
    native_folders,
)

COMMIT = Path("siam_tui/commit.txt")
"""The file that tells an installed program of which commit it is."""
_SECONDS = 600
_LEVEL = "1"
"""How far the C compiler optimizes what mypyc wrote: more takes it half as long again, and the bots
think no faster."""
_NATIVE_FLAGS = ("-O3", "-fwrapv", "-fvisibility=hidden")
_CORES = os.cpu_count() or 1


class CompiledRules(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling asks before it packs anything, or installs this folder as it is."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the commit to what is packed; in a wheel also what compiling gives."""
        self._add_commit(version, build_data)
        if self.target_name == "wheel":
            self._add_compiled(version, build_data)

    def _add_commit(self, version: str, build_data: dict[str, Any]) -> None:
        """Add a file that names the commit; a source distribution has one already."""
        if version == "editable" or (ROOT / COMMIT).exists() or not (name := _commit()):
            return
        self._folder = TemporaryDirectory()  # until the build ends
        path = Path(self._folder.name) / "commit"
        path.write_text(name + "\n")
        build_data["force_include"][str(path)] = str(COMMIT)

    def _add_compiled(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add what came of it."""
        clean()
        try:
            compile_in_place()
        except (OSError, subprocess.SubprocessError) as error:
            self.app.display_warning(f"The rules stay pure Python ({error}): slower, else the same")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            build_data["artifacts"] += [str(path.relative_to(ROOT)) for path in products()]


def _commit() -> str:
    """Return the commit of the text; empty if it is not known."""
    if given := os.environ.get("SIAM_COMMIT"):
        return given
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    if not (ROOT / ".git").exists():
        return ""
    try:
        return subprocess.check_output(command, cwd=ROOT, text=True, timeout=60).strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def products() -> list[Path]:
    """Return the files that compiling leaves among the text."""
    return [*(ROOT / "games").rglob("*.so"), *(ROOT / "games").glob(STAMP)]


def clean() -> None:
    """Remove what compiling left."""
    for path in products():
        path.unlink()


def compile_in_place() -> None:
    """Compile the listed modules and the C text beside their text, all of them or none.

    Raises:
        OSError: this cannot be done here.
        subprocess.SubprocessError: as that; the compiler's words are on standard error.
    """
    if os.environ.get("SIAM_PURE"):
        raise OSError("SIAM_PURE is set")
    text = digest()  # before: what is edited while the compiler runs, it may not have read
    with TemporaryDirectory() as folder:
        # Apart: the compiler ends the process it runs in when it finds a mistake.
        command = [sys.executable, str(Path(__file__).absolute()), "into", folder]
        subprocess.run(command, cwd=ROOT, check=True, timeout=_SECONDS, stdout=subprocess.DEVNULL)
        built = Path(folder) / "lib"
        for path in built.rglob("*.so"):
            shutil.copy2(path, ROOT / path.relative_to(built))
    (ROOT / "games" / STAMP).write_text(text + "\n")


def _compile_into(folder: Path) -> None:
    from mypyc.build import mypycify  # noqa: PLC0415 - not there where nothing is compiled
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    paths = [f"games/{module}" for module in modules()]
    _show_step(f"Step 1 of 2: mypyc translates {len(paths)} modules into C")
    extensions = mypycify(
        # The settings of the project's own check are for all of it.
        ["--config-file=", "--follow-imports=silent", *paths],
        target_dir=str(folder / "c"),
        group_name="games.rules",
        multi_file=True,
        opt_level=_LEVEL,
        debug_level="0",
    )
    for extension in extensions:
        extension.include_dirs.append(str(folder / "c" / "games"))  # mypyc forgets it
        # A compiler that warns of more than mypyc expects must not cost the user the speed.
        flags = [each for each in extension.extra_compile_args if each != "-Werror"]
        extension.extra_compile_args = flags
    files = sum(len(each.sources) for each in extensions)
    _show_step(f"Step 2 of 2: the C compiler compiles {files} files, {_CORES} at a time")
    with ThreadPoolExecutor(_CORES) as pool:

        class ParallelBuild(build_ext):
            def build_extensions(self) -> None:
                _compile_files_in(pool, self.compiler)
                for native in native_folders():
                    _compile_native(self.compiler, native, folder)
                super().build_extensions()

        command = ParallelBuild(Distribution({"name": "games", "ext_modules": extensions}))
        command.build_lib = str(folder / "lib")
        command.build_temp = str(folder / "temp")
        command.parallel = _CORES
        command.ensure_finalized()
        command.run()


def _compile_native(compiler: Any, native: str, folder: Path) -> None:  # noqa: ANN401
    """Make one shared library of a folder with C text."""
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "games" / native).glob("*.c"))
    objects = compiler.compile(
        sources, output_dir=str(folder / "temp"), extra_postargs=[*_NATIVE_FLAGS]
    )
    library = folder / "lib" / "games" / Path(native).parent / LIBRARY
    library.parent.mkdir(parents=True, exist_ok=True)
    compiler.link_shared_object(objects, str(library), libraries=["m"])


def _compile_files_in(pool: ThreadPoolExecutor, compiler: Any) -> None:  # noqa: ANN401
    """Let a compiler compile the files of an extension at the same time; it knows no such way."""
    compile_files = compiler.compile

    def compile_in_parallel(sources: list[str], *options: Any, **more: Any) -> list[str]:  # noqa: ANN401
        objects = pool.map(lambda source: compile_files([source], *options, **more), sources)
        return [each for found in objects for each in found]

    compiler.compile = compile_in_parallel


def _show_step(text: str) -> None:
    """Write what is being done; ``pip install -v`` shows it."""
    sys.stderr.write(f"siam-tui: {text}.\n")
    sys.stderr.flush()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["into", folder]:
            _compile_into(Path(folder))
        case ["clean"]:
            clean()
        case []:
            clean()
            compile_in_place()
        case _:
            sys.exit(__doc__)
