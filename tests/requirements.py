"""Programs that some tests need, and that not every machine has."""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

Found = TypeVar("Found")


def required(found: Found | None, program: str, variable: str) -> Found:
    """Return what was found of a program.

    Without it the test is skipped, or it fails where the program was to be there (CI).

    Args:
        found: such as its path; None if it is not installed.
        program: what people call it.
        variable: the environment variable that says that it is to be there.
    """
    if found is None:
        if os.environ.get(variable):
            pytest.fail(f"{program} is not installed, but {variable} is set")
        pytest.skip(f"{program} is not installed here")
    return found
