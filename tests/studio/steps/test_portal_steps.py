"""The steps over the views: what is done, what is doubtful, and what comes next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from small_portal import Answer, Pages, SmallPortal, article, listing, small_portal

pytest.importorskip("nicegui")

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS
from webarticlecurator.base.model.corpus_numbers import Gap
from webarticlecurator.base.model.doubts import doubt_articles, doubt_problems
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.crawling.archive.walk_proofs import PROOFS, describe_proof
from webarticlecurator.crawling.building.run_drift import REPAIRED
from webarticlecurator.crawling.states.column_proofs import ListProof
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.proposing.trial.archive_edits import add_exclusion, add_rejection
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.portal.mended_doubts import choose_doubt, find_mending
from webarticlecurator.studio.portal.portal_facts import (
    PortalFacts,
    SampleReading,
    read_pages_of_steps,
    read_portal_facts,
)
from webarticlecurator.studio.portal.portal_steps import (
    Step,
    choose_next_step,
    choose_unseen,
    crawl_again,
    is_finished,
    list_further_acts,
    list_steps,
)
from webarticlecurator.studio.portal.unmet_state import CorpusState

LIST, A, B = "https://a.example/list", "https://a.example/a", "https://a.example/b"
GAP = Gap("", "2025-03", "2025-04", 2)
READ = SampleReading(2, (), (("title", ()), ("authors", (A,)), ("published", ())))
TRIED = PortalFacts(
    listed=40,
    list_pages=(LIST,),
    next_page=f"{LIST}?page=2",
    has_walked_on=True,
    sample=(A, B),
    reading=READ,
    settled=20,
    kept=18,
    waiting=20,
)


def find(facts: PortalFacts, name: str) -> Step:
    return next(step for step in list_steps(facts) if step.name == name)


def test_the_steps_of_a_new_portal_begin_with_its_list():
    steps = list_steps(PortalFacts())
    names = ["list", "next", "text", "metadata", "try", "look", "crawl", "home"]
    assert [step.name for step in steps] == names
    assert {step.state for step in steps} == {"open"}
    assert (choose_next_step(steps).name, choose_next_step(steps).view) == ("list", "archive")


def test_a_list_without_links_is_doubtful_and_leads_to_its_page():
    step = find(PortalFacts(list_pages=(LIST,)), "list")
    assert (step.state, step.url, step.button) == ("doubt", LIST, "Point at headlines")
    broken = find(PortalFacts(problems=2), "list")
    assert (broken.state, broken.button) == ("doubt", "Fix them")


def test_a_list_that_is_a_file_needs_no_page():
    step = find(PortalFacts(list_file="https://echo.example/sitemap.xml"), "list")
    assert (step.state, step.can_wait) == ("open", True), "no crawl has read it yet"
    assert "https://echo.example/sitemap.xml" in step.note


def test_a_list_of_one_page_is_asked_about_until_articles_were_tried():
    facts = replace(TRIED, next_page="", has_walked_on=False, settled=0)
    assert choose_next_step(list_steps(facts)).name == "next"
    tried = replace(facts, settled=20)
    assert find(tried, "next").state == "doubt"
    assert choose_next_step(list_steps(tried)).name == "look"
    assert find(replace(facts, has_walked_on=True), "next").state == "done"


def test_a_list_that_nobody_has_followed_is_not_proved_and_can_wait():
    for facts in (replace(TRIED, has_walked_on=False), replace(TRIED, next_page="", walks_on=True)):
        step = find(replace(facts, has_walked_on=False), "next")
        assert (step.state, step.can_wait) == ("open", True)
    back = replace(TRIED, has_walked_on=True, leads_back=f"{LIST}?page=2")
    step = find(back, "next")
    assert (step.state, step.url, step.point) == ("doubt", f"{LIST}?page=2", "next")
    assert "leads back" in step.note and choose_next_step(list_steps(back)).name == "look"


def test_the_end_of_a_list_is_proved_or_to_be_looked_at():
    pager, feed = (ListProof(describe_proof(each), each in PROOFS) for each in ("pager", "feed"))
    ended = replace(TRIED, has_ended=True, proofs=(pager,))
    step = find(ended, "next")
    assert step.state == "done" and "is proved by the pager: all pages" in step.note
    step = find(replace(ended, has_walked_on=False, next_page=""), "next")
    assert step.state == "done", "as crawl and status say"
    step = find(replace(ended, proofs=(pager, feed)), "next")
    assert (step.state, step.can_wait) == ("doubt", True)
    assert "The end of the list is not proved: a feed shows only what is new." in step.note


@pytest.mark.parametrize(
    ("is_counted", "end"),
    [
        (True, "proved by the sitemap (2 of 2)"),
        (False, "not proved: no link to a next page was found on its only page"),
    ],
)
def test_status_and_the_step_say_the_same_of_a_list_that_leads_nowhere(
    is_counted: bool, end: str, tmp_path: Path
):
    """A list of one page, with a next rule that finds nothing: proved where the sitemap counts it."""
    rules = RULES.replace("h2 a}", "h2 a, pagination: {mode: next-link, next: a.next}}")
    with small_portal(tmp_path, PAGES) as portal:
        if is_counted:
            entries = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in ("/a", "/b"))
            head = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            portal.pages["/robots.txt"] = f"Sitemap: {portal.base}/sitemap.xml"
            portal.pages["/sitemap.xml"] = f"<urlset {head}>{entries}</urlset>"
        portal.crawl(rules)
        status = "\n".join(map(str, read_status(portal.write(rules), portal.corpus).lines()))
        assert f"lists: all: {end}" in status
        step = next(each for each in list_steps(facts_of(portal, rules)) if each.name == "next")
        assert (step.state, step.may_be_whole) == (
            ("done", False) if is_counted else ("doubt", True)
        )
        assert not is_counted or step.note == f"The end of the list is {end}."


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("empty-archive-page", "list"),
        ("page-limit", "next"),
        ("not-listed", "next"),
        ("unfollowed-page", "text"),
        ("rule-timeout", "text"),
        ("same-title", "metadata"),
    ],
)
def test_a_step_with_a_doubt_of_the_corpus_is_not_proved_and_says_it(kind: str, name: str):
    assert find(TRIED, name).state == "done"
    doubt = doubt_problems(Problem(kind, A, "because"), 2)
    step = find(replace(TRIED, doubts=(doubt,)), name)
    assert (step.state, step.url, step.can_wait) == ("doubt", A, True)
    cure = "" if "`" in doubt.cure else f" To do: {doubt.cure}."
    assert step.note == f"2 times: {doubt.what}.{cure}"
    others = [each.state for each in list_steps(TRIED) if each.name != name]
    doubted = list_steps(replace(TRIED, doubts=(doubt,)))
    assert [each.state for each in doubted if each.name != name] == others
    assert choose_next_step(doubted).name == "look", "what is doubtful can wait, and is said beside"


@pytest.mark.parametrize(
    ("kind", "name"), [("no-links", "list"), ("layout-drift", "text"), ("later-capture", "text")]
)
def test_rules_that_fit_no_more_are_repaired(kind: str, name: str):
    doubts = (doubt_problems(Problem(kind, A, "because"), 1),)
    step = find(replace(TRIED, doubts=doubts), name)
    assert (step.state, step.view, step.url) == ("doubt", "repair", "")
    assert step.button == "Repair the rules"
    step = find(replace(TRIED, doubts=doubts, kept=0), name)
    assert step.view != "repair", "no article was ever read"


def test_what_needs_a_repair_is_mended_first_and_what_was_not_asked_for_never():
    rejected = doubt_articles("rejected", "no-root", B, "no rule", 5)
    pending = doubt_articles("pending", "", B, "", 30)
    drift = doubt_problems(Problem("layout-drift", A, "because"), 1)
    assert choose_doubt((rejected, pending, drift)) == drift
    assert choose_doubt((rejected, pending)) == rejected
    assert choose_doubt((pending,)) is None
    mending = find_mending(drift, 20)
    assert (mending.view, mending.note) == ("repair", f"{drift.what[:1].upper()}{drift.what[1:]}.")
    mending = find_mending(rejected, 20)
    assert (mending.view, mending.url, mending.button) == ("article", B, "Look at one")
    assert mending.note.startswith("5 times: ")


def test_the_kinds_that_are_repaired_are_those_whose_cure_is_repair():
    cured = {
        row.name for row in DOUBT_KINDS.values() if row.cure.startswith("run `curator repair`")
    }
    assert cured == REPAIRED


def test_each_serious_doubt_has_a_view_that_mends_it():
    for row in DOUBT_KINDS.values():
        if row.is_serious:
            mending = find_mending(doubt_problems(Problem(row.name, A, "because"), 1), 20)
            assert mending.step and mending.button, row.name


def test_a_list_of_one_page_may_be_the_whole_list():
    facts = replace(TRIED, next_page="", has_walked_on=False, settled=0)
    assert find(facts, "next").may_be_whole
    whole = replace(facts, is_whole=True)
    assert find(whole, "next").state == "done"
    assert choose_next_step(list_steps(whole)).name == "try"
    assert not find(TRIED, "next").may_be_whole


def test_the_pages_of_files_can_be_taken_whatever_is_doubtful():
    facts = replace(TRIED, next_page="", has_walked_on=False, settled=0, warcs=True)
    steps = list_steps(facts)
    chosen = choose_next_step(steps)
    assert chosen.name == "next"
    assert [step.name for step in list_further_acts(steps, chosen)] == ["try"]
    steps = list_steps(replace(facts, is_whole=True))
    chosen = choose_next_step(steps)
    assert (chosen.name, chosen.action) == ("try", "adopt")
    assert list_further_acts(steps, chosen) == []


def test_articles_without_text_or_fields_are_doubtful_and_shown():
    bad = replace(TRIED, reading=replace(READ, textless=(B,)))
    step = find(bad, "text")
    assert (step.state, step.url, step.note) == ("doubt", B, "1 of 2 articles have no text.")
    undated = replace(TRIED, reading=replace(READ, lacking=(("published", (B,)),)))
    step = find(undated, "metadata")
    assert (step.state, step.url) == ("doubt", B)
    assert step.note == "Missing, of 2 articles: date on 1."
    assert find(replace(undated, without=frozenset({"published"})), "metadata").state == "done"


def test_authors_may_be_missing_on_some_articles_but_not_on_all():
    assert find(TRIED, "metadata").state == "done"
    none = replace(TRIED, reading=replace(READ, lacking=(("authors", (A, B)),)))
    assert (find(none, "metadata").state, find(none, "metadata").lacking) == ("doubt", ("authors",))
    undated = replace(TRIED, reading=replace(READ, lacking=(("published", (B,)),)))
    assert find(undated, "metadata").lacking == ()


def test_what_is_left_out_of_a_count_and_what_has_no_date_is_said():
    assert find(TRIED, "metadata").note == "2 articles have them."
    left_out = replace(TRIED, reading=replace(READ, left_out=(f"{A}/x",)))
    assert find(left_out, "metadata").note == (
        "2 articles have them. Left out because they are not articles: 1 article."
    )
    assert "Without a date" not in find(TRIED, "home").note
    undated = replace(TRIED, undated=4)
    assert "Without a date, so perhaps not articles: 4 articles." in find(undated, "home").note
    none = replace(undated, without=frozenset({"published"}))
    assert "Without a date" not in find(none, "home").note


def test_pages_that_are_no_articles_are_doubtful():
    doubt = doubt_articles("rejected", "no-root", B, "no rule", 5)
    step = find(replace(TRIED, doubts=(doubt,)), "text")
    assert (step.state, step.url, step.can_wait) == ("doubt", B, False)


def test_what_is_not_built_as_the_rules_say_comes_first_unless_something_runs():
    known = replace(TRIED, expected=frozenset({A, B}), waiting=0, has_ended=True)
    stale = replace(known, state=CorpusState(stale=7))
    step = choose_next_step(list_steps(stale))
    assert (step.note, step.action) == ("7 articles were built by older rules.", "build")
    running = replace(stale, state=CorpusState(stale=7, is_running=True))
    assert find(running, "text").state == "done"


def test_articles_that_were_found_to_be_right_are_counted():
    step = find(TRIED, "look")
    assert (step.state, step.note) == ("open", "You have confirmed 0 of 2 articles.")
    assert step.url == A  # its authors are missing
    one = replace(TRIED, expected=frozenset({A}))
    assert choose_unseen(one) == B
    assert find(replace(one, expected=frozenset({A, B})), "look").state == "done"


def test_all_is_crawled_when_nothing_waits():
    known = replace(TRIED, expected=frozenset({A, B}))
    step = choose_next_step(list_steps(known))
    assert (step.name, step.action) == ("crawl", "crawl")
    ended = replace(known, waiting=0, has_ended=True)
    assert choose_next_step(list_steps(ended)).name == "home"
    running = replace(ended, state=CorpusState(is_running=True))
    assert find(running, "crawl").state == "open"


def test_failed_articles_are_no_reason_to_crawl_again_but_many_are_doubtful():
    known = replace(TRIED, expected=frozenset({A, B}), waiting=0, has_ended=True)
    for number, can_wait in ((2, True), (9, False)):
        failed = doubt_articles("failed", "status", B, "500", number)
        step = find(replace(known, failed=number, doubts=(failed,)), "crawl")
        assert (step.state, step.action, step.can_wait) == ("doubt", "crawl", can_wait)
        assert step.note.endswith("To do: crawl again to fetch them.")
    assert find(replace(TRIED, settled=17, failed=3), "try").state == "done"


def test_what_is_built_by_a_crawl_does_not_come_before_it():
    known = replace(TRIED, expected=frozenset({A, B}), state=CorpusState(stale=7))
    assert choose_next_step(list_steps(known)).name == "crawl"
    assert find(known, "text").state == "doubt"


def test_what_is_to_be_looked_at_need_not_be_built_before():
    files = replace(TRIED, has_archive=False, waiting=0, state=CorpusState(unbuilt=2))
    assert choose_next_step(list_steps(files)).name == "look"
    seen = replace(files, expected=frozenset({A, B}))
    assert choose_next_step(list_steps(seen)).action == "build"
    nothing = replace(files, sample=(), reading=SampleReading())
    assert choose_next_step(list_steps(nothing)).action == "build"
    textless = replace(files, reading=replace(READ, textless=(A, B)))
    assert find(textless, "text").note == "2 of 2 articles have no text."


def test_a_portal_of_files_has_no_steps_of_a_walk():
    facts = replace(TRIED, has_archive=False, settled=0)
    assert [step.name for step in list_steps(facts)] == ["text", "metadata", "try", "look", "home"]
    assert find(facts, "try").action == "adopt"
    files = replace(TRIED, warcs=True, settled=0)
    assert find(files, "try").action == "adopt"
    assert "crawl" not in [step.name for step in list_steps(files)]
    assert find(replace(facts, settled=3), "try").state == "done"


PAGES: Pages = {
    "/list": listing("/a", "/b"),
    "/a": article("One two.", '<meta property="article:published_time" content="2019-03-05">'),
    "/b": article("Three."),
}
RULES = "title: Small\narchive: {url: BASE/list, links: h2 a}\nfetch: {delay: 0}\n"


def facts_of(
    portal: SmallPortal, rules: str = RULES, list_runs: Callable[[str], list[Any]] = lambda _: []
) -> PortalFacts:
    """Return what is known of a portal, and what its rules read, without processes."""

    async def read(read_portal: Any, _url: str, work: Any, *arguments: Any) -> Any:
        return work(read_portal, *arguments)

    found = portal.write(rules)
    sources = PageSources(lambda _: portal.corpus)
    context: Any = SimpleNamespace(
        settings=SimpleNamespace(corpus_folder=lambda _: portal.corpus),
        sources=sources,
        clock=portal.clock,
        pages=SimpleNamespace(read=read),
        runs=SimpleNamespace(list_runs=list_runs),
    )
    try:
        facts = read_portal_facts(context, found.id, PortalDraft(found.path, False))
        return asyncio.run(read_pages_of_steps(context, found, facts))
    finally:
        sources.close()


def test_facts_are_read_from_what_is_stored(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        before = facts_of(portal)
        assert (before.listed, before.sample, before.reading.read) == (0, (), 0)
        portal.crawl(RULES)
        assert before.without == frozenset()
        none = f"{RULES}article: {{metadata: {{authors: none}}}}\n"
        assert facts_of(portal, none).without == frozenset({"authors"})
        after = facts_of(portal)
        assert (after.listed, after.settled, after.waiting) == (2, 2, 0)
        assert after.undated == 1
        assert after.has_ended
        assert after.list_page == f"{portal.base}/list"
        assert after.reading.read == 2
        assert after.reading.textless == ()
        assert dict(after.reading.lacking)["published"] == (f"{portal.base}/b",)
        assert not after.next_page
        assert not after.walks_on
        assert not after.is_whole
        assert facts_of(portal, RULES.replace("h2 a}", "h2 a, pagination: none}")).is_whole


def test_a_command_that_ends_while_it_is_counted_is_counted_or_still_runs(tmp_path: Path):
    """The button of the step that had just been made could be pressed again."""

    def begin(_: str) -> list[Any]:
        return [SimpleNamespace(is_running=True)]

    def end(_: str) -> list[Any]:
        portal.crawl(RULES)
        return []

    with small_portal(tmp_path, PAGES) as portal:
        assert facts_of(portal, list_runs=begin).state.is_running
        portal.crawl(RULES, CrawlOptions(limit=1))
        facts = facts_of(portal, list_runs=end)
        assert (facts.settled, facts.waiting, facts.state.is_running) == (2, 0, False)


@pytest.mark.parametrize("limit", [1, None])
def test_an_archive_whose_newest_days_list_nothing_is_asked_about(
    limit: int | None, tmp_path: Path
):
    """It said: the rules find no article on this page of the list, point at headlines."""
    dated = RULES.replace("url: BASE/list", 'url: "BASE/{date:%Y%m%d}", dates: {from: 2024-04-01}')
    pages = {**PAGES, "/20240403": listing("/a"), "/20240402": listing("/b")}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        if limit:
            portal.crawl(dated, CrawlOptions(since=date(2024, 4, 20)))
        else:
            portal.crawl(dated)
        step = next(each for each in list_steps(facts_of(portal, dated)) if each.name == "list")
        number, day = (12, "") if limit else (28, "2024-04-03")
        assert step.note.startswith(
            f"The newest {number} dates of the archive list no articles: has"
        )
        assert (step.state, step.ended_on, step.can_wait) == ("doubt", day, limit is None)
        over = dated.replace("2024-04-01", "2024-04-01, until: 2024-04-03")
        assert facts_of(portal, over).empty_end is None


def test_a_crawl_of_a_few_articles_is_not_all(tmp_path: Path):
    rules = RULES.replace("h2 a}", "h2 a, pagination: {mode: next-link, next: a.next}}")
    pages = {
        **PAGES,
        "/list": listing("/a") + '<a class="next" href="/list/2">older</a>',
        "/list/2": listing("/b"),
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(rules, CrawlOptions(limit=1))
        assert not facts_of(portal, rules).has_ended
        portal.crawl(rules)
        assert facts_of(portal, rules).has_ended
        assert [each.is_proved for each in facts_of(portal, rules).proofs] == [True]
        # by other rules nothing has been walked yet
        others = rules.replace("a.next", "a.older")
        assert not facts_of(portal, others).has_ended
        portal.crawl(others)
        assert facts_of(portal, others).has_ended


def test_an_article_that_is_left_out_is_in_no_step_and_goes_with_the_next_crawl(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(RULES)
        rules = add_rejection(add_exclusion(RULES, "/b$", None), "/b$")
        facts = facts_of(portal, rules)
        assert facts.reading.left_out == (f"{portal.base}/b",)
        assert (facts.reading.read, facts.reading.textless) == (1, ())
        assert dict(facts.reading.lacking)["published"] == ()
        portal.crawl(rules)
        # the list has been walked to its end, though an article is in none any more
        assert facts_of(portal, rules).has_ended
        assert [each.is_proved for each in facts_of(portal, rules).proofs] == [True]
        assert len([*portal.corpus.glob("tei/**/*.xml")]) == 1


def test_a_next_link_that_leads_back_is_seen_on_the_stored_pages(tmp_path: Path):
    rules = RULES.replace("h2 a}", "h2 a, pagination: {mode: next-link, next: a.page}}")
    pages = {
        **PAGES,
        "/list": listing("/a") + '<a class="page" href="/list/2">older</a>',
        "/list/2": listing("/b") + '<a class="page" href="/list">newer</a>',
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(rules)
        facts = facts_of(portal, rules)
    assert facts.leads_back.removeprefix(portal.base) in ("/list", "/list/2")
    # no page of the list is left, and that is its end
    step = next(each for each in list_steps(facts) if each.name == "next")
    assert [each.is_proved for each in facts.proofs] == [True] and (
        facts.has_ended,
        step.state,
    ) == (True, "done")


def test_a_portal_is_finished_once_all_was_crawled_or_what_there_is_was_looked_at():
    assert not is_finished(PortalFacts())
    assert not is_finished(replace(TRIED, crawled=20)), "a try fetches as many"
    assert is_finished(replace(TRIED, crawled=21))
    few = replace(TRIED, has_ended=True, crawled=2)
    assert not is_finished(replace(few, expected=frozenset((A,))))
    assert is_finished(replace(few, expected=frozenset((A, B))))
    assert not is_finished(replace(few, sample=())), "nothing was looked at"


def test_what_is_doubtful_later_changes_nothing_about_a_finished_portal():
    finished = replace(TRIED, crawled=21)
    stale = replace(finished, problems=2, state=CorpusState(stale=5), failed=9)
    assert is_finished(stale)
    assert choose_next_step(list_steps(stale)).state == "doubt"


def test_a_portal_of_files_is_finished_when_they_are_built_and_looked_at():
    facts = replace(TRIED, warcs=True, crawled=99)
    assert not is_finished(facts)
    seen = replace(facts, expected=frozenset((A, B)))
    assert is_finished(seen)
    assert is_finished(replace(seen, warcs=False, has_archive=False))
    assert not is_finished(replace(seen, state=CorpusState(unbuilt=3)))
    assert not is_finished(replace(seen, settled=0))


def test_a_finished_portal_is_crawled_again_or_takes_further_files():
    crawl, take = crawl_again(TRIED), crawl_again(replace(TRIED, warcs=True))
    assert (crawl.action, crawl.button, crawl.view) == ("crawl", "Crawl what is new", "run")
    assert (take.action, take.button, take.view) == ("", "Take further files", "run")
    assert crawl_again(replace(TRIED, has_archive=False)).action == ""
    assert crawl.note == take.note == "18 articles in the corpus."


def test_articles_that_the_list_shows_and_the_rules_pass_over_are_asked_about(tmp_path: Path):
    paths = [f"/2024/05/{day:02}/what-was-said-on-day-{day}" for day in range(1, 13)]
    half = listing(*paths).replace("<h2>", "<h2 class=big>", 4)
    rules = RULES.replace("h2 a", "h2.big a")
    with small_portal(tmp_path, {**dict.fromkeys(paths, article("One.")), "/list": half}) as portal:
        portal.crawl(rules)
        facts = facts_of(portal, rules)
        assert len(facts.unlisted) == 8
        step = find(facts, "list")
        assert (step.state, step.can_wait, step.point) == ("doubt", True, "links")
        assert "shows 8 articles that the rules do not list" in step.note
        assert facts_of(portal, RULES).unlisted == ()
        excluded = rules.replace("h2.big a", "{css: h2 a, exclude: day-.$}")
        assert facts_of(portal, excluded).unlisted == (), "somebody has left them out"


def test_a_list_whose_articles_do_not_exist_is_doubtful():
    usual = [(1, 2), (1, 6), (2, 8), (2, 20), (9, 100), (50, 1_000)]
    many = [(2, 4), (3, 12), (9, 18), (3, 20), (11, 100), (70, 1_000)]
    states = {
        (gone, asked): find(replace(TRIED, settled=asked, gone=gone), "list").state
        for gone, asked in usual + many
    }
    assert states == dict.fromkeys(usual, "done") | dict.fromkeys(many, "doubt")
    step = find(replace(TRIED, gone=9), "list")
    assert (step.state, step.can_wait, step.url) == ("doubt", True, LIST)
    assert step.note.startswith("9 of 20 articles that the list leads to do not exist")


def test_a_page_of_data_is_not_the_page_of_the_list_that_is_shown(tmp_path: Path):
    """An answer that a button loads, with more articles than the page."""
    rules = RULES.replace(
        "{url: BASE/list, links: h2 a}",
        "{columns: {a: {url: BASE/list, links: h2 a},"
        " b: {url: BASE/more, links: {json: 'items[].url'}}}}",
    )
    more = '{"items": [{"url": "/a"}, {"url": "/b"}, {"url": "/c"}]}'
    pages: Pages = {**PAGES, "/more": Answer(more, 200, (("Content-Type", "application/json"),))}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(rules)
        assert facts_of(portal, rules).list_page == f"{portal.base}/list"


def test_the_tick_of_the_list_asks_about_months_without_articles() -> None:
    """Not while it is read, and not where single months have few anyway."""
    whole = replace(TRIED, has_ended=True, gap=GAP, monthly=9)
    asked = find(whole, "list")
    assert (asked.state, asked.can_wait, asked.view, asked.url) == ("doubt", True, "archive", "")
    assert "No article is from 2025-03 to 2025-04, and other months have 9" in asked.note
    for known in (replace(whole, has_ended=False), replace(whole, monthly=2)):
        assert find(known, "list").state == "done"
    assert find(replace(whole, gap=None), "list").note == "40 articles listed."
    assert find(TRIED, "list").note == "40 articles listed so far."


def test_months_without_articles_are_found_in_the_corpus(tmp_path: Path) -> None:
    rules = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\narticle: {body: {root: article}}\n"
    days = ["2024-01-05", "2024-01-06", "2024-04-05"]
    head = '<meta property="article:published_time" content="{day}">'
    pages = {f"/{d}": article(f"What happened on {d}. " * 9, head.format(day=d)) for d in days}
    with small_portal(tmp_path, pages) as portal:
        portal.pages["/list"] = listing(*pages)
        portal.crawl(rules)
        facts = facts_of(portal, rules)
    assert facts.gap == Gap("", "2024-02", "2024-03", 2)
    assert facts.monthly == 1
