"""Posts that a page does not have: a button beside those that it has loads them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lxml import etree

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.more_buttons import rank_more_button, read_button_text

_MAX_STEPS = 3
"""Elements around the posts in which the button is looked for."""


def find_unloaded_posts(page: Page, posts: Collection[etree._Element]) -> Iterator[Problem]:
    """Yield the doubt that a page has more ``posts`` (elements) than it shows: a button that is
    named or called as one that loads more stands beside them."""
    button = _find_button(posts) if posts else None
    if button is not None:
        words = read_button_text(button)
        yield make_problem("loaded-later", page.url, "posts", count=len(posts), words=words)


def _find_button(posts: Collection[etree._Element]) -> etree._Element | None:
    """Return the button in the nearest of the elements around the first post, and in no post."""
    for around, _ in zip(next(iter(posts)).iterancestors(), range(_MAX_STEPS), strict=False):
        for button in around.iter("button", "a"):
            is_button = button.tag == "button" or (button.get("href") or "#").startswith("#")
            is_inside = any(outer in posts for outer in button.iterancestors())
            if is_button and not is_inside and rank_more_button(button):
                return button
    return None
