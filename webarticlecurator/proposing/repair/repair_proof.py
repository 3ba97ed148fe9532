"""The proof: what the rules of a proposal read on known pages of both designs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.portal_file.config.expectations import load_portal_expectations
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.proposing.repair.known_articles import (
    KnownArticle,
    ReadingComparison,
    judge_all,
    read_known,
)
from webarticlecurator.proposing.repair.known_pages import KnownPage
from webarticlecurator.proposing.repair.list_rules import (
    KnownList,
    ListComparison,
    compare_list,
    read_listing,
)
from webarticlecurator.proposing.trial.expecting import compare_pages

MAX_DIFFERENT = 0.1
"""Share of the known pages that may be read otherwise; one may be so in any case."""


@dataclass(frozen=True)
class ProofPart:
    """What became of some articles that were asked for again."""

    articles: tuple[ReadingComparison, ...] = ()

    @property
    def same(self) -> int:
        """The number of articles that are read the same."""
        return sum(each.is_same for each in self.articles)


@dataclass(frozen=True)
class Repair:
    """A proposal: the text of the portal file with it, the name and condition of the layout, and
    its proof.

    ``made``: the articles that the rules were made of; ``control``: those that had no part in it;
    ``lists``: archive pages; ``older`` of ``of_older`` captures in the old design are read as
    before; ``failed``: expectations that do not hold. ``newest``: pages without a known article
    that the rules were made of. ``remarks`` are for a person, ``requests`` is how many were sent.
    """

    text: str
    layout: str = ""
    when: YamlValue = ""
    made: ProofPart = ProofPart()
    control: ProofPart = ProofPart()
    lists: tuple[ListComparison, ...] = ()
    older: int = 0
    of_older: int = 0
    failed: tuple[str, ...] = ()
    newest: int = 0
    remarks: tuple[str, ...] = ()
    requests: int = 0

    @property
    def proof(self) -> ProofPart:
        """The articles that the proof is of: those that had no part in it, if there are any."""
        return self.control if self.control.articles else self.made

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why the proposal is not proved; empty if it is."""
        expected = make_message("(expected: nine of ten, or all but one)")
        articles, lists = self.proof, sum(each.is_same for each in self.lists)
        of, of_lists = len(articles.articles), len(self.lists)
        doubts = []
        if self.layout and not of:
            doubts.append(make_message("no known article shows that the layout is right"))
        elif self.layout and not _are_enough(articles.same, of):
            doubts.append(
                make_message(
                    "{same} of {of} known articles are read the same {expected}",
                    same=articles.same,
                    of=of,
                    expected=expected,
                )
            )
        if of_lists and not _are_enough(lists, of_lists):
            doubts.append(
                make_message(
                    "{lists} of {of_lists} archive pages list the same {expected}",
                    lists=lists,
                    of_lists=of_lists,
                    expected=expected,
                )
            )
        if self.older != self.of_older:
            doubts.append(
                make_message(
                    "{older} of {of_older} older captures are read as before",
                    older=self.older,
                    of_older=self.of_older,
                )
            )
        return (
            *doubts,
            *(make_message("an expectation fails: {failed}", failed=each) for each in self.failed),
        )


def _are_enough(same: int, of: int) -> bool:
    return same > 0 and of - same <= max(1, int(MAX_DIFFERENT * of))


def prove_articles(
    portal: Portal, proposed_portal: Portal, pages: Sequence[KnownPage]
) -> ProofPart:
    """Return what the proposed rules read on pages in the new design."""
    return ProofPart(
        tuple(
            judge_all(portal, [proposed_portal], page.stored, page.known)[0]
            for page in pages
            if page.known is not None
        )
    )


def count_older(portal: Portal, proposed_portal: Portal, old: Sequence[StoredPage]) -> int:
    """Return how many pages in the old design are read as before."""
    number = 0
    for stored in old:
        before: KnownArticle | None = run_supervised(portal, stored.url, read_known, stored, None)
        (read,) = [None] if before is None else judge_all(portal, [proposed_portal], stored, before)
        number += read is None or (read.is_same and read.f1 == 1.0)
    return number


def compare_lists(
    portal: Portal, proposed_portal: Portal, lists: Sequence[KnownList]
) -> Iterator[ListComparison]:
    """Yield what the proposed rules list on archive pages in the new design, and on those in the
    old one where it is not what was listed there."""
    for each in lists:
        span = proposed_portal.spans[each.span.column, each.span.number]
        yield compare_list(each, run_supervised(portal, each.new.url, read_listing, each.new, span))
        if each.is_followed:
            continue
        was = run_supervised(portal, each.old.url, read_listing, each.old, span)
        if was != each.known:
            yield compare_list(replace(each, new=each.old, now=None, has_new=False), was)


def find_failed_expectations(
    portal: Portal, proposed_portal: Portal, stored: CapturedPages
) -> tuple[str, ...]:
    """Return the expectations of stored pages that do not hold by the proposed rules."""
    return tuple(
        f"{each.entry.url}: {mismatch}"
        for each in compare_pages(proposed_portal, load_portal_expectations(portal), stored)
        for mismatch in each.mismatches
    )
