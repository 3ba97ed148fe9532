"""A comparison without a browser: of a portal that has no corpus, only WARC files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from small_portal import SmallPortal, listing, small_portal

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.service.reader_processes import PagePool
from webarticlecurator.studio.effect.accepted_entries import accept_article, accept_effects
from webarticlecurator.studio.effect.effect_run import EffectRun
from webarticlecurator.studio.frame.page_sources import PageSources, list_warcs, write_warcs
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.surveys import MAX_SURVEYS, SurveyProgress, SurveyStopped

RULES = "archive: {url: BASE/list, links: h2 a}\narticle: {body: {root: article}, metadata: {title: h1}}\n"


def page(title: str, words: str) -> str:
    return f"<html><body><h1>{title}</h1><h3>New {title}</h3><article><p>{words}</p></article></body></html>"


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> SmallPortal:
    pages = {
        "/list": listing("/1", "/2"),
        "/1": page("One", "The first."),
        "/2": page("Two", "The second."),
    }
    with small_portal(tmp_path_factory.mktemp("effect"), pages) as portal:
        portal.crawl(RULES)
    return portal


@pytest.fixture(scope="module", autouse=True)
def pool() -> Iterator[None]:
    """The processes of the studio, without which each thread would begin some of its own."""
    with PagePool(1, MAX_SURVEYS):
        yield


@pytest.fixture
def run(portal: SmallPortal) -> EffectRun:
    file = portal.folder / "portal.yaml"
    write_warcs(file, sorted((portal.corpus / "warc").glob("*.warc.gz")))
    expected = "".join(
        f"- article: {portal.base}/{name}\n  title: {title}\n"
        for name, title in (("1", "One"), ("2", "New Two"), ("3", "Three"))
    )
    (portal.folder / "portal.tests.yaml").write_text(expected, encoding="utf-8")
    draft = PortalDraft(file, False)
    draft.set(["article", "metadata", "title"], "h3")
    pages = StoredPages(portal.folder / "none", warcs=tuple(list_warcs(file)))
    return EffectRun(
        (draft.saved_text, draft.text), draft.read_text(draft.saved_text), draft.portal(), pages
    )


def test_articles_and_expectations_are_read_from_the_warc_files(
    portal: SmallPortal, run: EffectRun
):
    with closing(PageSources(lambda _: portal.folder / "none")) as sources:
        run.compare(sources)
        assert run.expectations is not None
        found = [(each.is_stored, bool(each.before), bool(each.after)) for each in run.expectations]
        assert found == [(True, False, True), (True, True, False), (False, False, False)]
        (accepted,) = accept_effects(run.after, sources, run.expectations[:1])
        assert [value.values for value in accepted[0].values] == [("New One",)]
        known = accept_article(run.after, sources, f"{portal.base}/2")
        assert known[1] is not None
        assert known[1].place.line == 3
        with pytest.raises(UsageError, match="one of several articles on a page"):
            accept_article(run.after, sources, f"{portal.base}/2#part")
    rows = run.results.list_rows("", 0, 10)
    assert sorted(row.url for row in rows) == [f"{portal.base}/1", f"{portal.base}/2"]
    assert [change.field for row in rows for change in row.comparison.metadata] == ["title"] * 2


def test_a_comparison_is_stopped_while_it_looks_at_expectations(
    portal: SmallPortal, run: EffectRun
):
    run.progress.stop()
    with (
        closing(PageSources(lambda _: portal.folder / "none")) as sources,
        pytest.raises(SurveyStopped),
    ):
        run.compare(sources)
    assert (run.expectations, run.results.counts().changed) == (None, 0)


def test_one_article_is_read_for_an_address_that_the_list_does_not_have(
    portal: SmallPortal, run: EffectRun
):
    effect = run.compare_article(f"{portal.base}/2", SurveyProgress())
    assert effect is not None
    assert [change.new for change in effect.comparison.metadata] == [("New Two",)]


def test_a_file_of_expectations_with_problems_does_not_end_the_comparison(
    portal: SmallPortal, run: EffectRun
):
    (portal.folder / "portal.tests.yaml").write_text("- artikel: x\n", encoding="utf-8")
    with closing(PageSources(lambda _: portal.folder / "none")) as sources:
        run.compare(sources)
    assert run.expectations == ()
    assert "portal.tests.yaml:1" in str(run.expectation_error)
    assert run.results.counts().changed == 2
