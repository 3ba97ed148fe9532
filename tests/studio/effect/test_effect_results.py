"""The changed articles of a comparison: sorted, paged, filtered, and bounded."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.proposing.trial.compare_articles import (
    ArticleComparison,
    FieldChange,
    LineChange,
)
from webarticlecurator.proposing.trial.rule_effects import (
    ArticleEffect,
    PageEffects,
    ReadingSummary,
)
from webarticlecurator.studio.effect.effect_results import KINDS, EffectResults


def effect(
    url: str,
    gained: int = 0,
    lost: int = 0,
    *,
    fields: str = "",
    reasons: tuple[str, str] = ("", ""),
) -> ArticleEffect:
    metadata = tuple(FieldChange(name, ("old",), ("new",)) for name in fields.split())
    line = (LineChange("changed", "paragraph", 1, "a", "b", ()),)
    lines = line if gained or lost else ()
    before, after = (ReadingSummary(10, reason) for reason in reasons)
    compared = ArticleComparison(metadata, lines, lost, gained)
    return ArticleEffect(url, url, before, after, compared)


EFFECTS = (
    effect("/small", gained=1, fields="title published"),
    effect("/title", fields="title"),
    effect("/large", gained=2, lost=30),
    effect("/rejected", lost=10, reasons=("", "no-root")),
    effect("/accepted", gained=10, reasons=("no-root", "")),
)


@pytest.fixture
def results() -> EffectResults:
    made = EffectResults()
    for each in EFFECTS:
        made.add(PageEffects((each,), unchanged=2))
    return made


def urls(results: EffectResults, kind: str = "", start: int = 0, limit: int = 50) -> list[str]:
    return [row.url for row in results.list_rows(kind, start, limit)]


def test_the_most_changed_come_first_page_by_page(results: EffectResults):
    every = ["/large", "/accepted", "/rejected", "/small", "/title"]
    assert urls(results) == every
    assert [urls(results, start=start, limit=2) for start in (0, 2, 4, 6)] == [
        every[:2],
        every[2:4],
        every[4:],
        [],
    ]
    small = results.list_rows("", 3, 1)[0]
    assert (small.comparison.words_added, small.comparison.words_gone) == (1, 0)
    assert [change.field for change in small.comparison.metadata] == ["title", "published"]


def test_each_kind_of_change_has_its_articles(results: EffectResults):
    found = {kind: (urls(results, kind), results.count(kind)) for kind in KINDS}
    assert found == {
        "": (urls(results), 5),
        "text": (["/large", "/accepted", "/rejected", "/small"], 4),
        "metadata": (["/small", "/title"], 2),
        "rejected": (["/rejected"], 1),
        "accepted": (["/accepted"], 1),
    }


def test_all_are_counted_and_found_as_they_were(results: EffectResults):
    results.add_lost("/slow: a rule takes too long")
    results.add_lost("/other: the same")
    counts = results.counts()
    assert (counts.changed, counts.unchanged, counts.kept) == (5, 10, 5)
    assert (counts.words_gained, counts.words_lost) == (13, 40)
    assert (counts.lost, counts.first_lost) == (2, "/slow: a rule takes too long")
    assert results.find("/large") == EFFECTS[2]
    assert results.find("/unknown") is None


def test_of_more_articles_than_are_kept_those_that_change_least_are_only_counted():
    results = EffectResults(max_kept=10)
    for number in range(100):
        results.add(PageEffects((effect(f"/{number}", gained=number % 50),)))
    assert urls(results, limit=100) == [f"/{n}" for k in range(49, 44, -1) for n in (k, k + 50)]
    counts = results.counts()
    assert (counts.changed, counts.kept, counts.words_gained) == (100, 10, 2450)
    assert results.count("text") == 10
