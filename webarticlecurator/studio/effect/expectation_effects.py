"""Which expectations of stored pages fail by the edited rules."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.expectation import Expectation
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages
from webarticlecurator.proposing.trial.expecting import Mismatch, compare_pages
from webarticlecurator.studio.frame.page_sources import PageSources


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


def find_mismatches(
    portal: Portal, entry: Expectation, sources: PageSources
) -> tuple[Mismatch, ...] | None:
    """Return what is not as expected; None if the page is not stored. Whether the entry is
    accepted does not matter: the rules cannot change that."""

    def compare(store: CapturedPages) -> tuple[Mismatch, ...] | None:
        if store.choose_capture(entry.url) is None:
            return None
        (compared,) = compare_pages(portal, [entry], store)
        return tuple(each for each in compared.mismatches if each.what != "accepted")

    return sources.use(portal, compare)
