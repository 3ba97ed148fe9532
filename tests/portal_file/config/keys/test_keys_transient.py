"""Pages that a portal sends in place of an article, for a while: no verdict until they were met
five times over 14 days."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from long_parameters import always
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.tei.documents.read import read_header

FILE = "archive: {url: BASE/list}\nfetch: {delay: 0, breaker: 100}\n"
SHORT = FILE.replace("100", "10")
PASSWORD = "<form><input type=password name=p></form>"
WALLS = {
    "challenge": "<html><head><title>Just a moment...</title></head><body><p>Wait.</p></body></html>",
    "maintenance": "<html><head><title>Under maintenance</title></head><body><p>Soon back.</p></body></html>",
    "error-page": "<html><head><title>503 Service Unavailable</title></head><body><p>nginx</p></body></html>",
    "login-wall": f"<html><head><title>Log in</title></head><body><p>Please.</p>{PASSWORD}</body></html>",
    "soft-404": "<html><head><title>Page not found</title></head><body><p>Sorry.</p></body></html>",
    "geo-block": "<html><head><title>Sorry</title></head><body>This content is not available in your region.</body></html>",
    "consent-wall": "<html><head><title>Cookies</title></head><body><p>We and our partners use cookies and personal data. Consent"
    " to cookies, privacy, consent, cookies, tracking cookies.</p><button>Accept"
    " all</button></body></html>",
}


def later(portal: SmallPortal, days: float) -> None:
    portal.clock.time += timedelta(days=days)


def cut() -> Answer:
    """An answer that ends before its end."""
    head = (
        ("Content-Type", "text/html"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "close"),
    )
    return Answer("ff\r\n<html>", headers=head)


@pytest.mark.parametrize("reason", WALLS)
def test_it_is_not_a_verdict_yet(tmp_path: Path, reason: str):
    with small_portal(
        tmp_path, {"/list": listing("/a", "/b"), "/a": WALLS[reason], "/b": article("b")}
    ) as portal:
        summary = portal.crawl(FILE)
        assert (summary.failed, summary.rejected, summary.ok) == (1, {}, False)
        assert portal.articles() == {"/a": reason, "/b": "tei"}


@pytest.mark.usefixtures("forked_workers")
def test_it_is_failed_until_it_was_tried_five_times_over_14_days(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": WALLS["challenge"]}) as portal:
        for days, final in (
            (0, False),
            (1, False),
            (1, False),
            (1, False),
            (8, False),
            (3, True),
            (9, True),
        ):
            later(portal, days)
            summary = portal.crawl(FILE)
            expected = (0, {"challenge": 1}) if final else (1, {})
            assert (summary.failed, summary.rejected, summary.ok) == (*expected, final), days
            if portal.asked.count("/a") not in (5, 6):
                continue
            told = explain_address(portal.write(FILE), portal.corpus, f"{portal.base}/a").verdict
            rebuild_corpus(portal.write(FILE), portal.corpus, Runtime(clock=portal.clock))
            assert (
                explain_address(portal.write(FILE), portal.corpus, f"{portal.base}/a").verdict
                == told
            )
            again = portal.build(FILE)
            assert (again.failed, again.rejected) == expected
        assert portal.asked.count("/a") == 6, "what is final is asked for no more"


@pytest.mark.usefixtures("forked_workers")
def test_why_shows_the_tries_and_when_they_are_final(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": WALLS["challenge"]}) as portal:
        seen = []
        for days in (0, 6, 3, 3, 1, 2):
            later(portal, days)
            portal.crawl(FILE)
            seen.append(
                explain_address(
                    portal.write(FILE), portal.corpus, f"{portal.base}/a"
                ).verdict.split("; ", 1)[1]
            )
    assert (
        "tried once, first on 2024-05-02, last on 2024-05-02; it becomes final (rejected) with"
        " the fifth try, on 2024-05-16 or later" in seen[0]
    )
    assert (
        "tried 3 times, first on 2024-05-02, last on 2024-05-11" in seen[2]
        and "on 2024-05-16 or later" in seen[2]
    )
    assert "tried 5 times" in seen[4] and "on 2024-05-16 or later" in seen[4]
    assert "tried 6 times, first on 2024-05-02, last on 2024-05-17: that is final" in seen[5]


@pytest.mark.parametrize("policy", ["latest", "first"])
def test_a_good_page_replaces_whatever_was_there_before(tmp_path: Path, policy: str):
    rules = FILE + f"captures: {policy}\n"
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": WALLS["maintenance"]}) as portal:
        portal.crawl(rules)
        later(portal, 1)
        portal.pages["/a"] = article("the text")
        assert portal.crawl(rules).ok
        assert portal.articles() == {"/a": "tei"}
        assert "the text" in "".join(portal.tei().values())
        rebuild_corpus(portal.write(rules), portal.corpus, Runtime(clock=portal.clock))
        portal.build(rules)
        assert portal.articles() == {"/a": "tei"} and portal.crawl(rules).built == 0


def test_a_later_wall_is_listed_in_a_stored_article_and_changes_nothing_else(tmp_path: Path):
    (tmp_path / "second").mkdir()
    rules = FILE + "article: {match: '/a$'}\n"
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": article("the text")}) as portal:
        portal.crawl(rules)
        [before] = portal.tei().values()
        config = str(portal.write(rules).path)
        portal.pages["/a"] = WALLS["challenge"]
        other = tmp_path / "second" / "corpus"
        later(portal, 3)
        main(["crawl", config, "--corpus", str(other), "--quiet"])
        files = [str(path) for path in (other / "warc").glob("*-articles-*")]
        main(["warc", "adopt", config, *files, "--corpus", str(portal.corpus)])
        main(["build", config, "--corpus", str(portal.corpus)])
        [after] = portal.tei().values()
        [unused] = read_header(after.encode("utf-8")).unused
        listed = re.compile(r' *<bibl type="not-used">.*?</bibl>\n', re.DOTALL)
        assert portal.articles() == {"/a": "tei"} and listed.sub("", after) == before
        assert unused.reason.startswith("challenge: ")


def test_an_adopted_wall_is_failed_and_requested_again(tmp_path: Path):
    (tmp_path / "second").mkdir()
    rules = FILE + "article: {match: '/a$'}\n"
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": WALLS["challenge"]}) as portal:
        config = str(portal.write(rules).path)
        portal.crawl(rules)
        files = [str(path) for path in (portal.corpus / "warc").glob("*-articles-*")]
        for verb in (["warc", "adopt", config, *files], ["build", config, "--warc", *files]):
            name = tmp_path / verb[0]
            main([*verb, "--corpus", str(name)])
            assert main(["build", config, "--corpus", str(name)]) == 1
            assert portal.articles(name) == {"/a": "challenge"}


@pytest.mark.parametrize("reason", ["challenge", "soft-404"])
def test_with_the_check_off_it_is_an_article(tmp_path: Path, reason: str):
    off = FILE + f"article: {{gate_off: [{reason}], body: {{root: p}}}}\n"
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": WALLS[reason]}) as portal:
        portal.crawl(FILE)
        assert portal.build(off).tei == 1
        assert portal.articles() == {"/a": "tei"}
        assert portal.build(FILE).failed == 1
        assert portal.tei() == {} and portal.articles() == {"/a": reason}
        assert portal.crawl(off).tei == 1 and portal.asked.count("/a") == 1


def test_an_answer_that_is_cut_every_time_is_final_in_the_end(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": cut}) as portal:
        rules = FILE.replace("delay: 0", "delay: 0, retries: 1, timeout: 1")
        for days in (0, 4, 4, 4):
            later(portal, days)
            assert portal.crawl(rules).failed == 1 and portal.articles() == {"/a": "truncated"}
        later(portal, 4)
        assert portal.crawl(rules).rejected == {"truncated": 1}
        assert portal.asked.count("/a") == 10, "two attempts are one try"


@pytest.mark.parametrize(
    "reason", always(("challenge", "redirect", "home"), [*WALLS, "redirect", "home"])
)
def test_forty_walls_of_forty_pages_end_the_crawl_with_exit_code_3(tmp_path: Path, reason: str):
    names = [f"/a{n}" for n in range(40)]
    ways = {"redirect": moved("/login"), "home": moved("/")}
    pages: dict[str, object] = {
        "/list": listing(*names),
        **{n: ways.get(reason) or WALLS[reason] for n in names},
    }
    pages |= {
        "/login": article("Looks like any other page. " * 40),
        "/": article("The home page. " * 40),
    }
    with small_portal(tmp_path, pages) as portal:
        corpus = ["--corpus", str(portal.corpus), "--quiet"]
        config = str(portal.write(SHORT).path)
        assert main(["crawl", config, *corpus]) == 3
        assert sum(path in names for path in portal.asked) == 10
        assert main(["crawl", config, *corpus]) == 3
        assert len({path for path in portal.asked if path in names}) == 20, (
            "first what was never asked for"
        )
        assert not list((portal.corpus / "tei").rglob("*.xml"))


def test_good_archive_pages_in_between_do_not_hide_it(tmp_path: Path):
    pages: dict[str, object] = {
        f"/list?p={p}": listing(*[f"/a{p}{n}" for n in range(4)]) for p in range(1, 9)
    }
    pages |= {f"/a{p}{n}": WALLS["challenge"] for p in range(1, 9) for n in range(4)}
    rules = SHORT.replace(
        "url: BASE/list", "url: 'BASE/list?p={page}', pagination: {mode: numbered, last: 8}"
    )
    with small_portal(tmp_path, pages) as portal:
        assert portal.crawl(rules).stopped is not None
        assert sum(path.startswith("/a") for path in portal.asked) == 10


@pytest.mark.long
def test_each_rerun_gets_further_until_every_good_one_is_there(tmp_path: Path):
    dead, good = [f"/dead{n}" for n in range(30)], [f"/good{n}" for n in range(30)]
    pages: dict[str, object] = {
        "/list": listing(*dead, *good),
        "/": article("home"),
        **{n: moved("/") for n in dead},
    }
    pages |= {name: article(name) for name in good}
    with small_portal(tmp_path, pages) as portal:
        for _ in range(4):
            summary = portal.crawl(SHORT)
            later(portal, 1)
        assert summary.tei == 30
        tried = [portal.asked.count(name) for name in dead]
        for _ in range(2):
            portal.crawl(SHORT)
            later(portal, 1)
        assert max(tried) - min(tried) <= 1
        tried = [portal.asked.count(name) for name in dead]
        assert max(tried) - min(tried) <= 1 and sum(tried) == 60, "in turn: the longest ago first"
        for _ in range(12):
            later(portal, 2)
            summary = portal.crawl(SHORT)
        assert summary.ok and summary.rejected == {"soft-404": 30}


def test_a_wall_in_place_of_an_archive_page_is_not_an_empty_day(tmp_path: Path):
    rules = SHORT.replace(
        "url: BASE/list",
        "url: 'BASE/{date:%Y/%m/%d}', dates: {from: 2024-04-10, until: 2024-04-11}",
    )
    with small_portal(
        tmp_path,
        {"/2024/04/10": WALLS["maintenance"], "/2024/04/11": listing("/a"), "/a": article("a")},
    ) as portal:
        summary = portal.crawl(rules)
        assert summary.problems == {"archive-page-failed": 1} and "maintenance" in "".join(
            summary.lines()
        )
        portal.pages["/2024/04/10"] = listing("/b")
        portal.pages["/b"] = article("b")
        assert portal.crawl(rules).ok and portal.articles() == {"/a": "tei", "/b": "tei"}


def test_walls_in_place_of_archive_pages_end_the_crawl(tmp_path: Path):
    rules = SHORT.replace(
        "url: BASE/list",
        "url: 'BASE/{date:%Y/%m/%d}', dates: {from: 2024-03-01, until: 2024-04-11}",
    )
    days = {f"/2024/03/{d:02}": WALLS["challenge"] for d in range(1, 32)} | {
        f"/2024/04/{d:02}": WALLS["challenge"] for d in range(1, 12)
    }
    with small_portal(tmp_path, days) as portal:
        assert portal.crawl(rules).stopped is not None and len(portal.asked) == 10


def test_a_wall_in_place_of_a_later_page_is_a_gap_and_requested_again(tmp_path: Path):
    rules = FILE + "article: {next_page: {css: a.n}, body: {root: article}}\n"
    pages = {
        "/list": listing("/a"),
        "/a": article("first", around="<a class=n href='/a?p=2'>2</a>"),
        "/a?p=2": WALLS["challenge"],
    }
    with small_portal(tmp_path, pages) as portal:
        summary = portal.crawl(rules)
        assert summary.tei == 1 and summary.problems and not summary.ok
        portal.pages["/a?p=2"] = article("second")
        assert portal.crawl(rules).ok
        assert "second" in "".join(portal.tei().values())


def test_limit_and_warc_only_keep_the_states(tmp_path: Path):
    with small_portal(
        tmp_path, {"/list": listing("/a", "/b"), "/a": WALLS["challenge"], "/b": article("b")}
    ) as portal:
        summary = portal.crawl(FILE, CrawlOptions(warc_only=True))
        assert (summary.stored, summary.failed, summary.ok) == (1, 1, False)
