"""Comments on the pages of articles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.units.class_names import find_class_word, fold_names
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.proposal.proposal import CommentRules
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.element_selectors import list_selectors

MIN_COMMENT_SHARE = 0.9
"""Share of the comments in which a name, a time or a repeated text must be."""
MAX_NAME_LENGTH = 60
MAX_NAME_WORDS = 5
_NAME_TAGS = frozenset("h2 h3 h4 h5 h6 strong b cite dt".split())
"""What a name stands in, where no class says that it is one."""
_PLACE_TAGS = _NAME_TAGS | {"time"}
"""Elements that are found by their tag alone."""
_SIGNS = re.compile(r"[.#\[\]=\"']")
_TAGS = frozenset("li article div section dd tr".split())


@dataclass(frozen=True)
class _Comment:
    """A comment: its element, and those in it that belong to no answer below it."""

    element: etree._Element
    inside: tuple[etree._Element, ...]


def learn_comments(
    pages: Sequence[Page], roots: Sequence[str], drops: Sequence[str] = ()
) -> CommentRules | None:
    """Return the rules for the comments on ``pages``; None where there are none, or where they are
    in what ``roots`` select and in no box that one of ``drops`` (CSS) takes away."""
    candidates = Counter(
        css
        for page in pages
        for css in dict.fromkeys(_list_comment_candidates(page))
        if css not in roots
    )
    best: tuple[tuple[int, int, str], CommentRules] | None = None
    for css in candidates:
        comments = [each for page in pages for each in _list_comments(page, css)]
        rules = _read(css, comments, pages)
        if rules is None:
            continue
        if any(_overlaps(page, css, roots) for page in pages):
            box = next((drop for drop in drops if _is_box(drop, css, pages)), None)
            if box is None:
                continue
            rules = replace(rules, box=box)
        # the larger of two elements of one comment, and answers inside what they answer
        rank = (len(comments), sum(len(list(each.element.iter())) for each in comments), css)
        if best is None or rank > best[0]:
            best = (rank, rules)
    return best[1] if best is not None else None


def _list_comment_candidates(page: Page) -> Iterator[str]:
    return (
        css
        for element in page.root.iter(*_TAGS)
        for css in list_selectors(element)
        if find_class_word("comments", _names_in(css))
    )


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


def _is_box(drop: str, css: str, pages: Sequence[Page]) -> bool:
    """True if all comments are children of what ``drop`` selects, or answers to one that is."""
    for page in pages:
        boxes, comments = set(page.root.cssselect(drop)), set(page.root.cssselect(css))
        for comment in comments:
            is_answer = not comments.isdisjoint(comment.iterancestors())
            if not is_answer and comment.getparent() not in boxes:
                return False
    return True


def _read(css: str, comments: Sequence[_Comment], pages: Sequence[Page]) -> CommentRules | None:
    """Return the rules for comments that ``css`` selects; None if they are none."""
    author = _choose_place(comments, _is_author) or _choose_place(comments, _is_name)
    time = _choose_place(comments, _is_time)
    texts = [fold_text(" ".join(_own_texts(each))) for each in comments]
    # One comment has others in it, or two have the same words: it is something about comments.
    if not author or not time or len(set(texts)) < max(2, MIN_COMMENT_SHARE * len(comments)):
        return None
    drops = tuple(dict.fromkeys(_list_repeated(comments)))
    count = sum(bool(page.root.cssselect(css)) for page in pages)
    return CommentRules(css, author, time, drops, len(comments), count)


def _choose_place(comments: Sequence[_Comment], test: Callable[[str, etree._Element], bool]) -> str:
    """Return the selector that finds, in nearly every comment, one element that passes, the one
    with the least text; empty if there is none."""
    found: dict[str, list[int]] = {}
    for comment in comments:
        names: dict[str, list[etree._Element]] = {}
        for element in comment.inside:
            tag = str(element.tag)
            for css in {*list_selectors(element), *([tag] if tag in _PLACE_TAGS else [])}:
                names.setdefault(css, []).append(element)
        for css, elements in names.items():
            if len(elements) == 1 and test(css, elements[0]):
                found.setdefault(css, []).append(len(text_of(elements[0])))
    common = {
        css: sizes
        for css, sizes in found.items()
        if len(sizes) >= MIN_COMMENT_SHARE * len(comments)
    }
    return min(common, key=lambda css: (sum(common[css]), len(css), css), default="")


def _names_in(css: str) -> str:
    return fold_names(_SIGNS.sub(" ", css))


def _is_author(css: str, element: etree._Element) -> bool:
    is_named = bool(find_class_word("names of authors", _names_in(css)))
    return is_named and 0 < len(text_of(element)) <= MAX_NAME_LENGTH


def _is_name(_css: str, element: etree._Element) -> bool:
    """True for a short line in a heading or in bold; a time may stand after it."""
    if element.tag not in _NAME_TAGS:
        return False
    first = element[0] if len(element) and not (element.text or "").strip() else None
    text = " ".join((text_of(first) if first is not None else element.text or "").split())
    is_short = 0 < len(text) <= MAX_NAME_LENGTH and len(text.split()) <= MAX_NAME_WORDS
    return is_short and text[-1].isalnum() and any(c.isalpha() for c in text)


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
            for css in list_selectors(element) if text else ():
                texts.setdefault(css, Counter())[text] += 1
    for css, counts in texts.items():
        total = sum(counts.values())
        if total >= max(2, len(comments) / 2) and max(counts.values()) >= MIN_COMMENT_SHARE * total:
            yield css
