"""The studio in the language of the reader: its menu, what the browser asks for, every word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from every_view import VIEWS
from long_parameters import always
from running_studio import Studio
from studio_pictures import demo_studio
from view_waiting import wait_for_view

from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.text.catalogues import ENGLISH, LANGUAGES, read_catalogue
from webarticlecurator.base.text.language_names import name_language
from webarticlecurator.base.text.translation import reader_language
from webarticlecurator.corpus.charts.bar_names import name_operation
from webarticlecurator.pages.rules import selectors
from webarticlecurator.proposing.tags.tag_reasons import REASONS, say_reasons, write_reasons
from webarticlecurator.studio.frame.reader_language import LANGUAGE_COOKIE, find_reader_language
from webarticlecurator.studio.frame.tag_table_files import COUNTS_NAME

TAG_VIEWS = (
    "/portal/demo/tags?text=div.reason",
    "/portal/demo/tags?row=div.reason-repeated",
)
OTHER = (
    ".studio-listing, .studio-code, .cm-editor, .line-text, .article-values .line-note, .article-rules"
    " code, pre, .bars .name, .found-sums ~ .studio-wide td"
)
"""Where files, pages and names of a corpus are shown."""
NAMES_OF_OURS = (
    ":is(#years, #languages, #access, #page_kinds, #lengths, #sources, #stored, #growth, #verdicts)"
    " ~ .bars .name"
)
"""Names of bars that are no names of the corpus."""
KEYS = {"done"}
"""Words of portal files and tables, which stay English."""
COUNTS = "signature operation in_force source suggestion confidence reason frequency".split()
"""Columns of a table of counts."""
READ_WORDS = """([other, ours]) => {
    const content = document.querySelector(".studio-content").cloneNode(true);
    for (const each of content.querySelectorAll(other)) if (!each.matches(ours)) each.remove();
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walker.nextNode()) words.push(walker.currentNode.data);
    for (const name of ["aria-label", "title", "placeholder", "data-label"])
        content.querySelectorAll(`[${name}]`).forEach((each) => words.push(each.getAttribute(name)));
    return words.map((each) => each.trim()).filter(Boolean);
}"""
ENGLISH_WORD = re.compile(r"(?<!-)\b(?:the|of|and|is|are|not|were|with|this|its|has)\b(?!-)")

ISO_DATE = re.compile(r"(?<![\w/.-])\d{4}-(?:0[1-9]|1[0-2])(?:-\d\d)?(?![\w/.-])", re.ASCII)
OPERATIONS = {*selectors.OPERATIONS, *NAMES}


def is_left_in_code(words: str) -> bool:
    """Return True for a date as files have it, and for the tag of a language, or an operation of a
    tag dictionary, that stands alone and has a name in the language of the reader."""
    is_tag = len(words) == len("hu") and words.islower() and name_language(words) != words
    is_operation = words in OPERATIONS and name_operation(words) != words
    is_reason = say_reasons(words) != words
    return is_tag or is_operation or is_reason or bool(ISO_DATE.search(words))


def write_counts(path: Path) -> None:
    """Write a table of counts with a suggestion for each reason that there is."""
    lines = ["\t".join(COUNTS)]
    for key, words in REASONS.items():
        parts = ["0.50" if form else name for _, name, form, _ in Formatter().parse(words) if name]
        parts = ["drop" if part == "operation" else part for part in parts]
        reason = write_reasons([(key, *parts)])
        lines.append(
            "\t".join((f"div.reason-{key}", "", "auto", "none", "drop", "0.75", reason, "9"))
        )
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Path) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("language")
    with demo_studio(folder, demo_corpus) as running:
        write_counts(folder / "corpora" / "demo" / "reports" / COUNTS_NAME)
        yield running


@pytest.fixture
def view(tab: Any, studio: Studio) -> Any:
    studio.admit(tab)
    return tab


def test_the_menu_chooses_the_language_and_says_what_nobody_has_read(
    view: Any, studio: Studio
) -> None:
    view.goto(f"{studio.base}/")
    menu = view.get_by_label("Language")
    assert menu.input_value() == "en"
    unread = menu.locator("optgroup[label='Not read by a native speaker']")
    assert "Magyar" in unread.locator("option").all_text_contents()
    menu.select_option("hu")
    view.get_by_role("heading", name="Portálok").wait_for()
    assert view.evaluate("document.documentElement.lang") == "hu"
    assert view.title() == "Portálok"
    view.get_by_label("Nyelv").select_option("en")
    view.get_by_role("heading", name="Portals").wait_for()


@pytest.mark.parametrize("language", always(["de"], sorted({*LANGUAGES} - {ENGLISH})))
def test_no_english_word_is_left_in_the_views(view: Any, studio: Studio, language: str) -> None:
    view.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": studio.base}])
    known = read_catalogue(language).texts
    token = reader_language.set(language)
    left = []
    for path in (*VIEWS, *TAG_VIEWS):
        view.goto(f"{studio.base}{path}")
        wait_for_view(view)
        words = view.evaluate(READ_WORDS, [OTHER, NAMES_OF_OURS])
        assert len(words) > 1
        left += [
            (path, each)
            for each in words
            if each not in KEYS
            and (
                ENGLISH_WORD.search(each)
                or (each in known and each not in known[each])
                or is_left_in_code(each)
            )
        ]
    reader_language.reset(token)
    assert left == []


@pytest.mark.parametrize(
    ("headers", "given", "language"),
    [
        ({}, "", "en"),
        ({b"accept-language": b"de-AT,de;q=0.9,en;q=0.8"}, "", "de"),
        ({b"accept-language": b"pl, fr;q=0.5"}, "", "fr"),
        ({b"accept-language": b"de"}, "hu", "hu"),
        ({b"cookie": b"a=b; curator-language=es", b"accept-language": b"de"}, "hu", "es"),
        ({b"cookie": b"curator-language=xx"}, "", "en"),
        ({b"cookie": b"not-curator-language=es"}, "", "en"),
    ],
)
def test_the_menu_comes_before_the_command_line_and_the_browser(
    headers: dict[bytes, bytes], given: str, language: str
) -> None:
    assert find_reader_language(headers, given) == language
