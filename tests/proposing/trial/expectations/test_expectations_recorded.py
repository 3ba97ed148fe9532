"""``curator check --record``: the entry that is written; the rest of the file is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from expectations_material import HOME, LIST, ONE, PAGES, QUIZ, write, write_warc

from webarticlecurator.cli.main import main

ARTICLE = f"""\
- article: {ONE}
  title: One „day”
  authors: [Ann, 'Bo: \\ b']
  published: 2019-03-15T08:30:00+01:00
  section: Home
  first_words: First words of it, and more.
  last_words: and more. The very last words.
  next_page: {ONE}?page=2
  accepted: no
"""


def record(echo: Path, url: str, *options: str) -> int:
    return main(
        [
            "check",
            str(echo),
            "--record",
            url,
            "--warc",
            str(echo.with_name("pages.warc.gz")),
            *options,
        ]
    )


def written(echo: Path) -> bytes:
    return echo.with_name("echo.tests.yaml").read_bytes()


def test_recorded_refused_accepted(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compared = ["check", str(echo), "--tests", "--warc", str(echo.with_name("pages.warc.gz"))]
    assert record(echo, ONE) == 0
    out = capsys.readouterr().out
    assert (
        f"wrote {echo.with_name('echo.tests.yaml')}, line 3. The expectation fails until you accept it"
        in out
    )
    assert ARTICLE in out
    assert written(echo).decode("utf-8").endswith("\n\n" + ARTICLE)
    assert main(compared) == 1
    write(
        echo.with_name("echo.tests.yaml"),
        written(echo).decode("utf-8").replace("accepted: no", "accepted: yes"),
    )
    assert main(compared) == 0


def test_a_page_whose_address_another_crawler_has_not_encoded(
    echo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{HOME}über-den-fluss"
    write_warc(echo.with_name("pages.warc.gz"), {url: PAGES[ONE]})
    assert record(echo, url) == 0
    text = written(echo).decode("utf-8")
    assert f"- article: {url}\n  title: One" in text
    write(echo.with_name("echo.tests.yaml"), text.replace("accepted: no", "accepted: yes"))
    capsys.readouterr()
    compared = ["check", str(echo), "--tests", "--warc", str(echo.with_name("pages.warc.gz"))]
    assert main(compared) == 0
    assert "1 page compared: all as expected" in capsys.readouterr().out


def test_an_archive_page(echo: Path) -> None:
    assert record(echo, LIST) == 0
    entry = f"- archive: {LIST}\n  links:\n    - {ONE}\n    - {QUIZ}\n  next_page: {HOME}news?page=2\n  accepted: no\n"
    assert written(echo).decode("utf-8").endswith(entry)


def test_many_links_are_recorded_as_their_number_and_both_ends(echo: Path) -> None:
    links = "".join(f"<h2><a href=/{n}>{n}</a></h2>" for n in range(13))
    write_warc(echo.with_name("pages.warc.gz"), {LIST: links})
    assert record(echo, LIST) == 0
    some = "".join(f"      - {HOME}{n}\n" for n in (0, 1, 11, 12))
    assert f"  links:\n    count: 13\n    some:\n{some}  next_page" in written(echo).decode("utf-8")


def test_a_column_makes_it_an_archive_page(echo: Path) -> None:
    write_warc(echo.with_name("pages.warc.gz"), {f"{HOME}elsewhere": PAGES[LIST]})
    assert record(echo, f"{HOME}elsewhere", "--column", "sport") == 0
    assert (
        f"- archive: {HOME}elsewhere\n  column: sport\n  links:\n    - {HOME}2019/match\n"
        in written(echo).decode("utf-8")
    )


def test_match_of_the_portal_file_decides_what_is_an_article(echo: Path) -> None:
    """A page that only a next link leads to fits no column; ``match`` tells that it is no article."""
    write_warc(echo.with_name("pages.warc.gz"), {f"{HOME}elsewhere": PAGES[LIST], ONE: PAGES[ONE]})
    write(
        echo,
        echo.read_text(encoding="utf-8").replace("article:\n", 'article:\n  match: "/[0-9]{4}/"\n'),
    )
    assert record(echo, f"{HOME}elsewhere") == record(echo, ONE) == 0
    assert [
        line for line in written(echo).decode("utf-8").split("\n") if line.startswith("- ")
    ] == [
        f"- archive: {HOME}elsewhere",
        f"- article: {ONE}",
    ]


def test_a_page_that_is_not_an_article(echo: Path) -> None:
    assert record(echo, QUIZ) == 0
    assert (
        written(echo)
        .decode("utf-8")
        .endswith(f"- article: {QUIZ}\n  rejected: not-article\n  accepted: no\n")
    )


OTHERS = {
    "comments and layout": f"# mine\n\n- article: {QUIZ}   # why\n  rejected:   not-article\n",
    "no line end": f"- {{article: {QUIZ}, rejected: not-article}}",
    "indented": f"  - article: {QUIZ}\n    rejected: not-article\n",
    "windows": f"\ufeff# mine\r\n- article: {QUIZ}\r\n  rejected: not-article\r\n",
    "only comments": "# mine\n",
    "empty": "",
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_rest_of_the_file_is_kept(echo: Path, name: str) -> None:
    before = OTHERS[name].encode("utf-8")
    echo.with_name("echo.tests.yaml").write_bytes(before)
    assert record(echo, ONE) == 0
    after = written(echo)
    assert after.startswith(before)
    assert (b"\r\n" in before) == (after.count(b"\r\n") == after.count(b"\n") > 0)
    assert (
        main(["check", str(echo), "--tests", "--warc", str(echo.with_name("pages.warc.gz"))]) == 1
    )
    assert not echo.with_name("echo.tests.yaml.new").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"[{{article: {QUIZ}, rejected: not-article}}]\n",
            "has a form to which curator cannot add anything",
        ),
        (
            f"- article: {QUIZ}\n  rejected: not-article\n...\n",
            "has a form to which curator cannot add anything",
        ),
        (f"# mine\n- article: {ONE}\n  title: x\n", "echo.tests.yaml:2"),
    ],
)
def test_a_file_that_cannot_be_extended_is_kept(
    echo: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    write(echo.with_name("echo.tests.yaml"), text)
    assert record(echo, ONE) == 2
    assert message in capsys.readouterr().err
    assert written(echo).decode("utf-8") == text


def test_a_wrong_file_is_not_extended(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(echo.with_name("echo.tests.yaml"), f"- article: {QUIZ}\n  titel: x\n")
    assert record(echo, ONE) == 2
    assert 'did you mean "title"?' in capsys.readouterr().out


def test_a_page_that_is_not_stored(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert record(echo, f"{HOME}none") == 2
    assert f"no complete answer with status 200 is stored for {HOME}none" in capsys.readouterr().err
    assert not echo.with_name("echo.tests.yaml").exists()


def test_json(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert record(echo, ONE, "--tests", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["recorded"] == {
        "file": str(echo.with_name("echo.tests.yaml")),
        "line": 3,
        "kind": "article",
        "url": ONE,
        "text": ARTICLE,
    }
    assert [(t["line"], [m["what"] for m in t["mismatches"]]) for t in found["tests"]] == [
        (3, ["accepted"])
    ]
