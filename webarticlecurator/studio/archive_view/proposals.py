"""Proposals for what is pointed at on an archive page, with what each does on the stored pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from webarticlecurator.config.proposed_file import to_rule_yaml
from webarticlecurator.config.yaml_edit import yaml_value
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.run.preview.link_trials import (
    LinkTrial,
    NextTrial,
    PageAddresses,
    PointedLink,
    find_next_by_rules,
    list_links_by_rules,
    propose_link_rules_at,
    propose_next_rules_at,
    rank_link_rules,
    rank_next_rules,
)
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.service.page_pool import PagePool

Try = Callable[[Portal, StoredPage, Sequence[Rule]], tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class RuleChoice:
    """A proposed rule: as it is written in the file, and what it does on the stored pages."""

    rule: Rule
    written: str
    effect: str
    exceptions: tuple[str, ...] = ()
    """Addresses of pages on which it finds nothing, or something wrong."""


async def propose_links(
    pool: PagePool, portal: Portal, pages: Sequence[StoredPage], pointed: Sequence[PointedLink]
) -> list[RuleChoice]:
    """Return rules that list the links that were pointed at on the first page, the best first.
    Raises UsageError, PageUnreadable, RequestProblem."""
    elements = [link.element for link in pointed]
    rules = await pool.read(portal, pages[0].url, propose_link_rules_at, pages[0], elements)
    found = await _try_on(pool, portal, pages, rules, list_links_by_rules)
    return [describe_link_trial(trial) for trial in rank_link_rules(rules, found)]


async def propose_next(
    pool: PagePool, portal: Portal, pages: Sequence[StoredPage], pointed: PointedLink
) -> list[RuleChoice]:
    """Return rules that find the next page by the link that was pointed at on the first page.
    Raises as ``propose_links``."""
    first = pages[0]
    rules = await pool.read(portal, first.url, propose_next_rules_at, first, pointed.element)
    found = await _try_on(pool, portal, pages, rules, find_next_by_rules)
    trials = rank_next_rules(rules, found, (first.url, pointed.url))
    return [describe_next_trial(trial) for trial in trials]


def describe_link_trial(trial: LinkTrial) -> RuleChoice:
    """Return a choice for a rule for links."""
    here, *others = [count for _, count in trial.counts]
    effect = f"lists {here} here"
    if others:
        effect += f", {_join_range(others)} on {_count(len(others), 'other stored page')}"
    if trial.repeated:
        effect += f"; {trial.repeated} on several pages"
    empty = tuple(url for url, count in trial.counts if not count)
    return RuleChoice(trial.rule, yaml_value(to_rule_yaml(trial.rule)), effect, empty)


def describe_next_trial(trial: NextTrial) -> RuleChoice:
    """Return a choice for a rule for the next page."""
    without = tuple(url for url, target in trial.targets if not target)
    effect = f"leads on from {trial.fits} of {_count(len(trial.targets), 'stored page')}"
    if without:
        effect += f"; from {len(without)} to none, as a last page should"
    if trial.wrong:
        effect += f"; from {len(trial.wrong)} back or elsewhere"
    written = yaml_value(to_rule_yaml(trial.rule))
    return RuleChoice(trial.rule, written, effect, (*trial.wrong, *without))


async def _try_on(
    pool: PagePool, portal: Portal, pages: Sequence[StoredPage], rules: Sequence[Rule], work: Try
) -> list[PageAddresses]:
    if not rules:
        return []
    # each waits for a free process; so many at once would be refused
    found: list[Any] = []
    for start in range(0, len(pages), _AT_ONCE):
        some = pages[start : start + _AT_ONCE]
        reads = (pool.read(portal, page.url, work, page, rules) for page in some)
        found += await asyncio.gather(*reads)
    return [(page.url, each) for page, each in zip(pages, found, strict=True)]


_AT_ONCE = 4


def _join_range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
