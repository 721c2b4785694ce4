"""``siam verify``: what a record proves, and the exit code that says it to programs."""

from __future__ import annotations

import re

import pytest

from tests.client.test_verify import TEXT
from tests.programs import run
from tests.protocol.test_draws import DISPUTE


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        (lambda text: text, 0, "is proven"),
        (lambda text: text.replace('[Seat0 "Ann"]', '[Seat0 "Eve"]'), 1, "WRONG"),
        (lambda text: re.sub(r'\[Proof "[^"]*"\]\n', "", text), 3, "not everything can be proven"),
    ],
)
async def test_says_it_and_ends_with_its_code(tmp_path, change, code, told):
    file = tmp_path / "game.siam"
    file.write_text(change(TEXT))
    found, out, err = await run(tmp_path, "verify", str(file))
    assert (found, err) == (code, "")
    assert told in out


async def test_a_proof_of_two_commitments_is_read_as_well(tmp_path):
    file = tmp_path / "proof.json"
    file.write_text(DISPUTE.to_text())
    code, out, err = await run(tmp_path, "verify", str(file))
    assert (code, err) == (1, "")
    assert "signed two commitments for game 7 at table t1" in out
    assert "proves that the server broke its commitment" in out


async def test_a_file_that_is_not_there_is_a_mistake(tmp_path):
    code, _, err = await run(tmp_path, "verify", str(tmp_path / "none.siam"))
    assert code == 2
    assert "There is no file" in err
