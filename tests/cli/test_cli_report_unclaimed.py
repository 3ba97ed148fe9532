"""``curator report unclaimed``: text of tags that the portal's own dictionary says nothing of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree
from tried_page import BASE, URL, T, listing, page, portal_file, write_warc

from webarticlecurator.cli.main import main

RULES = "article: {body: {root: article, drop: [.ad], tags: {div.hint: box, div.share: drop, b: unwrap}}}\n"
TEXT = (
    "<p>egy <b>kettő</b> három</p><div class=hint>doboz <x-odd>furcsa</x-odd></div><div class=ad>reklám <p>x</p></div>"
    "<div class=share>oszd <x-odd>meg</x-odd></div><div class=more>lásd még ezt is</div><button>gomb</button>"
)


def table(folder: Path, capsys: pytest.CaptureFixture[str], rules: str = RULES) -> list[list[str]]:
    pages = {
        f"{BASE}/list/1": listing("/2019/one", "/2019/two"),
        URL: page(TEXT),
        f"{BASE}/2019/two": page("<p>négy</p>"),
    }
    warc = write_warc(folder / "x.warc", pages)
    assert (
        main(
            ["report", "unclaimed", str(portal_file(folder, rules)), "--warc", str(warc), "--quiet"]
        )
        == 0
    )
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_what_only_the_base_dictionary_or_nothing_claims_is_listed_by_signature(
    tmp_path: Path, capsys
):
    head, *rows = table(tmp_path, capsys)
    assert head == ["signature", "words", "frequency", "pages", "in_force", "source", "examples"]
    assert [row[:6] for row in rows] == [
        ["x-odd", "1", "2", "1", "unwrap", "none"],  # the one in the dropped tag is claimed
        ["div.more", "4", "1", "1", "auto", "base"],
        ["p", "3", "2", "2", "paragraph", "base"],
    ]
    assert rows[0][6] == URL and rows[2][6] == f"{URL} {BASE}/2019/two"


def test_a_row_claims_its_text(tmp_path: Path, capsys):
    claimed = RULES.replace("b: unwrap", "b: unwrap, x-odd: unwrap, div.more: drop, p: paragraph")
    assert table(tmp_path, capsys, claimed)[1:] == []


def test_extract_and_tei_count_the_words_that_no_dictionary_claims(tmp_path: Path, capsys):
    """The same as the rows ``none`` of the report: the words are in the TEI, but nobody decided
    about them."""
    path, html = portal_file(tmp_path, RULES), tmp_path / "one.html"
    html.write_text(page(TEXT), encoding="utf-8", newline="\n")
    asked = ["extract", str(path), "--url", URL, "--html", str(html)]
    assert main([*asked, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["words"], found["unclaimed"], found["dropped"]) == (9, 1, 5), (
        "furcsa; reklám x oszd meg gomb"
    )
    assert sum(found["dropped_by"].values()) == 5 and len(found["dropped_by"]) == 3
    assert isinstance(found["outside"], int)
    assert main([*asked, "--format", "tei"]) == 0
    root = etree.fromstring(capsys.readouterr().out.encode("utf-8"))
    measures = {m.get("unit"): m.get("quantity") for m in root.iterfind(".//t:extent/t:measure", T)}
    assert measures == {"words": "9", "unclaimed-words": "1"}


def test_words_that_a_row_claims_are_not_counted(tmp_path: Path, capsys):
    path, html = (
        portal_file(tmp_path, RULES.replace("b: unwrap", "x-odd: unwrap")),
        tmp_path / "one.html",
    )
    html.write_text(page(TEXT), encoding="utf-8", newline="\n")
    assert main(["extract", str(path), "--url", URL, "--html", str(html), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["unclaimed"] == 0
