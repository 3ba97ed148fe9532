"""What the edited rules find now, as entries of the file of expectations."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.expectation import Expectation, ExpectedValue
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.proposing.trial.expectation_file import is_same_page, read_entries
from webarticlecurator.proposing.trial.recording import prepare_entry
from webarticlecurator.studio.effect.expectation_effects import ExpectationEffect
from webarticlecurator.studio.frame.page_sources import PageSources

AcceptedEntry = tuple[Expectation, Expectation | None]
"""An entry to write, and the one of the file that it replaces; None if it is added."""


def accept_article(portal: Portal, sources: PageSources, url: str) -> AcceptedEntry:
    """Return the entry for what the rules find now on a page. Raises UsageError for a page that is
    not stored or holds several articles, ConfigError with the problems of the file."""
    if "#" in url:
        raise UsageError(
            make_message(
                "one of several articles on a page: {url} (expected an article on its own page)",
                url=url,
            ),
            "Expectations are compared with whole pages.",
        )
    entry = _find_entry(portal, sources, url)
    return entry, next((each for each in read_entries(portal) if is_same_page(each, entry)), None)


def accept_effects(
    portal: Portal, sources: PageSources, effects: Sequence[ExpectationEffect]
) -> list[AcceptedEntry]:
    """Return entries of the file with what the rules find now in place of what they do not. Raises
    as ``accept_article``."""
    return [
        (
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
        raise UsageError(
            make_message("no complete answer with status 200 is stored for {url}", url=url)
        )
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
    return replace(
        old, links=found.links if "links" in names else old.links, values=values, accepted=True
    )


def _cut(found: ExpectedValue, old: ExpectedValue) -> ExpectedValue:
    """Return the value with as many words as were expected, of a text that is given by words."""
    count = sum(len(value.split()) for value in old.values)
    words = [word for value in found.values for word in value.split()]
    if found.name not in ("first_words", "last_words") or not 0 < count < len(words):
        return found
    cut = words[:count] if found.name == "first_words" else words[-count:]
    return replace(found, values=(" ".join(cut),))
