"""Authors that no markup names, and dates in the state of an application."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

URL = "https://www.echo.example/bridge"
PORTAL = """
portal: echo
title: The Daily Echo
home: https://www.echo.example/
language: en
timezone: UTC
archive: {url: "https://www.echo.example/news"}
"""
SENTENCE = "The bridge over the river has been opened again after two long years of work. "
TEXT = "".join(f"<p>{SENTENCE * 3}</p>" for _ in range(6))


def read(folder: Path, html: str) -> Metadata:
    path = folder / "echo.yaml"
    path.write_text(PORTAL, encoding="utf-8", newline="\n")
    portal = load_portal(path)
    found, _ = read_metadata(Page(URL, html), portal, portal.article)
    return found


def authors(folder: Path, body: str) -> list[str]:
    html = f"<main><h1>The bridge is open again</h1>{body}</main>"
    return [value.value for value in read(folder, html).all("authors")]


@pytest.mark.parametrize(
    "body",
    [
        f"<div>Anna Author | 12.03.2024</div>{TEXT}",
        f"<p>Anna Author · 12 March 2024, 10:11 · 3 min read</p>{TEXT}",
        f"{TEXT}<p style='text-align:right'>Anna Author</p>",
        f"{TEXT}<p><strong>Anna Author</strong></p><p>Share this page</p>",
        f"<meta name=author content='The Daily Echo'>{TEXT}<p><em>(Anna Author)</em></p>",
    ],
)
def test_a_name_that_nothing_marks(body: str, tmp_path: Path) -> None:
    assert authors(tmp_path, body) == ["Anna Author"]


@pytest.mark.parametrize(
    "body",
    [
        # sections are links elsewhere
        f"<nav><a href=/m>Middle East</a></nav><div>Middle East | 12.03.2024</div>{TEXT}",
        f"<div><a href=/m>Middle East</a> | 12.03.2024</div>{TEXT}",
        f"<div>Breaking News | 12.03.2024</div>{TEXT}",
        f"<div>The Daily Echo | 12.03.2024</div>{TEXT}",
        f"{TEXT}<p>Anna Author</p>",
        f"{TEXT}<p><strong>More than two thousand people came</strong></p>",
        f"{TEXT}<p><strong>Anna Author</strong></p>{TEXT}",
    ],
)
def test_words_with_capitals_that_name_nobody(body: str, tmp_path: Path) -> None:
    assert authors(tmp_path, body) == []


def test_a_marked_author_is_not_replaced(tmp_path: Path) -> None:
    body = f"<meta name=author content='Bea Baker'><div>Anna Author | 12.03.2024</div>{TEXT}"
    assert authors(tmp_path, body) == ["Bea Baker"]


def state(**values: object) -> str:
    code = json.dumps({"article": {"title": "The bridge", **values, "html": TEXT}})
    return f"<div id=app></div><script>window.state = {code.replace('</', '<!/')}</script>".replace(
        "<!/", "<\\/"
    )


def test_the_date_beside_the_text_in_a_script(tmp_path: Path) -> None:
    found = read(tmp_path, state(publishedAt="2024-03-12T10:11:00Z"))
    (value,) = found.all("published")
    assert (value.value, value.source) == ("2024-03-12T10:11:00+00:00", "page:script")
    assert read(tmp_path, state(deployDt="2024.03.12 10:11")).first("published") == (
        "2024-03-12T10:11:00+00:00"
    )


@pytest.mark.parametrize("key", ["updatedAt", "reDeployDt", "validUntilDate", "publisher"])
def test_other_dates_in_a_script_are_not_that_of_publication(key: str, tmp_path: Path) -> None:
    assert read(tmp_path, state(**{key: "2024-03-12T10:11:00Z"})).first("published") is None


def test_the_nearest_date_in_the_script_is_the_articles(tmp_path: Path) -> None:
    others = [{"publishedAt": f"2024-03-0{day}"} for day in range(1, 9)]
    html = state(others=others, publishedAt="2024-03-12")
    assert read(tmp_path, html).first("published") == "2024-03-12"


def test_a_page_that_shows_its_text_has_a_date_in_scripts_if_they_name_one_day(
    tmp_path: Path,
) -> None:
    shown = f"<main><h1>The bridge is open again</h1>{TEXT}</main>"
    html = shown + state(publishedAt="2024-03-12")
    assert read(tmp_path, html).first("published") == "2024-03-12"
    html += state(publishedAt="2024-03-14")
    assert read(tmp_path, html).first("published") is None


def test_what_stands_beside_names_is_no_name(tmp_path: Path) -> None:
    line = "<div class='byline'><span>{}</span><br><span>By Anna Author</span></div>"
    for label in ("Reading Time", "Share Post", "Marketing Director"):
        assert authors(tmp_path, line.format(label) + TEXT) == ["Anna Author"]


def test_a_first_name_beside_the_whole_name_is_the_same_person(tmp_path: Path) -> None:
    body = "<div class='byline'>By Anna Author</div><div class='author'>By Anna</div>" + TEXT
    assert authors(tmp_path, body) == ["Anna Author"]


def test_who_answered_is_no_author_of_a_thread(tmp_path: Path) -> None:
    posts = "".join(
        f"<section><header><b>{name}</b> wrote on {day} July 2021, 10:11</header>"
        f"<div class=said>{SENTENCE * 2}{name}</div></section>"
        for name, day in (("Iota Lund", 5), ("Theta Moss", 4), ("Zeta Keen", 3))
    )
    body = f"<title>Open again?</title><h1>Open again?</h1>{posts}"
    assert authors(tmp_path, body) == ["Zeta Keen"]


@pytest.mark.parametrize(
    "posts",
    [
        (("zeta9", 3), ("theta", 4), ("iota", 5)),
        # the newest first, also below the question, and an answer that was read as older
        (("iota", 5), ("theta", 4), ("zeta9", 3)),
        (("zeta9", 3), ("iota", 5), ("theta", 4)),
        (("zeta9", 3), ("theta", 2), ("iota", 5), ("kappa", 6)),
    ],
)
def test_writer_and_day_of_a_thread_are_those_of_its_first_post(
    tmp_path: Path, posts: tuple[tuple[str, int], ...]
) -> None:
    shown = "".join(
        f"<div class=box><div class=left><span>{name}</span></div><div class=right>"
        f"<div class=when>{day} July 2021, 10:11</div><div class=message>{SENTENCE * 2}{name}</div>"
        "</div></div>"
        for name, day in posts
    )
    menu = "".join(f"<li><a href='/{n}'>Board {n}</a></li>" for n in range(30))
    page = f"<h1>Echo boards</h1><ul>{menu}</ul><div class=name>Open again?</div>{shown}"
    found = read(tmp_path, f"<title>Open again?</title>{page}")
    assert [value.source for value in found.all("authors")] == ["page:first-post"]
    assert found.first("authors") == "zeta9"
    assert found.first("published") == "2021-07-03T10:11:00+00:00"


def show_board(names: tuple[str, ...], above: str = "") -> str:
    posts = "".join(
        f"<div class=post><div class=user><a href='/u/{name}'>{name}</a><div>Newbie</div></div>"
        f"<div class=time>{n + 3} July 2021, 10:11</div><div class=said>{SENTENCE * 2}{n}</div>"
        "</div>"
        for n, name in enumerate(names)
    )
    return f"<title>Open again?</title><h1>Open again?</h1>{above}{posts}"


def test_a_writer_with_a_likelier_name_is_not_the_first(tmp_path: Path) -> None:
    assert authors(tmp_path, show_board(("zed", "Guest", "Ben Ito", "Ben Ito"))) == ["zed"]


def test_who_is_named_above_the_posts_may_have_begun_the_thread(tmp_path: Path) -> None:
    """As on the second page of a thread."""
    names = ("admin", "bela", "Ben Ito", "Ben Ito")
    assert authors(tmp_path, show_board(names, "<p>By Ben Ito</p>")) == ["Ben Ito"]
