"""A portal that changes its pages is noticed by the articles of the next crawl."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.model.article_shape import ArticleShape, ShapeCounts
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.run_drift import (
    Drift,
    DriftKind,
    compare_shapes,
    describe_drift,
    find_drifts,
    read_drifts,
)
from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions, Runtime
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
fetch: {delay: 0}
archive: {url: "BASE/list?p={page}", pagination: {mode: infinite-scroll}, links: h2}
article: {body: {root: ROOT}, metadata: {authors: p.by}}
"""
OLD = RULES.replace("ROOT", "article")
TEXT = "The text of an article is long enough to be one. " * 5


def shape(words: int = 400, *filled: str, has_root: bool = True, layout: str = "") -> ArticleShape:
    return ArticleShape(layout, has_root, words if has_root else 0, filled)


def counts(*shapes: ArticleShape) -> ShapeCounts:
    counted = ShapeCounts()
    for each in shapes:
        counted.count(each)
    return counted


def drifts(before: list[ArticleShape], new: list[ArticleShape]) -> list[Drift]:
    articles = [(f"/{number}", each) for number, each in enumerate(new)]
    return [*find_drifts({("news", ""): counts(*before)}, {("news", ""): articles})]


def signs(before: list[ArticleShape], new: list[ArticleShape]) -> list[tuple[str, str]]:
    return [(drift.words, drift.shows) for drift in drifts(before, new)]


def test_each_drift_has_its_kind() -> None:
    before = [shape(400, "title")] * 40
    for kind, new in (
        (DriftKind.ROOT, shape(has_root=False)),
        (DriftKind.FIELD, shape(400)),
        (DriftKind.LENGTH, shape(4000, "title")),
    ):
        assert [drift.kind for drift in drifts(before, [new] * 8)] == [kind]


@pytest.mark.parametrize("layout", ["", "old"])
def test_a_recorded_drift_is_read_as_it_was(tmp_path: Path, layout: str) -> None:
    words = make_message(
        "new articles have {present:.0f} words (before: {usual:.0f})", present=7.25, usual=90.5
    )
    drift = Drift("roots", layout, DriftKind.LENGTH, words, "https://example.org/a")
    with open_corpus(tmp_path, "small") as corpus:
        corpus.run_log.renew_problems([describe_drift(drift, "portal.yaml")], kinds=None, places=())
        corpus.commit()
    with view_corpus(tmp_path, "small") as corpus:
        assert [*read_drifts(corpus.run_log)] == [drift]


def test_articles_without_a_root() -> None:
    before = [shape()] * 99 + [shape(has_root=False)]
    assert signs(before, [shape(), *[shape(has_root=False)] * 4]) == [
        ("4 of 5 new articles have no root (before: 1 of 100)", "/1")
    ]
    assert signs(before, [shape(has_root=False)]) == []  # one may be chance
    assert signs(before[:7], [shape(has_root=False)] * 5) == []  # too few before


def test_what_no_article_lacked_and_all_new_ones_lack() -> None:
    before = [shape(400, "title")] * 8
    assert signs(before, [shape(400)] * 2) == []
    assert signs(before, [shape(400)] * 3) == [
        ("3 of 3 new articles have no title (before: 0 of 8)", "/0")
    ]
    assert signs(before, [*[shape(400)] * 3, shape(400, "title")]) == []


def test_articles_that_lack_a_field() -> None:
    before = [shape(400, "authors", "title")] * 60 + [shape(400, "title")] * 40
    assert signs(before, [shape(400, "authors")] * 4) == [
        ("4 of 4 new articles have no title (before: 0 of 100)", "/0")
    ]
    assert signs(before, [shape(400, "title")] * 3 + [shape(400, "authors", "title")]) == []


def test_thousands_of_articles_are_compared() -> None:
    """The number of choices among so many is no number of a float."""
    before, new = [shape(400, "title")] * 3000, [shape(400), shape(400, "title")] * 3000
    assert signs(before, new) == [
        ("3000 of 6000 new articles have no title (before: 0 of 3000)", "/0")
    ]
    chances = {each.name: each.chance for each in compare_shapes(counts(*before), counts(*new))}
    assert chances["root"] == pytest.approx(1) and chances["title"] == 0


def test_articles_of_another_length() -> None:
    chance = random.Random(3)
    before = [shape(round(chance.lognormvariate(6, 0.8))) for _ in range(300)]
    longer = [shape(max(before, key=lambda each: each.words).words * 3)] * 8
    usual = statistics.geometric_mean([each.words + 1 for each in before]) - 1
    ((words, shows),) = signs(before, [shape(2), *longer])
    assert words.startswith("new articles have ")
    assert words.endswith(f" words (before: {usual:.0f})")
    assert shows == "/1"
    ((words, shows),) = signs(before, [shape(30)] * 8)
    assert (words, shows) == (f"new articles have 30 words (before: {usual:.0f})", "/0")


def test_short_notes_among_articles_as_ever_are_no_change() -> None:
    before = [shape(words) for words in (120, 160, 200, 240, 280) * 8]
    assert signs(before, [shape(9)] * 3 + [shape(180), shape(220)]) == []
    assert signs(before, [shape(9)] * 7) == []
    assert signs(before, [shape(9)] * 6 + [shape(180), shape(220)]) == []
    assert signs(before, [shape(9)] * 8) != []


def test_the_same_kind_of_articles_is_no_change() -> None:
    chance = random.Random(5)

    def draw() -> ArticleShape:
        filled = [
            name for name, share in (("title", 1), ("authors", 0.7)) if chance.random() < share
        ]
        return shape(round(chance.lognormvariate(6, 0.8)), *filled, has_root=chance.random() < 0.97)

    before = [draw() for _ in range(400)]
    assert [signs(before, [draw() for _ in range(chance.randint(1, 60))]) for _ in range(300)] == [
        []
    ] * 300


def test_a_layout_that_was_hardly_seen_is_compared_with_its_column() -> None:
    earlier = {("news", "2019"): counts(*[shape()] * 50), ("film", ""): counts(*[shape(5)] * 50)}
    new = {("news", ""): [("/a", shape(has_root=False))] * 5}
    (drift,) = find_drifts(earlier, new)
    assert (drift.column, drift.layout, drift.shows) == ("news", "", "/a")
    assert list(find_drifts(earlier, {("tv", ""): new["news", ""]})) == []


BY = "<p class=by>Ann</p>"


@pytest.fixture
def changed_portal(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        paths = [f"/old/{n}" for n in range(24)]
        portal.pages |= {
            path: article(TEXT + path.replace("/", " of "), around=BY) for path in paths
        }
        portal.pages["/list?p=1"] = listing(*paths)
        assert portal.crawl(OLD).ok
        new = [f"/new/{n}" for n in range(5)]
        body = "<html><main><p>{}</p></main><p class=by>Ann</p></html>"
        portal.pages |= {path: body.format(TEXT + path.replace("/", " of ")) for path in new}
        portal.pages["/list?p=1"] = listing(*new, *paths)
        yield portal


def drift_problems(portal: SmallPortal) -> list[tuple[str, str]]:
    with view_corpus(portal.corpus, "small") as corpus:
        problems = [p for p in corpus.run_log.problems() if p.kind == "layout-drift"]
    return [(p.where.removeprefix(portal.base), p.message) for p in problems]


def test_a_crawl_says_that_the_portal_has_changed(changed_portal: SmallPortal) -> None:
    summary = changed_portal.crawl(OLD)
    assert summary.problems == {"layout-drift": 1}
    assert not summary.ok
    ((where, message),) = drift_problems(changed_portal)
    assert where == "/new/0"
    assert message == (
        "the pages of column all have probably changed: 5 of 5 new articles have no root (before: 0"
        f" of 24); look at this article with curator extract portal.yaml --url"
        f" {changed_portal.base}/new/0 --explain, and add a layout if it has a new one"
    )
    # said once; gone when the rules read the new pages
    assert changed_portal.crawl(OLD).problems == {"layout-drift": 1}
    assert changed_portal.build(RULES.replace("ROOT", "[article, main]")).ok
    assert drift_problems(changed_portal) == []


def test_a_build_of_everything_compares_nothing(changed_portal: SmallPortal) -> None:
    changed_portal.crawl(OLD)
    runtime = Runtime(clock=changed_portal.clock)
    build(changed_portal.write(OLD), changed_portal.corpus, BuildOptions(everything=True), runtime)
    assert drift_problems(changed_portal) == []


DATED = OLD.replace("list?p={page}", "{date:%Y}").replace(
    "pagination: {mode: infinite-scroll}", "dates: {from: 2020-01-01, step: year}"
)


def test_old_pages_of_another_layout_are_no_change_of_the_portal(tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:
        for year in range(2020, 2025):
            paths = [f"/{year}/{n}" for n in range(12)]
            element = "main" if year == 2020 else "article"
            body = f"<html><{element}><p>{{}}</p></{element}><p class=by>Ann</p></html>"
            portal.pages |= {path: body.format(TEXT + path.replace("/", " of ")) for path in paths}
            portal.pages[f"/{year}"] = listing(*paths)
        assert portal.crawl(DATED, CrawlOptions(limit=30)).problems == {}
        assert portal.crawl(DATED).rejected == {"no-root": 12}
        assert drift_problems(portal) == []


def test_new_windows_of_another_layout_are_a_change(tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:
        for year in (2022, 2023):
            paths = [f"/{year}/{n}" for n in range(12)]
            portal.pages |= {
                path: article(TEXT + path.replace("/", " of "), around=BY) for path in paths
            }
            portal.pages[f"/{year}"] = listing(*paths)
        portal.crawl(DATED)
        paths = [f"/2024/{n}" for n in range(6)]
        body = "<html><p>{}</p><p class=by>Ann</p></html>"
        portal.pages |= {path: body.format(TEXT + path.replace("/", " of ")) for path in paths}
        portal.pages["/2024"] = listing(*paths)
        assert portal.crawl(DATED).problems == {"layout-drift": 1}


def test_lengths_as_ever_take_back_that_they_have_changed(tmp_path: Path) -> None:
    """Eight short notes in one crawl; the articles of the next one are as long as ever."""
    rules = OLD.replace(", metadata: {authors: p.by}", "")
    pages = {f"/{n}": article(f"{TEXT} Number {n}.") for n in range(40)}
    pages |= {f"/{n}": article(f"Short note {n}.") for n in range(40, 48)}
    pages |= {f"/{n}": article(f"{TEXT} Number {n}.") for n in range(48, 51)}
    listed = [f"/{n}" for n in range(51)]
    with small_portal(tmp_path, {**pages, "/list?p=1": listing(*listed[:40])}) as portal:
        portal.executor = "serial"
        assert portal.crawl(rules).ok
        portal.pages["/list?p=1"] = listing(*listed[:48])
        assert portal.crawl(rules).problems == {"layout-drift": 1}
        portal.pages["/list?p=1"] = listing(*listed)
        assert portal.crawl(rules).ok


def test_one_article_takes_back_that_lengths_have_changed_if_it_is_far_from_them(
    tmp_path: Path,
) -> None:
    rules = OLD.replace(", metadata: {authors: p.by}", "")
    texts = [*[f"{TEXT} Number"] * 40, *["Short note"] * 9, f"{TEXT} Number"]
    pages = {f"/{n}": article(f"{text} {n}.") for n, text in enumerate(texts)}
    listed = [*pages]
    with small_portal(tmp_path, {**pages, "/list?p=1": listing(*listed[:40])}) as portal:
        portal.executor = "serial"
        found = [portal.crawl(rules).problems]
        for number in (48, 49, 50):
            portal.pages["/list?p=1"] = listing(*listed[:number])
            found.append(portal.crawl(rules).problems)
    drift = {"layout-drift": 1}
    assert found == [{}, drift, drift, {}]  # a further short note says nothing against it
