"""What ``curator links`` says beside the addresses: whose page it is, and why a walk ends there."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main

PORTAL = """portal: echo
home: https://echo.example/
archive:
  links: h2
  pagination: {mode: next-link, next: a.next}
  columns:
    news: {url: "https://echo.example/news/", stop: {at: "/news/3$"}}
    sport: {url: "https://echo.example/sport/"}
"""


def _said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], page: str, *options: str
) -> list[str]:
    (tmp_path / "echo.yaml").write_text(PORTAL, encoding="utf-8", newline="\n")
    (tmp_path / "page.html").write_text(page, encoding="utf-8", newline="\n")
    command = [
        "links",
        str(tmp_path / "echo.yaml"),
        "--html",
        str(tmp_path / "page.html"),
        *options,
    ]
    assert main(command) == 0
    return capsys.readouterr().out.splitlines()


def test_the_reason_for_an_end_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = "https://echo.example/news/"
    listed = "<h2><a href=/a/1>one</a></h2>"
    assert (
        _said(tmp_path, capsys, f"{listed}<a class=next href=2>", "--url", url)[-1]
        == f"next page: {url}2"
    )
    assert _said(tmp_path, capsys, f"{listed}<a class=next href=3>", "--url", url)[-1] == (
        "next page: none (the next page has an address at which the portal file stops the walk)"
    )
    assert (
        _said(tmp_path, capsys, listed, "--url", url)[-1]
        == "next page: none (the page has no link to a next page)"
    )


def test_a_page_of_no_column_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = "https://echo.example/news/2"
    page = "<h2><a href=/a/1>one</a></h2><a class=next href=3>"
    assert _said(tmp_path, capsys, page, "--url", url) == [
        "https://echo.example/a/1",
        "1 article; no column has such an address, so the rules of the archive were used"
        " (--column NAME"
        " uses those of a column)",
        "next page: https://echo.example/news/3",
    ]
    assert (
        _said(tmp_path, capsys, page, "--url", url, "--column", "news")[1]
        == "1 article; column: news"
    )


def test_a_portal_without_columns_has_none_to_choose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = 'archive: {url: "https://echo.example/list?p={page}", pagination: {mode: numbered}}\n'
    text = f"portal: echo\nhome: https://echo.example/\n{archive}"
    _, reason, words = _answer(
        tmp_path, capsys, HEADLINE, "--url", "https://echo.example/other", text=text
    )
    assert reason == "page-unknown"
    assert "--column" not in words
    (tmp_path / "page.html").write_text(HEADLINE, encoding="utf-8")
    page = ["--html", str(tmp_path / "page.html"), "--url", "https://echo.example/other"]
    assert main(["links", str(tmp_path / "echo.yaml"), *page]) == 0
    assert capsys.readouterr().out.splitlines()[1] == (
        "1 article; no archive page has such an address, so the rules of the archive were used"
    )


@pytest.mark.parametrize(
    ("last", "shown"),
    [
        (1, ["first  https://echo.example/1"]),
        (2, ["first  https://echo.example/1", "last   https://echo.example/2"]),
        (
            3,
            [
                "first  https://echo.example/1",
                "middle https://echo.example/2",
                "last   https://echo.example/3",
            ],
        ),
    ],
)
def test_a_plan_shows_each_address_once(
    last: int, shown: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "echo.yaml"
    archive = f'archive: {{url: "https://echo.example/{{page}}", pagination: {{mode: numbered, last: {last}}}}}\n'
    path.write_text(
        "portal: echo\nhome: https://echo.example/\n" + archive, encoding="utf-8", newline="\n"
    )
    assert main(["check", str(path), "--plan"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in lines if "https://" in line] == shown


COUNTED = """portal: echo
home: https://echo.example/
archive:
  links: h2
  columns:
    news: {url: "https://echo.example/news/{page}", pagination: {mode: numbered, last: 39}}
    days: {url: "https://echo.example/{date:%Y-%m-%d}/{page}", pagination: {mode: infinite-scroll}, dates: {from: 2024-01-01}}
    ids: {url: "https://echo.example/ids/{page}", pagination: {mode: numbered, pages: [4, 7]}}
    pager:
      url: "https://echo.example/pager/"
      pagination: {mode: next-link, next: {pager: {scope: .pages, current: b, links: a}}}
article:
  next_page: {pager: {scope: .pages, current: b, links: a}}
"""
HEADLINE = "<h2><a href=/a/1>one</a></h2>"


def _answer(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    page: str,
    *options: str,
    text: str = COUNTED,
) -> tuple[object, ...]:
    """``next_page`` and ``reason`` of the JSON, and the last line in words."""
    (tmp_path / "echo.yaml").write_text(text, encoding="utf-8", newline="\n")
    (tmp_path / "page.html").write_text(page, encoding="utf-8", newline="\n")
    command = [
        "links",
        str(tmp_path / "echo.yaml"),
        "--html",
        str(tmp_path / "page.html"),
        *options,
    ]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert ("reason" in found) is (found["next_page"] is None)
    assert main(command) == 0
    return found["next_page"], found.get("reason"), capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    ("page", "options", "reason", "words"),
    [
        (
            HEADLINE,
            ["--url", "news/39"],
            "last-page",
            "none (it was the last page that the portal file names)",
        ),
        (
            "",
            ["--url", "2024-01-02/3"],
            "empty",
            "none (the page lists nothing: the archive ends here)",
        ),
        (
            HEADLINE,
            ["--url", "ids/7"],
            "last-page",
            "none (it was the last page that the portal file names)",
        ),
        (
            HEADLINE,
            ["--url", "ids/5"],
            "page-unknown",
            "not known (the address is not that of a page of the column",
        ),
        (
            HEADLINE,
            ["--url", "news/40"],
            "beyond-last",
            "not known (the page comes after the last one that the portal file names)",
        ),
        (
            HEADLINE,
            ["--url", "news/0"],
            "page-unknown",
            "not known (the address is not that of a page of the column",
        ),
        (
            HEADLINE,
            ["--url", "other", "--column", "news"],
            "page-unknown",
            "not known (the address is not that of a page",
        ),
        (
            HEADLINE,
            ["--url", "2024-13-02/3"],
            "window-unknown",
            "not known (the address does not contain the date",
        ),
        (
            HEADLINE,
            ["--url", "other"],
            "column-unknown",
            "not known (it depends on the column, which the address does not",
        ),
        (HEADLINE, ["--url", "pager/"], "no-next", "none (the page has no link to a next page)"),
        (
            f"{HEADLINE}<p class=pages><i>1</i>",
            ["--url", "pager/"],
            "pager-current",
            "none (the page has a pager, but its",
        ),
        (
            "",
            ["--url", "a/1", "--article"],
            "no-next",
            "none (the page has no link to a next page)",
        ),
        (
            "<p class=pages><i>1</i>",
            ["--url", "a/1", "--article"],
            "pager-current",
            "none (the page has a pager, but its",
        ),
        (
            "<p class=pages><b>1</b><a href=/a/1>2</a>",
            ["--url", "a/1", "--article"],
            "same-page",
            "none (the next link leads to the",
        ),
    ],
)
def test_why_there_is_no_next_page_is_told_from_not_knowing(
    page, options, reason, words, tmp_path: Path, capsys
):
    at = options.index("--url") + 1
    given = [*options[:at], f"https://echo.example/{options[at]}", *options[at + 1 :]]
    address, found, said = _answer(tmp_path, capsys, page, *given)
    assert (address, found) == (None, reason) and said.startswith(f"next page: {words}")


def test_an_empty_page_before_the_last_one_has_a_next_page(tmp_path: Path, capsys):
    assert _answer(tmp_path, capsys, "", "--url", "https://echo.example/news/7")[:2] == (
        "https://echo.example/news/8",
        None,
    )


def test_an_article_without_a_rule_has_one_page_unless_a_layout_may_hold(tmp_path: Path, capsys):
    article = ["--url", "https://echo.example/a/1", "--article"]
    text = COUNTED.partition("article:")[0]
    assert _answer(tmp_path, capsys, "", *article, text=text)[1] == "no-rule"
    text += "article: {layouts: [{name: n, when: {column: news}, next_page: a.next}]}\n"
    assert _answer(tmp_path, capsys, "", *article, text=text)[1] == "column-unknown"
    found = _answer(
        tmp_path, capsys, "<a class=next href=/a/1/2>", *article, "--column", "news", text=text
    )
    assert found[:2] == ("https://echo.example/a/1/2", None)


def test_a_page_that_is_gone_in_a_warc_ends_the_walk(tmp_path: Path, capsys):
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    with (tmp_path / "gone.warc.gz").open("wb") as out:
        writer, url = WARCWriter(out, gzip=True), "https://echo.example/news/7"
        head = StatusAndHeaders(
            "404 Not Found", [("Content-Type", "text/html")], protocol="HTTP/1.1"
        )
        writer.write_record(
            writer.create_warc_record(url, "response", payload=BytesIO(b"gone"), http_headers=head)
        )
    (tmp_path / "echo.yaml").write_text(
        COUNTED.replace(", last: 39", ""), encoding="utf-8", newline="\n"
    )
    assert (
        main(
            [
                "links",
                str(tmp_path / "echo.yaml"),
                "--warc",
                str(tmp_path / "gone.warc.gz"),
                "--url",
                url,
                "--json",
            ]
        )
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert (found["next_page"], found["reason"]) == (None, "not-found")
