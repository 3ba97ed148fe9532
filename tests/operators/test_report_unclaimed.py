"""``curator report unclaimed``: text of tags that the portal's own dictionary says nothing of."""

from __future__ import annotations

from pathlib import Path

import pytest
from operators_material import BASE, URL, listing, page, portal_file, write_warc

from webarticlecurator.cli.main import main

RULES = "article: {body: {root: article, drop: [.ad], tags: {div.hint: box, div.share: drop, b: unwrap}}}\n"
TEXT = (
    "<p>egy <b>kettő</b> három</p><div class=hint>doboz <x-odd>furcsa</x-odd></div><div class=ad>reklám <p>x</p></div>"
    "<div class=share>oszd <x-odd>meg</x-odd></div><div class=more>lásd még ezt is</div><button>gomb</button>"
)


def table(folder: Path, capsys: pytest.CaptureFixture[str], rules: str = RULES) -> list[list[str]]:
    pages = {f"{BASE}/list/1": listing("/2019/one", "/2019/two"), URL: page(TEXT), f"{BASE}/2019/two": page("<p>négy</p>")}
    warc = write_warc(folder / "x.warc", pages)
    assert main(["report", "unclaimed", str(portal_file(folder, rules)), "--warc", str(warc), "--quiet"]) == 0
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_what_only_the_base_dictionary_or_nothing_claims_is_listed_by_signature(tmp_path: Path, capsys):
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
