"""What the pages of a list count of themselves is a witness of its end; no request is made for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer
from test_walks_proofs import proof
from walk_site import (
    TEXTS,
    ListSite,
    linked,
    lists_asked,
    messages,
    names,
    numbered,
    problems,
    running,
)

from webarticlecurator.crawling.workers.run_options import CrawlOptions

ALL = [f"n{n:02}" for n in range(30)]


def cut(last: int, **values: object) -> ListSite:
    """Return a list of ten pages of which the portal answers so many."""
    site = ListSite(list(ALL), links=True, **values)
    more = '<a class="next" href='
    site.special = {last: site.page(last).replace(more, "<i title=")}
    site.special |= dict.fromkeys(range(last + 1, 20), Answer("nothing", 404))
    return site


@pytest.mark.parametrize(
    ("says", "mode"),
    in_turn(
        ["Page {n} of 10", "{n} / 10", "{first}–{last} of 30", "<b>{n}.</b> oldal (10)"], TEXTS
    ),
)
def test_a_list_that_is_cut_is_a_doubt(says: str, mode: str, tmp_path: Path):
    text = TEXTS[mode]

    def around(n: int) -> str:
        return f"<p>{says.format(n=n, first=3 * n - 2, last=min(3 * n, 30))}</p>"

    with running(tmp_path, cut(6, around=around)) as portal:
        for _ in range(2):
            assert not portal.crawl(text).ok
            assert problems(portal) == ["list-not-whole"] and proof(portal) == "counts-more"
            # a number of pages would cut the list once it has grown
            assert "max_pages" not in messages(portal) and "listed: …}`, beside `pagi" in messages(
                portal
            )
        portal.pages = ListSite(list(ALL), links=True, around=around)
        full = CrawlOptions(full=True, warc_only=True)
        assert portal.crawl(text, options=full).ok and names(portal) == set(ALL), messages(portal)
        assert problems(portal) == []


def _inside(attributes: str, page: str) -> str:
    return page.replace("<body>", f"<body><div {attributes}>").replace("</body>", "</div></body>")


def _at_end(added: str, page: str) -> str:
    return page.replace("</body>", f"{added}</body>")


def _numbers_of(number: int) -> list[int]:
    return [7000 + each for each in range(3 * number, 3 * number + 3)]


def _posts_of(number: int) -> str:
    return json.dumps([{"slug": f"/a/{each}/"} for each in ALL[3 * number - 3 : 3 * number]])


INLINE = {
    "data-total": lambda n, page: _inside('data-total="30" data-id="57"', page),
    "numbers of pages": lambda n, page: _inside(f'data-page="{n}" data-total-pages="10"', page),
    "a button": lambda n, page: _at_end(
        f'<button data-page="{n}" data-max-page="10" data-cat="57">More</button>', page
    ),
    "data of a script": lambda n, page: _at_end(
        f'<script type="application/json">{{"props": {{"list": {{"posts": {_numbers_of(n)},'
        ' "categoryId": 245, "total": 30}}}</script>',
        page,
    ),
    "state of a program": lambda n, page: _at_end(
        f'<script>window.__STATE__ = {{"posts": {_posts_of(n)}, "category": {{"id": 7}},'
        ' "meta": {"totalItems": 30}};\nstart();</script>',
        page,
    ),
    "a total as text": lambda n, page: _at_end(
        f'<script type="application/json">{{"posts": {_posts_of(n)}, "total": "30"}}</script>',
        page,
    ),
    "a pair of data without a list": lambda n, page: _at_end(
        f'<script type="application/json">{{"pager": {{"page": {n}, "category": 57,'
        ' "totalPages": "10"}, "took": 31}</script>',
        page,
    ),
    "an offset of data without a list": lambda n, page: _at_end(
        f'<script>var list = {{"offset": {3 * n - 3}, "id": 245, "total": 30}}</script>', page
    ),
    "an empty element": lambda n, page: _at_end(
        f'<div data-total="30" data-page="{n}" data-id="12"></div>', page
    ),
    "pages of a script": lambda n, page: _at_end(
        f'<script>var list = {{"items": [{{}}, {{}}, {{}}], "page": {n}, "perPage": 3,'
        ' "totalPages": 10}</script>',
        page,
    ),
}
"""Where a portal writes the total of a list that no reader sees."""


def inline(site: ListSite, add: Callable[[int, str], str]) -> ListSite:
    """Return the list with something in each of its pages."""
    for number in range(1, 11):
        found = site.special.get(number, site.page(number))
        if isinstance(found, str):
            site.special[number] = add(number, found)
    return site


@pytest.mark.parametrize(("where", "mode"), in_turn(INLINE, TEXTS))
def test_a_total_that_no_reader_sees_must_be_reached(where: str, mode: str, tmp_path: Path):
    text = TEXTS[mode]
    with running(tmp_path, inline(cut(6), INLINE[where])) as portal:
        assert not portal.crawl(text).ok
        assert problems(portal) == ["list-not-whole"] and proof(portal) == "counts-more"
    whole = tmp_path / "whole"
    whole.mkdir()
    with running(whole, inline(ListSite(list(ALL), links=True), INLINE[where])) as portal:
        assert portal.crawl(text).ok and names(portal) == set(ALL), messages(portal)


UNLIKE = {
    "sizes": lambda n, page: _inside('data-width="600" data-height="400"', page),
    "comments": lambda n, page: _inside('data-total-comments="345" data-like-count="90"', page),
    "articles of a page": lambda n, page: _inside(f'data-page="{n}" data-per-page="24"', page),
    "pages of another list": lambda n, page: _at_end(
        '<div><button data-page="1" data-max-page="40">More news</button></div>', page
    ),
    "total of another list": lambda n, page: _at_end(
        '<aside><ul data-total="90"><li>Most read</li></ul></aside>', page
    ),
    "articles and pictures": lambda n, page: _inside(
        'data-total="60"', page.replace("<h2>", 2 * '<h2><img src="/p.jpg"/></h2>' + "<h2>", 1)
    ),
    "articles, and pictures beside them": lambda n, page: _inside(
        'data-total="60"',
        page.replace("<body>", "<body><div>").replace(
            "</body>", "</div><p>" + 3 * '<img src="/p.jpg"/>' + "</p></body>"
        ),
    ),
    "a menu of as many entries": lambda n, page: _at_end(
        '<script type="application/ld+json">{"@type": "ItemList", "numberOfItems": 60,'
        ' "itemListElement": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}</script>',
        page,
    ),
    "a script": lambda n, page: _at_end(
        '<script type="application/json">{"menu": ["a", "b", "c"], "version": 124,'
        ' "users": {"all": {"total": 500}}}</script>',
        page,
    ),
    "other data": lambda n, page: _at_end(
        '<script type="application/json">{"videos": [1, 2], "total": 90}</script>', page
    ),
    "no data": lambda n, page: _at_end("<script>start({total: 90});</script>", page),
}


@pytest.mark.parametrize("what", UNLIKE)
def test_other_numbers_that_no_reader_sees_are_no_totals(what: str, tmp_path: Path):
    with running(tmp_path, inline(ListSite(list(ALL), links=True), UNLIKE[what])) as portal:
        assert portal.crawl(linked()).ok and names(portal) == set(ALL), messages(portal)


def test_a_cut_that_a_person_accepts_is_no_doubt(tmp_path: Path):
    with running(tmp_path, cut(6, around=lambda n: f"<p>Page {n} of 10</p>")) as portal:
        assert portal.crawl(linked(", stop: {max_pages: 6}")).ok and proof(portal) == "configured"


@pytest.mark.parametrize("text", [linked, numbered], ids=["next-link", "numbered"])
def test_a_person_accepts_a_cut_by_its_oldest_article(
    text: Callable[..., str], tmp_path: Path
) -> None:
    def around(n: int) -> str:
        return f"<p>Page {n} of 20</p>"

    accepted = text(more=", stop: {listed: '/a/n29$'}")
    with running(tmp_path, ListSite(list(ALL), links=True, around=around)) as portal:
        assert portal.crawl(accepted).ok and proof(portal) == "configured", messages(portal)
        grown = [*(f"m{n:02}" for n in range(9)), *ALL]
        portal.pages = ListSite(grown, links=True, around=around)
        for full in (False, True):
            assert portal.crawl(accepted, options=CrawlOptions(full=full, warc_only=True)).ok
            assert names(portal) == set(grown)


@pytest.mark.parametrize(
    "around",
    [
        lambda n: f"<p>Page {n} of 10, 30 articles</p>",
        lambda n: f"<p>{n} March 2021, 31 °C, since 1848</p>",
        lambda n: f"<ul>{''.join(f'<li>{day}</li>' for day in range(1, 32))}</ul>",
    ],
)
def test_a_whole_list_has_no_doubt_and_its_full_last_page_is_asked_for_twice(
    around, tmp_path: Path
):
    with running(tmp_path, ListSite(list(ALL), links=True, around=around)) as portal:
        assert portal.crawl(linked()).ok, messages(portal)
        assert lists_asked(portal) == [*(str(n) for n in range(1, 11)), "10"]
        assert portal.crawl(linked()).ok and lists_asked(portal) == ["1", "2", "10"]


@pytest.mark.parametrize(("where", "last"), in_turn(["headers", "values"], [6, 10]))
def test_totals_of_a_list_in_json(where: str, last: int, tmp_path: Path):
    class Posts(ListSite):
        def get(self, path: str, _default: object = None) -> str | Answer:
            number = int(path.partition("page=")[2] or 1)
            if not path.startswith("/list"):
                return super().get(path)
            shown = ALL[3 * number - 3 : 3 * number] if number <= last else []
            posts = [{"link": f"/a/{name}", "id": 7000 + number} for name in shown]
            totals = {"X-WP-Total": "30", "X-WP-TotalPages": "10"} if where == "headers" else {}
            values = {"total": 30, "page": number} if where == "values" else {}
            return Answer(
                json.dumps({"posts": posts, **values}),
                headers=(("Content-Type", "application/json"), *totals.items()),
            )

    text = numbered().replace("h2", '{json: "posts[].link"}')
    with running(tmp_path, Posts()) as portal:
        assert portal.crawl(text).ok is (last == 10), messages(portal)
        assert proof(portal) == ("beyond" if last == 10 else "counts-more")
