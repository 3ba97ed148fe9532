"""Metadata without rules: site names, kickers, bylines; values found by rules of the portal file are
not changed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.facts import article_position
from webarticlecurator.articles.without_rules import article_text
from webarticlecurator.articles.without_rules.article_text import ArticleText, find_article_text
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

AUTHOR = '{"@type": "Person", "name": "Ann Writer"}'
URL = "https://www.echo.example/news/library"
PORTAL = """
portal: echo
title: The Daily Echo
home: https://echo.example/
language: en
timezone: Europe/Budapest
archive: {url: "https://echo.example/news"}
"""


def portal(folder: Path, more: str = "", language: str = "en") -> Portal:
    path = folder / "echo.yaml"
    content = PORTAL.replace("language: en", f"language: {language}") + more
    path.write_text(content, encoding="utf-8", newline="\n")
    return load_portal(path)


def first(
    field: str, folder: Path, head: str, body: str = "", more: str = "", language: str = "en"
) -> str | None:
    found, _ = read_metadata(
        Page(URL, f"<html><head>{head}</head><body>{body}</body></html>"),
        made := portal(folder, more, language),
        made.article,
    )
    return found.first(field)


def jsonld(inner: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "NewsArticle", {inner}}}</script>'


def og(title: str) -> str:
    return f'<meta property="og:title" content="{title}">'


@pytest.mark.parametrize(
    ("head", "h1", "title"),
    [
        (og("It opens - The Daily Echo"), "", "It opens"),
        (og("It opens | echo.example"), "", "It opens"),
        (og("It opens » News » Echo"), "", "It opens » News"),
        (
            og("It opens – Echo24") + '<meta property="og:site_name" content="ECHO24">',
            "",
            "It opens",
        ),
        (
            jsonld('"headline": "It opens - Big Paper", "publisher": {"name": "Big Paper"}'),
            "",
            "It opens",
        ),
        (jsonld('"headline": "It opens - Somebody Unheard-of"'), "It opens", "It opens"),
        (jsonld('"headline": "It opens - after two years"'), "", "It opens - after two years"),
        (jsonld('"headline": "The Daily Echo"'), "", "The Daily Echo"),
        (
            jsonld('"headline": "Library: It opens"') + og("It opens"),
            "Library: It opens",
            "It opens",
        ),
        (jsonld('"headline": "The library reopens"') + og("It opens"), "It opens", "It opens"),
        (
            jsonld('"headline": "The library reopens"') + og("It opens"),
            "The library reopens",
            "The library reopens",
        ),
        (jsonld('"headline": "It ‘opens’"') + og("It 'opens'"), "It ‘opens’", "It ‘opens’"),
        ("<title>It opens - The Daily Echo</title>", "", "It opens"),
    ],
)
def test_title(tmp_path: Path, head: str, h1: str, title: str) -> None:
    assert first("title", tmp_path, head, f"<h1>{h1}</h1>" if h1 else "") == title


def test_the_name_of_a_part_of_the_site_is_no_part_of_the_title(tmp_path: Path) -> None:
    found = [
        first("title", tmp_path, og(title))
        for title in ("It opens | Echo Politics", "It opens - Echo chambers", "It opens | Town")
    ]
    assert found == ["It opens", "It opens - Echo chambers", "It opens | Town"]


@pytest.mark.parametrize("banner", ["Menu", "The Daily Echo", "All sections"])
def test_a_heading_that_is_a_banner_is_not_the_title(tmp_path: Path, banner: str) -> None:
    title = "<title>The library opens again / News / The Daily Echo</title>"
    body = f"<h1>{banner}</h1><div><b>The library opens again</b></div>"
    assert first("title", tmp_path, title, body) == "The library opens again"
    assert (
        first("title", tmp_path, "<title>Coffee and menus</title>", "<h1>Coffee</h1>") == "Coffee"
    )


def test_the_label_of_a_thread_is_no_part_of_its_title(tmp_path: Path) -> None:
    label = '<a href="/?prefix=3"><span class="label label--green">News</span></a><i>&nbsp;</i>'
    body = f"<h1>{label}The library is open</h1>"
    assert first("title", tmp_path, og("News - The library is open"), body) == "The library is open"
    assert first("kicker", tmp_path, "", body) == "News"


def test_the_sign_of_a_heading_in_markdown_is_no_part_of_the_title(tmp_path: Path) -> None:
    assert first("title", tmp_path, og("## It opens"), "") == "It opens"


def test_a_title_found_by_a_rule_is_not_changed(tmp_path: Path) -> None:
    more = 'article: {metadata: {title: {meta: "og:title"}}}'
    assert (
        first("title", tmp_path, og("It opens - The Daily Echo"), more=more)
        == "It opens - The Daily Echo"
    )


BYLINE = "<h1>It opens again after two years</h1><p class=article-byline>By Ann Writer and Bob Other | 17.05.2020, 10:30</p>"


def test_the_byline_has_the_author_if_markup_has_the_publisher_or_none(tmp_path: Path) -> None:
    for head in ("", jsonld('"author": {"name": "The Daily Echo"}')):
        found, _ = read_metadata(
            Page(URL, f"<head>{head}</head>{BYLINE}"), made := portal(tmp_path), made.article
        )
        assert [value.value for value in found.all("authors")] == ["Ann Writer", "Bob Other"]
        assert found.all("authors")[0].source == "page:byline"
    assert (
        first("authors", tmp_path, jsonld('"author": {"name": "Cy Third"}'), BYLINE) == "Cy Third"
    )


def test_the_publisher_is_the_author_if_there_is_no_byline(tmp_path: Path) -> None:
    assert (
        first(
            "authors", tmp_path, jsonld('"author": {"name": "The Daily Echo"}'), "<h1>It opens</h1>"
        )
        == "The Daily Echo"
    )


@pytest.mark.parametrize(
    ("shown", "date"),
    [
        ("17.05.2020, 10:30", "2020-05-17T10:30:00+02:00"),
        ("Sun 17.05.20 | 10:30 h", "2020-05-17T10:30:00+02:00"),
        ("2020-05-17", "2020-05-17"),
        ("2020年5月17日 10:30", "2020-05-17T10:30:00+02:00"),
        ("Sunday, 17 May 2020, 10:30", "2020-05-17T10:30:00+02:00"),
        ("Ann Writer | May 17, 2020 | 8:30 pm | 3 min read", "2020-05-17T20:30:00+02:00"),
        ("17 May 2020 - Updated: 18 May 2020", "2020-05-17"),
        ("Updated: 18 May 2020", None),
        ("05/17/2020", "2020-05-17"),  # no month has the number 17
        ("05/07/2020", None),  # day and month could be the other way round
        (
            "Since 17.05.2020 the library of the town has been open for everybody who likes to read",
            None,
        ),
    ],
)
def test_a_date_below_the_title(tmp_path: Path, shown: str, date: str | None) -> None:
    assert first("published", tmp_path, "", f"<h1>It opens again</h1><div>{shown}</div>") == date


@pytest.mark.parametrize(
    ("language", "shown", "date"),
    [
        ("ko", "24.03.05 10:15", "2024-03-05T10:15:00+01:00"),
        ("ko", "24. 3. 5.", "2024-03-05"),
        ("ja", "24/03/05", "2024-03-05"),
        ("zh-TW", "113.03.05", "2024-03-05"),
        ("hu", "24. 03. 05.", "2024-03-05"),
        ("de", "24.03.05", "2005-03-24"),
        ("en-US", "03/05/24", "2024-03-05"),
        ("en-GB", "03/05/24", "2024-05-03"),
        ("en", "03/05/24", None),
        ("sv", "24.03.05", None),  # Swedish writes 2024-03-05
        ("sv", "tisdag 24.03.05", "2024-03-05"),  # of three readings, one is a Tuesday
        ("fa", "03/05/20", None),  # the year may be 1403
        ("th", "20/05/03", None),
        ("en", "0.24.03.05", None),
        ("en", "24.03.05.12", None),
    ],
)
def test_a_year_of_two_digits(tmp_path: Path, language: str, shown: str, date: str | None) -> None:
    body = f"<h1>It opens</h1><div>{shown}</div>"
    found = first("published", tmp_path, "", body, language=language)
    assert found == date


TEXT = "<p>The library of the town is open for everybody who likes to read in the evening.</p>" * 30


@pytest.mark.parametrize(
    ("box", "date"),
    [
        ("<h3>Published</h3><p>17 May 2020</p>", "2020-05-17"),
        ("<h3>Opening hours</h3><p>17 May 2020</p>", None),
        ("<h3>Published</h3><p>17 May 2020</p><h3>Published</h3><p>19 May 2020</p>", None),
        ("<p>17 May 2020</p>", None),
    ],
)
def test_a_date_in_a_box_beside_the_text_has_a_label(
    tmp_path: Path, box: str, date: str | None
) -> None:
    around = f"<h1>It opens again</h1><main>{TEXT}<div class='sidebar'>{box}</div>{TEXT}</main>"
    assert first("published", tmp_path, "", around) == date


def test_a_date_above_the_title_may_be_in_a_link_to_the_page_itself(tmp_path: Path) -> None:
    menu = "<div><a href='/a'>Home</a></div><div><a href='/b'>Fri 15 May 2020: all news</a></div>"
    byline = f"<a href='{URL}'><div>Ann Writer</div><div>17 May 2020</div></a>"
    for above, expected in ((byline, "2020-05-17"), (menu, None)):
        body = f"<body><div>{above}</div><h1>It opens again</h1>{TEXT}</body>"
        page = Page(URL, f"<html>{body}</html>", captured=date(2020, 6, 1))
        made = portal(tmp_path, "")
        assert read_metadata(page, made, made.article)[0].first("published") == expected


def test_the_day_of_the_visit_above_the_title_is_not_the_date(tmp_path: Path) -> None:
    assert (
        first("published", tmp_path, "", "<div>17.05.2020</div><h1>It opens again</h1><p>Text.</p>")
        is None
    )


@pytest.mark.parametrize(
    ("after", "date"),
    [
        ("<span>Updated: JUNE 02, 2021</span>", "2020-05-17"),
        ("", None),  # the line is one of a menu
    ],
)
def test_a_date_before_that_of_a_change_is_of_publication(
    tmp_path: Path, after: str, date: str | None
) -> None:
    line = f"<div><a href='/town'>Town</a><span>MAY 17, 2020</span>{after}</div>"
    assert first("published", tmp_path, "", f"{line}<h1>It opens again</h1>{TEXT}") == date


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("w-published-date", "2020-05-17"),
        ("article:first_published_time", "2020-05-17"),
        ("echo:last_published", None),
        ("publisher", None),
        ("event-release-date", None),
    ],
)
def test_a_meta_element_says_in_words_of_its_own_that_it_has_the_day(
    tmp_path: Path, name: str, date: str | None
) -> None:
    head = f'<meta name="{name}" content="2020-05-17">'
    assert first("published", tmp_path, head, f"<h1>It opens again</h1>{TEXT}") == date


@pytest.mark.parametrize(
    ("state", "date"),
    [
        ("<div data-page='{&quot;publishedAt&quot;:&quot;2020-05-17&quot;}'></div>", "2020-05-17"),
        ('<script>f("{\\"datePublished\\":\\"2020-05-17\\"}")</script>', "2020-05-17"),
        ('<script>s = {"dateModified": "2020-05-17"}</script>', None),
        (
            '<script>s = [{"datePublished": "2020-05-17"}, {"datePublished": "2020-05-19"}]'
            "</script>",
            None,
        ),
    ],
)
def test_the_state_of_an_application_has_the_day_if_it_is_one(
    tmp_path: Path, state: str, date: str | None
) -> None:
    assert first("published", tmp_path, "", f"<h1>It opens again</h1>{TEXT}{state}") == date


@pytest.mark.parametrize(
    ("declared", "shown", "date"),
    [
        # a day before in no zone
        ("2020-05-18T22:02:58Z", "May 17, 2020", "2020-05-17"),
        # the same time in a zone of the west
        ("2020-05-18T03:05:00Z", "May 17, 2020", "2020-05-18T03:05:00+00:00"),
        ("2020-05-18", "May 17, 2020", "2020-05-18"),
        ("2020-05-18", "May 16, 2020", "2020-05-16"),
        # days of reviews
        ("2020-05-18", "May 16, 2020</div><div>May 9, 2019", "2020-05-18"),
    ],
)
def test_the_page_shows_an_earlier_day_than_it_declares(
    tmp_path: Path, declared: str, shown: str, date: str
) -> None:
    head = jsonld(f'"datePublished": "{declared}"')
    body = f"<h1>It opens again</h1><div>{shown}</div>{TEXT}"
    assert first("published", tmp_path, head, body) == date


@pytest.mark.parametrize(
    ("sentence", "date"),
    [
        (
            "This article was originally published on 3 May 2018 and is kept up to date.",
            "2018-05-03",
        ),
        ("The library was first opened on 3 May 2018 and is kept up to date.", "2020-05-17"),
    ],
)
def test_an_article_says_at_its_end_when_it_was_first_published(
    tmp_path: Path, sentence: str, date: str
) -> None:
    body = f"<h1>It opens again</h1><div>17 May 2020</div>{TEXT}<p>{sentence}</p>"
    assert first("published", tmp_path, "", body) == date


@pytest.mark.parametrize(
    ("path", "shown", "date"),
    [
        ("2020/05/17/library", "", "2020-05-17"),
        ("news/2020-5-17-library", "", "2020-05-17"),
        ("news/20200517.html", "", "2020-05-17"),
        ("n1/2020/0517/c1001", "", "2020-05-17"),
        ("2020/05/17/library", "17 May 2020, 10:30", "2020-05-17T10:30:00+02:00"),
        # which day, the address knows better
        ("2020/05/17/library", "1 May 2020, 10:30", "2020-05-17"),
        ("news/120200517", "", None),
        ("news/2020/05/library", "", None),
        ("news/2020/13/17/library", "", None),
    ],
)
def test_the_day_in_the_address_is_the_last_resort(
    tmp_path: Path, path: str, shown: str, date: str | None
) -> None:
    page = Page(f"https://www.echo.example/{path}", f"<h1>It opens again</h1><div>{shown}</div>")
    found, _ = read_metadata(page, made := portal(tmp_path), made.article)
    assert found.first("published") == date


@pytest.mark.parametrize(
    ("stated", "authors"),
    [
        ("By Ann Weaver", ["Ann Weaver"]),
        ("Ann Weaver, Bob van Other and Cy Third", ["Ann Weaver", "Bob van Other", "Cy Third"]),
        ("Weaver, Ann", ["Weaver, Ann"]),
        ("Ann Weaver, Berlin", ["Ann Weaver, Berlin"]),  # nobody knows whether Berlin is a person
        ("Ann Weaver, Political Editor", ["Ann Weaver"]),
        ("Ann Weaver, professor of all things", ["Ann Weaver"]),
        ("The Daily Echo; Ann Weaver", ["Ann Weaver"]),
        ("김철수 기자", ["김철수"]),
        ("De Morgen", ["De Morgen"]),
    ],
)
def test_authors_are_names(tmp_path: Path, stated: str, authors: list[str]) -> None:
    found, _ = read_metadata(
        Page(URL, f'<meta name="author" content="{stated}">'),
        made := portal(tmp_path),
        made.article,
    )
    assert [value.value for value in found.all("authors")] == authors
    assert {value.original for value in found.all("authors")} == {stated}


def test_a_line_with_by_is_a_byline_if_it_has_full_names(tmp_path: Path) -> None:
    assert (
        first("authors", tmp_path, "", "<h1>It opens again</h1><p>By Ann Writer | Politics</p>")
        == "Ann Writer"
    )
    assert (
        first("authors", tmp_path, "", "<h1>It opens again</h1><p>By the sea, in May</p>") is None
    )


def test_values_found_by_rules_are_not_changed(tmp_path: Path) -> None:
    more = "article: {metadata: {authors: {meta: author}}}"
    assert (
        first("authors", tmp_path, '<meta name="author" content="By Ann Writer">', more=more)
        == "By Ann Writer"
    )


@pytest.mark.parametrize(
    "body",
    [
        '<h1><span class="kicker">Harbour</span> The ferry is late</h1>',
        "<h1><small>Harbour</small><br>The ferry is late</h1>",
        '<h1><span class="article-topline">Harbour:</span> <span class="headline">The ferry is late</span></h1>',
        '<p class="overline">Harbour</p><h1>The ferry is late</h1>',
        '<h2 class="dachzeile">Harbour</h2><h1>The ferry is late</h1>',
        '<div><span class="surtitre">Harbour</span><div><h1>The ferry is late</h1></div></div>',
        '<h3 class="occhiello">Harbour</h3><h1>The ferry is late</h1><h2>Why</h2>',
        '<p class="antetitulo">Harbour |</p><h1>The ferry is late</h1>',
        "<header><h3>Harbour</h3><h1>The ferry is late</h1></header>",
    ],
)
def test_a_kicker_is_separated_from_the_title(tmp_path: Path, body: str) -> None:
    assert first("title", tmp_path, "", body) == "The ferry is late"
    assert first("kicker", tmp_path, "", body) == "Harbour"


@pytest.mark.parametrize(
    "body",
    [
        '<h1>The <span class="highlight">ferry</span> is late</h1>',
        "<h1>The ferry is late <small>again</small></h1>",
        '<p class="kicker">17 May 2020</p><h1>The ferry is late</h1>',
        '<p class="kicker">The Daily Echo</p><h1>The ferry is late</h1>',
        "<h3>Harbour</h3><div><h1>The ferry is late</h1></div>",
        '<h1><span class="kicker">The ferry is late</span></h1>',
        f'<p class="kicker">{"Harbour " * 20}</p><h1>The ferry is late</h1>',
    ],
)
def test_text_that_is_not_a_kicker(tmp_path: Path, body: str) -> None:
    assert first("kicker", tmp_path, "", body) is None


def test_a_declared_headline_is_not_changed_and_its_kicker_is_found(tmp_path: Path) -> None:
    head, body = (
        jsonld('"headline": "Harbour: The ferry is late"'),
        '<p class="kicker">Harbour</p><h1>The ferry is late</h1>',
    )
    assert first("title", tmp_path, head, body) == "Harbour: The ferry is late"
    assert first("kicker", tmp_path, head, body) == "Harbour"
    assert first("kicker", tmp_path, head, body, "article: {metadata: {kicker: none}}") is None


def all_of(field: str, folder: Path, body: str, head: str = "", more: str = "") -> list[str]:
    found, _ = read_metadata(
        Page(URL, f"<html><head>{head}</head><body>{body}</body></html>"),
        made := portal(folder, more),
        made.article,
    )
    return found.texts(field)


POST = (
    '<article class="hentry"><h1>Two years</h1><p>It opens again.</p>'
    '<a href="/c/a" rel="category tag">Harbour</a> <a href="/c/b" rel="category tag">Ferries</a>'
    '<a href="/t/a" rel="tag">bridges</a></article>'
    '<article class="hentry"><h2>Another</h2><a href="/c/c" rel="category tag">Sport</a></article>'
)


def test_sections_and_keywords_of_a_post_are_told_apart(tmp_path: Path) -> None:
    assert all_of("section", tmp_path, POST) == ["Harbour", "Ferries"]
    assert all_of("keywords", tmp_path, POST) == ["bridges"]
    declared = jsonld('"articleSection": ["Harbour", "Ferries"]')
    linked = '<a href="/c/a" rel="tag">Harbour</a><a href="/t/a" rel="tag">bridges</a>'
    assert all_of("keywords", tmp_path, linked, declared) == ["bridges"]
    assert all_of("section", tmp_path, linked, declared) == ["Harbour", "Ferries"]


@pytest.mark.parametrize(
    ("published", "modified", "expected"),
    [
        ("2020-05-17T10:30:00+02:00", "2020-05-17T08:30:00+00:00", None),
        ("2020-05-17T10:30:00+02:00", "2020-05-17", None),
        ("2020-05-17", "2020-05-17T08:30:00+00:00", "2020-05-17T08:30:00+00:00"),
        ("2020-05-17T10:30:00+02:00", "2020-05-17T10:31:00+02:00", "2020-05-17T10:31:00+02:00"),
    ],
)
def test_a_change_at_the_time_of_publication_is_none(
    tmp_path: Path, published: str, modified: str, expected: str | None
) -> None:
    head = jsonld(f'"datePublished": "{published}", "dateModified": "{modified}"')
    assert first("modified", tmp_path, head) == expected
    mine = "article: {metadata: {modified: {jsonld: dateModified}}}"
    assert first("modified", tmp_path, head, more=mine) == modified  # a rule of the user stays


@pytest.mark.parametrize(
    ("body", "authors"),
    [
        ('<a rel="author" href="/a">View all of Ann Writer\'s posts.</a>', []),
        ('<a rel="author" href="/a">View all posts by Ann Writer →</a>', []),
        (
            '<h2 class="author-title">By Ann Writer</h2><a rel="author" href="/a">View all of Ann Writer\'s posts.</a>',
            ["Ann Writer"],
        ),
        ('<a rel="author" href="/a">By Ann Writer</a>', ["Ann Writer"]),
    ],
)
def test_a_link_to_all_posts_names_nobody(tmp_path: Path, body: str, authors: list[str]) -> None:
    assert all_of("authors", tmp_path, f'<article class="hentry">{body}</article>') == authors


@pytest.mark.parametrize("name", ["Ben Ode", "Ann de Wit", "Clara van der Meer"])
def test_names_keep_the_words_that_are_before_names(tmp_path: Path, name: str) -> None:
    """*de* and *by* are before a name only at the beginning of the line."""
    byline = f'<h1>It opens again</h1><p class="byline">By {name}</p>'
    assert all_of("authors", tmp_path, byline) == [name]


@pytest.mark.parametrize("name", ["dc:date dc:created", "schema:dateCreated"])
def test_the_date_of_drupal(tmp_path: Path, name: str) -> None:
    line = f'<span property="{name}" content="2019-01-05T10:00:00+01:00">Sat, 01/05/2019 - 10:00</span>'
    assert first("published", tmp_path, "", line) == "2019-01-05T10:00:00+01:00"


STORY = (
    "<p>" + "It opens again after two years, and everybody in the town is glad of it. " * 4 + "</p>"
)
COMMENT = '<ol class="comments"><li><time datetime="2021-02-03T10:00">then</time> February 3, 2021</li></ol>'
OTHERS = '<ul><li><h3><a href="/other">Another story</a></h3><time datetime="2021-04-05T10:00">then</time></li></ul>'
OWN = '<ul><li><h3><a href="/news/library">It opens</a></h3><time datetime="2020-05-17">then</time></li></ul>'


@pytest.mark.parametrize(
    ("above", "below", "published"),
    [
        ('<time datetime="2020-05-17">then</time>', COMMENT + OTHERS, "2020-05-17"),
        ("", COMMENT + OTHERS, None),
        ("", COMMENT + OTHERS + '<time datetime="2020-05-17">then</time>', "2020-05-17"),
        ("", OTHERS + OWN, "2020-05-17"),
        (COMMENT, "", None),
    ],
)
def test_dates_of_comments_and_other_articles_are_not_the_articles(
    tmp_path: Path, above: str, below: str, published: str | None
) -> None:
    """As in a theme that shows the dates of more posts below a post, and none of its own."""
    body = f"<main><h1>It opens again</h1>{above}<div>{STORY * 2}</div>{below}</main>"
    assert first("published", tmp_path, "", body) == published


def test_the_date_in_the_address_is_better_than_that_of_a_comment(tmp_path: Path) -> None:
    body = f"<main><h1>It opens again</h1><div>{STORY * 2}</div>{COMMENT}</main>"
    page = Page("https://www.echo.example/2020/05/17/library", f"<body>{body}</body>")
    found, _ = read_metadata(page, made := portal(tmp_path), made.article)
    assert found.first("published") == "2020-05-17"


@pytest.mark.parametrize(
    ("line", "rules", "is_needed", "modified"),
    [
        ("Ferries since 2019, by the town office", "", False, None),
        ("Updated: 17 May 2020", "", True, "2020-05-17"),
        ("Updated: 17 May 2020", "article: {body: {root: main}}", False, "2020-05-17"),
    ],
)
def test_the_text_is_looked_for_only_if_a_metadata_field_needs_it(
    line: str,
    rules: str,
    is_needed: bool,
    modified: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_for: list[Page] = []

    def find(page: Page) -> ArticleText | None:
        looked_for.append(page)
        return find_article_text(page)

    for module in (article_position, article_text):
        monkeypatch.setattr(module, "find_article_text", find)
    head = jsonld(f'"headline": "It opens", "datePublished": "2020-05-16", "author": {AUTHOR}')
    text = "".join(f"<p>{'The ferry crosses the lake again, as before. ' * 3}</p>" for _ in "12345")
    body = f"<main><h1>It opens</h1>{text}<p>{line}</p></main>"
    assert first("modified", tmp_path, head, body, rules) == modified
    assert bool(looked_for) is is_needed


@pytest.mark.parametrize(
    "declared",
    ["جسر، نهر؛ مدينة", "橋、川，街", "橋； 川； 街", "ድልድይ፣ ወንዝ፤ ከተማ", "bridge, river; town"],
)
def test_keywords_are_split_at_the_commas_of_their_script(tmp_path: Path, declared: str) -> None:
    page = f'<head><meta name="keywords" content="{declared}"></head>{POST}'
    assert len(all_of("keywords", tmp_path, page)) == 3
