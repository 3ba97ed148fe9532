"""Scroll or click in a list until it ends."""

from __future__ import annotations

from webarticlecurator.fetch.browser.request_answers import RequestAnswers
from webarticlecurator.fetch.browser.tab import LONG_QUIET_SECONDS, Tab
from webarticlecurator.model.render_steps import RenderingFailed, RenderSteps

MAX_ROUNDS = 10_000
"""Limit of a list whose portal file names no ``max``."""
KNOWN_ROUNDS = 2
"""Rounds with known links only after which a rerun ends, as a walk after so many pages."""


def reach_list_end(tab: Tab, steps: RenderSteps, answers: RequestAnswers) -> None:
    """Make the list of a page longer until it ends.

    It ends where ``steps`` end it, where the button is gone or disabled, or where a round brings no
    new link. Raises RenderingFailed if the element of its end is not there then, or after
    MAX_ROUNDS.
    """
    links, known_rounds = set(tab.links()), 0
    for number in range(steps.max_rounds or MAX_ROUNDS):
        if known_rounds == KNOWN_ROUNDS or _is_at_end(tab, steps, len(links)):
            return
        answers.restart_count()
        new = _take_round(tab, steps, links)
        if not new:
            _check_is_end(tab, steps, number + 1)
            return
        links |= new
        known_rounds = known_rounds + 1 if _are_known(steps, new) else 0
    if steps.max_rounds is None:
        raise RenderingFailed(
            f"the list still grows after {MAX_ROUNDS} rounds; limit it by until or max of"
            " pagination"
        )


def _take_round(tab: Tab, steps: RenderSteps, links: set[str]) -> set[str]:
    """Ask for more once; return the links that were not among ``links``."""
    has_asked = _ask_for_more(tab, steps)
    tab.settle(strict=not steps.wait_for)
    new = {*tab.links()} - links
    if new or not has_asked:
        return new
    tab.settle(LONG_QUIET_SECONDS, strict=not steps.wait_for)
    return {*tab.links()} - links


def _are_known(steps: RenderSteps, links: set[str]) -> bool:
    return steps.is_known is not None and all(map(steps.is_known, links))


def _is_at_end(tab: Tab, steps: RenderSteps, links: int) -> bool:
    if isinstance(steps.until, int):
        return links >= steps.until
    return bool(steps.until) and tab.has(steps.until)


def _ask_for_more(tab: Tab, steps: RenderSteps) -> bool:
    """Scroll, click, or both; return False if there is no button to click."""
    if steps.scroll:
        tab.scroll()
    return tab.click(steps.click) if steps.click else True


def _check_is_end(tab: Tab, steps: RenderSteps, rounds: int) -> None:
    """Raise RenderingFailed if the list has stopped before the end that the portal file names."""
    if isinstance(steps.until, str) and steps.until and not tab.has(steps.until):
        raise RenderingFailed(
            f"the list has stopped to grow after {rounds} rounds, and nothing that"
            f" pagination.until selects ({steps.until}) is there"
        )
