"""``curator check --live`` on the demo portal, as it is and with one broken rule at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from webarticlecurator.examples.server import DemoServer, Fault

from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, REFUSED
from webarticlecurator.crawling.archive.list_diagnostics import (
    ListRead,
    diagnose_list,
    find_repeated_lists,
)

LIVE = ("--live", "--json")
HOME = "https://echo.example/"


def changed(folder: Path, old: str = "", new: str = "") -> str:
    """The demo's portal file with one change."""
    text = (data_folder("examples") / "demo.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "demo.tags.tsv").write_bytes((data_folder("examples") / "demo.tags.tsv").read_bytes())
    (folder / "my.yaml").write_text(
        text.replace(old, new) if old else text, encoding="utf-8", newline="\n"
    )
    return "my.yaml"


def test_nothing_looks_wrong_on_the_demo(demo, curator, tmp_path):
    code, out, _ = curator("check", changed(tmp_path), *LIVE, "--proxy", demo.proxy)
    live = json.loads(out)["live"]
    assert (code, live["sound"]) == (DONE, True)
    pages = {page["column"]: page for page in live["archive_pages"]}
    assert list(pages) == ["hirek", "kultura", "velemeny", "sport", "friss"]
    assert pages["sport"]["next_page"] == "http://demo.echo.example/api/sport/2020.json?oldal=2"
    assert [article["verdict"] for article in live["articles"]] == ["kept", "kept"]
    assert all(
        article["title"] and article["published"].startswith("2020-")
        for article in live["articles"]
    )
    assert {article["column"] for article in live["articles"]} == {"hirek", "friss"}


def test_one_page_of_each_column_and_two_articles_are_requested_and_nothing_is_stored(
    demo, curator, tmp_path
):
    config = changed(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    curator("check", config, "--live", "--proxy", demo.proxy)
    asked = [served.address for served in demo.log]
    assert asked[0].endswith("/robots.txt")
    assert len(asked) == len(set(asked)) == 1 + 5 + 2
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("old", "new", "sign"),
    [
        ('links: "div.jegyzet"', 'links: "div.jegyzetek"', "no links"),
        ('links: "div.jegyzet"', "links: {css: div.jegyzet, pick: first}", "only one link"),
        (
            'links: "div.jegyzet"',
            'links: {css: div.jegyzet, replace: [["//demo.echo.example/", "//else.example/"]]}',
            "all links leave",
        ),
        (
            'next: {css: "p.lapozas a.lapoz", text: {starts: Régebbiek}}',
            'next: {url: "^(.*)$"}',
            "the next page is this page",
        ),
        ('root: ["article.cikk"]', "root: [article.nincs]", "no-root"),
        ("drop: [header.cikkfej, ", "drop: [article.cikk *, ", "no text is left"),
    ],
)
def test_a_broken_rule_is_seen(demo, curator, tmp_path, old, new, sign):
    code, out, _ = curator("check", changed(tmp_path, old, new), "--live", "--proxy", demo.proxy)
    assert code == PROBLEMS
    assert any("LOOKS WRONG" in line and sign in line for line in out.splitlines()), out
    assert out.splitlines()[-1].endswith(": something looks wrong on the portal")


def test_missing_title_and_date(demo, curator, tmp_path):
    title = 'title: [{meta: "og:title", replace: [[" - Visszhang$", ""]]}, h1]'
    config = changed(tmp_path, title, "title: [h5.nincs]")
    text = (tmp_path / config).read_text(encoding="utf-8")
    old = '[{jsonld: datePublished}, {meta: "article:published_time"}, {css: time.megjelent, attr: datetime}]'
    assert old in text
    (tmp_path / config).write_text(
        text.replace(old, "[time.nincs]"), encoding="utf-8", newline="\n"
    )
    _, out, _ = curator("check", config, "--live", "--proxy", demo.proxy)
    assert out.count("LOOKS WRONG: no title: look at metadata.title") == 2
    assert out.count("LOOKS WRONG: no date of publication: look at metadata.published") == 2


def test_pages_that_cannot_be_fetched_are_reported(curator, tmp_path):
    with DemoServer([Fault("error", 1, "/velemeny/", 9)]) as server:
        code, out, _ = curator("check", changed(tmp_path), "--live", "--proxy", server.proxy)
    assert code == PROBLEMS
    assert "LOOKS WRONG: the portal answers 500" in out


def test_a_portal_that_cannot_be_reached_ends_with_3(curator, tmp_path):
    code, _, err = curator("check", changed(tmp_path), "--live", "--proxy", "http://127.0.0.1:9")
    assert code == REFUSED
    assert "robots.txt cannot be read" in err


def test_a_portal_that_refuses_every_page_ends_with_3(curator, tmp_path):
    with DemoServer(
        [
            Fault("unavailable", 1, address, 99)
            for address in ("/hirek", "/kultura", "/velemeny", "/api", "/friss")
        ]
    ) as server:
        code, _, err = curator("check", changed(tmp_path), "--live", "--proxy", server.proxy)
    assert code == REFUSED
    assert "refuse" in err


def read(
    *links: str,
    url: str = HOME + "news/",
    answered: str = "",
    next_page: str | None = None,
    dated: bool = False,
) -> ListRead:
    return ListRead(url, answered or url, links, next_page, HOME, dated)


@pytest.mark.parametrize(
    ("page", "sign"),
    [
        (read(HOME + "a", HOME + "b"), None),
        (read(HOME + "a", HOME + "b", next_page=HOME + "news/2"), None),
        (read("https://old.echo.example/a", "https://www.echo.example/b"), None),
        (read("https://a.example/1", HOME + "b"), None),
        (read(), "no links"),
        (read(dated=True), "perhaps nothing was published on this date"),
        (read(HOME + "a"), "only one link"),
        (read("https://echo.example.org/a", "https://x.example/b"), "for echo.example.org"),
        (read(HOME + "a", HOME + "b", next_page=HOME + "news/#top"), "next page is this page"),
        (
            read(HOME + "a", HOME + "b", answered="https://www.echo.example"),
            "leads to the home page",
        ),
        (read(HOME + "a", HOME + "b", url=HOME, answered="https://www.echo.example/"), None),
    ],
)
def test_signs_of_a_list(page: ListRead, sign: str | None):
    found = diagnose_list(page)
    assert len(found) == (sign is not None)
    assert all(sign in sign_text for sign_text in found)


def test_columns_with_the_same_list():
    (sign_text,) = find_repeated_lists(
        {"news": ("a", "b"), "sport": ("a", "b"), "else": ("b",), "none": (), "nothing": ()}
    )
    assert "news, sport list" in sign_text


def test_the_newest_page_is_looked_at(demo, curator: Callable, tmp_path):
    _, out, _ = curator(
        "check",
        changed(tmp_path, "until: 2020-12-31, ", ""),
        *LIVE,
        "--today",
        "2015-03-01",
        "--proxy",
        demo.proxy,
    )
    urls = [page["url"] for page in json.loads(out)["live"]["archive_pages"]]
    assert urls[1] == "http://demo.echo.example/kultura/?tol=2015-01-01&ig=2016-01-01"
