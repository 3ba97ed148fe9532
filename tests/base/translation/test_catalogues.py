"""The catalogues: every text is in each, with its values, plural forms and words of the field."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path
from string import Formatter

import pytest
from extract_messages import PACKAGE, list_texts
from regenerate_catalogues import FOLDER, FORMS, PLURALS, make_catalogue

from webarticlecurator.base.text.catalogues import (
    ENGLISH,
    LANGUAGES,
    parse_catalogue,
    read_catalogue,
)

pofile = pytest.importorskip("babel.messages.pofile")

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
SAME = {
    "hu": {"TEI", "{size:,.1f} MB"},
    "de": {
        *(
            "Crawls",
            "Format",
            "Layout {layout}",
            "Name",
            "Portal",
            "Problem: {trouble}",
            "TEI",
            "Tags",
            "Text",
        ),
        *("in TEI", "in figure", "{number} in TEI", "{articles} in TEI", "{size:,.1f} MB"),
    },
    "fr": {
        *("Article", "Articles", "Condition", "Conditions", "Date", "Format", "Page"),
        *("Section", "Sources", "TEI", "Verdict", "Verdicts", "article", "articles"),
        *("date", "description", "documentation", "page {page}", "pages", "sources", "suggestion"),
        *("{number:,} article", "{number:,} articles"),
        "{number} articles",
    },
    "es": {"Portal", "TEI", "error", "{size:,.1f} MB"},
}
"""Translations that are written as in English, since the word is that of the language."""


NO_WORDS = re.compile(r"(?:\{[^}]*\}|[\W\d_])*")
CODE = re.compile(
    r"<\w+>\S*|`[^`]*`|\{\{.*?\}\}|\{[^}]*\}|--\S+(?: [A-Z=]+)*|\b\w+[./]\w\S*|\barticle: |\bcorpus DIR"
)
"""Code, options, keys and names of files, which stay as they are."""


def text_of(language: str) -> str:
    return (FOLDER / f"{language}.po").read_text(encoding="utf-8")


def values_in(template: str) -> list[tuple[str | None, ...]]:
    """The values of a template, each with its form."""
    return sorted(part[1:] for part in Formatter().parse(template) if part[1] is not None)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_each_text_and_no_other_in_the_order_of_the_package(language: str) -> None:
    known = parse_catalogue(text_of(language))
    assert [text.one for text in list_texts() if not all(known.get(text.one, ("",)))] == []
    assert text_of(language) == make_catalogue(language, known)


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_values_and_the_plural_forms(language: str) -> None:
    known = parse_catalogue(text_of(language))
    for text in list_texts():
        forms = known[text.one]
        assert len(forms) == (FORMS if text.many else 1), text
        for form in forms:
            assert values_in(form) in (values_in(text.many or text.one), values_in(text.one)), form


@pytest.mark.parametrize("language", OTHERS)
def test_only_listed_translations_are_written_as_in_english(language: str) -> None:
    known = parse_catalogue(text_of(language))
    ours = {
        form
        for text in list_texts()
        for form, one in zip(known[text.one], (text.one, text.many or text.one), strict=False)
        if form == one and not NO_WORDS.fullmatch(one)
    }
    assert ours == SAME[language] | {"YYYY-MM-DD", "module:function"}


@pytest.mark.parametrize("language", OTHERS)
def test_words_of_the_field_are_translated_in_one_way(language: str) -> None:
    known = parse_catalogue(text_of(language))
    with (FOLDER / "glossary.tsv").open(encoding="utf-8") as table:
        rows = [*csv.DictReader(table, delimiter="\t")]
    assert len(rows) > 12
    for text in list_texts():
        left = CODE.sub("", text.one)
        for row in rows:  # the longer terms come first
            term = re.compile(rf"\b{row['word']}(?:s|ed|ing)?\b", re.IGNORECASE)
            if term.search(left):
                left = term.sub("", left)
                wanted = [word.lower() for word in row[language].split("|")]
                for form in known[text.one]:
                    found = form.lower().replace("\N{NO-BREAK SPACE}", " ")
                    assert any(word in found for word in wanted), (row["word"], form)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_that_no_native_speaker_has_read_it(language: str) -> None:
    header = read_catalogue(language).header
    assert header["X-Read-By-Native-Speaker"] == "no"
    assert header["Plural-Forms"] == PLURALS[language]


@pytest.mark.parametrize("language", OTHERS)
def test_other_programs_read_the_catalogues_as_we_do(language: str) -> None:
    with (FOLDER / f"{language}.po").open("rb") as file:
        read = pofile.read_po(file, locale=language)
    ours = {one: forms for one, forms in parse_catalogue(text_of(language)).items() if one}
    theirs = {}
    for entry in read:
        one, forms = entry.id, entry.string
        if one:
            theirs[one[0] if isinstance(one, tuple) else one] = (
                forms if isinstance(forms, tuple) else (forms,)
            )
        assert not entry.fuzzy or not one, one
    assert theirs == ours


def test_the_catalogues_are_in_the_package() -> None:
    assert "*.po" in (PACKAGE.parent / "setup.cfg").read_text(encoding="utf-8")
    assert {file.stem for file in Path(FOLDER).glob("*.po")} == {*OTHERS}


def test_the_studio_writes_numbers_with_the_signs_of_the_reader() -> None:
    """An f-string has those of English: ``translate`` and ``format_number`` do not."""
    english = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}"
        for file in (PACKAGE / "studio").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue)
        and node.format_spec is not None
        and "," in ast.unparse(node.format_spec)
    ]
    assert english == []
