"""A number alone beside a list may count anything: it is the total if it grows as the list does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer, SmallPortal
from test_walks_proofs import proof
from walk_site import TEXTS, ListSite, linked, messages, names, problems, running

from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import CrawlOptions

FULL = CrawlOptions(full=True, warc_only=True)
PROSE = "Words of an introduction to the section that nobody reads twice. " * 3


@dataclass
class GrowingSite(ListSite):
    """A list whose first ``shown`` pages alone are there, with a ``number`` in ``says``."""

    shown: int = 100
    number: int = 0
    says: str = "<p>{} articles</p>"

    def __post_init__(self) -> None:
        self.links = True
        self.around = lambda _: self.says.format(f"{self.number:,}")

    def get(self, path: str, _default: object = None) -> str | Answer:
        number = int(path.partition("page=")[2] or 1)
        return super().get(path) if number <= self.shown else Answer("nothing", 404)

    def page(self, number: int) -> str:
        page = super().page(number)
        return page.replace('<a class="next" href=', "<i title=") if number == self.shown else page

    def publish(self, count: int, number: int | None = None) -> None:
        """Publish so many articles; the number grows by as many, or by another one."""
        self.articles[:0] = [f"later{len(self.articles)}-{each}" for each in range(count)]
        self.number += count if number is None else number


def articles(count: int) -> list[str]:
    return [f"n{each:02}" for each in range(count)]


def remarks(portal: SmallPortal, text: str) -> str:
    return "\n".join(map(str, read_status(portal.write(text), portal.corpus).lines()))


TOTALS = {
    "a text": "<p>{} találat</p>",
    "a heading": "<h3>Sport ({})</h3>",
    "among others": "<p>{} results (0.11 seconds)</p>",
    "a link": '<p><a href="/list">All ({})</a></p>',
    "a button": "<button>Show all {}</button>",
    "prose": f"<p>{PROSE} There are {{}} articles.</p>",
    "a label": '<p aria-label="{} articles">…</p>',
}


@pytest.mark.parametrize(("where", "mode"), in_turn(TOTALS, TEXTS))
def test_a_number_that_grows_twice_as_its_list_does_is_the_total(
    where: str, mode: str, tmp_path: Path
) -> None:
    text = TEXTS[mode]
    site = GrowingSite(articles(60), shown=10, number=60, says=TOTALS[where])
    with running(tmp_path, site) as portal:
        assert portal.crawl(text).ok, messages(portal)
        assert ("larger-number" in problems(portal)) is (where not in ("prose", "among others"))
        site.publish(2)
        assert portal.crawl(text).ok, messages(portal)
        site.publish(1)
        for options in (CrawlOptions(warc_only=True), FULL):
            assert not portal.crawl(text, options=options).ok
            assert problems(portal) == ["list-not-whole"] and proof(portal) == "counts-more"
            assert "63" in messages(portal)
        site.shown = 100  # the portal shows all of it
        assert portal.crawl(text, options=FULL).ok and names(portal) == set(site.articles)
        assert problems(portal) == []


OTHERS: dict[str, tuple[str, int, Callable[[int], int]]] = {
    "photos": ("<p>{} photos</p>", 340, lambda count: 3 * count),
    "subscribers": ("<p>Join {} subscribers</p>", 1250, lambda _: 7),
    "another section": ('<p><a href="/sport">Sport ({})</a></p>', 120, lambda _: 0),
    "readers": ("<p>{} readers online</p>", 77, lambda count: -count),
    "a list around this one": ('<p><a href="/all">All ({})</a></p>', 90, lambda count: count + 1),
    "the same while others rest": ('<p><a href="/all">All ({})</a></p>', 90, lambda count: count),
}


@pytest.mark.parametrize("what", OTHERS)
def test_other_numbers_beside_a_whole_list_are_no_doubt(what: str, tmp_path: Path) -> None:
    says, number, grow = OTHERS[what]
    site = GrowingSite(articles(30), number=number, says=says)
    with running(tmp_path, site) as portal:
        for count in (0, 3, 6, 3):
            site.publish(count, grow(count) if count else 0)
            assert portal.crawl(linked()).ok, messages(portal)
        assert portal.crawl(linked(), options=FULL).ok and names(portal) == set(site.articles)


TWO = "fetch: {{delay: 0, retries: 0}}\narchive:\n  columns:\n{}".format(
    "".join(
        f"    {name}: {{url: BASE/{name}, links: h2, pagination: {{mode: next-link, next: a.next}}}}\n"
        for name in ("list", "other")
    )
)


@dataclass
class TwoSections(GrowingSite):
    """A list at ``/other``, too; the number is that of both."""

    others: ListSite = field(
        default_factory=lambda: ListSite([f"o{each}" for each in range(30)], links=True)
    )

    def get(self, path: str, _default: object = None) -> str | Answer:
        if not path.startswith("/other"):
            return super().get(path)
        answer = self.others.get(path.replace("/other", "/list"))
        return str(answer).replace("/list", "/other")


def test_a_number_that_all_lists_reach_together_is_the_total_of_none(tmp_path: Path) -> None:
    """Also where one of them alone publishes for a while."""
    with running(tmp_path, TwoSections(articles(30), number=60)) as portal:
        site: TwoSections = portal.pages  # type: ignore[assignment]
        for count in (0, 2, 1, 3):
            site.publish(count)
            assert portal.crawl(TWO).ok and len(names(portal)) == site.number, messages(portal)


def test_a_number_that_once_grows_by_more_than_the_list_is_no_total_any_more(
    tmp_path: Path,
) -> None:
    """The portal file has one of several lists, which alone publishes for a while."""
    with running(tmp_path, GrowingSite(articles(30), number=60)) as portal:
        site: GrowingSite = portal.pages  # type: ignore[assignment]
        for count in (0, 2, 1):
            site.publish(count)
            is_well = portal.crawl(linked()).ok
        site.publish(3)
        assert not is_well and not portal.crawl(linked()).ok
        assert "(36 of 66)" in messages(portal), messages(portal)
        site.publish(2, 4)
        for count in (0, 1):
            site.publish(count)
            assert portal.crawl(linked()).ok and problems(portal) == [], messages(portal)
            assert proof(portal) == "pager"


def test_status_says_the_larger_number_until_it_is_seen_to_count_something_else(
    tmp_path: Path,
) -> None:
    site = GrowingSite(articles(30), number=1250, says="<p>Join {} subscribers</p>")
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok and problems(portal) == ["larger-number"]
        said = remarks(portal, linked())
        assert "“Join 1250 subscribers”, and 30 articles" in said, said
        assert portal.crawl(linked()).ok and problems(portal) == ["larger-number"]
        site.publish(3, 9)
        assert portal.crawl(linked()).ok and problems(portal) == []
        assert "subscribers" not in remarks(portal, linked())


def test_a_total_also_counts_what_is_taken_back(tmp_path: Path) -> None:
    """An article that is deleted makes the number grow by less than the list: that decides nothing."""
    site = GrowingSite(articles(60), shown=10, number=60)
    with running(tmp_path, site) as portal:
        for count, number in ((0, 0), (2, 2), (3, 1), (1, 1)):
            assert portal.crawl(linked()).ok, messages(portal)
            site.publish(count, number)
        assert not portal.crawl(linked()).ok and proof(portal) == "counts-more"
