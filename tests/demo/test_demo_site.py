"""The made-up portal itself: what it holds, what it answers, and that it always answers the same."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from html import escape

import pytest
from webarticlecurator.examples.expected import (
    archive_pages,
    article_id,
    expected_articles,
    expected_rejections,
    expected_status,
    past_the_end,
)
from webarticlecurator.examples.portal import blocks as b
from webarticlecurator.examples.portal.layouts import HOST, article_page
from webarticlecurator.examples.portal.site import GROWTH, Answer, State, listings, respond
from webarticlecurator.examples.portal.stories import SECTIONS, stories

from webarticlecurator.pages.page.page import read_page


def get(address: str, state: State | None = None) -> Answer:
    return respond("GET", address, state or State())[0]


def test_some_300_articles_over_twenty_years_in_five_columns():
    assert len(stories()) == 318
    assert {story.column for story in stories()} == {
        "hirek",
        "kultura",
        "velemeny",
        "sport",
        "friss",
    }
    years = Counter(story.when.year for story in stories())
    assert sorted(years) == list(range(2001, 2021)) and min(years.values()) >= 3
    assert len({story.path for story in stories()}) == len(stories())


def test_every_kind_of_block_occurs_and_every_kind_of_listing():
    found = Counter(
        type(block).__name__ for story in stories() for page in story.pages for block in page
    )
    assert set(found) == {
        "Text",
        "Items",
        "Table",
        "Picture",
        "Gallery",
        "Frame",
        "SocialPost",
        "Quote",
        "Box",
        "Entry",
    }
    assert min(found.values()) >= 20
    assert sum(len(story.pages) > 1 for story in stories()) >= 20
    assert (
        sum(
            bool(answer.answers)
            for story in stories()
            for comment in story.comments
            for answer in comment.answers
        )
        >= 5
    )
    quotes = [
        block
        for story in stories()
        for page in story.pages
        for block in page
        if isinstance(block, b.Quote)
    ]
    assert {bool(quote.source) for quote in quotes} == {True, False}
    listed = [story.listed for story in stories()]
    assert sum("utm_" in address for address in listed) >= 3
    assert sum("//m." in address for address in listed) >= 3
    assert sum(address.endswith("#kommentek") for address in listed) >= 3
    assert (
        sum(
            address.startswith("/cikk.php") and not story.old
            for address, story in zip(listed, stories(), strict=True)
        )
        >= 2
    )


def test_formatting_and_links_end_in_mid_word_somewhere():
    runs = [
        block.runs
        for story in stories()
        for page in story.pages
        for block in page
        if isinstance(block, b.Text)
    ]
    inside = Counter(
        mark.kind
        for one in runs
        for mark, after in itertools.pairwise(one)
        if isinstance(mark, b.Mark) and isinstance(after, str) and after[:1].isalpha() and mark.text
    )
    assert {"bold", "italic", "link", "strike"} <= set(inside) and inside["link"] >= 20
    text = " ".join(map(b.plain, runs))
    assert "\u00a0" in text and "\u00ad" in text


@pytest.mark.parametrize("column", SECTIONS)
def test_the_archive_pages_of_a_column_name_every_listed_address(column: str):
    state, shown = State(), ""
    for address in archive_pages(column):
        answer, state = respond("GET", address, state)
        assert answer.status == 200 or (answer.status, column) == (404, "hirek")
        shown += answer.body.decode("windows-1250" if "archivum" in address else "utf-8")
    hidden = sum(GROWTH) if column == "friss" else 0
    missing = [
        x.href
        for x in listings(column)[hidden:]
        if x.href.lstrip("/") not in shown and escape(x.href.lstrip("/")) not in shown
    ]
    assert missing == []


def test_every_archive_address_is_whole_and_the_next_ones_are_empty_or_not_found():
    for column in SECTIONS:
        for address in past_the_end(column):
            answer = get(address)
            if column == "sport":
                assert json.loads(answer.body)["cikkek"] == []
            elif column == "velemeny":
                assert answer.status == 404
            else:
                assert b"Nincs t\xc3\xb6bb h\xc3\xadr" in answer.body


def test_months_without_articles_are_empty_or_not_found():
    answers = [get(address) for address in archive_pages("hirek")[10:]]
    assert {answer.status for answer in answers} == {200, 404}
    assert any("nem jelent meg cikk" in answer.body.decode() for answer in answers)


def lines_of(answer: Answer) -> list[str]:
    page = read_page(f"{HOST}/friss/", answer.body, "text/html; charset=utf-8")
    return [link.get("href") or "" for link in page.root.iterfind(".//ul[@class='friss']/li/a")]


def test_the_growing_column_shifts_while_it_is_walked_and_then_stays():
    state, walk = State(), []
    for address in archive_pages("friss"):
        answer, state = respond("GET", address, state)
        walk.append(lines_of(answer))
    seen: set[str] = set()
    new = []
    for page in walk:
        new.append(len(set(page) - seen))
        seen |= set(page)
    assert new[3] == 0, "one page in the middle shows nothing new"
    assert all(count > 0 for n, count in enumerate(new[:-1]) if n != 3)
    assert any(set(a) & set(c) for a, c in itertools.pairwise(walk)), (
        "pages repeat what was pushed down"
    )
    before = {line.href for line in listings("friss")[sum(GROWTH) :]}
    assert seen == before, "what came on top meanwhile is not met by this walk"
    assert sum(GROWTH[: state.requests]) == sum(GROWTH), "one walk ends its growth"
    assert lines_of(get(f"{HOST}/friss/", state)) == [line.href for line in listings("friss")[:6]]


def test_what_comes_while_the_archive_is_walked_is_listed_by_the_news_too():
    late = {line.story for line in listings("friss")[: sum(GROWTH)]}
    assert late <= {line.story for line in listings("hirek")}
    assert all(
        article.column == "hirek"
        for article in expected_articles()
        if article.section == "Friss" and "/2020/12/" in article.url
    )


def test_every_page_of_every_article_is_served_in_its_character_set():
    evidence = Counter()
    for story in stories():
        for number in range(1, len(story.pages) + 1):
            address = HOST + story.page_path(number)
            answer = get(address)
            assert answer.status == 200
            page = read_page(
                address, answer.body, dict(answer.headers)["Content-Type"], encoding="windows-1250"
            )
            assert page.text.lstrip("\ufeff") == article_page(story, number).text
            assert page.replaced == 0
            evidence[(story.old, page.evidence)] += 1
    assert {kind for old, kind in evidence if old} == {
        "http: windows-1250",
        "meta: windows-1250",
        "config: windows-1250",
    }
    assert {kind.partition(":")[0] for old, kind in evidence if not old} == {"http", "meta", "bom"}
    assert min(evidence.values()) >= 3


def test_addresses_that_end_elsewhere():
    for story in stories():
        if story.listed.startswith("/cikk.php") and not story.old:
            answer = get(HOST + story.listed)
            assert (answer.status, dict(answer.headers)["Location"]) == (301, HOST + story.path)
    by_reason = {
        line.reason: line for column in SECTIONS for line in listings(column) if line.reason
    }
    assert set(by_reason) == {
        "gone",
        "robots",
        "not-article",
        "off-portal",
        "alias",
        "continuation",
    }
    assert {get(x.address).status for c in SECTIONS for x in listings(c) if x.reason == "gone"} == {
        200,
        404,
        410,
    }
    assert (
        b"Disallow: /belso/" in get(f"{HOST}/robots.txt").body
        and "/belso/" in by_reason["robots"].address
    )
    away = dict(get(by_reason["off-portal"].address).headers)["Location"]
    assert away.startswith("http://partner.example/") and get(away).status == 200
    target = HOST + dict(get(by_reason["alias"].address).headers)["Location"]
    assert target in {line.address for line in listings("hirek")}
    assert b'class="kviz"' in get(by_reason["not-article"].address).body
    assert (
        "oldal=2" in by_reason["continuation"].address
        and get(by_reason["continuation"].address).status == 200
    )


@pytest.mark.parametrize(
    "address",
    [
        "/nincs/",
        "/cikk.php?id=",
        "/cikk.php?id=1001&oldal=2",
        "/cikk.php?id=1001&oldal=x",
        "/hirek/2014/13/",
        "/velemeny/?kezd=999",
    ],
)
def test_other_addresses_are_not_found(address: str):
    assert get(HOST + address).status == 404


def test_only_reading_is_allowed():
    assert respond("POST", f"{HOST}/", State())[0].status == 405


def test_what_a_corpus_must_hold():
    articles = expected_articles()
    assert len(articles) == len(stories()) == len({article.id for article in articles})
    status = expected_status()
    addresses = {line.address for column in SECTIONS for line in listings(column)}
    aliases = {alias for article in articles for alias in article.aliases}
    assert status["articles"] == len(articles) + sum(expected_rejections().values())
    assert addresses <= {a.url for a in articles} | aliases | {
        x.address for c in SECTIONS for x in listings(c) if x.reason
    }


def test_the_id_of_an_article_follows_from_its_address():
    # printf %s http://demo.echo.example/cikk.php?id=1001 | sha256sum | cut -c1-20 | xxd -r -p |
    # base32, in lower case
    assert article_id("http://demo.echo.example/cikk.php?id=1001") == "avri7ljaqm63wlflm"


DIGEST = """
import hashlib
from webarticlecurator.examples.expected import expected_articles
from webarticlecurator.examples.expected import archive_pages
from webarticlecurator.examples.portal.site import State, respond
from webarticlecurator.examples.portal.stories import SECTIONS
whole, state = hashlib.sha256(), State()
for address in [a for c in SECTIONS for a in archive_pages(c)] + [page for a in expected_articles() for page in a.pages]:
    answer, state = respond("GET", address, state)
    whole.update(repr((address, answer)).encode())
whole.update(repr(expected_articles()).encode())
print(whole.hexdigest())
"""


def test_the_same_in_every_process_zone_and_locale():
    def digest(**environment: str) -> str:
        ran = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, **environment},
            capture_output=True,
            check=True,
            text=True,
        )
        return ran.stdout.strip()

    one = digest(PYTHONHASHSEED="0", TZ="UTC")
    assert len(one) == 64 and one == digest(PYTHONHASHSEED="1", TZ="Asia/Tokyo", LC_ALL="C")
