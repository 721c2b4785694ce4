"""Prints how large files and folders are, which folders import each other, and which names repeat.

Run it from the top of the project::

    python scripts/structure.py [FOLDER]

FOLDER is another checkout to look at. The figures stand in docs/architecture.md.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).parents[1]
PACKAGES = ("texts", "games", "protocol", "transport", "client", "server", "siam_tui")
SUFFIXES = {"Python": (".py",), "JavaScript": (".js",), "C": (".c", ".h")}
VENDORED = ("vendor", "nacl")
"""What stands in the paths of files that others wrote."""
MOST_LINES, MOST_FILES, OFTEN = 400, 25, 4
HOOKS = ("action_", "on_", "watch_", "validate_", "key_", "do_", "visit_", "pytest_")
"""What names begin with that a library calls."""
LIBRARY_NAMES = frozenset(
    ("compose", "render", "render_line", "check_action", "get_content_height", "get_content_width",
     "_open", "connection_made", "connection_lost", "data_received", "main", "run")
)  # fmt: skip
"""Names by which Textual, asyncio or a program's start call something."""

CONTRACTS = frozenset(("GameSpec", "GameTexts", "GameUI"))
"""Classes whose members a game fills in; protocols are found by themselves."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def sources() -> dict[Path, ast.Module]:
    """Return the modules of the product, by their path from the top."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {path.relative_to(ROOT): ast.parse(path.read_text()) for path in sorted(found)}


def product_files(suffixes: tuple[str, ...]) -> list[Path]:
    """Return the files of the product with one of some suffixes, without vendored ones."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*"))
    return sorted(
        path
        for path in found
        if path.suffix in suffixes
        and not any(word in str(path.relative_to(ROOT)).lower() for word in VENDORED)
    )


def count_lines(path: Path) -> Counter[str]:
    """Return how many lines of a file are code, documentation (with comments) and blank."""
    lines = path.read_text().splitlines()
    told = told_in_python(path.read_text()) if path.suffix == ".py" else told_elsewhere(lines)
    return Counter(
        "blank" if not line.strip() else "documentation" if number in told else "code"
        for number, line in enumerate(lines, 1)
    )


def told_in_python(text: str) -> set[int]:
    """Return the lines of docstrings, of strings that describe a name, and of comments."""
    found = {
        number for number, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("#")
    }
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(ast.Constant(str())):
                found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def told_elsewhere(lines: list[str]) -> set[int]:
    """Return the lines of JavaScript or C that are comments."""
    found, inside = set(), False
    for number, line in enumerate(lines, 1):
        start = line.strip()
        inside = inside or start.startswith("/*")
        if inside or start.startswith("//"):
            found.add(number)
        inside = inside and "*/" not in start
    return found


def definitions(tree: ast.Module) -> Iterator[Definition]:
    """Iterate over the functions, methods and classes of a module."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return (node for node in ast.walk(tree) if isinstance(node, kinds))


def contract_members(trees: list[ast.Module]) -> frozenset[str]:
    """Return the names that protocols and specs of a game define, which implementations repeat."""
    contracts = (
        node
        for tree in trees
        for node in definitions(tree)
        if isinstance(node, ast.ClassDef)
        and (node.name in CONTRACTS or any("Protocol" in ast.unparse(b) for b in node.bases))
    )
    return frozenset(name for contract in contracts for name in members(contract))


def members(node: ast.ClassDef) -> Iterator[str]:
    """Iterate over the names of a class's methods and fields."""
    for member in node.body:
        if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
            yield member.name
        elif isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            yield member.target.id


def overrides(trees: list[ast.Module]) -> set[ast.AST]:
    """Return the methods that override a method of one of our own base classes."""
    nodes = (node for tree in trees for node in definitions(tree))
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}

    def inherited(node: ast.ClassDef) -> set[str]:
        bases = (ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases)
        parents = [classes[base] for base in bases if base in classes and base != node.name]
        return {name for each in parents for name in (*members(each), *inherited(each))}

    return {
        member
        for node in classes.values()
        for member in node.body
        if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)
        and member.name in inherited(node)
    }


def repeated_names(modules: dict[Path, ast.Module]) -> tuple[dict[str, set[Path]], int, int]:
    """Return the names defined in many files, how many definitions those are, and how many all.

    Members of contracts, their implementations, overrides, and hooks of libraries do not count.
    """
    trees = list(modules.values())
    exempt, overriding = contract_members(trees) | LIBRARY_NAMES, overrides(trees)
    files: dict[str, set[Path]] = defaultdict(set)
    counts: dict[str, int] = defaultdict(int)
    for path, tree in modules.items():
        for node in definitions(tree):
            name = node.name
            hook = name.startswith(("__", *HOOKS)) or name in exempt
            if not hook and node not in overriding:
                files[name].add(path)
                counts[name] += 1
    often = {name: where for name, where in files.items() if len(where) >= OFTEN}
    return often, sum(counts[name] for name in often), sum(counts.values())


def folder_of(module: str) -> str:
    """Return the folder of a module by its dotted name; the file itself in a package's root."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "siam_tui" else parts[0]


def folder_imports(modules: dict[Path, ast.Module]) -> dict[str, set[str]]:
    """Return which folder of `siam_tui` imports which."""
    arrows: dict[str, set[str]] = defaultdict(set)
    for path, tree in modules.items():
        here = folder_of(".".join(path.with_suffix("").parts))
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                there = folder_of(name)
                if there != here and {here.split(".")[0], there.split(".")[0]} == {"siam_tui"}:
                    arrows[here].add(there)
    return arrows


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """Return the groups of folders of which each imports each, perhaps through others."""

    def reach(start: str) -> set[str]:
        found: set[str] = set()
        ahead = [start]
        while ahead:
            for there in arrows.get(ahead.pop(), ()):
                if there not in found:
                    found.add(there)
                    ahead.append(there)
        return found

    reached = {folder: reach(folder) for folder in arrows}
    groups: list[set[str]] = []
    for folder, found in reached.items():
        group = {other for other in found if folder in reached.get(other, ())}
        if group and group not in groups:
            groups.append(group)
    return groups


def main() -> None:
    """Print all figures."""
    for language, suffixes in SUFFIXES.items():
        counts = sum(map(count_lines, product_files(suffixes)), Counter())
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(counts.items()))
        print(f"{language}: {counts.total():,} lines ({kinds})")
    modules = sources()
    lines = {path: len((ROOT / path).read_text().splitlines()) for path in modules}
    long = {path: count for path, count in lines.items() if count > MOST_LINES}
    print(f"files: {len(lines)}, median {median(lines.values()):.0f} lines")
    print(f"files over {MOST_LINES} lines: {len(long)}")
    for path, count in long.items():
        print(f"  {path}: {count}")
    folders: dict[Path, int] = defaultdict(int)
    for path in modules:
        folders[path.parent] += path.name != "__init__.py"
    full = {folder: count for folder, count in folders.items() if count > MOST_FILES}
    print(f"folders with more than {MOST_FILES} files: {len(full)}")
    for folder, count in full.items():
        print(f"  {folder}: {count}")
    found = circles(folder_imports(modules))
    print(f"circles of folders in siam_tui: {len(found)}")
    for group in found:
        print(f"  {' '.join(sorted(group))}")
    often, repeated, total = repeated_names(modules)
    print(
        f"names defined in {OFTEN} or more files: {len(often)}, "
        f"{100 * repeated / total:.1f} % of {total} definitions"
    )
    for name, where in sorted(often.items(), key=lambda each: -len(each[1])):
        print(f"  {name}: {len(where)}")


if __name__ == "__main__":
    main()
