"""The user's path can be read: five pages, so many words; no sentence of the pages is too long; links
of the pages outside the site lead to places that are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs_material import CHECKOUT, README, read

DOCS = CHECKOUT / "docs"
PATH = (README, *(DOCS / f"{name}.md" for name in ("add-a-portal", "config", "tei", "use")))
PAGES = (README, *sorted(DOCS.glob("*.md")))
MAX_WORDS = 11_000
MAX_SENTENCE = 35
OUTSIDE_THE_SITE = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
NO_PROSE = re.compile(r"^(?:```.*?^```$|<!--.*?-->|#.*?$|\|.*?$| {4,}\S.*?$)", re.M | re.S)
"""Code, remarks, headings, rows of tables, indented commands."""
END_OF_SENTENCE = re.compile(r"(?<=[.!?])[)\"*]*\s+|(?<=[.!?])[)\"*]+\s+|\s·\s")
"""An end, or the dot between the items of a line of links."""

NAMES = re.compile(r"\bx(?:, x)+")
"""A list of names, which counts as one word."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page; an item of a list is a paragraph of its own."""
    prose = re.sub(r"(?m)^\s*(?:[-*]|\d+\.) ", "\n", NO_PROSE.sub("\n", text))
    for paragraph in re.split(r"\n\s*\n", prose):
        plain = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "x", paragraph))
        yield from END_OF_SENTENCE.split(NAMES.sub("x", " ".join(plain.split())))


def test_sentences_are_told_apart():
    text = "# Head\n\nOne `a. b` two. Three\n([link](x.md)).\n\n- four: five\n- six\n\n    code. here\n"
    assert [s for s in sentences(text) if s] == [
        "One x two.",
        "Three ([link]).",
        "four: five",
        "six",
    ]


def test_the_path_has_no_more_words_than_a_reader_has_time_for():
    assert sum(len(read(page).split()) for page in PATH) <= MAX_WORDS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_sentence_is_too_long(page: Path):
    found = [s for s in sentences(read(page)) if len(s.split()) > MAX_SENTENCE]
    assert found == []


@pytest.mark.parametrize("name", OUTSIDE_THE_SITE)
def test_links_lead_to_files_and_headings(name: str):
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)(?:#([^)]+))?\)", read(CHECKOUT / name))
    missing = [
        f"{file}#{anchor}"
        for file, anchor in links
        if not (CHECKOUT / file).exists() or (anchor and anchor not in anchors(CHECKOUT / file))
    ]
    assert missing == []


@pytest.mark.parametrize("folder", ["webarticlecurator", "site_configs", "examples", "bench"])
def test_pages_that_the_program_names_are_there(folder: str):
    files = [f for f in (CHECKOUT / folder).rglob("*") if f.suffix in (".py", ".yaml", ".md")]
    named = {(f.name, page) for f in files for page in re.findall(r"docs/[\w/-]+\.md", read(f))}
    assert {(file, page) for file, page in named if not (CHECKOUT / page).exists()} == set()


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"(?m)^#+ (.*)$", read(page))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
