"""What the pages of the documentation point to exists: links, headings and files of the project."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
_LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#\s]*)(?:#(?P<heading>[^)\s]*))?\)")
_FOLDERS = (
    "bench",
    "client",
    "games",
    "protocol",
    "scripts",
    "server",
    "siam_tui",
    "tests",
    "texts",
    "transport",
)
_FILE = re.compile(rf"`(?P<path>(?:{'|'.join(_FOLDERS)})/[\w./*-]*)`")


def anchors(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page):
    for link in _LINK.finditer(page.read_text()):
        target = page.parent / link["path"] if link["path"] else page
        assert target.exists(), link[0]
        assert not link["heading"] or link["heading"] in anchors(target), link[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_named_files_and_folders_exist(page):
    missing = [path for path in _FILE.findall(page.read_text()) if not any(ROOT.glob(path))]
    assert not missing


def test_the_index_names_every_page():
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link["path"]).resolve() for link in _LINK.finditer(index.read_text())}
    assert set((ROOT / "docs").rglob("*.md")) - {index} <= linked
