"""The examples in the rules' own docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

import games

MODULES = [info.name for info in pkgutil.walk_packages(games.__path__, "games.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    found = [doctest.testmod(importlib.import_module(name)).attempted for name in MODULES]
    assert sum(found) > 10
