"""``curator check --tests``: the mismatches of pages that are not as expected, and pages that pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from expectations_material import HOME, LIST, ONE, PORTAL, QUIZ, write

from webarticlecurator.cli.main import main

ALL = f"""\
- archive: {LIST}
  links: [{QUIZ}, {ONE}#top]
  next_page: {HOME}news?page=2
- article: {ONE}
  title: "One  „day”"
  authors: [Ann, 'Bo: \\ b']
  published: 2019-03-15T08:30:00+01:00
  section: Home
  first_words: First words of it,
  last_words: "last words."
  next_page: {ONE}?page=2
- article: {QUIZ}
  rejected: not-article
"""


def compare(echo: Path, text: str, *options: str) -> int:
    write(echo.with_name("echo.tests.yaml"), text)
    return main(
        ["check", str(echo), "--tests", "--warc", str(echo.with_name("pages.warc.gz")), *options]
    )


def answer(
    echo: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """What, expected, found and rules of every mismatch, from the JSON; the exit code must fit."""
    code = compare(echo, text, "--json")
    found = json.loads(capsys.readouterr().out)["tests"]
    wrong = [
        (m["what"], m["expected"], m["found"], tuple(m["rules"]))
        for page in found
        for m in page["mismatches"]
    ]
    assert code == (1 if wrong else 0)
    assert [page["passed"] for page in found] == [not page["mismatches"] for page in found]
    return wrong


def test_pages_as_expected(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(echo, ALL) == 0
    assert "3 pages compared: all as expected\n" in capsys.readouterr().out


def test_a_mismatch_names_place_value_and_rule(
    echo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(echo, f"# pages\n- article: {ONE}\n  title: Two\n  authors: none\n") == 1
    name = echo.with_name("echo.tests.yaml")
    assert capsys.readouterr().out.splitlines() == [
        f"{name}:2: article {ONE}",
        '  title: expected "Two", found "One „day”" (rule: echo.yaml:14)',
        '  authors: expected nothing, found "Ann", "Bo: \\ b" (rule: echo.yaml:15)',
        "1 page compared: 1 not as expected",
        f"{echo}: 1 page not as expected",
    ]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("published: 2019-03-15", None),
        ("published: 2019-03-16", ("published", "2019-03-16", "2019-03-15", ("echo.yaml:16",))),
        (
            "published: 2019-03-15T08:30:00Z",
            ("published", "2019-03-15T08:30:00Z", "2019-03-15T08:30:00+01:00", ("echo.yaml:16",)),
        ),
        (
            "published: none",
            ("published", "nothing", "2019-03-15T08:30:00+01:00", ("echo.yaml:16",)),
        ),
        ("authors: [Ann]", ("authors", '"Ann"', '"Ann", "Bo: \\ b"', ("echo.yaml:15",))),
        (
            "first_words: First word",
            ("first_words", '"First word"', '"First words"', ("echo.yaml:12",)),
        ),
        ("last_words: words", ("last_words", '"words"', '"words."', ("echo.yaml:12",))),
        ("last_words: none", ("last_words", "nothing", '"very last words."', ("echo.yaml:12",))),
        ("section: none", ("section", "nothing", '"Home"', ("echo.yaml:17",))),
        ("next_page: none", ("next_page", "nothing", f"{ONE}?page=2", ("echo.yaml:9",))),
        ("rejected: empty", ("rejected", "empty", "an article", ())),
    ],
)
def test_one_value_of_an_article(
    echo: Path, capsys: pytest.CaptureFixture[str], written: str, expected: tuple[str, ...] | None
) -> None:
    assert answer(echo, f"- article: {ONE}\n  {written}\n", capsys) == (
        [expected] if expected else []
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (f"links: {{count: 2, some: [{ONE}]}}", []),
        ("links: {count: 3}", [("3", "2")]),
        ("links: none", [("0", "2"), ("nothing", f"{ONE}, {QUIZ}")]),
        (f"links: [{ONE}]", [("1", "2"), ("nothing", QUIZ)]),
        (f"links: {{some: [{HOME}x]}}", [(f"{HOME}x", "nothing")]),
        (f"links: [{HOME}1, {HOME}2, {HOME}3, {HOME}4]", None),
    ],
)
def test_links_of_an_archive_page(
    echo: Path,
    capsys: pytest.CaptureFixture[str],
    written: str,
    expected: list[tuple[str, str]] | None,
) -> None:
    found = answer(echo, f"- archive: {LIST}\n  {written}\n", capsys)
    assert {(what, rules) for what, _, _, rules in found} <= {("links", ("echo.yaml:6",))}
    if expected is None:
        expected = [
            ("4", "2"),
            (f"{HOME}1, {HOME}2, {HOME}3 and 1 more", "nothing"),
            ("nothing", f"{ONE}, {QUIZ}"),
        ]
    assert [(wanted, got) for _, wanted, got, _ in found] == expected


def test_a_given_column_has_its_own_rules(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        answer(echo, f"- archive: {LIST}\n  column: sport\n  links: [{HOME}2019/match]\n", capsys)
        == []
    )


def test_a_rejected_page_where_an_article_is_expected(
    echo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (wrong,) = answer(echo, f"- article: {QUIZ}\n  title: Who\n  authors: none\n", capsys)
    assert wrong == ("page", "an article", "not-article", ("echo.yaml:10",))


def test_a_page_that_is_not_stored_fails(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(echo, f"- article: {HOME}none\n  title: x\n") == 1
    assert (
        "not stored (no complete answer with status 200); crawl it, or give a WARC"
        in capsys.readouterr().out
    )


def test_an_entry_that_is_not_accepted_fails_even_if_it_matches(
    echo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(echo, f"- article: {ONE}\n  section: Home\n  accepted: no\n") == 1
    assert "not accepted yet" in capsys.readouterr().out
    assert compare(echo, f"- article: {ONE}\n  section: Home\n  accepted: yes\n") == 0


def test_the_day_of_the_capture_chooses_the_layout(
    echo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page was captured on 2020-01-02, in the WARC."""
    layout = "  layouts: [{name: old, when: {captured: {until: 2020-01-02}}, metadata: {title: .section}}]\n"
    write(echo, PORTAL + layout)
    assert answer(echo, f"- article: {ONE}\n  title: Home\n", capsys) == []
    write(echo, PORTAL + layout.replace("until: 2020-01-02", "from: 2020-01-03"))
    assert answer(echo, f"- article: {ONE}\n  title: One „day”\n", capsys) == []


def test_an_address_in_several_columns(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(echo, PORTAL.replace("https://echo.example/sport", "https://echo.example/news"))
    ((what, _, _, _),) = answer(echo, f"- archive: {LIST}\n  links: none\n", capsys)
    assert what == "page"
    assert answer(echo, f"- archive: {LIST}\n  column: news\n  links: {{count: 2}}\n", capsys) == []


def test_problems_of_the_file_are_problems(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(echo, f"- article: {ONE}\n  titel: x\n  autors: none\n", "--json") == 2
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert [(p["line"], p["key"], p["nearest"]) for p in problems] == [
        (2, "titel", "title"),
        (3, "autors", "authors"),
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tests"], "no such file: "),
        (["--warc", "pages.warc.gz"], "--warc has no effect here"),
        (["--corpus", "x"], "--corpus has no effect here"),
        (["--tests", "--column", "news"], "--column has no effect here"),
    ],
)
def test_options_without_what_they_need(
    echo: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert main(["check", str(echo), *options]) == 2
    assert message in capsys.readouterr().err


def test_a_missing_corpus(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(echo.with_name("echo.tests.yaml"), ALL)
    assert main(["check", str(echo), "--tests", "--corpus", str(echo.with_name("none"))]) == 2
    assert "no corpus in " in capsys.readouterr().err
