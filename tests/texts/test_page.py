"""The page's scripts hold no sentence: each that they tell has a text, and each text is told."""

import re

from siam_tui.browser.page_files import STATIC, page_files, page_texts

ON_INDEX = {"needs-script"}


def told_names():
    for file in STATIC.glob("*.js"):
        source = file.read_text("utf-8")
        for call in re.findall(r"\b(?:told\(|tell\(\w+, |told: |label: )([^)},]*)", source):
            yield from re.findall(r'"([a-z-]+)"', call)
        yield from re.findall(r'"(theme-[a-z]+)"', source)


def test_the_scripts_tell_the_texts_of_the_page():
    assert {*told_names(), *ON_INDEX} == set(page_texts("en"))


def test_no_script_and_no_element_has_a_sentence_of_its_own():
    for path, file in page_files().items():
        if path.endswith(".js") and path != "/assets/texts.js":
            code = re.sub(r"//[^\n]*|/\*.*?\*/", "", file.content.decode(), flags=re.DOTALL)
            code = re.sub(r'class: "[^"]*"', "", code)
            strings = re.findall(r'"((?:[^"\\\n]|\\.)*)"', code)
            assert [each for each in strings if re.search(r"[A-Za-z]{2,} [a-z]{2,}", each)] == []
