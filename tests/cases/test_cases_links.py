"""What ``curator links`` says beside the addresses: whose page it is, and why a walk ends there."""

from __future__ import annotations

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


def _said(tmp_path: Path, capsys: pytest.CaptureFixture[str], page: str, *options: str) -> list[str]:
    (tmp_path / "echo.yaml").write_text(PORTAL, encoding="utf-8", newline="\n")
    (tmp_path / "page.html").write_text(page, encoding="utf-8", newline="\n")
    command = ["links", str(tmp_path / "echo.yaml"), "--html", str(tmp_path / "page.html"), *options]
    assert main(command) == 0
    return capsys.readouterr().out.splitlines()


def test_the_reason_for_an_end_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = "https://echo.example/news/"
    listed = "<h2><a href=/a/1>one</a></h2>"
    assert _said(tmp_path, capsys, f"{listed}<a class=next href=2>", "--url", url)[-1] == f"next page: {url}2"
    assert _said(tmp_path, capsys, f"{listed}<a class=next href=3>", "--url", url)[-1] == (
        "next page: none (the next page is an address at which the portal file says stop)"
    )
    assert _said(tmp_path, capsys, listed, "--url", url)[-1] == "next page: none (the page has no link to a next page)"


def test_a_page_of_no_column_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = "https://echo.example/news/2"
    page = "<h2><a href=/a/1>one</a></h2><a class=next href=3>"
    assert _said(tmp_path, capsys, page, "--url", url) == [
        "https://echo.example/a/1",
        "1 article; no column has such an address: read by the rules of the archive (--column NAME takes a column's)",
        "next page: https://echo.example/news/3",
    ]
    assert _said(tmp_path, capsys, page, "--url", url, "--column", "news")[1] == "1 article; column: news"


@pytest.mark.parametrize(
    ("last", "shown"),
    [
        (1, ["first  https://echo.example/1"]),
        (2, ["first  https://echo.example/1", "last   https://echo.example/2"]),
        (3, ["first  https://echo.example/1", "middle https://echo.example/2", "last   https://echo.example/3"]),
    ],
)
def test_a_plan_shows_each_address_once(last: int, shown: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "echo.yaml"
    archive = f'archive: {{url: "https://echo.example/{{page}}", pagination: {{mode: numbered, last: {last}}}}}\n'
    path.write_text("portal: echo\nhome: https://echo.example/\n" + archive, encoding="utf-8", newline="\n")
    assert main(["check", str(path), "--plan"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in lines if "https://" in line] == shown
