"""Records of other portals are passed over unread, and read once something of the portal leads to
them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_archives_of_others import (
    EARLY,
    LATE,
    SITE,
    Run,
    adopt,
    answer,
    curator,
    digest,
    ends,
    get,
    record,
    write_page,
)
from test_archives_read_alike import make_list, moved

from webarticlecurator.storage.store.foreign import ForeignWarcs

__all__ = ["curator"]
ELSEWHERE = "http://elsewhere.example"


def away(path: str, end: str, date: str = EARLY, host: str = ELSEWHERE, **more: str) -> bytes:
    return record("response", f"{host}{path}", answer(write_page(end)), date, **more)


def ask(url: str, method: str, date: str) -> bytes:
    block = f"{method} / HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    return record("request", url, block, date)


def repeat(url: str, end: str, *, names_address: bool, of: str = ELSEWHERE) -> bytes:
    """A revisit at ``url`` of the page with ``end`` on another host."""
    named = {"WARC_Refers_To_Target_URI": f"{of}/story/9", "WARC_Refers_To_Date": EARLY}
    return record(
        "revisit",
        url,
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
        LATE,
        "application/http;msgtype=response",
        WARC_Payload_Digest=digest(write_page(end)),
        WARC_Profile="http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
        **(named if names_address else {}),
    )


@pytest.mark.parametrize("is_before", [False, True])
@pytest.mark.parametrize("host", [ELSEWHERE, "http://WWW.elsewhere.example:80"])
def test_a_listed_page_of_another_host_is_read(curator: Run, is_before: bool, host: str) -> None:
    there = away("/story/1", "1", host=host) + away("/story/2", "2", host=host)
    listed = make_list(f"{host}/story/1")
    said = adopt(curator, there + listed if is_before else listed + there, "")
    assert ends() == ["1"]
    assert "1 page of other hosts skipped: elsewhere.example (1)" in said.replace("www.", "")


def test_a_redirect_to_another_host_is_followed(curator: Run) -> None:
    there = record(
        "response",
        f"{SITE}/story/1",
        answer(b"moved", "301 Moved", f"Location: {ELSEWHERE}/story/1\r\n"),
    )
    said = adopt(curator, away("/story/1", "1") + make_list("/story/1") + there)
    assert "3 captures copied" in said and "of other hosts" not in said


@pytest.mark.parametrize("names_address", [False, True])
def test_a_page_that_repeats_one_of_another_host_is_read(curator: Run, names_address: bool) -> None:
    again = repeat(f"{SITE}/story/1", "9", names_address=names_address)
    payload = digest(write_page("9"))
    original = away("/story/9", "9", WARC_Payload_Digest=payload) + away(
        "/x", "x", host="http://b.example"
    )
    with_original = original + again
    Path("r.warc.gz").write_bytes(with_original)
    with ForeignWarcs([Path("r.warc.gz")], is_near=lambda host: host == "portal.example") as found:
        assert found.unresolved == ()
        (page,) = found.captures.by_url(f"{SITE}/story/1")
        assert b"END9." in found.read(page).content
        assert ("b.example" in found.passed) == names_address, "only what may be wanted is read"


def test_what_the_corpus_knows_elsewhere_is_read(curator: Run) -> None:
    adopt(curator, make_list(f"{ELSEWHERE}/story/1"), "")
    assert ends() == []
    adopt(curator, away("/story/1", "1") + away("/story/2", "2"), "", "b.warc.gz")
    assert ends() == ["1"]


def test_a_host_that_match_names_is_read(curator: Run) -> None:
    said = adopt(
        curator,
        away("/story/1", "1") + away("/story/2", "2", host="http://b.example"),
        "  match: 'elsewhere\\.example/story/'\n",
    )
    assert ends() == ["1"] and "1 page of other hosts skipped: b.example (1)" in said


def test_addresses_that_rules_rewrite_are_read_wherever_they_are(curator: Run) -> None:
    rules = "address: {replace: [['^http://elsewhere', 'http://portal']]}\n"
    adopt(curator, make_list("/story/1") + away("/story/1", "1"), rules)
    assert ends() == ["1"]


def test_what_is_passed_over_is_counted(curator: Run) -> None:
    picture = record(
        "response", f"{ELSEWHERE}/a.png", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx"
    )
    gone = record("response", f"{ELSEWHERE}/gone", answer(b"gone", "404 Not Found"))
    saved = record("resource", f"{ELSEWHERE}/saved", write_page("3"), type_="text/html")
    said = adopt(curator, get("/story/1", "1") + away("/story/2", "2") + picture + gone + saved)
    assert "2 pages of other hosts skipped: elsewhere.example (2)" in said
    assert "1 captures copied" in said and "2 skipped (errors, images" in said
    assert ends() == ["1"]


def test_damage_among_pages_of_other_hosts_is_named_once(curator: Run) -> None:
    far, near = away("/story/2", "2"), get("/story/1", "1")
    said = adopt(curator, near + far[:60] + b"\0" * 20 + far[80:] + get("/story/3", "3"))
    assert said.count("at offset") == 1 and ends() == ["1", "3"]


def test_neighbours_are_those_of_the_file(curator: Run) -> None:
    """A request is that of the answer beside it; one behind pages of others is not."""
    url = f"{SITE}/story/1"
    Path("a.warc.gz").write_bytes(
        get("/story/1", "1")
        + away("/story/2", "2")
        + ask(url, "GET", LATE)
        + ask(url, "GET", EARLY)
    )
    with ForeignWarcs([Path("a.warc.gz")], is_near=lambda host: host == "portal.example") as found:
        kinds = [[each.record.kind for each in group] for group in found.list_groups()]
        assert kinds == [["response"], ["request", "request"]]
        assert [
            each.record.kind for group in found.list_groups() for each in group if each.length
        ] == [
            "response",
            "request",
            "request",
        ]
        found.find(f"{ELSEWHERE}/story/2")
        urls = [group[0].record.url for group in found.list_groups()]
        assert urls == [url, f"{ELSEWHERE}/story/2", url], "in the order of the file"


def test_a_redirect_is_read_with_what_a_crawl_says_of_it(curator: Run) -> None:
    adopt(curator, moved("/story/1", "/story/2") + get("/story/2", "2") + make_list("/story/1"))
    crawled = sorted(Path("c/warc").glob("*.warc.gz"))
    with ForeignWarcs(crawled, is_near=lambda host: host == "other.example") as found:
        assert found.captures.by_url(f"{SITE}/story/2"), "its fetch names it"
        assert not found.passed.total()


def test_what_is_refused_has_five_lines_a_reason_and_a_table(curator: Run) -> None:
    bad = b"".join(
        get(f"/story/{n}", f"{n}", WARC_Payload_Digest=digest(b"%d" % n)) for n in range(7)
    )
    odd = b"".join(record("response", f"{SITE}/odd/{n}", answer(write_page("x"))) for n in range(5))
    said = adopt(curator, bad + odd + get("/story/9", "9"))
    assert said.count("payload digest does not match") == 5 and said.count("unclassified: ") == 5
    assert "and 2 more for these reasons: c/reports/refused.tsv has all of them" in said
    head, *rows = Path("c/reports/refused.tsv").read_text("utf-8").splitlines()
    assert head == "what\treason" and len(rows) == 12
    assert sum(f"{SITE}/story/" in row for row in rows) == 7
    Path("c").rename("d")
    assert "more for these reasons" not in adopt(curator, odd)
    assert not Path("c/reports/refused.tsv").exists()
