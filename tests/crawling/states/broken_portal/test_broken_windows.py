"""A list of a day that answers once, or for an hour, with another list or a part of its own."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from long_parameters import always, in_turn
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.archive.windows import Window, is_of_days
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

RULES = (
    "fetch: {delay: 0, retries: 0}\n"
    'archive: {url: "BASE{date:/%Y/%m/%d}", links: h2, dates: {from: 2024-04-01}}\n'
)
DAYS = [f"/2024/04/{day:02}" for day in range(1, 9)]
WRONG = DAYS[:5]
NO_BUILD = CrawlOptions(warc_only=True)


class Paper:
    """Three articles a day; for the first ``faults`` requests of each of the days ``wrong`` another
    list. ``is_dated``: addresses of articles have their day."""

    def __init__(self, kind: str, is_dated: bool, faults: int, wrong: list[str] = WRONG) -> None:
        self.kind, self.is_dated, self.faults, self.wrong = kind, is_dated, faults, wrong
        self.asked: list[str] = []

    def paths(self, day: str) -> list[str]:
        name = day if self.is_dated else f"/a{DAYS.index(day)}"
        return [f"{name}/{letter}" for letter in "abc"]

    def get(self, path: str, default: object = None) -> object:
        if path not in DAYS:
            return article(f"Words of {path}.") if path[-1] in "abc" else default
        self.asked.append(path)
        whole = listing(*self.paths(path))
        if path not in self.wrong or self.asked.count(path) > self.faults:
            return whole
        if self.kind == "cut":
            return whole[: whole.index("</h2>")]
        if self.kind == "other":
            return listing(*self.paths(DAYS[6]))
        return listing(self.paths(DAYS[6])[0], self.paths(DAYS[7])[2], self.paths(DAYS[7])[1])


def crawl(portal: SmallPortal, days: float = 0) -> dict[str, int]:
    """Return the problems of a crawl after some days."""
    portal.executor = "serial"
    portal.clock.time += timedelta(days=days)
    summary = portal.crawl(RULES, NO_BUILD)
    assert summary.ok is (not summary.problems)
    return dict(summary.problems)


def running(tmp_path: Path, paper: Paper):
    server = small_portal(tmp_path, {})

    class Running:
        def __enter__(self) -> SmallPortal:
            portal = server.__enter__()
            portal.pages = paper  # type: ignore[assignment]
            portal.clock.time = datetime(2024, 4, 9, 12, tzinfo=timezone.utc)
            return portal

        def __exit__(self, *error: object) -> None:
            server.__exit__(None, None, None)

    return Running()


KINDS = ("other", "box", "cut")


@pytest.mark.parametrize(("kind", "is_dated"), in_turn(KINDS, [True, False]))
def test_a_day_that_has_another_list_once_is_asked_for_again_at_once(
    kind: str, is_dated: bool, tmp_path: Path
):
    paper = Paper(kind, is_dated, faults=1)
    with running(tmp_path, paper) as portal:
        assert crawl(portal) == {} and len(portal.articles()) == 24
        assert len(paper.asked) <= len(DAYS) + len(WRONG) + 1


@pytest.mark.parametrize(("kind", "is_dated"), in_turn(KINDS, [True, False]))
def test_a_day_that_has_another_list_for_an_hour_is_a_problem_and_asked_for_again(
    kind: str, is_dated: bool, tmp_path: Path
):
    paper = Paper(kind, is_dated, faults=2)
    with running(tmp_path, paper) as portal:
        assert crawl(portal)["list-not-whole"] >= len(WRONG)
        assert crawl(portal, 0.04) == {} and len(portal.articles()) == 24


@pytest.mark.parametrize("kind", always(("box", "cut"), KINDS))
def test_what_stays_odd_is_believed_after_a_day(kind: str, tmp_path: Path):
    paper = Paper(kind, False, faults=99, wrong=DAYS[:1])
    with running(tmp_path, paper) as portal:
        assert crawl(portal) == {"list-not-whole": 1}
        assert paper.asked.count(DAYS[0]) == 2
        assert crawl(portal, 0.1) == {"list-not-whole": 1}
        assert paper.asked.count(DAYS[0]) == 3, "it is the same as in the last crawl"
        assert crawl(portal, 1) == {}
        paper.asked.clear()
        assert crawl(portal, 9) == {} and DAYS[0] not in paper.asked


def test_it_is_the_same_when_the_index_is_made_again(tmp_path: Path):
    with running(tmp_path, Paper("box", False, faults=2)) as portal:
        crawl(portal)
        before = states(portal)
        rebuild_corpus(portal.write(RULES), portal.corpus, portal.runtime)
        assert states(portal) == before


def states(portal: SmallPortal) -> list[object]:
    with view_corpus(portal.corpus, "small") as corpus:
        walks = [
            (walk.key, walk.state.get("ended"), walk.state.get("odd"))
            for walk in corpus.walks.all()
        ]
        return [*walks, *((each.where, each.message) for each in corpus.run_log.problems())]


def test_an_undisturbed_walk_asks_for_nothing_twice(tmp_path: Path):
    paper = Paper("box", False, faults=0)
    with running(tmp_path, paper) as portal:
        assert crawl(portal) == {} and paper.asked == DAYS[::-1]


@pytest.mark.parametrize(
    ("links", "is_own"),
    [
        (["/2024/04/01/a", "/2024/04/09/b"], True),
        (["/2024/04/09/b", "/news-1234"], False),
        (["/2024-04/b"], True),
        (["/news/20240401-a"], True),
        (["/news/20240409-a", "/a-2019"], False),
        (["/a", "/b/2024"], None),
    ],
)
def test_days_in_addresses(links: list[str], is_own: bool | None):
    day = date(2024, 4, 1)
    assert is_of_days(links, Window(day, day)) is is_own


class AdvertisedPaper(Paper):
    """A paper that shows the same advertisements on all days: on one of them on its second page."""

    def get(self, path: str, default: object = None) -> object:
        if path.startswith("/go/"):
            return Answer("moved", 302, (("Location", f"{self.shop}/shop{path[3:]}"),))
        if path.startswith("/shop/"):
            return article(f"Buy one: {path}.")
        if path == f"{DAYS[2]}?page=2":
            return listing("/go/1", "/go/2")
        page = super().get(path, default)
        if path not in DAYS:
            return page
        more = listing("/go/1", "/go/2")
        if path == DAYS[2]:
            more = f'<a class="next" href="{path}?page=2">next</a>'
        return page.replace("</body>", f"{more}</body>")


def test_advertisements_that_lead_out_of_the_portal_are_of_no_date(tmp_path: Path) -> None:
    site = AdvertisedPaper("other", False, 0)
    rules = RULES.replace("links: h2", "links: h2, pagination: {mode: next-link, next: a.next}")
    with small_portal(tmp_path, {}) as portal:
        site.shop = portal.base.replace("127.0.0.1", "localhost")
        portal.pages = site  # type: ignore[assignment]
        portal.executor = "serial"
        portal.clock.time = datetime(2024, 4, 9, 12, tzinfo=timezone.utc)
        summary = portal.crawl(rules, NO_BUILD)
        assert summary.ok, summary.problems
