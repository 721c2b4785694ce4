"""Every language has every text, with the same arguments."""

import pytest

from texts.check import faults
from texts.voice import LANGUAGES


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_a_language_is_whole(language):
    assert list(faults(language)) == []
