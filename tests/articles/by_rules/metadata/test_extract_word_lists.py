"""The files of ``words/`` are what the code expects of them, so that a language can be added by
editing them alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from webarticlecurator.articles.units.class_names import find_class_word, fold_names
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.text import words as word_lists
from webarticlecurator.base.text.calendar_words import calendar_names, languages
from webarticlecurator.base.text.words import (
    EVERY_LANGUAGE,
    list_lines,
    list_phrases,
    list_words,
    phrases_by_language,
    read_name_table,
)

PACKAGE = Path(word_lists.__file__).resolve().parents[2]
FILES = sorted(data_folder("words").glob("*"))
LISTS = [path.stem for path in FILES if path.suffix == ".txt"]
LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(-[a-z]{2,4})?")
EXPRESSIONS = [("bylines", "by"), ("bylines", "pictures")]
BY_LANGUAGE = [
    ("abbreviations", "before-a-name"),
    ("abbreviations", "before-a-number"),
    ("abbreviations", "inside-a-sentence"),
    ("abbreviations", "last-of-a-sentence"),
    ("abbreviations", "names-and-nouns"),
    ("access", "offers"),
    ("notices", "not found: nouns"),
    ("notices", "not found: verdicts"),
    ("dates", "forenoon"),
    ("dates", "afternoon"),
    ("dates", "hours"),
]


def sections(topic: str) -> list[str]:
    text = (data_folder("words") / f"{topic}.txt").read_text(encoding="utf-8")
    return re.findall(r"^\[(.+)\]$", text, re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_utf_8_with_line_ends_of_unix_and_no_spaces_at_the_ends_of_lines(
    path: Path,
) -> None:
    content = path.read_bytes()
    content.decode("utf-8")
    assert b"\r" not in content
    assert content.endswith(b"\n")
    assert path.suffix == ".tsv" or not re.search(rb"[ \t]\n", content)


@pytest.mark.parametrize("topic", LISTS)
def test_every_section_is_used_and_has_lines(topic: str) -> None:
    assert len(set(sections(topic))) == len(sections(topic))
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    for section in sections(topic):
        assert list_lines(topic, section), section
        assert re.search(rf"[\"']{re.escape(section)}[\"']", code), section


@pytest.mark.parametrize(
    "topic", sorted(set(LISTS) - {"link-lines", "class-names", "more-buttons"})
)
def test_no_phrase_is_written_twice(topic: str) -> None:
    for section in sections(topic):
        if (topic, section) in BY_LANGUAGE:
            lists = list(phrases_by_language(topic, section).values())
        elif (topic, section) in EXPRESSIONS:
            lists = [list_lines(topic, section)]
        else:
            lists = [list_phrases(topic, section)]
        for phrases in lists:
            assert len(set(phrases)) == len(phrases), section


@pytest.mark.parametrize(("topic", "section"), BY_LANGUAGE)
def test_lines_by_language_begin_with_a_language(topic: str, section: str) -> None:
    for language, phrases in phrases_by_language(topic, section).items():
        assert language == EVERY_LANGUAGE or LANGUAGE_TAG.fullmatch(language), language
        assert all(phrases)


@pytest.mark.parametrize(
    ("topic", "section", "read"),
    [
        ("link-lines", "beginnings", list_lines),
        ("more-buttons", "texts", list_lines),
        *((*each, list_lines) for each in EXPRESSIONS),
        *(("bylines", section, list_phrases) for section in ("published", "changed", "status")),
        ("access", "box classes", list_phrases),
        *(("class-names", section, list_words) for section in sections("class-names")),
    ],
)
def test_expressions_can_be_compiled(topic, section, read) -> None:
    for expression in read(topic, section):
        re.compile(expression)


def test_words_for_pictures_begin_with_a_small_letter() -> None:
    letters = [line[0] for line in list_lines("bylines", "pictures")]
    assert all(letter.isalpha() and letter == letter.lower() for letter in letters), letters


def test_a_section_can_stand_for_its_words_in_another_one() -> None:
    comments = list_words("class-names", "comments")
    assert "@comments" in " ".join(list_lines("class-names", "beside"))
    for section in ("beside", "beside, however long", "elsewhere"):
        words = list_words("class-names", section)
        assert set(comments) < set(words), section
        assert not any(word.startswith("@") for word in words), section


COMMENTS = (
    "comments kommentek komment hozzaszolasok kommentare comentarios comentarii commentaires"
    " commenti komentarze kommentarer yorumlar reacties"
)


@pytest.mark.parametrize("name", COMMENTS.split())
def test_comments_are_known_by_their_names_in_many_languages(name: str) -> None:
    assert find_class_word("comments", fold_names(f"block {name}"))
    assert find_class_word("comments", fold_names(f"{name}_list"))
    assert not find_class_word("comments", fold_names(f"un{name}"))


def test_rows_of_names_have_a_cell_for_each_month_or_day() -> None:
    for language, kind, *names in read_name_table("calendar"):
        assert LANGUAGE_TAG.fullmatch(language) or language.count("-") == 1, language
        assert (len(names), all(names)) == (7 if "days" in kind else 12, True), (language, kind)
    for language, kind, *names in read_name_table("more-calendar-names"):
        # a country's row would never be read
        assert "-" not in language, (language, kind)
        lengths = {"months": 12, "solar-months": 12, "ethiopic-months": 13, "days": 7}
        assert len(names) == lengths.get(kind), (language, kind)
        assert any(names), (language, kind)


def test_every_language_has_all_kinds_of_names() -> None:
    for language in languages():
        names = calendar_names(language)
        assert (len(names.months), len(names.short)) == (12, 12), language
        assert (len(names.days), len(names.short_days)) == (7, 7), language


def test_a_phrase_in_quotes_keeps_its_spaces() -> None:
    assert "abo " in list_phrases("access", "stems in boxes")
    assert not [phrase for phrase in list_phrases("notices", "apologies") if '"' in phrase]


def test_a_line_without_language_and_a_missing_section_are_named() -> None:
    with pytest.raises(
        CuratorError, match=r"words/notices.txt, \[apologies\]: no language in .sorry"
    ):
        phrases_by_language("notices", "apologies")
    with pytest.raises(CuratorError, match=r"words/notices.txt: section \[nothing\] is missing"):
        list_lines("notices", "nothing")


def test_no_list_is_read_before_it_is_needed() -> None:
    code = (
        "import webarticlecurator.cli.commands.extract, webarticlecurator.articles.by_rules.one_page\n"
        "from webarticlecurator.base.text.words import _read_sections, read_name_table\n"
        "print(_read_sections.cache_info().misses, read_name_table.cache_info().misses)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["0", "0"]
