"""``--warc`` knows when a page was captured: layouts by the day, and bounds of dates, are those of
a build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main

URL = "https://echo.example/a"
PORTAL = """
portal: echo
home: https://echo.example/
timezone: Europe/Budapest
archive: {url: "https://echo.example/"}
article:
  next_page: a.older
  metadata: {section: .new, published: time}
  layouts: [{name: old, when: {captured: {until: 2019-12-31}}, next_page: a.newer, metadata: {section: .old}}]
"""
PAGE = (
    "<h1>The ferry</h1><time>2020-01-05</time><i class=old>Harbour</i><b class=new>Port</b><article><p>The ferry is late.</p>"
    "</article><a class=older href=/older>o</a><a class=newer href=/newer>n</a>"
)


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    path = tmp_path / "echo.yaml"
    path.write_text(PORTAL, encoding="utf-8", newline="\n")
    return path


def warc(folder: Path, captured: str) -> Path:
    path = folder / "a.warc"
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{PAGE}"
    head = (
        "WARC/1.1",
        "WARC-Type: response",
        f"WARC-Target-URI: {URL}",
        f"WARC-Date: {captured}",
        "WARC-Record-ID: <urn:uuid:5e6f0d6a-0000-4000-8000-000000000000>",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(block)}",
    )
    path.write_bytes(("\r\n".join(head) + f"\r\n\r\n{block}\r\n\r\n").encode("ascii"))
    return path


@pytest.mark.parametrize(
    ("captured", "section", "published", "next_page"),
    [
        ("2019-12-31T22:59:59Z", "Harbour", None, "/newer"),  # 5 January lies after it
        ("2019-12-31T23:00:00Z", "Port", None, "/older"),  # already the new year in Budapest
        ("2020-01-06T00:00:00Z", "Port", "2020-01-05", "/older"),
    ],
)
def test_the_day_of_the_capture_counts(
    echo, tmp_path, capsys, captured, section, published, next_page
):
    given = ["--url", URL, "--warc", str(warc(tmp_path, captured))]
    main(["extract", str(echo), *given, "--format", "json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["section"], answer["published"]) == (section, published)
    assert any(problem.startswith("date-impossible") for problem in answer["problems"]) == (
        published is None
    )
    main(["links", str(echo), *given, "--article", "--json"])
    assert json.loads(capsys.readouterr().out)["next_page"] == f"https://echo.example{next_page}"


def test_explain_chooses_the_same_layout(echo, tmp_path, capsys):
    main(
        [
            "extract",
            str(echo),
            "--url",
            URL,
            "--warc",
            str(warc(tmp_path, "2019-06-01T00:00:00Z")),
            "--explain",
        ]
    )
    assert "layout: old" in "".join(capsys.readouterr())
