"""``curator package`` says under which terms texts are, and leaves out what is reserved."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from deposit_material import BY, CORPUS, FREE, HTML, RESERVED, RULES, package
from small_portal import Answer, SmallPortal, article, small_portal

ROBOTS = Answer("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n")


def terms_of(site: SmallPortal, folder: Path) -> list[tuple[str, ...]]:
    with (folder / "terms.tsv").open(encoding="utf-8", newline="") as table:
        rows = csv.reader(table, delimiter="\t")
        return [tuple(cell.replace(site.base, "BASE") for cell in row) for row in rows]


def test_terms_are_counted_by_licence_and_reservation(tmp_path: Path, capsys):
    output = tmp_path / "deposit"
    with small_portal(tmp_path, RESERVED) as site:
        assert site.crawl(RULES + CORPUS).ok
        assert package(site, output, "--without-warcs") == 2
        message = capsys.readouterr().err
        assert "reserved the texts of 1 articles (header:TDM-Reservation: 1)" in message
        assert f"{site.base}/three" in message
        assert "--include-reserved" in message
        assert not output.exists()
        assert package(site, output, "--without-warcs", "--include-reserved") == 0
        assert "terms of 1 articles: © Small (portal file); reserved by" in capsys.readouterr().err
        assert terms_of(site, output) == [
            ("licence", "stated by", "reserved by", "articles", "example"),
            (BY, "page", "", "1", "BASE/two"),
            ("© Small", "portal file", "", "1", "BASE/one"),
            ("© Small", "portal file", "header:TDM-Reservation: 1", "1", "BASE/three"),
        ]
        assert package(site, output, "--without-text") == 0
        assert len(terms_of(site, output)) == 4


@pytest.mark.parametrize(
    ("headers", "head", "reserved"),
    [
        ((("X-Robots-Tag", "noai, noimageai"),), "", "header:X-Robots-Tag: noai, noimageai"),
        ((("X-Robots-Tag", "noimageai"),), "", ""),
        (
            (("Content-Usage", "train-ai=n, search=y"),),
            "",
            "header:Content-Usage: train-ai=n, search=y",
        ),
        ((("Content-Usage", "search=n, train-ai=y"),), "", ""),
        ((), '<meta name="robots" content="noarchive">', ""),
        ((("TDM-Reservation", "1"),), '<meta name="tdm-reservation" content="0">', ""),
        (
            (("TDM-Reservation", "0"),),
            '<meta name="tdm-reservation" content="1">',
            "meta:tdm-reservation: 1",
        ),
    ],
)
def test_what_counts_as_a_reservation(tmp_path: Path, headers, head: str, reserved: str):
    page = Answer(article("Words.", head), headers=(HTML, *headers))
    pages = {path: page if path == "/one" else text for path, text in FREE.items()}
    with small_portal(tmp_path, pages) as site:
        assert site.crawl(RULES + CORPUS).ok
        output = tmp_path / "deposit"
        assert package(site, output, "--without-warcs") == (2 if reserved else 0)
        assert package(site, output, "--without-warcs", "--include-reserved") == 0
        assert sorted({row[2] for row in terms_of(site, output)[1:]}) == sorted({"", reserved})


@pytest.mark.parametrize(
    ("robots", "reserved"),
    [
        (ROBOTS, {"/one", "/two", "/three"}),
        # the label of draft-ietf-aipref-vocab-08, and one that nobody knows
        ("User-agent: *\nContent-Usage: ai-use=n\n", {"/one", "/two", "/three"}),
        ("User-agent: *\nContent-Usage: dream-of=n\n", {"/one", "/two", "/three"}),
        ("Content-Usage: train-ai=n\n", {"/one", "/two", "/three"}),
        # for a path, but for a longer one, and for other crawlers
        ("User-agent: *\nContent-Usage: /t train-ai=n\n", {"/two", "/three"}),
        (
            "User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /two train-ai=y\n",
            {"/one", "/three"},
        ),
        ("User-agent: GPTBot\nContent-Usage: train-ai=n\n", set()),
        (
            "User-agent: *\nContent-Usage: train-ai=n\nUser-agent: webarticlecurator\nAllow: /\n",
            set(),
        ),
        ("User-agent: *\nContent-Signal: search=no, ai-train=yes\n", set()),
        # comments, other signs, groups that no rule of this kind parts, two answers for one path
        ("\ufeffContent-Usage: train-ai=n # train-ai=y for some\r\n", {"/one", "/two", "/three"}),
        ("User-agent: *\nContent-Usage: train-ai=y # was train-ai=n\n", set()),
        ("User-agent: *\nDisallow: /wp\n\nUseragent: GPTBot\nContent-Usage: ai-train=no\n", set()),
        (
            "User-agent: *\nContent-Signal: ai-train=no\n\nUser-agent: *\nDisallow: /wp\n\n"
            "User-agent: Googlebot\nContent-Signal: ai-train=yes\n",
            {"/one", "/two", "/three"},
        ),
        ("User-agent: *\nContent-Usage: /t a=n\nContent-Usage: /t a=y\n", {"/two", "/three"}),
    ],
)
def test_a_preference_of_robots_txt_reserves_what_it_names(tmp_path: Path, robots, reserved):
    """Its groups and paths hold as those for requests do (draft-ietf-aipref-attach-05)."""
    robots = robots if isinstance(robots, Answer) else Answer(robots)
    pages = {**FREE, "/robots.txt": robots}
    with small_portal(tmp_path, pages) as site:
        assert site.crawl(RULES + CORPUS).ok
        output = tmp_path / "deposit"
        assert package(site, output, "--without-warcs") == (2 if reserved else 0)
        if reserved:
            assert package(site, output, "--without-text") == 0
        counts = [(row[2], int(row[3])) for row in terms_of(site, output)[1:] if row[2]]
    assert sum(number for _, number in counts) == len(reserved)
    text = re.sub(" *#.*", "", robots.content.decode("utf-8-sig"))
    lines = {line for line in text.splitlines() if line.startswith("Content-")}
    for said, _ in counts:
        found = re.findall(r"User-agent: [\w*, ]+: (.+?)(?: \| |$)", said)
        assert found and {*found} <= lines
