"""The sentences of the view ``effect``, and the expectations that it writes.

The sentences of the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webarticlecurator.errors import UsageError
from webarticlecurator.model.overrides import Expectation, ExpectedValue
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import BUILD_FAILURES, CURES, REJECTIONS
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.frame.widgets import format_number_of
from webarticlecurator.studio.views.effect_run import (
    ENDED,
    FAILED,
    STOPPED,
    EffectCounts,
    EffectRun,
    ExpectationEffect,
)
from webarticlecurator.trial.compare_articles import NOT_THERE, ReadingSummary
from webarticlecurator.trial.recording import is_same_page, prepare_entry, read_entries

KIND_NAMES = {
    "": "All changes",
    "text": "Text",
    "metadata": "Metadata",
    "rejected": "Rejected now",
    "accepted": "Accepted now",
}
"""Kind of change (``effect_results.KINDS``) → its name in the list of kinds."""


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
    words = ": ".join(filter(None, (f"rejected, {reading.reason}", meaning, reading.evidence)))
    cure = CURES.get(reading.reason, "")
    return f"{words}; what to do: {cure}" if cure else words


# What the edited rules find now, as entries of the file of expectations.

_WORDS = ("first_words", "last_words")


@dataclass(frozen=True)
class AcceptedEntry:
    """An entry to write, and the one of the file that it replaces; None if it is added."""

    entry: Expectation
    replaced: Expectation | None = None


def accept_articles(
    portal: Portal, sources: PageSources, urls: Sequence[str]
) -> list[AcceptedEntry]:
    """Return entries for what the rules find now on pages. Raises UsageError for a page that is not
    stored or holds several articles, ConfigError with the problems of the file."""
    old = read_entries(portal)
    accepted = []
    for url in urls:
        if "#" in url:
            raise UsageError(
                f"an article of a page that is split: {url} (expected an article on its own page)",
                "Expectations are compared with whole pages; leave this one out.",
            )
        entry = _find_entry(portal, sources, url)
        replaced = next((each for each in old if is_same_page(each, entry)), None)
        accepted.append(AcceptedEntry(entry, replaced))
    return accepted


def accept_effects(
    portal: Portal, sources: PageSources, effects: Sequence[ExpectationEffect]
) -> list[AcceptedEntry]:
    """Return entries of the file with what the rules find now in place of what they do not. Raises
    as ``accept_articles``."""
    return [
        AcceptedEntry(
            update_entry(
                effect.entry,
                _find_entry(portal, sources, effect.entry.url, effect.entry.column),
                {mismatch.what for mismatch in effect.after},
            ),
            effect.entry,
        )
        for effect in effects
    ]


def _find_entry(
    portal: Portal, sources: PageSources, url: str, column: str | None = None
) -> Expectation:
    found = sources.use(portal, lambda store: prepare_entry(portal, store, url, column))
    if found is None:
        raise UsageError(f"no complete answer with status 200 is stored for {url}")
    return replace(found, accepted=True)


def update_entry(old: Expectation, found: Expectation, names: set[str]) -> Expectation:
    """Return ``old`` with the values of ``names`` as found; all of them if the page is an article
    now and was none, or the other way round."""
    if old.kind != found.kind or names.intersection(("page", "rejected")):
        return found
    by_name = {value.name: value for value in found.values}
    values = tuple(
        _cut(by_name[value.name], value) if value.name in names and value.name in by_name else value
        for value in old.values
    )
    links = found.links if "links" in names else old.links
    return replace(old, links=links, values=values, accepted=True)


def _cut(found: ExpectedValue, old: ExpectedValue) -> ExpectedValue:
    """Return the value with as many words as were expected, of a text that is given by words."""
    count = sum(len(value.split()) for value in old.values)
    words = [word for value in found.values for word in value.split()]
    if found.name not in _WORDS or not 0 < count < len(words):
        return found
    cut = words[:count] if found.name == "first_words" else words[-count:]
    return replace(found, values=(" ".join(cut),))
