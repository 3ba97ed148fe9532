"""A proposal that is being made, and the steps that make it: what each needs and what it adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.crawling.archive.page_address import is_front_page
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.propose.visits import Visits


@dataclass(frozen=True)
class Draft:
    """A proposal that is being made.

    ``page`` is the list page whose rules are proposed, ``others`` are further pages of its kind.
    ``listed`` are the articles of the list on all pages that were looked at. ``steps`` are still to
    be taken. ``origin`` is the page that was given, which may have led to another one.
    """

    proposal: Proposal
    page: Page
    others: tuple[Page, ...] = ()
    listed: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    origin: Page | None = None

    @property
    def is_data(self) -> bool:
        """True if the page is JSON."""
        return self.page.json is not None

    def has(self, name: str) -> bool:
        """Return True if a field of the proposal is set, or if ``is_data`` holds."""
        return self.is_data if name == "is_data" else bool(getattr(self.proposal, name))

    def update(self, proposal: Proposal, listed: Sequence[str] = ()) -> Draft:
        """Return the draft with another proposal and with further articles of the list."""
        return replace(
            self, proposal=proposal, listed=tuple(dict.fromkeys((*self.listed, *listed)))
        )


@dataclass(frozen=True)
class Step:
    """A step towards a proposal.

    It is taken if the draft has all that the step ``needs`` and nothing that it ``lacks``; it
    changes no other fields of the proposal than ``adds``. ``take`` returns the draft after it,
    which may have other steps to follow.
    """

    name: str
    take: Callable[[Draft, Visits, Runtime], Draft]
    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()

    def is_due(self, draft: Draft) -> bool:
        """Return True if the conditions of the step are met."""
        return all(map(draft.has, self.needs)) and not any(map(draft.has, self.lacks))


def take_steps(draft: Draft, visits: Visits, runtime: Runtime) -> Iterator[tuple[Step, Draft]]:
    """Take the steps of a draft; yield each one that is due, with the draft after it."""
    while draft.steps:
        step, *rest = draft.steps
        draft = replace(draft, steps=tuple(rest))
        if step.is_due(draft):
            draft = replace(step.take(draft, visits, runtime), origin=draft.origin)
            yield step, draft


def finish_draft(draft: Draft, visits: Visits, runtime: Runtime) -> Proposal:
    """Take all steps of a draft, and return the proposal."""
    for _, after in take_steps(draft, visits, runtime):
        draft = after
    return draft.proposal


def take_site(proposal: Proposal, front: Proposal) -> Proposal:
    """Return the proposal with what is known of the site from another page of it."""
    return replace(
        proposal,
        title=front.title,
        feeds=front.feeds,
        sitemaps=front.sitemaps,
        from_front_page=is_front_page(front.url),
    )
