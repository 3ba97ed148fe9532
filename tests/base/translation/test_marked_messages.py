"""What ``check``, ``new`` and ``crawl`` print goes through a catalogue, whatever is wrong: in a
language of marks, nothing is without them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from marked_texts import LANGUAGE, list_english, list_unmarked, mark_text, read_marked_catalogue
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.base.text import catalogues, translation
from webarticlecurator.cli.main import main

HEAD = "portal: x\nhome: https://echo.example/\n"
LIST = f"{HEAD}archive: {{url: https://echo.example/list}}\n"
BODY = f"{LIST}article:\n  body: "
META = f"{LIST}article:\n  metadata: "
FAULTS = {
    "a key": "portal: x\nhom: https://echo.example/\narchive: none\n",
    "a key of another place": f"{LIST}drop: [nav]\n",
    "no YAML": "portal: [x\n",
    "a tab": "portal: x\n\thome: y\n",
    "two documents": f"{LIST}---\n{LIST}",
    "a list for a mapping": f"{HEAD}archive: [1]\n",
    "an address": "portal: x\nhome: echo.example\narchive: none\n",
    "a field of an address": f"{HEAD}archive: {{url: 'https://echo.example/{{x}}'}}\n",
    "a date field without dates": f"{HEAD}archive: {{url: 'https://echo.example/{{date:%Y}}'}}\n",
    "an address without dates": f"{LIST[:-2]}, dates: {{from: 2001-01-01}}}}\n",
    "dates": f"{LIST[:-2]}, dates: {{from: 2020-13-01, until: x}}}}\n",
    "a mode": f"{LIST[:-2]}, pagination: {{mode: nothing}}}}\n",
    "a key of a mode": f"{LIST[:-2]}, pagination: {{mode: numbered, next: a}}}}\n",
    "a number": f"{LIST}fetch: {{delay: fast, retries: -1}}\n",
    "a selector": f"{BODY}{{root: '::', drop: 3}}\n",
    "an XPath": f"{BODY}{{root: {{xpath: '//['}}}}\n",
    "a JMESPath": f"{META}{{title: {{json: '[['}}}}\n",
    "a regex": f"{META}{{title: {{regex: '('}}}}\n",
    "no selector": f"{META}{{title: {{split: x}}}}\n",
    "two selectors": f"{META}{{title: {{css: a, xpath: //b}}}}\n",
    "pairs": f"{META}{{title: {{css: a, replace: [x]}}}}\n",
    "pick": f"{META}{{title: {{css: a, pick: sometimes}}}}\n",
    "only without map": f"{META}{{title: {{css: a, only: true}}}}\n",
    "a format": f"{META}{{published: {{css: a, format: '%Q'}}}}\n",
    "a field": f"{META}{{titel: h1}}\n",
    "a reason": f"{LIST}article: {{reject: [{{css: a, reason: no-article}}], gate_off: [x]}}\n",
    "a language": f"{LIST}language: Hungarian\n",
    "a zone": f"{LIST}timezone: Budapest\n",
    "a character set": f"{LIST}encoding: utf-9\n",
    "a schedule": f"{LIST}schedule: '61 * * * *'\n",
    "a skeleton": f"{LIST}tei: {{template: nothing}}\n",
    "a tag table": f"{BODY}{{tags: missing.tsv}}\n",
    "tags": f"{BODY}{{tags: {{'p b': drop, p: paragraf, i: }}}}\n",
    "comments": f"{LIST}article: {{comments: some}}\n",
    "a cookie": f"{LIST}fetch: {{cookies: {{'a b': c}}}}\n",
    "an ORCID": f"{LIST}corpus: {{editors: [{{name: A, orcid: 1}}]}}\n",
    "a DOI": f"{LIST}corpus: {{doi: x}}\n",
    "a Handle": f"{LIST}corpus: {{handle: x}}\n",
    "a RAiD": f"{LIST}corpus: {{project: x}}\n",
    "a SWHID": f"{LIST}corpus: {{software: x}}\n",
    "an alias": f"{LIST}title: *x\n",
    "twice": f"{LIST}home: https://echo.example/\n",
}


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(translation, "read_catalogue", read_marked_catalogue)
    yield
    translation.use_language(catalogues.ENGLISH)


def test_what_has_no_marks_is_found() -> None:
    marked = mark_text("{number} pages of {name}").format(number=3, name=mark_text("no value"))
    assert list_unmarked(marked) == ["…", "3", "…"]
    assert list_english(f"{marked}, and more of it") == ["… , and more of it"]
    assert list_english(mark_text("it is {name}").format(name="left out")) == ["left out"]


@pytest.mark.parametrize("name", FAULTS)
def test_check_marks_each_fault(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(FAULTS[name], encoding="utf-8")
    assert main(["check", str(file), "--language", LANGUAGE]) == 2
    shown = capsys.readouterr().out
    assert find_english([shown]) == []
    assert "⟦" in shown


ENGLISH_PARTS = re.compile(
    "month must be in 1..12|Expected ident, got|Expected selector, got|unterminated subpattern"
    "|No such file or directory|Failed to resolve|Premature end of data|^field [a-z]+$"
)
"""What Python, the system and libraries say, and places of problems, which are in English."""


def find_english(lines: Iterable[str]) -> list[str]:
    return [part for line in lines for part in list_english(line) if not ENGLISH_PARTS.search(part)]


RULES = """\
fetch: {delay: 0, breaker: 50}
archive:
  columns:
    news: {url: "BASE/list?page={page}", pagination: {mode: numbered, last: 2}, links: h2 a}
    dead: {url: BASE/gone, pagination: {mode: next-link, next: a.next}, links: h2 a}
    map: {sitemap: BASE/map.xml}
    page: {sitemap: "BASE/list?page=1"}
    feed: {feed: BASE/broken.xml}
article:
  body: {root: article}
  metadata:
    published: {meta: "article:published_time", format: "%d/%m/%Y"}
    authors: .nobody
"""


def fill_with_faults(portal: SmallPortal) -> None:
    day = '<meta property="article:published_time" content="some day">'
    portal.pages |= {
        "/list?page=1": listing(*(f"/a{number}" for number in range(6)), "/missing", "/file"),
        "/list?page=2": listing(),
        "/map.xml": Answer("<urlset><url><loc>BASE", headers=(("Content-Type", "text/xml"),)),
        "/broken.xml": Answer("<rss><channel><item>", headers=(("Content-Type", "text/xml"),)),
        "/file": Answer(b"%PDF-1.7 x", headers=(("Content-Type", "application/pdf"),)),
        **{f"/a{number}": article(f"The text {number}.", day) for number in range(5)},
        "/a5": Answer("<html><title>Just a moment...</title><p>Wait</p></html>", 503),
    }


def test_crawl_marks_what_it_says_of_a_portal_with_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_portal(tmp_path, {}) as portal:
        fill_with_faults(portal)
        config = portal.write(RULES).path
        words = [str(config), "--corpus", str(portal.corpus), "--language", LANGUAGE]
        assert main(["crawl", *words]) == 1
    # progress in a pipe stays English, and comes before the account
    lines = capsys.readouterr().err.splitlines()
    begin = next(number for number, line in enumerate(lines) if "⟦" in line)
    account = lines[begin:]
    assert len(account) > 8
    assert find_english(account) == []
    table = (portal.corpus / "reports" / "problems.tsv").read_text(encoding="utf-8")
    assert "⟦" not in table


def test_new_marks_what_it_doubts_and_why_it_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "list.html"
    page.write_text("<html><p>Nothing.</p></html>", encoding="utf-8")
    for words in (
        ["https://no-such-host.invalid/list"],
        ["--html", str(page)],
        ["--html", str(tmp_path / "none.html")],
        ["--html", f"{page}=https://echo.example/list"],
        ["--warc", str(tmp_path / "none.warc.gz")],
    ):
        main(["new", *words, "--output", "-", "--language", LANGUAGE])
        shown = [line for line in capsys.readouterr().err.splitlines() if "⟦" in line]
        assert shown, words
        assert find_english(shown) == []
