"""Find the thread of a forum, or a question and its answers, on a page without rules: which
elements hold the posts, who wrote them and when.

A thread is what one template repeats, whatever its classes are called: a place for a time, one for
a name and one for a text, which follow one another in the order of the page, once for each post
(``page_tree.py``). Of all places with times and all places with texts, those belong together
that alternate and hold the most prose. Nested replies need no care: their times and texts
alternate, too. The name is then looked for around the texts.

Comments below an article or a list, teasers, and live reports repeat a template, too. They are no
threads: what is commented on is longer, and its writer is named in another place; teasers have
titles that are links; the entries of a report have no names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median

from lxml import etree

from webarticlecurator.articles.units.class_names import has_class_word
from webarticlecurator.articles.units.page_hints import (
    HEADINGS,
    LIVE_REPORT,
    collect_hints,
    declares_news,
    find_title_position,
)
from webarticlecurator.articles.units.text_units import (
    Unit,
    fold_text,
    has_sentence_end,
    list_text_units,
)
from webarticlecurator.articles.without_rules.known_lines import MIN_ENTRIES
from webarticlecurator.articles.without_rules.post_details import NameFinder, find_id, name_of
from webarticlecurator.articles.without_rules.post_time_elements import TimeReader
from webarticlecurator.articles.without_rules.repeated_places import (
    ElementOrder,
    Places,
    has_template,
    is_general,
    leave_out_outer_first,
    lie_inside,
    list_inner_places,
    pair_places,
    share_of_rising,
)
from webarticlecurator.articles.without_rules.repeated_quotes import (
    REPEATED_QUOTE,
    find_repeated_quotes,
)
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.displayed import is_not_displayed
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.page.word_account import source_words

_MIN_POSTS = 2
_MIN_PROSE = 30
"""Size of a post with one sentence: the median post has as much; a shorter one may be there twice
without being a copy."""
_MIN_WORDS = 7
"""Words of a line that is a sentence even without a full stop."""
_MIN_PAIRED = 0.8
"""Share of the texts of a kind that have a time of their own."""
_MIN_GROUP_SHARE = 0.25
MIN_SHARE = 0.5
"""Share of the prose of the page from which on places may hold posts, and that posts hold."""
_MAX_TIMES = 1.5
"""Times in each text from which on it holds several posts."""
_MAX_BETWEEN_TIMES = 0.85
"""Share of the prose between two times up to which a page may be a thread. Of 71 in our sets
the one with the longest post has .774; half of the articles with times have more than .85."""
_FRAME = 0.4
"""What the prose of a text counts that holds the time, too, and so perhaps a signature."""
_MIN_INNER_SHARE = 0.6
"""Share of the prose of texts that an element in each of them holds, if what is around it is a
frame."""
_MIN_ARTICLE = 600
"""Size of the text before the posts that can be an article, if it is longer than any post."""
_MIN_ITEMS = 3
"""Headings of one level with text, from which the posts below them are comments on a list; one
less if they are named so."""
_MIN_TITLE = 25
"""Characters of a link before a text that is the title of an article."""
_MAX_LABEL = 40
"""Characters of the longest line in posts that is a label if it is in many of them."""
_MAX_TIME_LINE = 120
DECLARED_THREAD = re.compile(r"\b(?:DiscussionForumPosting|QAPage)\b")
"""The types by which pages declare that they are threads (schema.org)."""
NAME_AND_TIME = "guess: name and time of a post"
"""Why an element is left out whose words the line of its post has."""

_Place = etree._Element


@dataclass(frozen=True)
class Post:
    """``author``: the name of the writer, or ""; ``when``: the time in ISO 8601, or ""; ``line``:
    both as the page shows them; ``id``: that of the element, or of one around this post alone;
    ``name`` and ``time``: the elements that were found to have them."""

    author: str
    when: str
    line: str
    id: str
    name: etree._Element | None = None
    time: etree._Element | None = None


@dataclass(frozen=True)
class Thread:
    """The posts of a page in its order. ``roots``: the element with the text of each; the others as
    in ``ArticleText``."""

    roots: tuple[etree._Element, ...]
    posts: tuple[Post, ...]
    drops: Mapping[etree._Element, str]


@dataclass(frozen=True)
class ThreadMatch:
    """The texts of posts with the places for the times; ``pairs``: text → time."""

    texts: Places
    stamps: Places
    pairs: Mapping[int, int]

    @property
    def times(self) -> dict[int, etree._Element]:
        """Text → the element with its time."""
        return {n: self.stamps.elements[m] for n, m in self.pairs.items()}


@once_per_page("guess.thread")
def find_thread(page: Page) -> Thread | None:
    """Return the thread that ``page`` shows, None if it is not certain that it is one."""
    # a portal file that says what its pages are is believed
    hints = collect_hints(page)
    if page.kind not in ("", "thread") or LIVE_REPORT in hints.types or declares_news(hints):
        return None
    finder = make_thread_finder(page)
    return finder.find() if finder is not None else None


@once_per_page("guess.thread_finder")
def make_thread_finder(page: Page) -> ThreadFinder | None:
    body = page.root.find("body") if page.json is None else None
    if body is None:
        return None
    units = list_text_units(page)
    times = TimeReader(page, body, units)
    # most pages end here: they have less than two times
    if len(times.elements) < _MIN_POSTS:
        return None
    return ThreadFinder(page, units, times, ElementOrder(body))


class ThreadFinder:
    """Finds the thread of one page."""

    def __init__(
        self, page: Page, units: list[Unit], times: TimeReader, order: ElementOrder
    ) -> None:
        self.page, self._units, self.times, self.order = page, units, times, order
        copies = Counter(unit.text for unit in units)
        self._sizes = [u.size - u.linked if _is_prose(u, copies) else 0 for u in units]
        """The size of the sentences in each unit."""
        self.page_prose = sum(self._sizes)
        self.comments: tuple[_Place, ...] = ()
        """Posts of readers on the text above them, known once the thread was looked for."""

    @cached_property
    def prose(self) -> Mapping[etree._Element, int]:
        """Element → the size of the sentences in it."""
        prose: defaultdict[etree._Element, int] = defaultdict(int)
        for unit, size in zip(self._units, self._sizes, strict=True):
            for element in unit.around:
                prose[element] += size
        return prose

    def find(self) -> Thread | None:
        """Return the thread, None if there is none."""
        match = self.match
        if match is None:
            return None
        texts = match.texts
        sizes = [self.prose[text] for text in texts.elements]
        if sum(sizes) < MIN_SHARE * self.page_prose or median(sizes) < _MIN_PROSE:
            return None
        # names last, which take most of the time
        if not has_template(texts, match.times) or self._have_one_time(match):
            return None
        inside = lie_inside(texts, match.stamps, match.pairs)
        names = NameFinder(self.order, texts, match.times, inside=inside).find()
        if not names or not has_template(texts, names) or self.have_titles(texts, names):
            return None
        opening = self._find_opening(match, names)
        is_below = opening is None and self._is_below_article(texts, names)
        if is_below or self._is_below_list(texts, has_opening=opening is not None):
            self.comments = leave_out_outer_first(texts.elements)
            return None
        posts = dict(self._list_posts(match, names))
        if opening is not None:
            text, name, time = opening
            posts = {text: self.make_post(text, name, time), **posts}
        if len(posts) < _MIN_POSTS:
            return None
        drops = dict(self._list_labels(posts))
        in_posts = [unit for unit in self._units if not posts.keys().isdisjoint(unit.around)]
        drops |= dict.fromkeys(find_repeated_quotes(in_posts, posts.keys()), REPEATED_QUOTE)
        if inside:
            places = (*names.values(), *match.times.values())
            drops.update((e, NAME_AND_TIME) for e in places if e not in posts)
        return Thread(tuple(posts), tuple(posts.values()), drops)

    @cached_property
    def match(self) -> ThreadMatch | None:
        """Return the texts with the times that alternate with them and hold the most prose."""
        # all times first, since their kinds take long, and some of them divide no more than all
        starts = [self.order.start[element] for element in self.times.elements]
        if not self._divides_prose(sorted(starts)):
            return None
        stamps = self.order.group(self.times.elements)
        if not any(self._divides_prose(each.starts) for each in stamps):
            return None
        elements = [element for element in self.prose if element in self.order.start]
        places = self.order.group(elements[1:], self.prose, _MIN_GROUP_SHARE * self.page_prose)
        rated = (
            (self._rate_match(texts, each), -len(texts), n)
            for n, (texts, each) in enumerate((t, s) for t in places for s in stamps)
        )
        best = max(rated, default=(0.0, 0, 0))
        if best[0] <= 0:
            return None
        texts = self._narrow(places[best[2] // len(stamps)], places)
        chosen = max(stamps, key=lambda each: self._rate_times(texts, each))
        return ThreadMatch(texts, chosen, pair_places(texts, chosen))

    def _divides_prose(self, starts: Sequence[int]) -> bool:
        """Return True if not nearly all prose of the page is between two of the times that begin at
        ``starts``, as that of an article among other articles is: to look for texts takes as long
        as to judge units."""
        between = [0] * (len(starts) + 1)
        for unit, size in zip(self._units, self._sizes, strict=True):
            if size:
                between[bisect_right(starts, self.order.start[unit.element])] += size
        return max(between) <= _MAX_BETWEEN_TIMES * self.page_prose

    def _rate_match(self, texts: Places, stamps: Places) -> float:
        if len(stamps) < _MIN_PAIRED * len(texts):
            return 0  # each text has another stamp
        pairs = pair_places(texts, stamps)
        if len(pairs) < max(_MIN_POSTS, _MIN_PAIRED * len(texts)):
            return 0
        inside = sum(
            stamps.count_between(start + 1, end + 1)
            for start, end in zip(texts.starts, texts.ends, strict=True)
        )
        if inside > _MAX_TIMES * len(texts):
            return 0
        prose = sum(self.prose[texts.elements[n]] for n in pairs)
        # many posts rather than two halves of the page
        share = (1 - 1 / (len(pairs) + 1)) * len(pairs) / len(texts)
        frame = _FRAME if lie_inside(texts, stamps, pairs) else 1
        return prose * share * frame * (0.8 + 0.2 * len(pairs) / len(stamps))

    def _rate_times(self, texts: Places, stamps: Places) -> float:
        """Return how sure it is that ``stamps`` say when the posts were written: by the order of
        the posts, unlike the days on which their writers became members."""
        pairs = pair_places(texts, stamps)
        if len(pairs) < _MIN_PAIRED * len(texts):
            return 0
        values = [self.times.read(stamps.elements[m]) for m in pairs.values()]
        known = [value for value in values if value]
        share = len(known) / len(values)
        return (
            len(pairs) / len(texts)
            + 0.5 * len(pairs) / len(stamps)
            + 2 * share * share_of_rising(known)
            + 0.3 * len(set(known)) / len(values)
            + 0.5 * sum(len(value) > DAY_LENGTH for value in known) / len(values)
            + 0.1 * sum(stamps.elements[m].tag == "time" for m in pairs.values()) / len(values)
            - 0.3 * lie_inside(texts, stamps, pairs)
        )

    def _narrow(self, texts: Places, places: Sequence[Places]) -> Places:
        """Return the texts without the frames around them: in each the innermost element of a kind
        of which there is one in each."""
        while True:
            whole = sum(self.prose[text] for text in texts.elements)
            best: tuple[int, list[etree._Element]] = (0, [])
            for each in places:
                inner = list_inner_places(texts, each)
                if inner:
                    prose = sum(self.prose[text] for text in inner)
                    best = max(best, (prose, inner), key=lambda rated: rated[0])
            if not best[1] or best[0] < _MIN_INNER_SHARE * whole:
                return texts
            texts = self.order.make_places(best[1])

    # what is no thread

    def _have_one_time(self, match: ThreadMatch) -> bool:
        """Return True if all posts have the same time, which is then one of the page."""
        values = [self.times.read(time) for time in match.times.values()]
        is_day = len(values[0]) <= DAY_LENGTH and len(values) > _MIN_POSTS
        return bool(values[0]) and len(set(values)) == 1 and not is_day

    def have_titles(self, texts: Places, names: Mapping[int, etree._Element]) -> bool:
        """Return True if half of the texts have titles of their own that are links, as in a list of
        articles. The posts of a thread repeat its title, if any."""
        known = {name_of(name) for name in names.values()}
        declared = collect_hints(self.page).titles
        titles: set[str] = set()
        for n in range(len(texts)):
            title = fold_text(next(self._list_titles(n, texts, known), ""))
            # "Re:" and the title of the thread is no other title
            if title and not any(each in title for each in (*declared, *titles)):
                titles.add(title)
        return len(titles) >= max(_MIN_POSTS, 0.5 * len(texts))

    def _list_titles(self, n: int, texts: Places, known: set[str]) -> Iterator[str]:
        """Yield the texts of links that may be the title of a post: in a heading, or long and
        before the text."""
        start = self.order.find_box(n, texts)[0]
        for number in range(start, texts.ends[n] + 1):
            link = self.order.elements[number]
            if link.tag != "a" or (link.get("href") or "#").startswith("#"):
                continue
            around = (*link.iterancestors(), *link)
            is_heading = any(
                e.tag in HEADINGS and self.order.start.get(e, -1) >= start for e in around
            )
            title = " ".join(source_words(link))
            is_long = number < texts.starts[n] and len(title) >= _MIN_TITLE
            if (is_heading or is_long) and title not in known and not self.times.has_time(title):
                yield title

    def _is_below_article(self, texts: Places, names: Mapping[int, etree._Element]) -> bool:
        """Return True if the posts are comments: a text longer than any of them is before them, or
        the first of them is much longer and has no writer in the place of theirs."""
        sizes = [self.prose[text] for text in texts.elements]
        before = sum(unit.size - unit.linked for unit in self._list_units_before(texts))
        is_first_other = 0 not in names and sizes[0] > 4 * median(sizes[1:])
        is_below = before > max(_MIN_ARTICLE, *sizes) or (
            is_first_other and sizes[0] > _MIN_ARTICLE
        )
        return is_below and not DECLARED_THREAD.search(self.page.text)

    def _is_below_list(self, texts: Places, *, has_opening: bool) -> bool:
        """Return True if the posts are comments on a list: between the title of the page and the
        first of them are several headings, or more text than in all of them."""
        title = find_title_position(self._units, collect_hints(self.page))
        if title is None:
            return False
        first = self.order.find_box(0, texts)[0]
        between = [u for u in self._units[title + 1 :] if self.order.end(u.element) < first]
        headings = Counter(u.tag for u in between if u.tag in HEADINGS and not u.linked)
        is_list = max(headings.values(), default=0) >= MIN_ENTRIES
        if is_list or (not has_opening and self._are_items(between, texts)):
            return not DECLARED_THREAD.search(self.page.text)
        posts = sum(self.prose[text] for text in texts.elements)
        return sum(unit.size for unit in between) > max(_MIN_ARTICLE, posts)

    def _are_items(self, units: Sequence[Unit], texts: Places) -> bool:
        """Return True if three headings of a level with text below each of them are among the units
        before the posts: a list of a few items; two where an element around all posts is named as
        one of comments. Headings of a pager or above the posts have no text, or are the same."""
        common = {*self_and_ancestors(texts.elements[0])} & {
            *self_and_ancestors(texts.elements[-1])
        }
        are_comments = any(
            has_class_word(each, "comments") for each in common if each.tag != "body"
        )
        titles = {
            (unit.tag, unit.text)
            for unit, below in pairwise(units)
            if unit.tag in HEADINGS
            and below.tag not in HEADINGS
            and (are_comments or not unit.linked)
        }
        counts = Counter(tag for tag, _ in titles)
        return max(counts.values(), default=0) >= (_MIN_ITEMS - are_comments)

    def _list_units_before(self, texts: Places) -> list[Unit]:
        first = self.order.find_box(0, texts)[0]
        return [
            unit
            for unit in self._units
            if unit.is_running_text and self.order.end(unit.element) < first
        ]

    def _find_opening(
        self, match: ThreadMatch, names: Mapping[int, etree._Element]
    ) -> tuple[_Place, _Place, _Place | None] | None:
        """Return text, name and time of a first post that has another template than the answers,
        where a name of the kind of theirs stands before them."""
        first = self.order.find_box(0, match.texts)[0]
        order = self.order
        counts = Counter(
            kind for name in names.values() for kind in order.list_kinds(order.start[name])
        )
        kinds = {kind for kind, n in counts.items() if 2 * n >= len(names) and not is_general(kind)}
        before = (
            element
            for number, element in enumerate(order.elements[:first])
            if not kinds.isdisjoint(order.list_kinds(number))
        )
        place = next((element for element in before if name_of(element)), None)
        before_posts = self._list_units_before(match.texts)
        units = [u for u in before_posts if not any(map(is_not_displayed, u.around))]
        if place is None:
            return None
        number = self.order.start[place]
        near = [unit for unit in units if self.order.start[unit.element] > number]
        if not near:
            return None
        common = set(near[0].around).intersection(*(unit.around for unit in near[1:]))
        text = max(common, key=lambda element: self.order.start.get(element, -1))
        if not self.order.start.get(text, 0) or self.order.end(text) >= first:
            return None
        stamps = match.stamps
        time = stamps.elements[0] if stamps.starts[0] < first else None
        return text, place, time

    # the posts

    def _list_posts(
        self, match: ThreadMatch, names: Mapping[int, etree._Element]
    ) -> Iterator[tuple[etree._Element, Post]]:
        """Yield the text and the post of each; what a reply shows of the post that it answers, a
        copy, is none."""
        times = match.times
        seen: set[tuple[str, str]] = set()
        for n, text in enumerate(match.texts.elements):
            post = self.make_post(text, names.get(n), times.get(n))
            content = " ".join(source_words(text)), post.author
            if len(content[0]) < _MIN_PROSE or content not in seen:
                yield text, post
            seen.add(content)

    def make_post(self, text: _Place, name: _Place | None, time: _Place | None) -> Post:
        author = name_of(name) if name is not None else ""
        when, line = "", ""
        if time is not None:
            when = self.times.read(time)
            is_around = time in self_and_ancestors(text)
            line = "" if is_around else " ".join(source_words(time))
            if not line or len(line) > _MAX_TIME_LINE:
                line = when[:16].replace("T", " ")
        if author and author not in line:
            line = ", ".join(filter(None, (author, line)))
        return Post(author, when, line, find_id(text), name, time)

    def _list_labels(
        self, posts: Mapping[etree._Element, Post]
    ) -> Iterator[tuple[etree._Element, str]]:
        """Yield the lines that are the same link in many posts: buttons."""
        inside: dict[str, dict[Unit, etree._Element]] = {}
        for unit in self._units:
            post = next((element for element in unit.around if element in posts), None)
            if post is not None and unit.link_share > 0.5 and len(unit.text) <= _MAX_LABEL:
                inside.setdefault(unit.text, {})[unit] = post
        for text, found in inside.items():
            count = len(set(found.values()))
            if count > _MIN_POSTS and 3 * count > len(posts):
                yield from (
                    (unit.element, "guess: the same link in many posts")
                    for unit, post in found.items()
                    if unit.element is not post and " ".join(source_words(unit.element)) == text
                )


def _is_prose(unit: Unit, copies: Mapping[str, int]) -> bool:
    """Return True for a line with a sentence, which is not one of many copies (a signature)."""
    is_sentence = (
        unit.is_running_text or has_sentence_end(unit.text) or len(unit.text.split()) >= _MIN_WORDS
    )
    return (
        is_sentence
        and unit.tag not in HEADINGS
        and unit.link_share < 0.5
        and copies[unit.text] < 3
        and not unit.is_date_line
    )
