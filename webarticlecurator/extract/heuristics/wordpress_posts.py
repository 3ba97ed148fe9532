"""Other posts on a page of WordPress, whose themes name each post by its number.

``post_class()`` writes ``post-1806 type-post hentry`` on the element of a post, ``body_class()``
``postid-1806`` on the body of its own page (WordPress developer reference). So a post with another
number is another article: one that the theme shows below, in full or in part.
"""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.page.ancestors import outermost_elements

_POST = re.compile(r"(?<!\S)post-(\d+)(?!\S)")
_OWN_POST = re.compile(r"(?<!\S)postid-(\d+)(?!\S)")
_POST_WORDS = frozenset(("hentry", "type-post"))


def find_other_posts(
    root: etree._Element, title: etree._Element | None
) -> tuple[etree._Element, ...]:
    """Return the outermost elements in ``root`` that are posts of another number than that of the
    page. ``title``: the element of the article's title, which is in the post of the page if its
    body does not say its number."""
    number = _read_own_number(root, title)
    if not number:
        return ()
    posts = (e for e in root.iterdescendants(etree.Element) if _is_post(e))
    others = [e for e in posts if number not in _POST.findall(e.get("class") or "")]
    return outermost_elements(e for e in others if title is None or e not in _around(title))


def _read_own_number(root: etree._Element, title: etree._Element | None) -> str:
    body = root.getroottree().find("body")
    found = _OWN_POST.search(body.get("class") or "") if body is not None else None
    if found is None and title is not None:
        posts = (e.get("class") or "" for e in _around(title) if _is_post(e))
        found = _POST.search(next(posts, ""))
    return found.group(1) if found else ""


def _is_post(element: etree._Element) -> bool:
    names = element.get("class") or ""
    return (
        "post-" in names and not _POST_WORDS.isdisjoint(names.split()) and bool(_POST.search(names))
    )


def _around(element: etree._Element) -> list[etree._Element]:
    return [element, *element.iterancestors()]
