"""Lists of which a page shows few articles: others are read, too, until a dozen is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_portal import article, small_portal

from webarticlecurator.proposing.propose.article_samples import MAX_ARTICLES
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

DAYS = 20


def story(number: int) -> str:
    return article(f"The story of bridge {number}. " * 20)


def listing(numbers: range, more: str = "") -> str:
    links = (
        f'<li><a href="/n/story-of-bridge-{n}">A story of bridge {n}</a></li>' for n in numbers
    )
    return f"<html><body><ul class='list'>{''.join(links)}</ul>{more}</body></html>"


def day(number: int) -> str:
    return f"/news/2024-03-{number + 1:02}"


def by_days() -> dict[str, str]:
    def links(number: int) -> str:
        near = (number - 1, number + 1)
        return "".join(f'<p><a href="{day(n)}">{day(n)}</a></p>' for n in near if 0 <= n < DAYS)

    return {day(n): listing(range(2 * n, 2 * n + 2), links(n)) for n in range(DAYS)}


def by_links() -> dict[str, str]:
    def link(number: int) -> str:
        return f'<a rel="next" href="/news/{number + 1}">Older</a>' if number < 9 else ""

    return {f"/news/{n}": listing(range(4 * n, 4 * n + 4), link(n)) for n in range(10)}


def by_data() -> dict[str, str]:
    def items(number: int) -> str:
        found = range(4 * number - 4, 4 * number)
        return json.dumps([{"url": f"/n/story-of-bridge-{n}", "id": n} for n in found])

    shown = (
        "<html><body><p>All of our stories are here.</p><script>load('/api/list?page=1')</script>"
    )
    return {"/news": shown, **{f"/api/list?page={n}": items(n) for n in range(1, 10)}}


@pytest.mark.parametrize(
    ("pages", "start"),
    [(by_days(), day(9)), (by_days(), day(0)), (by_links(), "/news/0"), (by_data(), "/news")],
)
def test_a_dozen_articles_is_read_of_short_lists(
    tmp_path: Path, pages: dict[str, str], start: str
) -> None:
    pages |= {f"/n/story-of-bridge-{n}": story(n) for n in range(2 * DAYS)}
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}{start}"], runtime=portal.runtime)
    assert len(found.articles) == MAX_ARTICLES
