"""A portal file with every kind of section, read into the model."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from config_sample import ARCHIVE, FULL, HEAD, css, full, load, sources, spans, write

from webarticlecurator.base.portal.article_rules import Reject, Split, TagRow
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hooks import Hook
from webarticlecurator.base.portal.portal import (
    AddressRules,
    CorpusInfo,
    Dates,
    Editor,
    Field,
    Pagination,
    Publisher,
    Rights,
)
from webarticlecurator.base.portal.rule import Condition, Rule
from webarticlecurator.portal_file.config.load import check


def test_identity_and_fetching(tmp_path: Path) -> None:
    portal = full(tmp_path)
    assert (portal.id, portal.title, portal.home) == (
        "daily-echo",
        "The Daily Echo",
        "https://echo.example/",
    )
    assert (portal.language, portal.timezone, portal.encoding) == ("hu", "Europe/Budapest", None)
    assert portal.publisher == Publisher("Echo Kft.", "Budapest")
    assert portal.rights == Rights("© Echo Kft.", "http://rightsstatements.org/vocab/InC/1.0/")
    assert portal.corpus == CorpusInfo(
        "Echo Corpus", "1.0", (Editor("A. Editor", "0000-0002-1825-0097", "editor"),)
    )
    assert portal.address == AddressRules(("fragment", "utm_*"), (("^http:", "https:"),))
    assert portal.fetch == FetchPolicy(delay=1.0, retries=3, cookies=(("consent", "1"),))


def test_columns_and_spans(tmp_path: Path) -> None:
    news, culture, opinion, sport, sport_later = spans(full(tmp_path))
    assert [(s.column, s.number) for s in (news, culture, opinion, sport, sport_later)] == [
        ("news", 0), ("culture", 0), ("opinion", 0), ("sport", 0), ("sport", 1),
    ]  # fmt: skip
    assert news.url.parts == ("https://echo.example/news/", Field("date", "%Y/%m/%d"), "/")
    assert news.dates == Dates(date(1998, 11, 1), None, "day", True)
    assert news.pagination == Pagination("next-link", css("a.next"))
    assert culture.dates == Dates(date(2004, 1, 1), None, "month", True)
    assert (opinion.dates, opinion.pagination) == (None, Pagination("numbered", first=1, last=39))
    assert sport.dates == Dates(date(2000, 1, 1), date(2009, 12, 31), "month", True)
    assert sport_later.dates == Dates(date(2010, 1, 1), None, "day", True)
    assert all(
        s.links == css("h2.headline") and s.settle == timedelta(days=2)
        for s in (news, culture, opinion, sport)
    )


def test_article_rules(tmp_path: Path) -> None:
    portal = full(tmp_path)
    article = portal.article
    assert article.body.root == css("div.article-body", "section#main")
    assert article.body.drop == css(".ad", ".related", "script")
    assert article.body.tags == (
        TagRow("div.hint", "box"),
        TagRow("q.long", "quote>paragraph", ("cite", "id"), "child of div"),
    )
    assert article.next_page == css("a[rel=next]")
    assert article.reject == (Reject(Rule("css", "body.quiz"), "not-article"),)
    assert portal.continuation == "[?&]page=[2-9]"
    metadata = dict(article.metadata)
    assert metadata["title"] == (
        Rule("meta", "og:title", replace=((" - Echo$", ""),)),
        Rule("css", "h1"),
    )
    assert metadata["published"][2] == Rule("css", ".date", format=("%Y. %B %d., %H:%M",))
    assert metadata["section"] == (
        Rule("url", "^https://[^/]+/([^/]+)/", map=(("news", "Hírek"),)),
    )


def test_a_version_is_merged_over_the_article(tmp_path: Path) -> None:
    (layout,) = full(tmp_path).layouts
    assert (layout.name, layout.when) == ("before-2019", Condition(css("td.cikk")))
    assert layout.rules.body.root == css("td.cikk")
    assert layout.rules.body.drop == css(".ad", ".related", "script")
    assert sources(layout.rules, "authors") == [("css", ".byline a"), ("jsonld", "author.name")]


def test_absent_fields_have_the_built_in_sources(tmp_path: Path) -> None:
    article = full(tmp_path).article
    assert ("jsonld", "dateModified") in sources(article, "modified")
    order = [name for name, _ in article.metadata]
    assert (
        order.index("title")
        < order.index("authors")
        < order.index("published")
        < order.index("modified")
    )


def test_the_smallest_file(tmp_path: Path) -> None:
    portal = load(tmp_path, HEAD + 'archive: {url: "https://echo.example/news"}\n')
    (span,) = spans(portal)
    assert (span.column, span.dates, span.pagination, span.links) == (
        "all",
        None,
        Pagination(),
        css("h2", "h3"),
    )
    assert (portal.title, portal.language, portal.timezone) == ("echo", "und", "UTC")
    assert portal.article.body.root == ()
    assert portal.fetch == FetchPolicy()


def test_scalars_stay_as_written(tmp_path: Path) -> None:
    portal = load(
        tmp_path,
        HEAD.replace("echo\n", "010\n")
        + ARCHIVE
        + 'language: no\ntitle: 12:30\nfetch: {cookies: {a: yes, b: 1_000, c: 2001-01-01, d: ""}}\n',
    )
    assert (portal.id, portal.language, portal.title) == ("010", "no", "12:30")
    assert portal.fetch.cookies == (("a", "yes"), ("b", "1_000"), ("c", "2001-01-01"), ("d", ""))


def test_anchors_and_merge_keys(tmp_path: Path) -> None:
    portal = load(
        tmp_path,
        HEAD
        + 'archive:\n  links: h2\n  columns:\n    a: &a {url: "https://echo.example/a/{page}", pagination: {mode: numbered}}\n'
        + '    b: {<<: *a, url: "https://echo.example/b/{page}"}\n    c: {<<: [{links: h4}, *a], url: "https://echo.example/c/{page}"}\n',
    )
    a, b, c = spans(portal)
    assert b.pagination == a.pagination == Pagination("numbered")
    assert b.url.text == "https://echo.example/b/{page}"
    assert (c.links, c.pagination) == (css("h4"), a.pagination)


def test_an_alias_bomb_is_a_problem(tmp_path: Path) -> None:
    bomb = "a0: &a0 [x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 20)}]\n" for n in range(1, 9)
    )
    (problem,) = check(write(tmp_path, bomb))
    assert "aliases that expand to too much" in problem.message


def test_files_are_kept_with_their_bytes(tmp_path: Path) -> None:
    portal = full(tmp_path)
    assert FULL.count('cookies: {consent: "1"}') == 1
    stored = FULL.replace('cookies: {consent: "1"}', 'cookies: {consent: "…"}')
    assert [(f.name, f.content) for f in portal.files] == [
        ("portal.yaml", stored.encode("utf-8")),
        ("daily-echo.tags.tsv", (tmp_path / "daily-echo.tags.tsv").read_bytes()),
    ]
    assert portal.path == tmp_path / "portal.yaml"


def test_other_top_level_keys(tmp_path: Path) -> None:
    text = (
        HEAD + ARCHIVE + "encoding: latin2\ncaptures: first\ntei: {template: echo.xml}\n"
        "article: {kind: BlogPosting, comments: drop, match: '/[0-9]+$', page: {json: html}, "
        "split: {css: div.post, id: '@id'}, next_page: {hook: echo_hook:links}, order: reversed}\n"
    )
    source = "def links(text, url):\n    return []\n"
    portal = load(tmp_path, text, echo_hook__py=source, echo__xml="<TEI/>\n")
    assert (portal.encoding, portal.captures) == ("iso8859-2", "first")
    assert (portal.template, portal.template_text) == ("echo.xml", "<TEI/>\n")
    article = portal.article
    assert (article.kind, article.comments, portal.match, article.reversed) == (
        "BlogPosting",
        "drop",
        "/[0-9]+$",
        True,
    )
    assert article.page == (Rule("json", "html"),)
    assert article.next_page == (
        Rule("hook", "echo_hook:links", hook=Hook("echo_hook:links", source)),
    )
    assert article.split is not None
    assert article.split == Split(Rule("css", "div.post"), (Rule("xpath", "@id"),))
    assert [f.name for f in portal.files] == ["portal.yaml", "echo_hook.py", "echo.xml"]
