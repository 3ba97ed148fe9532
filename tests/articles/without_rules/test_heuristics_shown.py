"""Title, authors and day as a page shows them, where its markup says otherwise or nothing."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from benches import import_bench

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.facts.persons import choose_likely
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.portal.trained_models import AUTHOR_CLASSIFIER, read_trained_model
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

PORTAL = """
portal: echo
title: The Daily Echo
home: https://www.echo.example/
language: {language}
timezone: UTC
archive: {{url: "https://www.echo.example/news"}}
"""
SENTENCE = "The bridge over the river has been opened again after two long years of work. "
TEXT = "".join(f"<p>{SENTENCE * 3}</p>" for _ in range(6))
H1 = "<h1>The bridge over the river is open again</h1>"


def read(
    folder: Path,
    body: str,
    head: str = "",
    language: str = "en",
    rules: str = "",
    path: str = "bridge",
) -> Metadata:
    file = folder / "echo.yaml"
    file.write_text(PORTAL.format(language=language) + rules, encoding="utf-8", newline="\n")
    html = f"<html><head>{head}</head><body>{body}</body></html>"
    page = Page(f"https://www.echo.example/{path}", html, captured=date(2025, 1, 1))
    found, _ = read_metadata(page, made := load_portal(file), made.article)
    return found


OG = "<meta property=og:title content='{}'>"
ARTICLE = '<script type="application/ld+json">{{"@type": "{}", "headline": "{}"}}</script>'


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        (OG.format("Bridge over river open again: what to know"), H1, "The bridge over the river"),
        (ARTICLE.format("BlogPosting", "River bridge open again in 2024"), H1, "The bridge over"),
        (ARTICLE.format("NewsArticle", "River bridge open again"), H1, "River bridge open again"),
        # another heading than that of the article
        (OG.format("Ferry to stop"), "<h1>Sections</h1><h2>Menu</h2>", "Ferry to stop"),
        # one title in two spellings
        (
            OG.format("The bridge is “open”"),
            '<h1>THE BRIDGE IS "OPEN"</h1>',
            "The bridge is “open”",
        ),
        # a kicker inside the heading
        (OG.format("The bridge is open"), "<h1>Harbour: The bridge is open</h1>", "The bridge is"),
        # the site's name in the h1
        (
            "<title>The bridge is open again - River Forum</title>",
            "<h1>River Forum</h1><h2>The bridge is open again</h2>",
            "The bridge is open again",
        ),
        (
            "<title>The bridge is open again</title>",
            "<h1>Menu</h1><h1>The bridge is open again</h1>",
            "The bridge is open again",
        ),
    ],
)
def test_the_title_is_the_heading_of_the_article(
    head: str, body: str, title: str, tmp_path: Path
) -> None:
    found = read(tmp_path, body + TEXT, head).first("title")
    assert found is not None
    assert found.startswith(title)
    assert found in head or found in body


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ('Open again<a class="headerlink" href="#open">#</a>', "Open again"),
        ('Open again<a href="#open">\uf0c1</a>', "Open again"),
        ('Open again in C<a href="/languages">#</a>', "Open again in C#"),  # leads elsewhere
        ('Open <a href="#note">again!</a>', "Open again!"),
    ],
)
def test_a_heading_without_the_sign_of_its_link_to_itself(
    heading: str, title: str, tmp_path: Path
) -> None:
    assert read(tmp_path, f"<h1>{heading}</h1>{TEXT}").first("title") == title


@pytest.mark.parametrize(
    ("heading", "window", "title"),
    [
        ("Open again <button>Share</button>", "Echo", "Open again"),
        ("Open again <select><option>Share</option></select>", "Echo", "Open again"),
        ("Open again <a href=/edit/1>edit</a>", "Open again - Echo", "Open again"),
        ("<a href=/1>Open again</a> <a href=/1/edit>edit</a>", "Open again - Echo", "Open again"),
        ("Open again <b>[<a href=/edit/1>edit</a>]</b>", "Open again - Echo", "Open again"),
        ("Open again (<a href=/2>1</a>)", "Open again (1) - Echo", "Open again (1)"),
        (
            "Open again <div><a href=/1/a>New</a> <a href=/1/b>All</a></div>",
            "Open again",
            "Open again",
        ),
        # nothing says that they are none of its words
        ("Open again <a href=/edit/1>edit</a>", "Echo", "Open again edit"),
        ("Open <a href=/again>again</a>", "Open again - Echo", "Open again"),
        ("<a href=/again>Open again</a>", "Echo", "Open again"),
    ],
)
def test_a_heading_without_its_buttons_and_without_links_that_the_window_lacks(
    heading: str, window: str, title: str, tmp_path: Path
) -> None:
    head = f"<title>{window}</title>"
    assert read(tmp_path, f"<h1>{heading}</h1>{TEXT}", head).first("title") == title


def test_a_title_of_a_thousand_headings_is_found(tmp_path: Path) -> None:
    headings = "<h1>Another one</h1>" * 1000
    found = read(tmp_path, headings + TEXT, OG.format("The bridge is open"))
    assert found.first("title") == "The bridge is open"


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("<div class=post-author><span>By</span><a href=/author/ann>Ann Weaver</a></div>", 1),
        ("<div class=byline>By<span>Ann Weaver</span> and <span>Bob Miller</span></div>", 2),
        ("<p class=byline>By Ann Weaver, Bob Miller</p>", 2),
        ("<p>Ann Weaver | <time datetime=2024-03-12>12 March 2024</time></p>", 1),
    ],
)
def test_authors_in_the_lines_below_the_title(line: str, authors: int, tmp_path: Path) -> None:
    accounts = ["<meta name=author content=admin>"] if "class" in line else []
    for account in ("", *accounts):
        found = read(tmp_path, H1 + line + TEXT, account).all("authors")
        assert [each.value for each in found] == ["Ann Weaver", "Bob Miller"][:authors]
        assert {each.source for each in found} == {"page:byline"}


def test_a_person_in_markup_is_believed(tmp_path: Path) -> None:
    line = "<p class=byline>By Ann Weaver</p>"
    found = read(tmp_path, H1 + line + TEXT, "<meta name=author content='Cy Third'>")
    assert [each.value for each in found.all("authors")] == ["Cy Third"]


@pytest.mark.parametrize(
    "line",
    [
        "<div><span class=timestamp>{}</span></div>",
        "<p class=meta>{}</p>",
        "<p class=author>{}</p>",
    ],
)
def test_a_day_in_a_script_without_spaces_is_no_author(line: str, tmp_path: Path) -> None:
    sentence = "<p>長い二年間の工事を経て、川に架かる橋が再び開通した。町の人々は川岸に集まり、市長の演説を聞いた。</p>"
    shown = line.format("2024年4月23日")
    body = f"<section><h1>橋が再び開通した</h1>{shown}{sentence * 6}<p>文: 山本花子</p></section>"
    assert "2024年4月23日" not in read(tmp_path, body, language="ja").texts("authors")


def test_the_words_around_the_title_are_no_authors(tmp_path: Path) -> None:
    menu = "<nav><a href=/a>Middle East</a> <a href=/b>Real Estate</a></nav>"
    share = "<div><a href=/s>Share Article</a> <button>Read Later</button></div>"
    assert read(tmp_path, menu + H1 + share + TEXT).all("authors") == ()


def test_the_trees_of_authors_are_current() -> None:
    stored = json.loads(read_trained_model(AUTHOR_CLASSIFIER))
    train = import_bench("training.author_digest")
    assert stored["recipe"]["features"] == train.digest_name_features(), (
        "the features of names have changed: train again with bench/train_authors.py"
    )
    assert choose_likely([]) == ()


@pytest.mark.parametrize(
    ("language", "body", "day"),
    [
        ("en", f"<article><aside><time datetime=2024-03-12>12 March</time></aside>{H1}{TEXT}", 12),
        ("de", f"{H1}<p>(12.03.2024) {SENTENCE * 3}</p>{TEXT}", 12),
        ("en", f"{H1}<p>12 March 2024 – {SENTENCE * 3}</p>{TEXT}", 12),
        (
            "en",
            f"{H1}<div><a href=/n>News</a><span>March 12, 2024</span>Updated: March 14, 2024",
            12,
        ),
        (
            "en",
            f"{H1}{TEXT}<p>This entry was posted on Tuesday, March 12th, 2024 at 10:31 am and is"
            " filed under News. You can follow any responses to this entry.</p>",
            12,
        ),
        (
            "de",
            f"{H1}{TEXT}<p>Dieser Beitrag wurde am Dienstag, 12. März 2024 um 10:31 Uhr"
            " veröffentlicht und unter Allgemein abgelegt.</p>",
            12,
        ),
        (
            "de",
            f"{H1}{TEXT}<p>Dieser Beitrag wurde am Dienstag, 12. März 2024 um 10:31 Uhr"
            " aktualisiert und unter Allgemein abgelegt.</p>",
            None,
        ),
        ("en", f"{H1}<dl><dt>Ann</dt><dd>Joined: 12 March 2024</dd></dl>{TEXT}", None),
        (
            "en",
            f"{H1}<p>On 12 March 2024, I received this message from a friend of mine.</p>{TEXT}",
            None,
        ),
    ],
)
def test_days_that_are_shown(language: str, body: str, day: int | None, tmp_path: Path) -> None:
    found = read(tmp_path, body, language=language).first("published")
    assert (found and found[:10]) == (day and f"2024-03-{day}")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("am", "2019-03-19"),
        ("am", "19.03.2019"),
        ("ti", "26 ለካቲት 2016 ዓ.ም"),
        ("am", "<time>2019-03-19</time>"),
        ("ti", "<time>2019-03-19 08:30</time>"),
    ],
)
def test_a_line_that_may_have_a_day_of_the_ethiopic_calendar(
    language: str, line: str, tmp_path: Path
) -> None:
    body = f"{H1}<p>{line}</p>{TEXT}"
    assert read(tmp_path, body, language=language).first("published") is None


@pytest.mark.parametrize(
    "line",
    ["<time>2019-03-19T08:30:00+03:00</time>", "<time datetime=2019-03-19>19/03/2019</time>"],
)
def test_a_day_that_a_program_writes_is_none_of_the_ethiopic_calendar(
    line: str, tmp_path: Path
) -> None:
    found = read(tmp_path, f"{H1}<p>{line}</p>{TEXT}", language="am").first("published")
    assert found is not None and found.startswith("2019-03-19")


def test_days_in_meta_elements(tmp_path: Path) -> None:
    for name in ("published_on", "published-date", "publisheddate", "article_published_time"):
        head = f"<meta name={name} content='12 March 2024'>"
        assert read(tmp_path, H1 + TEXT, head).first("published") == "2024-03-12"


@pytest.mark.parametrize(
    ("shown", "published"),
    [
        ("3 May 2010", "2010-05-03"),
        ("11 March 2024", "2024-03-12T08:00:00+00:00"),  # zones differ by a day
        ("14 March 2024", "2024-03-12T08:00:00+00:00"),  # of a change
        ("Updated 3 May 2010", "2024-03-12T08:00:00+00:00"),
        ("Joined 3 May 2010", "2024-03-12T08:00:00+00:00"),
    ],
)
def test_an_earlier_day_beside_the_title(shown: str, published: str, tmp_path: Path) -> None:
    head = "<meta property=article:published_time content=2024-03-12T08:00:00Z>"
    assert read(tmp_path, f"{H1}<div>{shown}</div>{TEXT}", head).first("published") == published


@pytest.mark.parametrize(("path", "published"), [("2024/03/05", "05"), ("2024/03/11", "12")])
def test_a_time_element_days_after_the_day_in_the_address_is_that_of_a_change(
    path: str, published: str, tmp_path: Path
) -> None:
    body = f"<article>{H1}<time>2024-03-12</time>{TEXT}</article>"
    found = read(tmp_path, body, path=f"{path}/bridge")
    assert found.texts("published") == [f"2024-03-{published}"]


def test_a_rule_for_the_text_leaves_the_declared_day(tmp_path: Path) -> None:
    head = "<meta property=article:published_time content=2024-03-12T08:00:00Z>"
    body = f"<main>{H1}<div>3 May 2010</div>{TEXT}</main>"
    assert read(tmp_path, body, head).first("published") == "2010-05-03"
    ruled = read(tmp_path, body, head, rules="article: {body: {root: main}}\n")
    assert ruled.first("published") == "2024-03-12T08:00:00+00:00"


def test_the_end_of_the_text_is_that_of_the_rule(tmp_path: Path) -> None:
    """The name that signs it is the author, though a longer text follows."""
    body = (
        f"<main>{H1}<div class=story>{TEXT}<p><b>Anna Small</b></p></div>"
        f"<div class=more>{TEXT * 3}</div></main>"
    )
    ruled = read(tmp_path, body, rules="article: {body: {root: div.story}}\n")
    assert ruled.first("authors") == "Anna Small"


def test_a_weekday_of_two_words_is_no_author(tmp_path: Path) -> None:
    line = "<div><span class=meta><time>Thứ Ba, 30 tháng 4, 2024</time></span></div>"
    head = "<meta name=author content='The Daily Echo'>"
    found = read(tmp_path, f"{H1}{line}{TEXT}", head, language="vi")
    assert "Thứ Ba" not in found.texts("authors")


@pytest.mark.parametrize("mark", ["|", "•", "·"])
def test_signs_part_the_authors_from_the_day(mark: str, tmp_path: Path) -> None:
    """Names of several authors and a weekday are no sentence."""
    names = "Ana Costa, Joana Pereira & Clara Silva"
    line = f"<div><span>{names}</span> <span>{mark}</span> <span>Friday, 1 March 2024</span></div>"
    found = read(tmp_path, f"{H1}{line}{TEXT}")
    assert found.first("published") == "2024-03-01"
