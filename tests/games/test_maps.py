"""Maps: the built-in ones, and clear errors for a file of one's own (S1)."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

from hashlib import sha256

import pytest

from games.contract import InvalidMapError
from games.siam import load_map, parse_map
from games.siam.map import BUILT_IN_MAPS

HASHES = {"siam": "d6e0c49440fbd268", "albion": "be7313200597aa2d"}


@pytest.fixture(scope="module")
def text():
    """The standard map written without drawing data, each province in the same way."""
    siam = load_map("siam")
    parts = ['name = "siam"\ntitle = "Siam"\n']
    for province, neighbours in zip(siam.provinces, siam.borders, strict=True):
        home = "" if province.home is None else f'home = "{"RLM"[province.home]}"\n'
        borders = ", ".join(f'"{siam.provinces[there].id}"' for there in neighbours)
        parts.append(
            f'id = "{province.id}"\nname = "{province.name}"\n{home}borders = [{borders}]\n'
        )
    return "\n[[province]]\n".join(parts)


def test_a_map_names_who_takes_what_no_faction_wins(text):
    assert load_map("siam").control_name(3) == "British"
    assert load_map("albion").control_name(3) == "French"
    assert parse_map(f'occupier = "Romans"\n{text}').control_name(3) == "Romans"
    with pytest.raises(InvalidMapError, match="must not have the name of a faction"):
        parse_map(f'occupier = "Lao"\n{text}')


def test_the_texts_of_the_built_in_maps_stay_as_the_proofs_of_old_records_have_them():
    hashes = {name: sha256(load_map(name).toml.encode()).hexdigest()[:16] for name in BUILT_IN_MAPS}
    assert hashes == HASHES


def test_S1_the_standard_map_is_the_reconstruction_agreed_on():
    siam = load_map("siam")
    ids = [province.id for province in siam.provinces]
    assert ids == ["LAN", "LUA", "SUK", "KHO", "AYU", "NAK", "PAT", "KED"]
    borders = {
        f"{ids[here]}-{ids[there]}"
        for here in range(8)
        for there in siam.borders[here]
        if here < there
    }
    assert borders == {
        "LAN-LUA", "LAN-SUK", "LUA-SUK", "LUA-KHO", "SUK-KHO", "SUK-AYU", "KHO-AYU",
        "AYU-NAK", "NAK-PAT", "NAK-KED", "PAT-KED",
    }  # fmt: skip
    assert [ids[home] for home in siam.homes] == ["AYU", "LUA", "KED"]


def test_S1_albion_has_thirteen_borders_and_its_own_names():
    albion = load_map("albion")
    assert sum(len(neighbours) for neighbours in albion.borders) == 2 * 13
    assert [albion.provinces[home].id for home in albion.homes] == ["ESS", "MOR", "GWY"]
    assert albion.faction_names == ("English", "Scottish", "Welsh")


def test_a_border_may_be_declared_from_one_side_only(text):
    once = parse_map(text.replace('borders = ["LUA", "SUK"]', "borders = []"))
    assert once.borders == load_map("siam").borders


def test_drawing_data_is_kept_and_not_looked_at(text):
    drawn = parse_map(
        text.replace("[[province]]", "[draw]\nwide = 3\n\n[[province]]", 1)
        + "\n[province.draw]\ncolumn = 4\n"
    )
    assert drawn.draw == {"wide": 3}
    assert drawn.provinces[7].draw == {"column": 4}


def test_a_map_can_be_read_from_a_file(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('name = "siam"', 'name = "mine"'))
    assert load_map(path).name == "mine"
    assert load_map(str(path)).borders == load_map("siam").borders


def test_what_cannot_be_loaded_is_said(tmp_path):
    with pytest.raises(InvalidMapError, match=r"neither built in \(siam, albion\) nor a file"):
        load_map("atlantis")
    with pytest.raises(InvalidMapError, match="neither built in"):
        load_map("a\0b")
    with pytest.raises(InvalidMapError, match="neither built in"):
        load_map(tmp_path)
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidMapError, match="UTF-8"):
        load_map(path)
    path.write_text("name = \n")
    with pytest.raises(InvalidMapError, match=r"binary.toml: .*line 1"):
        load_map(path)


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ('id = "KED"', 'id = "PAT"', "two provinces have the id PAT"),
        ('id = "KED"', 'id = "ked"', "province number 8 needs an id"),
        ('id = "KED"', "id = 3", "province number 8 needs an id"),
        ('name = "Kedah"', "name = 3", "province KED needs a name"),
        ('name = "Kedah"', 'name = "\\u001b[2J"', "at most 40 printable"),
        ('name = "Kedah"', f'name = "{"K" * 41}"', "at most 40"),
        ('name = "Kedah"\nhome = "M"', 'name = "Kedah"', "faction M must have exactly one home"),
        ('name = "Kedah"\nhome = "M"', 'name = "K"\nhome = "L"', "faction L must have exactly"),
        ('home = "M"', 'home = "B"', "must be R, L or M"),
        ('home = "M"', 'home = ["M"]', "must be R, L or M"),
        ('borders = ["NAK", "PAT"]', 'borders = ["NAK", "XXX"]', "'XXX', which is no province"),
        ('borders = ["NAK", "PAT"]', 'borders = ["KED"]', "cannot border on itself"),
        ('borders = ["NAK", "PAT"]', 'borders = "NAK"', "must be a list"),
        ('borders = ["NAK", "PAT"]', "borders = [[1]]", "which is no province"),
        (
            'name = "Kedah"',
            'name = "Kedah"\ngold = 1',
            "province KED has an unknown entry 'gold': there is",
        ),
        ('home = "M"', 'hoem = "M"', "has an unknown entry 'hoem': did you mean 'home'?"),
        ('borders = ["NAK", "PAT"]', 'border = ["NAK"]', "'border': did you mean 'borders'?"),
        (
            'name = "siam"',
            'Name = "siam"',
            "the map has an unknown entry 'Name': did you mean 'name'",
        ),
        ('name = "siam"', 'name = "siam"\ngold = 1', "the map has an unknown entry 'gold'"),
        ('name = "siam"', 'name = "Siam!"', "lower-case"),
        ('name = "siam"', "", "the map needs a name"),
        ('name = "siam"', 'name = "siam"\nfactions = ["A", "B"]', "three different names"),
        ('name = "siam"', 'name = "siam"\nfactions = ["A", "B", "B"]', "three different names"),
        ('name = "siam"', 'name = "siam"\nfactions = 3', "a list of three different names"),
        ('name = "siam"', 'name = "siam"\ndraw = 3', "must be a table"),
        ('name = "siam"', "name = siam", "no valid TOML: .*line 1"),
        ('name = "siam"', "x = " + "[" * 200, "too large: brackets may be at most 8 deep"),
        ('name = "siam"', ".".join("a" * 15000) + " = 1", "too large: .*line 1"),
        ('name = "siam"', "a.b.c.d.e = 1", "too large: a key may have at most 4 parts"),
        ("borders = [", "borders = [0x" + "f" * 4000 + ",", "too large"),
        ('name = "siam"', 'name = "siam"\n#' + "x" * 40000, "at most 32768 bytes"),
    ],
)
def test_a_map_that_cannot_be_played_on_is_refused_with_the_reason(text, old, new, because):
    assert old in text
    with pytest.raises(InvalidMapError, match=because):
        parse_map(text.replace(old, new, 1))


def test_a_map_has_eight_provinces_all_connected(text):
    head, *provinces = text.split("[[province]]")
    with pytest.raises(InvalidMapError, match="exactly 8 provinces, not 7"):
        parse_map("[[province]]".join([head, *provinces[:7]]))
    with pytest.raises(InvalidMapError, match="exactly 8 provinces, not 0"):
        parse_map(head)
    with pytest.raises(InvalidMapError, match="written as"):
        parse_map(head + "province = 3")
    islands = text.replace('"AYU", "PAT", "KED"', '"PAT", "KED"').replace(', "NAK"]', "]", 1)
    with pytest.raises(InvalidMapError, match="NAK cannot be reached from LAN"):
        parse_map(islands)


def test_a_text_is_parsed_once(text):
    assert parse_map(text) is parse_map(text)
