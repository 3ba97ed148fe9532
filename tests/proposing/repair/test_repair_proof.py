"""When a proposal is proved, and what is said where it is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from daily_portal import MONTHS, PER_MONTH, RULES, article_path
from small_portal import small_portal
from test_repair_designs import redesigned_portal

from webarticlecurator.cli.main import main
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.repair.known_articles import ReadingComparison
from webarticlecurator.proposing.repair.known_values import has_values
from webarticlecurator.proposing.repair.repair_proof import ProofPart, Repair


def part(same: int, of: int) -> ProofPart:
    right = [ReadingComparison("/", 1.0)] * same
    wrong = [ReadingComparison("/", 0.5, ("text: F1 0.5",))] * (of - same)
    return ProofPart((*right, *wrong))


@pytest.mark.parametrize(
    ("same", "of", "is_proved"),
    [(6, 6, True), (5, 6, True), (4, 6, False), (18, 20, True), (17, 20, False), (0, 1, False)],
)
def test_nine_of_ten_or_all_but_one_prove_a_layout(same: int, of: int, is_proved: bool) -> None:
    # what the rules were made of proves nothing, right or wrong
    for made in (part(0, 12), part(12, 12)):
        doubts = Repair("", "from-2026-10-02", made=made, control=part(same, of)).doubts
        assert (not doubts) is is_proved
        assert is_proved or f"{same} of {of} known articles are read the same" in doubts[0]


def test_a_layout_without_a_known_article_is_not_proved() -> None:
    assert "no known article" in Repair("", "from-2026-10-02").doubts[0]
    assert Repair("").doubts == ()


def test_write_is_refused_where_two_of_six_articles_differ(tmp_path: Path, capfd) -> None:
    with redesigned_portal(tmp_path, ["rename"]) as portal:
        for month in range(1, MONTHS + 1):
            for number in range(1, PER_MONTH + 1, 3):  # the portal has written these anew
                path = article_path(month, number)
                portal.pages[path] = portal.pages[path].replace("river", "lake and sea")
        file = portal.write(RULES).path
        before = file.read_bytes()
        code = main(["repair", str(file), "--corpus", str(portal.corpus), "--quiet", "--write"])
    said = capfd.readouterr()
    assert code == 1 and file.read_bytes() == before
    (line,) = (each for each in said.out.splitlines() if each.startswith("not proved:"))
    assert "of 6 known articles are read the same (expected: nine of ten" in line
    assert line.removeprefix("not proved: ") in said.err
    assert "words added: lake" in said.out


def test_a_date_that_no_page_shows_now_is_named_and_no_difference(tmp_path: Path, capfd) -> None:
    with redesigned_portal(tmp_path, ["no-json"]) as portal:
        for path, page in portal.pages.items():
            portal.pages[path] = re.sub("<time.*?</time>", "", page).replace('"story"', '"words"')
        file = portal.write(RULES).path
        code = main(["repair", str(file), "--corpus", str(portal.corpus), "--quiet", "--write"])
    said = capfd.readouterr().out
    assert code == 0 and "layouts:" in file.read_text(encoding="utf-8")
    assert "had no part in the rules, 6 of 6 are read the same." in said
    assert "18 of these pages no longer show this anywhere: published." in said


@pytest.mark.parametrize(
    ("name", "value", "shown", "is_there"),
    [
        (
            "published",
            "2021-03-12T14:05:00+01:00",
            "<p>Von Anna, 12. März 2021, 14:05 Uhr</p>",
            True,
        ),
        ("published", "2021-03-12T14:05:00+01:00", '<b title="2021-03-12T13:05:00Z">x</b>', True),
        ("published", "2021-03-12T14:05:00+01:00", "<p>Stand: 13. März 2021, 18:00</p>", False),
        (
            "published",
            "2021-03-12T14:05:00+01:00",
            '<script type="application/ld+json">{"datePublished":"2021-03-12T14:05+01:00"}</script>',
            True,
        ),
        ("authors", "Anna Müller", "<p>VON ANNA MÜLLER</p>", True),
        ("authors", "Anna Müller", '<meta content="Anna M\xfcller">', True),
        ("authors", "Ann", "<p>Von Anna Müller</p>", False),
        ("authors", "Anna Müller", "<div><b>Anna Müller</b><i>13. März</i></div>", True),
    ],
)
def test_a_value_may_be_anywhere_in_any_form(
    name: str, value: str, shown: str, is_there: bool, tmp_path: Path
) -> None:
    rules = RULES.replace("language: en\ntimezone: UTC", "language: de\ntimezone: Europe/Berlin")
    content = f"<html><body><h1>Titel</h1>{shown}</body></html>".encode()
    page = read_page("http://example.org/1", content, "text/html; charset=utf-8")
    with small_portal(tmp_path, {}) as portal:
        assert has_values(page, portal.write(rules), name, (value,)) is is_there
