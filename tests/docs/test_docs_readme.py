"""The README is short, and its portal file makes the TEI and the row that it shows, when it is run on
the demo portal."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs_material import README, read
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.cli.main import main

MAX_WORDS = 700
LINES_OF_THE_PORTAL_FILE = 12
LINES_OF_TEI = 15


def read_block(language: str) -> str:
    """Return the text of the README's only block in a language."""
    (text,) = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", read(README))
    return str(text)


@dataclass(frozen=True)
class Outcome:
    """What a crawl by the README's portal file leaves: portal file and corpus, TEI and rows of the
    table by id."""

    portal: Path
    corpus: Path
    tei: dict[str, str]
    rows: dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder = tmp_path_factory.mktemp("readme")
    portal, corpus = folder / "visszhang.yaml", folder / "corpus"
    no_delay = "fetch: {delay: 0}\n"  # the portal is on this machine
    portal.write_text(read_block("yaml") + no_delay, encoding="utf-8")
    place = ("--corpus", str(corpus), "--quiet")
    with DemoServer() as server:
        assert main(["crawl", str(portal), *place, "--proxy", server.proxy]) == 0
    table = folder / "table.csv"
    assert main(["export", str(portal), *place, "--format", "csv", "--output", str(table)]) == 0
    rows = csv.DictReader(io.StringIO(table.read_text(encoding="utf-8-sig"), newline=""))
    return Outcome(
        portal,
        corpus,
        {file.stem: file.read_text(encoding="utf-8") for file in (corpus / "tei").rglob("*.xml")},
        {row["id"]: row for row in rows},
    )


def test_it_is_short() -> None:
    assert len(read(README).split()) <= MAX_WORDS


def test_its_examples_are_short() -> None:
    assert len(read_block("yaml").splitlines()) == LINES_OF_THE_PORTAL_FILE
    assert len(read_block("xml").splitlines()) <= LINES_OF_TEI


def test_the_numbers_are_those_of_the_crawl(outcome: Outcome, capfdbinary) -> None:
    assert main(["status", str(outcome.portal), "--corpus", str(outcome.corpus), "--json"]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    shown = re.search(r"reads (\d+) archive pages and writes (\d+) articles", read(README))
    assert shown is not None
    assert [*map(int, shown.groups())] == [found["archive_pages"], found["tei"]]
    assert found["rejected"] == {"gone": 1}


def test_the_tei_is_what_comes_out(outcome: Outcome) -> None:
    """Each run of lines between two ``…`` is in the file as it is shown, one after the other."""
    shown = read_block("xml")
    found = re.search(r'xml:id="(\w+)"', shown)
    assert found is not None
    rest = outcome.tei[found[1]]
    for part in filter(None, re.split(r"(?m)^…\n", shown)):
        assert part in rest, f"not in {found[1]}.xml, or not at this place:\n{part}"
        rest = rest.partition(part)[2]


def test_the_row_is_what_comes_out(outcome: Outcome) -> None:
    table = read(README).partition("makes a row of it")[2]
    names, row = (split_row(line) for line in re.findall(r"(?m)^\| .*\|$", table)[:2])
    documented = dict(zip(names, row, strict=True))
    found = outcome.rows[documented["id"]]
    assert {name: found[name] for name in documented} == documented


def split_row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]
