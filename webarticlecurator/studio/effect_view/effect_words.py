"""The sentences of the view."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.model.verdict import BUILD_FAILURES, REJECTIONS
from webarticlecurator.run.analysis.rule_effects import NOT_THERE, ReadingSummary
from webarticlecurator.studio.effect_view.effect_results import EffectCounts
from webarticlecurator.studio.effect_view.effect_run import (
    ENDED,
    FAILED,
    STOPPED,
    EffectRun,
)
from webarticlecurator.studio.effect_view.expectation_effects import ExpectationEffect

KIND_NAMES = {
    "": "All changes",
    "text": "Text",
    "metadata": "Metadata",
    "rejected": "Rejected now",
    "accepted": "Accepted now",
}
"""Kind of change (``effect_results.KINDS``) → its name in the list of kinds."""


def format_number_of(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def describe_counts(run: EffectRun) -> str:
    """Return what the comparison has found so far."""
    counts, expected = run.results.counts(), run.progress.expected
    done = counts.changed + counts.unchanged + counts.lost
    of_all = f" of {expected:,}" if expected and expected > done and run.state != ENDED else ""
    if done == 0 and run.state == ENDED:
        return "There is no stored article to compare."
    change = "changes" if counts.changed == 1 else "change"
    words = f"{counts.words_gained:,} words gained, {counts.words_lost:,} lost"
    found = f"{counts.changed:,} {change}: {words}" if counts.changed else "none changes"
    return f"{done:,}{of_all} {'article' if done == 1 else 'articles'} compared, {found}."


def describe_comparison(run: EffectRun) -> str:
    """Return how the comparison stands, in a few words that change rarely."""
    if run.state == ENDED:
        return "All stored articles are compared." if run.covers_all else "The sample is compared."
    if run.state == STOPPED:
        return "Stopped; what was found until then is shown."
    if run.state == FAILED:
        return "The comparison has failed."
    return "Comparing …"


def describe_lost(counts: EffectCounts) -> str:
    """Return how many articles could not be read, and the first one; or nothing."""
    if not counts.lost:
        return ""
    number = format_number_of(counts.lost, "article")
    return f"{number} could not be read. The first: {counts.first_lost}"


def describe_expectations(effects: Sequence[ExpectationEffect]) -> str:
    """Return how many expectations would fail."""
    fails = sum(effect.fails_newly for effect in effects)
    already = sum(bool(effect.before and effect.after) for effect in effects)
    mended = sum(bool(effect.before) and not effect.after for effect in effects)
    missing = sum(not effect.is_stored for effect in effects)
    total = format_number_of(len(effects), "expectation")
    first = f"{fails} of {total} would fail." if fails else f"None of {total} would fail."
    if len(effects) == 1:
        first = "The expectation would fail." if fails else "The expectation would not fail."
    more = [
        f"{number} {words}."
        for number, words in (
            (already, "fails already" if already == 1 else "fail already"),
            (mended, "would hold again"),
            (missing, "cannot be compared: the page is not stored"),
        )
        if number
    ]
    return " ".join([first, *more])


def describe_verdicts(before: str, after: str) -> str:
    """Return how a verdict changes; nothing if it does not."""
    if before == after:
        return ""
    return f"{before or 'kept'} → {after or 'kept'}"


def describe_summary(reading: ReadingSummary) -> str:
    """Return what rules make of an article: its number of words, or why it has no text."""
    if not reading.reason:
        return f"kept, {format_number_of(reading.words, 'word')}"
    if reading.reason == NOT_THERE:
        return "not found as an article of its own"
    meaning = {**REJECTIONS, **BUILD_FAILURES}.get(reading.reason, "")
    return ": ".join(filter(None, (f"rejected, {reading.reason}", meaning, reading.evidence)))
