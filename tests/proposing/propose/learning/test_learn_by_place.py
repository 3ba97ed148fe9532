"""Authors, sections and keywords of pages on which nothing is called so: by the line that stands
below the title of each article, and by where links lead.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from learn_pages import WORDS, page, paragraphs

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.proposal import FieldLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import builtin_rules
from webarticlecurator.proposing.propose.byline_rules import find_byline, find_day_line
from webarticlecurator.proposing.propose.metadata_rules import learn_fields

NAMES = ("Anna Bergmann", "Jonas Weidel", "Mia Körner", "Karl Stein")
MENU = (
    '<div><ul><li><a href="/desk/1">Local Life</a></li><li><a href="/desk/2">Wide World</a></li>'
    "</ul></div>"
)


def plain_page(number: int, line: str, below: str = "") -> str:
    """Return an article without class names."""
    title = f"What happened on day {number} at the {WORDS[number]}"
    return (
        f'<html lang="de"><head><title>{title}</title></head><body>{MENU}<div><h1>{title}</h1>'
        f"{line}<div>{paragraphs(number)}</div>{below}</div></body></html>"
    )


def read(pages: list[Page], order: tuple[str, ...] = ()) -> dict[str, tuple[FieldLine, ...]]:
    portal = Portal(
        "echo", "https://echo.example/", title="Echo", language="de", article=builtin_rules()
    )
    return dict(learn_fields(pages, ["div > div:has(> p)"], portal, (), order))


def names_of(number: int) -> tuple[str, ...]:
    return NAMES[number % 4 : number % 4 + 1 + number % 2]


@pytest.mark.parametrize(
    "write",
    [
        lambda names, day: f"<div>Von {names} · {day}</div>",
        lambda names, day: f"<div>{day} · Von {names}</div>",
        lambda names, day: f"<div>{names} | {day}</div>",
        lambda names, day: f"<div>{names}, {day}</div>",
        lambda names, day: f"<div>{day} ({names})</div>",
        lambda names, day: f"<div>{names} / Das Echo, <time>{day}</time></div>",
        lambda names, day: f"<div>Grumf: {names}</div><div>{day}</div>",
        lambda names, day: f"<div>{names} | Das Echo</div><p>{day}</p>",
        lambda names, day: f"<div>Grumf {names}<br>{day}</div>",
        lambda names, day: f"<div>{names}, <time>Dienstag, {day}</time></div>",
    ],
)
def test_what_stands_at_the_ends_of_a_line_is_no_name(write: Callable[[str, str], str]) -> None:
    pages = [
        page(n, plain_page(n, write(" und ".join(names_of(n)), f"{n + 3}. März 2024")))
        for n in range(10)
    ]
    found = find_byline(pages, [], "de")
    assert found is not None
    assert [*found.names.values()] == [names_of(n) for n in range(10)]
    # the rule that is written reads the same: its split is the only thing that cuts
    for each in pages:
        (line,) = each.root.cssselect(found.css)
        text = " ".join("".join(map(str, line.itertext())).split())
        assert tuple(p.strip() for p in re.split(found.split, text) if p.strip()) in {
            *found.names.values()
        }


def test_the_section_in_the_line_is_no_name() -> None:
    sections = ("Local Life", "Wide World")
    lines = [
        f"<div>{NAMES[n % 4]} · {sections[n % 2]} · {n + 3}. März 2024</div>" for n in range(8)
    ]
    found = find_byline([page(n, plain_page(n, line)) for n, line in enumerate(lines)], [], "de")
    assert found is not None
    assert [*found.names.values()] == [(NAMES[n % 4],) for n in range(8)]


def test_a_day_alone_and_a_line_of_places_name_nobody() -> None:
    days = [page(n, plain_page(n, f"<div>{n + 3}. März 2024</div>")) for n in range(8)]
    assert find_byline(days, [], "de") is None
    own = [page(n, plain_page(n, f"<div>{WORDS[n].title()} Alpha</div>")) for n in range(8)]
    assert find_byline(own, [], "de") is None


def test_a_line_of_all_articles_is_the_rule_of_the_authors() -> None:
    pages = [
        page(n, plain_page(n, f"<div>Grumf {NAMES[n % 4]} · {n + 3}. März 2024</div>"))
        for n in range(8)
    ]
    ((line),) = read(pages)["authors"]
    assert line.rule["css"] == "h1 + div"


def test_keywords_and_section_are_links_of_one_form() -> None:
    def one(number: int) -> str:
        terms = " ".join(
            f'<a href="/xyz/{n % 7}">word {n % 7}</a>'
            for n in range(number, number + 1 + number % 3)
        )
        desk = ("Local Life", "Wide World")[number % 2]
        return plain_page(
            number,
            f'<div>Grumf <a href="/desk/{number % 2 + 1}">{desk}</a></div>',
            f"<div>Frumpf: {terms}</div>",
        )

    found = read([page(n, one(n)) for n in range(8)])
    assert [each.rule["xpath"] for each in found["keywords"]] == ["//a[contains(@href,'/xyz/')]"]
    assert "'/desk/'" in str(found["section"][0].rule["xpath"])
    # beside links to other articles they are theirs
    other = '<div><a href="https://echo.example/3">Another story</a> <a href="/xyz/{}">word {}</a></div>'
    cards = [
        page(n, plain_page(n, "", other.format(n, n) + other.format(n + 1, n + 1)))
        for n in range(8)
    ]
    assert "keywords" in read(cards)
    assert "keywords" not in read(cards, ("https://echo.example/3",))


@pytest.mark.parametrize("day", ["{}. März 2024", "Dienstag, {}. März 2024"])
def test_a_line_with_nothing_but_the_day_is_found(day: str) -> None:
    pages = [page(n, plain_page(n, f"<div>{day.format(n + 3)}</div>")) for n in range(8)]
    assert find_day_line(pages, "de") == "h1 + div"
    more = [
        page(n, plain_page(n, f"<div>{day.format(n + 3)} saw the bridge of the town fall</div>"))
        for n in range(8)
    ]
    assert find_day_line(more, "de") == ""
