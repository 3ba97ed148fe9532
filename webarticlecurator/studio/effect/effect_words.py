"""The sentences of the view."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.portal.expectation import ARCHIVE, ARTICLE
from webarticlecurator.base.text.translation import (
    as_message,
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.corpus.charts.bar_names import name_field
from webarticlecurator.proposing.trial.expecting import Mismatch
from webarticlecurator.studio.effect.effect_run import ENDED, FAILED, RUNNING, STOPPED, EffectRun
from webarticlecurator.studio.effect.expectation_effects import ExpectationEffect

KIND_NAMES = {
    "": make_message("All changes"),
    "text": make_message("Text"),
    "metadata": make_message("Metadata"),
    "rejected": make_message("Rejected now"),
    "accepted": make_message("Accepted now"),
}
"""Kind of change (``effect_run.KINDS``) → its name in the list of kinds."""
KINDS_OF_ENTRIES = {ARTICLE: make_message("article"), ARCHIVE: make_message("archive page")}
"""Kind of an entry of the file of expectations → what it is about."""
_WORDS = {"first_words": make_message("first words"), "last_words": make_message("last words")}


def describe_counts(run: EffectRun) -> str:
    """Return what the comparison has found so far."""
    counts, expected = run.results.counts(), run.progress.expected
    done = counts.changed + counts.unchanged + counts.lost
    of_all = (
        translate(" of {expected:,}", expected=expected)
        if expected and expected > done and run.state != ENDED
        else ""
    )
    if done == 0 and run.state == ENDED:
        return translate("There are no stored articles to compare.")
    found = translate("none changes")
    if counts.changed:
        found = translate_count(
            "{number:,} changes: {gained:,} words gained, {lost:,} lost",
            "{number:,} change: {gained:,} words gained, {lost:,} lost",
            counts.changed,
            gained=counts.words_gained,
            lost=counts.words_lost,
        )
    return translate_count(
        "{number:,}{of_all} article compared, {found}.",
        "{number:,}{of_all} articles compared, {found}.",
        done,
        of_all=of_all,
        found=found,
    )


def describe_comparison(run: EffectRun) -> str:
    """Return how the comparison stands, in a few words that change rarely."""
    return {
        RUNNING: translate("Comparing …"),
        ENDED: (
            translate("All stored articles are compared.")
            if run.pages.limit is None
            else translate("The sample is compared.")
        ),
        STOPPED: translate("Stopped; what was found until then is shown."),
        FAILED: translate("The comparison has failed."),
    }[run.state]


def describe_expectations(effects: Sequence[ExpectationEffect]) -> str:
    """Return how many expectations would fail."""
    fails = sum(effect.fails_newly for effect in effects)
    already = sum(bool(effect.before and effect.after) for effect in effects)
    mended = sum(bool(effect.before) and not effect.after for effect in effects)
    missing = sum(not effect.is_stored for effect in effects)
    total = translate_count("{number:,} expectation", "{number:,} expectations", len(effects))
    first = (
        translate_count(
            "{number:,} of {total} would fail.",
            "{number:,} of {total} would fail.",
            fails,
            total=total,
        )
        if fails
        else translate("None of {total} would fail.", total=total)
    )
    more = [
        words
        for number, words in (
            (
                already,
                translate_count("{number} fails already.", "{number} fail already.", already),
            ),
            (mended, translate("{number} would pass again.", number=mended)),
            (
                missing,
                translate("{number} cannot be compared: the page is not stored.", number=missing),
            ),
        )
        if number
    ]
    return " ".join([first, *more])


def describe_verdicts(before: str, after: str) -> str:
    """Return how a verdict changes; nothing if it does not."""
    kept = translate("kept")
    return "" if before == after else f"{before or kept} → {after or kept}"


def describe_mismatch(mismatch: Mismatch) -> str:
    """Return what is not as expected, in words, and where the rules stand."""
    message = as_message(mismatch.message)
    values = dict(message.values or {})
    if "name" in values:
        values["name"] = translate(_WORDS.get(mismatch.what) or name_field(mismatch.what))
    words = translate(message.template, **values)
    return f"{words} ({', '.join(mismatch.rules)})" if mismatch.rules else words
