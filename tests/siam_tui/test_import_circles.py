"""No file of the terminal program leads back to itself by imports, not even by those for types."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import siam_tui

FOLDER = Path(siam_tui.__file__).parent
TOLERATED = "siam_tui.doors.ssh"
"""Where a circle is left: between the door and its visitors."""


def name_of(path):
    parts = path.relative_to(FOLDER.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imported_by(path, names):
    """Return the files of the program that a file imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                whole = f"{node.module}.{each.name}"
                found.add(whole if whole in names else node.module)
    return found & names - {name_of(path)}


def test_no_files_import_each_other_in_a_circle():
    files = {name_of(path): path for path in FOLDER.rglob("*.py")}
    graph = {
        name: {
            other
            for other in imported_by(path, files.keys())
            if not (name.startswith(TOLERATED) and other.startswith(TOLERATED))
        }
        for name, path in files.items()
    }
    assert len(graph) > 300
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        raise AssertionError(" imports ".join(reversed(circle.args[1]))) from circle
