"""Which language the environment asks for: one that we speak, or English."""

import pytest

from siam_tui.profile.language import checked_language, environment_language
from siam_tui.profile.user_error import UserError


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "DE_at@euro"}, "de"),
        ({"LANG": "es_ES", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "es_ES", "LC_MESSAGES": "it_IT", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "es_ES", "LC_MESSAGES": "", "LC_ALL": ""}, "es"),
        ({"LC_CTYPE": "de_DE.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "en_GB", "LANGUAGE": "pt_BR:fr:de"}, "fr"),
        ({"LANG": "de_DE", "LANGUAGE": "en_US:de"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "pt"}, "en"),
        ({"LANG": "german"}, "en"),
        ({"LANG": "\x1b[2Jde"}, "en"),
        ({"LANG": "../de" * 9999}, "en"),
    ],
)
def test_the_variables_are_read_as_other_programs_read_them(variables, language):
    assert environment_language(variables) == language


def test_a_choice_is_read_in_any_case_and_a_wrong_one_is_told_with_all_there_are():
    assert [checked_language(each) for each in ("", "auto", "De")] == ["", "auto", "de"]
    with pytest.raises(UserError, match="'deutsch': the languages are auto, en, es, fr, it, de"):
        checked_language("deutsch")
