"""What a word is, and what is counted, in each script."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from texts_in_scripts import TEXTS, ScriptText

from webarticlecurator.base.text import word_borders
from webarticlecurator.base.text.word_borders import (
    SENTENCE_ENDS,
    count_text,
    find_fault,
    find_words,
    list_words,
    part_words,
)
from webarticlecurator.base.text.words import read_name_table


@pytest.mark.parametrize("each", TEXTS, ids=lambda each: each.language)
def test_a_text_is_counted_in_what_its_script_has(each: ScriptText):
    assert count_text(each.text) == (each.counted, each.unit)


def test_what_only_says_how_a_word_is_shown_divides_none():
    assert count_text("ön\u00adkor\u00admány\u00adzat vá\u200blasz \u200fכן") == (3, "words")


def test_counts_do_not_depend_on_what_is_installed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "icu4py.breakers", None)
    word_borders._find_cutter.cache_clear()
    try:
        assert [count_text(each.text) for each in TEXTS] == [
            (each.counted, each.unit) for each in TEXTS
        ]
        assert list_words("北京 mill") == ["北", "京", "mill"]
        assert find_fault("北京") == word_borders.NO_ICU
    finally:
        word_borders._find_cutter.cache_clear()
    assert find_fault("ꦗꦮ") == word_borders.NO_DICTIONARY
    assert find_fault("the mill") == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("can't U.S. 3.14 1,000 e-mail", "can't u.s 3.14 1,000 e mail"),
        ("_a_ 'tis dogs' „Ja“", "a tis dogs ja"),
        ("end.Then 12.then l’homme", "end.then 12 then l’homme"),
        ('ארה"ב "ארה" ב', 'ארה"ב ארה ב'),
        ("m² №5 — … 👍", "m² 5"),
        ("约翰·史密斯去了iPhone店", "约翰 史密斯 去了 iphone 店"),
        ("a\u0301rvíz क्‍ष", "árvíz क्‍ष"),
    ],
)
def test_words_are_those_of_the_standard(text: str, words: str):
    pytest.importorskip("icu4py", reason="pip install icu4py")
    assert list_words(text) == words.split()


def test_a_few_characters_in_a_text_of_words_are_counted_with_them():
    assert count_text("The city of 北京 has many old markets and bridges.") == (11, "words")
    assert count_text("北京有很多 Starbucks 和 Costa 店。") == (9, "characters")
    assert count_text("") == (0, "words")


def test_a_space_without_width_parts_the_words_of_scripts_that_write_it_between_them():
    assert part_words("ខ្ញុំ\u200bស្រឡាញ់ Wasser\u00ad\u200bstand") == "ខ្ញុំ ស្រឡាញ់ Wasserstand"


def test_sentence_ends_are_those_of_unicode():
    unicode_ends = {chr(code) for code in range(0x10000) if regex.match(r"\p{STerm}", chr(code))}
    assert unicode_ends | {"…"} == SENTENCE_ENDS


@given(st.text())
def test_words_lie_apart_in_their_order(text: str):
    ends = [place for pair in find_words(text) for place in pair]
    assert ends == sorted(ends)
    assert all(text[start:end].strip() for start, end in find_words(text))


def test_words_of_latin_letters_are_those_of_all_scripts():
    words = word_borders.compile_pattern(word_borders._WORD)
    runs = word_borders.compile_pattern(word_borders._LETTERS)
    for sign in [*map(chr, range(0x300)), *"‘’‚“”„–—…•‹›€\u0301\u200c"]:
        text = word_borders.clean_letters(f"a{sign}é{sign}1{sign}2{sign}ñ {sign}{sign}x").casefold()
        assert list_words(text) == words.findall(text), repr(sign)
        assert word_borders.list_letter_runs(text) == runs.findall(text), repr(sign)


def test_docs_have_the_table_of_folded_letters():
    docs = (Path(__file__).parents[3] / "docs" / "words.md").read_text(encoding="utf-8")
    for script, what, letters, _ in read_name_table("search-folding"):
        assert re.search(
            rf"^\| {script} \| {re.escape(what)}: `?{re.escape(letters)}`? \|", docs, re.M
        )
