"""Other posts on a page of WordPress, whose themes name each post by its number.

``post_class()`` writes ``post-1806 type-post hentry`` on the element of a post, ``body_class()``
``postid-1806`` on the body of its own page (WordPress developer reference). So a post with
another number is another article: one that the theme shows below, in full or in part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from webarticlecurator.pages.page.ancestors import outermost_elements

_POST = re.compile(r"(?<!\S)post-(\d+)(?!\S)")
_OWN_POST = re.compile(r"(?<!\S)postid-(\d+)(?!\S)")
_POST_WORDS = frozenset(("hentry", "type-post"))


def find_other_posts(
    root: etree._Element, around_title: Sequence[etree._Element]
) -> tuple[etree._Element, ...]:
    """Return the outermost elements in ``root`` that are posts of another number than that of the
    page. ``around_title``: the element of the article's title and those around it, innermost first:
    they have the post of the page if its body does not say its number."""
    # Without this and the names of table rows scrapinghub (181 pages) had .9642 of 4-grams, with
    # them .9679.
    body = root.getroottree().find("body")
    found_number = _OWN_POST.search(body.get("class") or "") if body is not None else None
    if found_number is not None:
        number = found_number.group(1)
    else:
        number = next((numbers[0] for e in around_title if (numbers := _list_numbers(e))), "")
    if not number:
        return ()
    posts = ((e, _list_numbers(e)) for e in root.iterdescendants(etree.Element))
    # The post around the title is never another one, whatever number the body says.
    return outermost_elements(
        e for e, found in posts if found and number not in found and e not in around_title
    )


def _list_numbers(element: etree._Element) -> list[str]:
    """Return the numbers of the post that an element holds, none for any other element."""
    names = element.get("class") or ""
    if "post-" not in names or _POST_WORDS.isdisjoint(names.split()):
        return []
    return _POST.findall(names)
