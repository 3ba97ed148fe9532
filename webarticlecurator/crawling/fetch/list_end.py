"""Scroll or click in a list until it ends."""

from __future__ import annotations

from webarticlecurator.base.portal.render_steps import RenderingFailed, RenderSteps
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.fetch.browser_tab import LONG_QUIET_SECONDS, Tab
from webarticlecurator.crawling.fetch.request_answers import RequestAnswers

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
            # the list may have stopped before the end that the portal file names
            if isinstance(steps.until, str) and steps.until and not tab.has(steps.until):
                raise RenderingFailed(
                    make_message(
                        "the list stopped growing after {number} rounds, but pagination.until"
                        " ({until}) selects nothing",
                        number=number + 1,
                        until=steps.until,
                    )
                )
            return
        links |= new
        are_known = steps.is_known is not None and all(map(steps.is_known, new))
        known_rounds = known_rounds + 1 if are_known else 0
    if steps.max_rounds is None:
        raise RenderingFailed(
            make_message(
                "the list still grows after {number} rounds; limit it with until or max of"
                " pagination",
                number=MAX_ROUNDS,
            )
        )


def _take_round(tab: Tab, steps: RenderSteps, links: set[str]) -> set[str]:
    """Ask for more once; return the links that were not among ``links``."""
    if steps.scroll:
        tab.scroll()
    has_asked = tab.click(steps.click) if steps.click else True
    tab.wait_until_quiet(strict=not steps.wait_for)
    new = {*tab.links()} - links
    if new or not has_asked:
        return new
    tab.wait_until_quiet(LONG_QUIET_SECONDS, strict=not steps.wait_for)
    return {*tab.links()} - links


def _is_at_end(tab: Tab, steps: RenderSteps, links: int) -> bool:
    if isinstance(steps.until, int):
        return links >= steps.until
    return bool(steps.until) and tab.has(steps.until)
