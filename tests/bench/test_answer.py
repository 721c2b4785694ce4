"""The stages of a move's answer."""

import pytest

from bench.answer import STAGES


@pytest.mark.parametrize("stage", STAGES, ids=[stage[0] for stage in STAGES])
def test_every_stage_ends_with_a_call_that_exists(stage):
    _, owner, name, _ = stage
    assert callable(getattr(owner, name))
