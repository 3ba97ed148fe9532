"""Rules for archive pages that are proposed for what somebody has pointed at, and what each of them
lists on the other stored pages.

The functions that take a portal and a stored page read the page: they are called in a worker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from webarticlecurator.crawling.archive.link_anchors import Anchor
from webarticlecurator.pages.page.class_tokens import container_selectors, stable_classes
from webarticlecurator.proposing.propose.link_rules import LinkGroups, list_link_selectors

MAX_TRIED = 160
"""Selectors that the rule engine tries."""
MAX_DEPTH = 4
"""Elements between a named one and the link, by whose tags the link is selected."""
NUMBER = re.compile(r"\d+")


def find_place(anchor: Anchor) -> tuple[str, ...]:
    """Return the classes of a link and the tags around it: the links of a list have the same."""
    around = (str(outer.tag) for outer in anchor.element.iterancestors())
    return (*sorted(stable_classes(anchor.element)), "in", *around)


def list_selectors(anchor: Anchor, groups: LinkGroups) -> Iterator[str]:
    """Yield selectors of a link, and of what is around it."""
    yield from list_link_selectors(anchor, groups)
    path = str(anchor.element.tag)
    for depth, outer in enumerate(anchor.element.iterancestors()):
        if outer.tag in ("html", "body"):
            return
        # A rule for links takes the first one in an element.
        if len(groups[outer]) > 1 and next(outer.iter("a")) is anchor.element:
            yield from container_selectors(outer)
        # The tags from a named element, or from none, down to the link.
        if depth < MAX_DEPTH:
            yield from (f"{name} > {path}" for name in container_selectors(outer))
            path = f"{outer.tag} > {path}"
            yield path
