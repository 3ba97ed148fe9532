"""Rules for readers' comments that stand on the pages of articles: where they are, and what in them
is who wrote, when, and neither.

A comment is an element that is named so, with a name or a time in it; what all comments have word
for word (*says:*, *Reply*) is not of the comment.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.class_names import find_class_word, fold_names
from webarticlecurator.guess.text_units import fold_text
from webarticlecurator.model.proposal import CommentRules
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules.element_values import text_of

MIN_SHARE = 0.9
"""Share of the comments in which a name, a time or a repeated text must be."""
MAX_NAME_LENGTH = 60
_SIGNS = re.compile(r"[.#\[\]=\"']")
_TAGS = frozenset("li article div section dd tr".split())


@dataclass(frozen=True)
class _Comment:
    """A comment: its element, and those in it that belong to no answer below it."""

    element: etree._Element
    inside: tuple[etree._Element, ...]


def learn_comments(pages: Sequence[Page], roots: Sequence[str]) -> CommentRules | None:
    """Return the rules for the comments on ``pages``; None where there are none, or where they are
    in what ``roots`` select."""
    candidates = Counter(
        css for page in pages for css in dict.fromkeys(_list_candidates(page)) if css not in roots
    )
    best: tuple[tuple[int, int, str], CommentRules] | None = None
    for css in candidates:
        comments = [each for page in pages for each in _list_comments(page, css)]
        rules = _read(css, comments, pages)
        if rules is None or any(_overlaps(page, css, roots) for page in pages):
            continue
        # the larger of two elements of one comment, and answers inside what they answer
        rank = (len(comments), sum(len(list(each.element.iter())) for each in comments), css)
        if best is None or rank > best[0]:
            best = (rank, rules)
    return best[1] if best is not None else None


def _list_candidates(page: Page) -> Iterator[str]:
    for element in page.root.iter(*_TAGS):
        for css in own_selectors(element):
            if find_class_word("comments", _names_in(css)):
                yield css


def _list_comments(page: Page, css: str) -> Iterator[_Comment]:
    found = page.root.cssselect(css)
    every = set(found)
    for element in found:
        inside = []
        pending = [*reversed(element)]
        while pending:
            each = pending.pop()
            if isinstance(each.tag, str) and each not in every:
                inside.append(each)
                pending.extend(reversed(each))
        yield _Comment(element, tuple(inside))


def _overlaps(page: Page, css: str, roots: Sequence[str]) -> bool:
    """True if a comment is in the text of the article, or holds it, by the first root that finds
    something."""
    texts: list[etree._Element] = next(filter(None, map(page.root.cssselect, roots)), [])
    above = {element for text in texts for element in self_and_ancestors(text)}
    found = page.root.cssselect(css)
    return any(
        element in above or not set(texts).isdisjoint(element.iterancestors()) for element in found
    )


def _read(css: str, comments: Sequence[_Comment], pages: Sequence[Page]) -> CommentRules | None:
    """Return the rules for comments that ``css`` selects; None if they are none."""
    author = _choose(comments, _is_author)
    time = _choose(comments, _is_time)
    texts = [fold_text(" ".join(_own_texts(each))) for each in comments]
    # One comment has others in it, or two have the same words: it is something about comments.
    if not author or not time or len(set(texts)) < max(2, MIN_SHARE * len(comments)):
        return None
    drops = tuple(dict.fromkeys(_list_repeated(comments)))
    count = sum(bool(page.root.cssselect(css)) for page in pages)
    return CommentRules(css, author, time, drops, len(comments), count)


def _choose(comments: Sequence[_Comment], test: Callable[[str, etree._Element], bool]) -> str:
    """Return the selector that finds, in nearly every comment, one element that passes, the one
    with the least text; empty if there is none."""
    found: dict[str, list[int]] = {}
    for comment in comments:
        names: dict[str, list[etree._Element]] = {}
        for element in comment.inside:
            for css in (*own_selectors(element), *(["time"] if element.tag == "time" else [])):
                names.setdefault(css, []).append(element)
        for css, elements in names.items():
            if len(elements) == 1 and test(css, elements[0]):
                found.setdefault(css, []).append(len(text_of(elements[0])))
    common = {css: sizes for css, sizes in found.items() if len(sizes) >= MIN_SHARE * len(comments)}
    return min(common, key=lambda css: (sum(common[css]), len(css), css), default="")


def _names_in(css: str) -> str:
    return fold_names(_SIGNS.sub(" ", css))


def _is_author(css: str, element: etree._Element) -> bool:
    is_named = bool(find_class_word("names of authors", _names_in(css)))
    return is_named and 0 < len(text_of(element)) <= MAX_NAME_LENGTH


def _is_time(css: str, element: etree._Element) -> bool:
    names = _names_in(css)
    is_named = element.tag == "time" or "time" in names or bool(find_class_word("dates", names))
    return is_named and any(c.isdigit() for c in text_of(element)) and len(text_of(element)) < 60


def _own_texts(comment: _Comment) -> Iterator[str]:
    for element in comment.inside:
        if element.text and element.text.strip():
            yield element.text
        if element.tail and element.tail.strip():
            yield element.tail


def _list_repeated(comments: Sequence[_Comment]) -> Iterator[str]:
    """Yield the selectors of elements whose text is the same in nearly all comments that have
    one."""
    texts: dict[str, Counter[str]] = {}
    for comment in comments:
        for element in comment.inside:
            text = fold_text(text_of(element))
            for css in own_selectors(element) if text else ():
                texts.setdefault(css, Counter())[text] += 1
    for css, counts in texts.items():
        total = sum(counts.values())
        if total >= max(2, len(comments) / 2) and max(counts.values()) >= MIN_SHARE * total:
            yield css
