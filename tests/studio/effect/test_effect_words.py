"""What the view says and shows of a comparison, without a browser."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.base.model.article import Article, Metadata, TextAccount
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.portal.expectation import ARTICLE, Expectation, ExpectedValue
from webarticlecurator.proposing.trial.compare_articles import (
    WordRun,
    compare_articles,
    count_unchanged,
    shorten_runs,
)
from webarticlecurator.proposing.trial.expecting import Mismatch
from webarticlecurator.proposing.trial.rule_effects import NOT_THERE, ReadingSummary
from webarticlecurator.studio.effect.accepted_entries import update_entry
from webarticlecurator.studio.effect.article_difference import describe_summary
from webarticlecurator.studio.effect.difference_lines import MAX_LINES, list_shown_lines
from webarticlecurator.studio.effect.effect_words import describe_expectations, describe_verdicts
from webarticlecurator.studio.effect.expectation_effects import ExpectationEffect
from webarticlecurator.studio.frame.file_edits import describe_edits, list_edits

WRONG = (Mismatch("title", "A", "B", "title: expected A, found B"),)
ENTRY = Expectation(ARTICLE, "https://small.example/a")


def article(*paragraphs: str) -> Article:
    blocks = tuple(Node("paragraph", (words,)) for words in paragraphs)
    return Article("a1", "https://small.example/a", (), None, (), Metadata(), blocks, TextAccount())


@pytest.mark.parametrize(
    ("effects", "words"),
    [
        ([ExpectationEffect(ENTRY)], "None of 1 expectation would fail."),
        ([ExpectationEffect(ENTRY, (), WRONG)], "1 of 1 expectation would fail."),
        (
            [ExpectationEffect(ENTRY, (), WRONG)] * 2 + [ExpectationEffect(ENTRY)] * 12,
            "2 of 14 expectations would fail.",
        ),
        (
            [
                ExpectationEffect(ENTRY, WRONG, WRONG),
                ExpectationEffect(ENTRY, WRONG, ()),
                ExpectationEffect(ENTRY, is_stored=False),
            ],
            "None of 3 expectations would fail. 1 fails already. 1 would pass again."
            " 1 cannot be compared: the page is not stored.",
        ),
    ],
)
def test_expectations_are_counted_in_a_sentence(effects: list[ExpectationEffect], words: str):
    assert describe_expectations(effects) == words


def test_verdicts_and_readings_have_words():
    assert describe_verdicts("", "") == describe_verdicts("no-root", "no-root") == ""
    assert describe_verdicts("", "no-root") == "kept → no-root"
    assert describe_summary(ReadingSummary(words=1)) == "kept, 1 word"
    assert describe_summary(ReadingSummary(words=1234)) == "kept, 1,234 words"
    rejected = describe_summary(ReadingSummary(reason="no-root", evidence="article"))
    assert rejected.startswith("rejected, no-root: no root rule finds the article")
    assert ": article; what to do: add a root" in rejected
    assert "not found" in describe_summary(ReadingSummary(reason=NOT_THERE))


def test_edits_are_lines_with_signs():
    saved, draft = "a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\n", "a: 0\nb: 2\nc: 3\nd: 4\ne: 5\n"
    edits = list_edits(saved, draft)
    assert edits == ["-a: 1", "+a: 0", " b: 2", "…", " e: 5", "-f: 6"]
    assert describe_edits(edits) == "1 line added and 2 lines removed"
    assert list_edits(saved, saved) == []


def test_unchanged_lines_between_changes_are_counted():
    old = article("one", "two two", "three", "four", "five", "six six six")
    new = article("zero", "one", "two two", "four", "five", "six six new", "seven")
    lines = compare_articles(old, new).lines
    assert [
        (line.change, gap) for line, gap in zip(lines, count_unchanged(lines), strict=True)
    ] == [
        ("added", 0),
        ("removed", 2),
        ("changed", 2),
        ("added", 0),
    ]


def test_unchanged_words_far_from_a_change_are_cut():
    words = " ".join(map(str, range(30)))
    runs = (WordRun("same", words), WordRun("gone", words), WordRun("same", "a b"))
    before, gone, after = shorten_runs(runs)
    assert before.text == "… 22 23 24 25 26 27 28 29"
    assert (gone, after.text) == (runs[1], "a b")


def test_more_changes_than_are_shown_are_counted():
    old = article(*(f"line {n}" for n in range(MAX_LINES + 30)))
    shown, hidden = list_shown_lines(compare_articles(old, None))
    assert (len(shown), hidden) == (MAX_LINES, 30)
    assert {line.label for line in shown} == {"paragraph lost"}


def test_new_values_take_the_place_of_those_that_fail_and_leave_the_others():
    old = Expectation(
        ARTICLE,
        "https://small.example/a",
        values=(
            ExpectedValue("title", ("Old",)),
            ExpectedValue("section", ("Kept as the person wrote it",)),
            ExpectedValue("first_words", ("two words",)),
        ),
    )
    found = Expectation(
        ARTICLE,
        "https://small.example/a",
        values=(
            ExpectedValue("title", ("New",)),
            ExpectedValue("section", ("Other",)),
            ExpectedValue("authors", ("Somebody",)),
            ExpectedValue("first_words", ("a text that begins otherwise now",)),
        ),
    )
    updated = update_entry(old, found, {"title", "first_words"})
    assert {value.name: value.values for value in updated.values} == {
        "title": ("New",),
        "section": ("Kept as the person wrote it",),
        "first_words": ("a text",),
    }
    rejected = Expectation(
        ARTICLE, "https://small.example/a", values=(ExpectedValue("rejected", ("no-root",)),)
    )
    assert update_entry(old, rejected, {"page"}).values == rejected.values
