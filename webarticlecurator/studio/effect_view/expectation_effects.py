"""Which expectations of stored pages fail by the edited rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webarticlecurator.config.expectations import expectations_path, load_expectations
from webarticlecurator.model.expectation import Expectation
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.expecting import Mismatch, compare_pages
from webarticlecurator.run.preview.observing import choose_capture
from webarticlecurator.run.preview.stored_page import StoredSource
from webarticlecurator.studio.page_sources import PageSources


@dataclass(frozen=True)
class ExpectationEffect:
    """An entry of the file of expectations, and what is not as expected by the rules ``before``
    and ``after``. ``is_stored`` is False if its page is not."""

    entry: Expectation
    before: tuple[Mismatch, ...] = ()
    after: tuple[Mismatch, ...] = ()
    is_stored: bool = True

    @property
    def fails_newly(self) -> bool:
        return bool(self.after) and not self.before


def compare_expectations(
    before: Portal, after: Portal, sources: PageSources
) -> Iterator[ExpectationEffect]:
    """Yield what becomes of each expectation, in the order of the file; none without the file.

    Raises ConfigError with the problems of the file, and as ``PageSources.use``.
    """
    path = expectations_path(after)
    if not path.exists():
        return
    columns = tuple(column.name for column in after.columns)
    for entry in load_expectations(path, columns):
        found = [_find_mismatches(portal, entry, sources) for portal in (before, after)]
        if found[0] is None or found[1] is None:
            yield ExpectationEffect(entry, is_stored=False)
        else:
            yield ExpectationEffect(entry, found[0], found[1])


def _find_mismatches(
    portal: Portal, entry: Expectation, sources: PageSources
) -> tuple[Mismatch, ...] | None:
    """Return what is not as expected; None if the page is not stored. Whether the entry is
    accepted does not matter: the rules cannot change that."""

    def compare(store: StoredSource) -> tuple[Mismatch, ...] | None:
        if choose_capture(portal, store, entry.url) is None:
            return None
        (compared,) = compare_pages(portal, [entry], store)
        return tuple(each for each in compared.mismatches if each.what != "accepted")

    return sources.use(portal, compare)
