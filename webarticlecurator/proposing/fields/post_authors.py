"""Who wrote a post, and when."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.post_details import name_of
from webarticlecurator.articles.without_rules.post_time_elements import read_time_line
from webarticlecurator.articles.without_rules.threads import Post
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.class_tokens import DISTINCTIVE_TAGS
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.element_selectors import list_selectors

MIN_RIGHT = 0.95
"""Share of the posts in which a rule must find what was found without it."""
MAX_TRIED = 60
MAX_LINES = 30
MAX_LINE = 120
"""Lines with a time that are compared, and the characters of one."""
PLAIN_TAG = re.compile(r"[a-z][a-z0-9]*")


@dataclass(frozen=True)
class FoundPost:
    """A post that was found without rules: its text, and the element in which its writer and its
    time are looked for."""

    page: Page
    text: etree._Element
    box: etree._Element
    post: Post


def list_candidates(elements: Sequence[etree._Element]) -> list[str]:
    """Return the selectors that most of the elements have, by themselves or by what is around."""
    counts = Counter(css for element in elements for css in dict.fromkeys(_list_selectors(element)))
    return [css for css, _ in counts.most_common(MAX_TRIED)]


def _list_selectors(element: etree._Element) -> Iterator[str]:
    yield from list_selectors(element, "own", "child", "below")
    yield from {str(element.tag)} & DISTINCTIVE_TAGS
    yield from (
        f"{element.tag}[{name}]"
        for name in map(str, element.keys())
        if PLAIN_TAG.fullmatch(name) and name not in ("class", "id", "style", "href")
    )


def name_place(each: FoundPost) -> etree._Element | None:
    return each.post.name


def time_place(each: FoundPost) -> etree._Element | None:
    return each.post.time


def post_time(each: FoundPost) -> str:
    return each.post.when


def read_name(element: etree._Element, _attribute: str, _page: Page) -> str:
    return name_of(element) if name_of(element) == text_of(element) else ""


def read_time(element: etree._Element, attribute: str, page: Page) -> str:
    value = _value_of(element, attribute)
    return read_time_line(value, page) if len(value) <= MAX_LINE else ""


def _value_of(element: etree._Element, attribute: str) -> str:
    return (element.get(attribute) or "") if attribute else text_of(element)


def list_attributes(found: Sequence[FoundPost]) -> list[str]:
    """Return the attributes of the elements with the times, the most frequent first."""
    places = (each.post.time for each in found if each.post.time is not None)
    counts = Counter(str(name) for place in places for name in place.keys())  # noqa: SIM118
    return [name for name, _ in counts.most_common() if name not in ("class", "id", "style")]


def choose_place(
    found: Sequence[FoundPost],
    attributes: Sequence[str],
    read: Callable[[etree._Element, str, Page], str],
    value_of: Callable[[FoundPost], str],
    place_of: Callable[[FoundPost], etree._Element | None],
) -> tuple[str, str] | None:
    """Return the selector that finds the known value in nearly all posts that have one, before any
    other, and the attribute that it stands in, "" for the text; None if there is none."""
    known = [each for each in found if value_of(each)]
    if len(known) < MIN_RIGHT * len(found):
        return None
    best: tuple[tuple[int, bool, float, int, int, str], tuple[str, str]] | None = None
    for css in list_candidates([*_list_places(known, read, value_of, place_of)]):
        first = find_first(css, known)
        rights = [
            sum(
                element is not None and read(element, attribute, each.page) == value_of(each)
                for each, element in zip(known, first, strict=True)
            )
            for attribute in attributes
        ]
        if max(rights) < MIN_RIGHT * len(known):
            continue
        ends = count_ends_in_posts(css, known)
        for attribute, right in zip(attributes, rights, strict=True):
            if right >= MIN_RIGHT * len(known):
                rank = ends, is_named(css), right / len(known), -len(attribute), -len(css), css
                best = max(best or (rank, (css, attribute)), (rank, (css, attribute)))
    return best[1] if best is not None else None


def is_named(css: str) -> bool:
    """Return True for a selector whose last element has a name, not only a tag."""
    return PLAIN_TAG.fullmatch(css.split(" ")[-1]) is None


def _list_places(
    known: Sequence[FoundPost],
    read: Callable[[etree._Element, str, Page], str],
    value_of: Callable[[FoundPost], str],
    place_of: Callable[[FoundPost], etree._Element | None],
) -> Iterator[etree._Element]:
    """Yield the places that were found, and the elements in them and around them with the same
    value."""
    for each in known:
        place = place_of(each)
        if place is not None:
            yield place
        others = each.box.iter(etree.Element)
        yield from (
            e for e in others if e is not place and read(e, "", each.page) == value_of(each)
        )


def find_first(css: str, known: Sequence[FoundPost]) -> list[etree._Element | None]:
    """Return the first element that ``css`` selects in the box of each post."""
    boxes = {each.box: n for n, each in enumerate(known)}
    first: list[etree._Element | None] = [None] * len(known)
    for page in dict.fromkeys(each.page for each in known):
        for element in page.root.cssselect(css):
            box = next((e for e in self_and_ancestors(element) if e in boxes), None)
            if box is not None and box is not element and first[boxes[box]] is None:
                first[boxes[box]] = element
    return first


def count_ends_in_posts(css: str, found: Sequence[FoundPost]) -> int:
    """Return how often the first or the last element that ``css`` selects on a page is in a post:
    there may be tags before the posts, or a box with all who took part."""
    boxes = {each.box for each in found}
    return sum(
        not boxes.isdisjoint(self_and_ancestors(end))
        for page in dict.fromkeys(each.page for each in found)
        for elements in [page.root.cssselect(css)]
        for end in (*elements[:1], *elements[-1:])
    )


def find_words_around(found: Sequence[FoundPost], css: str, attribute: str) -> tuple[str, ...]:
    """Return regexes of the words before and after the times in their lines, from a word on that
    is the same in all of them."""
    known = [each for each in found if each.post.when][:MAX_LINES]
    before, behind = Counter[str](), Counter[str]()
    lines = 0
    for each, element in zip(known, find_first(css, known), strict=True):
        if element is not None:
            lines += 1
            words = ["", *_value_of(element, attribute).split(), ""]
            starts, end = _find_time(words, each)
            before.update({words[first - 1] for first in starts})
            behind[words[end]] += 1
    patterns = ((before, r"^.*(?<!\S){}\s+"), (behind, r"\s+{}(?!\S).*$"))
    return tuple(
        pattern.format(re.escape(word))
        for counts, pattern in patterns
        for word in _choose_word(counts, lines)
        if word
    )


def are_days(found: Sequence[FoundPost], css: str, attribute: str, removed: Sequence[str]) -> bool:
    """Return True if what ``css`` finds in the posts is read as a day, without what is ``removed``:
    the name of the writer may be in the same line."""
    known = [each for each in found if each.post.when]
    pairs = zip(known, find_first(css, known), strict=True)
    values = [(e.page, _value_of(place, attribute)) for e, place in pairs if place is not None]
    for pattern in removed:
        values = [(page, re.sub(pattern, "", value)) for page, value in values]
    days = (
        read_date(value, (), DateContext(None, page.root.get("lang") or "und")).value
        for page, value in values
    )
    return sum(map(bool, days)) >= MIN_RIGHT * len(values)


def _choose_word(counts: Counter[str], lines: int) -> list[str]:
    """Return the word in nearly all lines, "" if so many have none."""
    common = [word for word, count in counts.items() if count >= max(1, MIN_RIGHT * lines)]
    return sorted(common, key=len)[:1]


def _find_time(words: Sequence[str], each: FoundPost) -> tuple[list[int], int]:
    """Return where words that are the time by themselves may begin, and where they end at the
    latest, in a line with an empty word at either end."""
    context = DateContext(None, each.page.root.get("lang") or "und")
    for end in range(len(words) - 1, 0, -1):
        values = (read_date(" ".join(words[n:end]), (), context).value for n in range(1, end))
        starts = [n for n, value in enumerate(values, 1) if value == each.post.when]
        if starts:
            return starts, end
    return [1], len(words) - 1
