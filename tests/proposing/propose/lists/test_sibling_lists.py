"""Lists of the same kind beside the one that was given."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import Pages, article, small_portal

from webarticlecurator.proposing.propose.portal_proposal import propose_portal

MENU = '<nav><a href="/sport">Sport</a> <a href="/art">Art</a> <a href="/imprint">Imprint</a></nav>'
SPORT = [f"/sport/match-of-day-{n}" for n in range(4)]
ART = [f"/art/picture-of-day-{n}" for n in range(4)]


def page(*paths: str, menu: str = MENU) -> str:
    items = "".join(f'<li><a href="{path}">The long story of {path}</a></li>' for path in paths)
    return f'<html><body>{menu}<ul class="list">{items}</ul></body></html>'


def told(tmp_path: Path, pages: Pages, start: str) -> list[tuple[str, int, str]]:
    """Return the doubts about other lists when ``new`` is given the page at ``start``."""
    stories = {path: article(f"The story of {path}. " * 20) for path in (*SPORT, *ART)}
    with small_portal(tmp_path, {**stories, "/imprint": article("Nobody."), **pages}) as portal:
        found = propose_portal([f"{portal.base}{start}"], runtime=portal.runtime)
        return [
            (each.first.removeprefix(portal.base), each.count, str(each.message))
            for each in found.doubts
            if each.kind == "other-lists"
        ]


def test_the_other_sections_are_named(tmp_path: Path):
    """Of three sections one was crawled, without a word."""
    ((first, number, message),) = told(
        tmp_path, {"/sport": page(*SPORT), "/art": page(*ART)}, "/sport"
    )
    assert (first, number) == ("/art", 1)
    assert message.startswith("it lists 4 other articles, such as") and ART[0] in message


@pytest.mark.parametrize(
    ("pages", "start"),
    [
        # the list of all
        ({"/news": page(*SPORT, *ART), "/sport": page(*SPORT), "/art": page(*ART)}, "/news"),
        ({"/sport": page(*SPORT), "/art": page(*SPORT[:3])}, "/sport"),
        # a topic with a number
        ({"/news": page(*SPORT, menu='<a href="/c/1">One</a>'), "/c/1": page(*ART)}, "/news"),
        # an old month of a list of all has nothing of what the sections list today
        ({"/old/2019-05": page("/a-1", "/a-2", "/a-3"), "/art": page(*ART)}, "/old/2019-05"),
    ],
)
def test_parts_of_a_list_are_no_other_lists(pages: Pages, start: str, tmp_path: Path):
    extra = {f"/a-{n}": article(f"An old story, number {n}. " * 20) for n in (1, 2, 3)}
    assert told(tmp_path, {**extra, **pages}, start) == []


def test_a_month_of_a_section_has_other_sections_beside_it(tmp_path: Path):
    pages = {"/sport/2024-04": page(*SPORT), "/sport": page(*SPORT), "/art": page(*ART)}
    assert [each[0] for each in told(tmp_path, pages, "/sport/2024-04")] == ["/art"]


def test_the_other_letters_of_an_alphabet_are_named_however_many_there_are(tmp_path: Path):
    names = [*"abcdefghkmz", "%C3%A4"]
    menu = "<p>" + " ".join(f'<a href="/az/{name}">{name}</a>' for name in names) + "</p>"
    stories = {name: [f"/of-{name[-1]}-day-{n}" for n in range(4)] for name in names}
    pages: Pages = {f"/az/{name}": page(*stories[name], menu=menu) for name in names}
    texts = {each: article(f"A story of {each}. " * 20) for of in stories.values() for each in of}
    ((first, number, message),) = told(tmp_path, {**texts, **pages}, "/az/c")
    assert (first, number) == ("/az/a", 6)
    assert "/of-a-day-" in message
