"""Find the section of an article by what its address and the breadcrumb both say: a link to a part
of the page's own address, beside one to the home page, in an element whose other links lead to
such parts, too. No word and no class name is needed.
"""

from __future__ import annotations

from itertools import islice, takewhile

from webarticlecurator.articles.facts.kicker import collapsed_text
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.portal.hosts import join_address, split_address
from webarticlecurator.pages.page.page import Page

_LEVELS = 4
"""Elements around a link in which the rest of the breadcrumb is looked for."""

_MAX_LINKS = 8
"""Links of the longest breadcrumb; menus have more."""
_SIGNS = " /|>»›→·•"
"""What is between the links of a breadcrumb, and sometimes inside them."""


def find_section(page: Page, home: str) -> Value | None:
    """Return the section directly below the address ``home`` of the portal, None without one."""
    own, root = _list_steps(page.url), _list_steps(home)
    section = own[: len(root) + 1]
    if own[: len(root)] != root or section == own or section[-1].isdecimal():
        return None
    for link in page.elements.with_tag("a"):
        target = link.get("href") or ""
        # Most links lead elsewhere: their addresses are not read.
        if section[-1] not in target or not target.rstrip("/").endswith(section[-1]):
            continue
        for around in islice(link.iterancestors(), _LEVELS):
            links = [each.get("href") or "" for each in islice(around.iter("a"), _MAX_LINKS + 1)]
            steps = (_list_steps(join_address(page.url, each)) for each in links)
            trail = [*takewhile(lambda each: each == own[: len(each)], steps)]
            if len(links) > _MAX_LINKS or len(trail) < len(links):
                break
            text = collapsed_text(link)
            if root in trail and section in trail and text:
                return Value(text.strip(_SIGNS), "page:breadcrumb", text)
    return None


def _list_steps(address: str) -> tuple[str, ...]:
    """Return the host and the parts of the path of an address."""
    parts = split_address(address)
    return (parts.netloc.lower(), *filter(None, parts.path.split("/")))
