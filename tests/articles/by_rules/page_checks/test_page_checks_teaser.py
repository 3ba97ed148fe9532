"""Access: the declaration of the page, compared with its text."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.articles.walls.paid_articles import weigh_access
from webarticlecurator.articles.walls.paid_offers import find_offer, find_offers
from webarticlecurator.articles.walls.visible_text import fold_phrase
from webarticlecurator.base.model.article import PageExtract, Value
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.words import list_phrases, phrases_by_language
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.load import load_portal

URL = "https://echo.example/news/1"
TEASER = "The council met on Tuesday and spoke about the new bridge over the river. " * 3
WHOLE = TEASER * 20
PAID = (Value("closed", "jsonld:isAccessibleForFree", "False"),)


@pytest.fixture
def portal(tmp_path: Path) -> Portal:
    path = tmp_path / "echo.yaml"
    path.write_text(
        "portal: echo\nhome: https://echo.example/\narchive: {url: https://echo.example/list, links: h2}\n"
        "article: {body: {root: article}}\n",
        encoding="utf-8",
        newline="\n",
    )
    return load_portal(path)


@pytest.fixture
def without_rules(portal: Portal, tmp_path: Path) -> Portal:
    text = (tmp_path / "echo.yaml").read_text(encoding="utf-8").partition("article:")[0]
    (tmp_path / "plain.yaml").write_text(text, encoding="utf-8", newline="\n")
    return load_portal(tmp_path / "plain.yaml")


def page(body: str, **data: object) -> Page:
    node = json.dumps({"@type": "NewsArticle", "headline": "The bridge", **data})
    head = f'<script type="application/ld+json">{node}</script>'
    return Page(URL, f"<html><head>{head}</head><body><h1>The bridge</h1>{body}</body></html>")


def part(css: str) -> dict[str, object]:
    return {"@type": "WebPageElement", "isAccessibleForFree": "False", "cssSelector": css}


def one(declared: tuple[Value, ...], found: Page, text: str) -> tuple[str, str]:
    (value,) = weigh_access(declared, found, text)
    return value.value, value.original


def test_the_declared_access_is_kept_without_other_evidence() -> None:
    free = (Value("free", "jsonld:isAccessibleForFree", "true"),)
    assert (
        weigh_access(free, page("<div class='paywall'>Subscribe to continue reading</div>"), TEASER)
        == free
    )
    assert weigh_access(PAID, page(f"<p>{TEASER}</p>"), TEASER) == PAID
    assert weigh_access((), page(f"<p>{WHOLE}</p>"), WHOLE) == ()


def test_a_text_shorter_than_declared_is_a_part() -> None:
    assert one(PAID, page("", wordCount=840), TEASER) == (
        "partial",
        "False; only a part of the text is here: 42 of 840 words (jsonld:wordCount)",
    )
    assert one(PAID, page("", articleBody=WHOLE), TEASER)[0] == "partial"


def test_a_complete_paid_article_is_recognised() -> None:
    value, said = one(PAID, page("", wordCount="840"), WHOLE)
    assert (value, said) == (
        "closed",
        "False; the whole text is here: 840 of 840 words (jsonld:wordCount)",
    )
    # what it gives may be the teaser itself
    assert weigh_access(PAID, page("", articleBody=TEASER), TEASER) == PAID
    # of all its pages
    assert weigh_access(PAID, page("", wordCount=840), TEASER, one_page=False) == PAID


def test_the_part_that_is_marked_as_paid() -> None:
    here = page(f"<p>{TEASER}</p><div class='locked'>{WHOLE}</div>", hasPart=part(".locked"))
    assert one(PAID, here, TEASER + WHOLE) == (
        "closed",
        "False; the part that is marked as paid (.locked) is here: 840 words",
    )
    gone = page(f"<p>{TEASER}</p><div class='locked'></div>", hasPart=part(".locked"))
    assert one(PAID, gone, TEASER)[0] == "partial"
    wall = page(
        f"<p>{TEASER}</p><div class='locked'>La suite est réservée à nos abonnés. {TEASER}</div>",
        hasPart=part(".locked"),
    )
    assert one(PAID, wall, TEASER * 9)[0] == "partial"
    # long, and nothing is known
    assert weigh_access(PAID, page(f"<p>{WHOLE}</p>", hasPart=part(".locked")), WHOLE) == PAID
    # no selector at all
    assert one(PAID, page(f"<p>{TEASER}</p>", hasPart=part("][")), TEASER)[0] == "partial"


BOXES = {
    "piano": '<div class="piano-paywall-inline">Subscribe now for 1 €</div>',
    "poool": '<div id="poool-widget"><p>Abonnez-vous dès 1 €</p></div>',
    "zephr": '<div class="zephr-paywall">Register to go on</div>',
    "evolok": '<div class="evolok-wall">Suscríbete por 1 € al mes</div>',
    "leaky paywall": '<div class="leaky_paywall_message_wrap">You must subscribe</div>',
    "steady": '<div id="steady_paywall">Anmelden oder Mitglied werden</div>',
    "laterpay": '<div class="lp_purchase-overlay">Log in or buy</div>',
    "plenigo": '<div class="plenigo-paywall">Jetzt registrieren oder anmelden</div>',
    "pelcro": '<div class="pelcro-paywall">Please subscribe to go on</div>',
    "memberful": '<div class="memberful-global-marketing-content">Become a member today</div>',
    "newspack": '<div class="newspack-content-gate__gate">Sign in or become a member</div>',
    "substack": '<div class="paywall" data-testid="paywall"><h2>This post is for paid subscribers</h2></div>',
    "ghost": '<aside class="gh-post-upgrade-cta"><p>This post is for subscribers</p></aside>',
    "memberpress": '<div class="mepr-unauthorized-message">Please log in first</div>',
    "blendle": '<div class="blendle-box">Abonneer nu op de krant</div>',
}


@pytest.mark.parametrize("product", BOXES)
def test_a_paywall_box_with_an_offer_under_a_short_text(product: str) -> None:
    value, said = one((), page(f"<article><p>{TEASER}</p></article>{BOXES[product]}"), TEASER)
    assert value == "partial"
    assert said.endswith("the page has 42 words of the text")
    assert " says '" in said


@pytest.mark.parametrize(
    "box",
    [
        '<div class="paywall"></div><script src="https://cdn.tinypass.com/api/tinypass.min.js"></script>',
        '<div class="paywall" hidden>Subscribe to continue reading</div>',
        '<div style="display: none"><div class="paywall">Subscribe to continue reading</div></div>',
        '<template><div class="paywall">Subscribe to continue reading</div></template>',
        '<div class="paywall-container">The weather stays fine all week</div>',
        '<nav><a class="x">Subscribe to continue reading</a></nav><ul><li>Subscribers only</li></ul>',
    ],
)
def test_boxes_of_free_pages_are_not_evidence(box: str) -> None:
    assert weigh_access((), page(f"<article><p>{TEASER}</p></article>{box}"), TEASER) == ()


def test_a_paywall_class_around_the_article_is_not_evidence() -> None:
    around = page(
        f'<div class="steady-paywall-container"><article><p>{TEASER} Subscribe.</p></article></div>'
    )
    assert weigh_access((), around, TEASER) == ()


def test_a_teaser_is_kept_with_a_remark(portal: Portal) -> None:
    read = read_article_page(
        portal, page(f"<article><p>{TEASER}</p></article><p>Subscribe to continue reading</p>")
    )
    assert isinstance(read, PageExtract)
    assert read.metadata.first("access") == "partial"
    (problem,) = read.problems
    assert problem.kind == "teaser"
    assert "the page says 'to continue reading'" in problem.message


@pytest.mark.parametrize(
    ("meta", "value"),
    [
        ('property="article:content_tier" content="metered"', "partial"),
        ('property="og:article:content_tier" content="locked"', "closed"),
        ('property="k5a:paid" content="0"', "free"),
        ('property="k5a:paid" content="1"', "closed"),
        ('property="lp:paywall" content="hard"', "closed"),
        ('property="lp:paywall" content="x"', None),
    ],
)
def test_meta_tags(portal: Portal, meta: str, value: str | None) -> None:
    found = Page(
        URL,
        f"<html><head><meta {meta}></head><body><h1>The bridge</h1><article><p>{WHOLE}</p></article></body></html>",
    )
    read = read_article_page(portal, found)
    assert isinstance(read, PageExtract)
    assert read.metadata.first("access") == value


def test_a_rule_of_the_portal_file_has_precedence(portal: Portal, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    text = (tmp_path / "echo.yaml").read_text(encoding="utf-8")
    rule = "article: {metadata: {access: [{css: .none}]}, body"
    own.write_text(text.replace("article: {body", rule), encoding="utf-8", newline="\n")
    read = read_article_page(
        load_portal(own),
        page(f"<article><p>{TEASER}</p></article><p>Subscribe to continue reading</p>"),
    )
    assert isinstance(read, PageExtract)
    assert read.metadata.first("access") is None


PARTIAL = ["CorriereDellaSera", "LeMonde"]
CLOSED = {
    "TheGlobeAndMail",
    "EuronewsDE",
    "Reuters",
    "RollingStone",
    "TheNation",
    "WashingtonPost",
    "TimesLive",
}


def test_teasers_among_the_news_pages(
    shared: Path, without_rules: Portal, pytestconfig: pytest.Config
) -> None:
    """Reviewed by reading: two pages whose text ends at a paywall are teasers; no other is, although
    most have a paywall's script. Of the others every fourth is read, all with ``--long``."""
    folder = shared / "cases" / "fundus"
    lines = (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    step = 1 if pytestconfig.getoption("long") else 4
    rows = [
        row
        for number, row in enumerate(map(json.loads, lines))
        if row["publisher"] in {*PARTIAL, *CLOSED} or number % step == 0
    ]
    found: dict[str, list[str]] = {"free": [], "partial": [], "closed": []}
    for row in rows:
        content = gzip.decompress((folder / row["html_file"]).read_bytes())
        read = read_article_page(
            without_rules, read_page(row["url"], content, "text/html; charset=utf-8")
        )
        value = read.metadata.first("access") if isinstance(read, PageExtract) else None
        if value:
            found[value].append(row["publisher"])
    assert sorted(found["partial"]) == PARTIAL
    assert set(found["closed"]) == CLOSED
    assert len(found["free"]) >= 30 // step


@pytest.mark.parametrize("language", sorted(phrases_by_language("access", "offers")))
def test_every_offer_is_found_in_a_text_as_it_is_written(language: str) -> None:
    for phrase in phrases_by_language("access", "offers")[language]:
        assert find_offers(f"One two. {phrase.capitalize()}! Three four."), phrase
        assert find_offers(f"One two three {phrase[:-2]}") != fold_phrase(phrase), (
            "only the whole phrase"
        )


def test_an_offer_begins_at_the_start_of_a_word() -> None:
    assert find_offers("um diesen Artikel zu lesenden Stellen") == fold_phrase(
        "um diesen Artikel zu lesen"
    )
    assert find_offers("Album diesen Artikel zu lesen") is None
    assert find_offers("读者可订阅以继续阅读本文") is not None


def test_every_class_name_of_a_box_passes_the_fast_test() -> None:
    for name in list_phrases("access", "box classes"):
        assert find_offer(Page(URL, f"<div class='{name}'>Subscribe to go on</div>")), name
