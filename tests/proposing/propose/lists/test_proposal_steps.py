"""The steps of a proposal: one tried alone, and what each may set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.dataclasses import fields
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import PortalHosts
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.crawling.crawl.page_visits import PageVisitor
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.proposing.propose.page_proposal import propose_from_page
from webarticlecurator.proposing.propose.proposal_draft import Draft, Step, take_steps
from webarticlecurator.proposing.propose.proposal_steps import (
    ARTICLE_STEPS,
    BOARD_STEPS,
    LIST_STEPS,
    PAGE_STEPS,
)
from webarticlecurator.proposing.propose.visits import LimitedVisits

FIELDS = {each.name for each in fields(Proposal)}
STEPS = [*dict.fromkeys((*PAGE_STEPS, *LIST_STEPS, *BOARD_STEPS, *ARTICLE_STEPS))]
TEXT = " ".join(f"The miller of village {n} sold his mill in spring." for n in range(30))
ARTICLES = [f"/news/the-story-number-{n}-of-the-mill/" for n in range(10)]
NEXT = '<p><a rel="next" href="/list/2">next page</a></p>'
PAGES = {
    "/list/1": listing(*ARTICLES[:5]).replace("</body>", f"{NEXT}</body>"),
    "/list/2": listing(*ARTICLES[5:]),
    **{path: article(f"{TEXT} {path}") for path in ARTICLES},
}


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, PAGES) as running:  # type: ignore[arg-type]
        yield running


@pytest.fixture
def visits(portal: SmallPortal) -> Iterator[LimitedVisits]:
    settings = ConnectionSettings(FetchPolicy(), PortalHosts.of([portal.base]))
    with PageVisitor(settings, portal.clock) as visitor:
        yield LimitedVisits(visitor)


def find_step(name: str) -> Step:
    return next(step for step in STEPS if step.name == name)


def list_changes(before: Draft, after: Draft) -> set[str]:
    return {
        name for name in FIELDS if getattr(before.proposal, name) != getattr(after.proposal, name)
    }


def test_a_step_can_be_tried_alone(portal: SmallPortal, visits: LimitedVisits):
    page = visits.get(f"{portal.base}/list/1").read()
    draft = Draft(propose_from_page(page), page)
    after = find_step("next page").take(draft, visits, portal.runtime)
    assert after.listed == tuple(f"{portal.base}{path}" for path in ARTICLES)
    assert list_changes(draft, after) == set()
    assert portal.asked == ["/list/1", "/list/2"]


def test_a_step_whose_conditions_are_not_met_is_not_taken(
    portal: SmallPortal, visits: LimitedVisits
):
    page = visits.get(f"{portal.base}/list/1").read()
    steps = (find_step("other windows"), find_step("sections"), find_step("list in data"))
    draft = Draft(propose_from_page(page), page, steps=steps)
    assert [*take_steps(draft, visits, portal.runtime)] == []


def test_the_steps_are_taken_in_their_order_and_set_what_they_say(
    portal: SmallPortal, visits: LimitedVisits
):
    page = visits.get(f"{portal.base}/list/1").read()
    draft = Draft(Proposal(page.url), page, steps=PAGE_STEPS)
    taken = []
    for step, after in take_steps(draft, visits, portal.runtime):
        assert list_changes(draft, after) <= {*step.adds}, step.name
        taken.append(step.name)
        draft = after
    assert taken == [step.name for step in PAGE_STEPS if step.name in taken]
    assert {"rules of the page", "home page", "next page", "articles", "sitemap"} <= {*taken}
    assert draft.proposal.links and draft.proposal.articles


def test_steps_name_fields_of_a_proposal():
    names = chain.from_iterable((*step.needs, *step.lacks, *step.adds) for step in STEPS)
    assert {*names} <= FIELDS | {"is_data"}
