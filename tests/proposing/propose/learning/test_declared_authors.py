"""Authors that all pages declare, in scripts whose names have no capitals."""

from __future__ import annotations

import pytest

from webarticlecurator.base.model.article import Metadata, Value
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.declared_authors import find_declared_authors

HINDI = ("संजय गुप्ता", "मीना यादव", "कविता चौहान")


def rule(declared: list[list[str]], read: list[list[str]] | None = None) -> object:
    pages = [
        Page(
            f"https://echo.example/{n}",
            "".join(f'<meta name="author" content="{name}">' for name in own) + "<p>x",
        )
        for n, own in enumerate(declared)
    ]
    known = [
        Metadata((("authors", tuple(Value(name, "meta:author", name) for name in own)),))
        for own in read or declared
    ]
    found = find_declared_authors(pages, known, "गूंज")
    return found.rule if found is not None else None


def test_writers_of_some_pages_each_are_all_taken() -> None:
    declared = [[HINDI[n % 3], *HINDI[n % 2 : n % 2 + 1]][: 1 + n % 2] for n in range(8)]
    assert rule(declared, [own[:1] for own in declared]) == {"meta": "author"}


@pytest.mark.parametrize(
    "declared",
    [
        [["गूंज"]] * 8,  # the site
        [["संजय गुप्ता"]] * 8,  # who has made its theme
        [[f"संजय {n}"] for n in range(8)],  # each another: titles, or codes
        [[name] for name in ("Ann Small", "Bob Tall") * 4],  # the reader knows them
        [[HINDI[n % 3]] if n % 2 else [] for n in range(8)],
        [[HINDI[n % 3]] for n in range(3)],
    ],
)
def test_other_values_have_no_rule(declared: list[list[str]]) -> None:
    assert rule(declared) is None


def test_what_the_reader_finds_beside_them_stays() -> None:
    declared = [[HINDI[n % 3]] for n in range(8)]
    assert rule(declared, [["नूर खान"], *declared[1:]]) is None
