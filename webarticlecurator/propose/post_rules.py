"""Rules for what readers write: the posts of a forum, and the comments on pages of articles.

Where posts are, who wrote them and when is learned from pages on which a thread is found without
rules. The rules then hold where that is not possible: on the page of a thread without an answer,
and on one whose posts are short. A comment is an element that is named so, with a name or a time
in it; what all comments have word for word (*says:*, *Reply*) is not of the comment.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.guess.class_names import find_class_word, fold_names
from webarticlecurator.guess.post_details import name_of, read_time_line
from webarticlecurator.guess.text_units import fold_text
from webarticlecurator.guess.threads import Post, Thread, find_thread
from webarticlecurator.model.proposal import CommentRules, FieldLine, PostRules
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.page.stable_names import class_selectors
from webarticlecurator.propose.next_links import propose_next_part
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules import find_boxes
from webarticlecurator.rules.elements import text_of
from webarticlecurator.text.dates import DateContext, read_date

MIN_PAGES = 2
MIN_SHARE = 0.3
"""Pages with a thread, at least, and their share: threads without an answer show none."""
MIN_RIGHT = 0.95
"""Share of the posts in which a rule must find what was found without it."""
MAX_REPEATED = 0.5
"""Share of the posts of a page that may be on other pages, too."""
MAX_KINDS = 2
"""Kinds of posts: a question, and its answers."""
MAX_LEVELS = 3
"""Elements around one without a name by which it is selected."""
MAX_TRIED = 60
MAX_LINES = 30
MAX_LINE = 120
"""Lines with a time that are compared, and the characters of one."""
_PLAIN_TAG = re.compile(r"[a-z][a-z0-9]*")


@dataclass(frozen=True)
class _FoundPost:
    """A post that was found without rules: its text, and the element in which its writer and its
    time are looked for."""

    page: Page
    text: etree._Element
    box: etree._Element
    post: Post


def learn_posts(pages: Sequence[Page], visit: Callable[[str], Page | None]) -> PostRules | None:
    """Return the rules for the posts on ``pages``, None unless these are threads. The rules are
    without ``root`` if no selector finds the posts. ``visit`` returns the page at an address."""
    threads = _list_threads(pages)
    if len(threads) < max(MIN_PAGES, MIN_SHARE * len(pages)):
        return None
    found = [each for page, thread in threads for each in _list_posts(page, thread)]
    count = f"{len(found)} posts on {len(threads)} of {len(pages)} pages"
    root = _choose_root(found, pages)
    author = _choose(found, [""], _read_name, lambda each: each.post.author, _name_place)
    time = _choose(found, ["", *_list_attributes(found)], _read_time, _when, _time_place)
    following = propose_next_part(pages, visit)
    if not root or author is None or time is None:
        return PostRules("", FieldLine({}, ""), FieldLine({}, ""), count, following)
    removed = [[pattern, ""] for pattern in _find_words_around(found, *time)]
    return PostRules(root, _write_rule(*author), _write_rule(*time, removed), count, following)


def _write_rule(css: str, attribute: str, removed: Sequence[Sequence[str]] = ()) -> FieldLine:
    rule: dict[str, object] = {"css": css}
    rule |= {"attr": attribute} if attribute else {}
    rule |= {"replace": removed} if removed else {}
    return FieldLine(rule | {"pick": "first"}, "")


def _list_threads(pages: Sequence[Page]) -> list[tuple[Page, Thread]]:
    """Return the threads on ``pages``, each once. What has more than half of its posts on other
    pages, too, is none: posts are in one thread, the teasers beside articles on many pages."""
    found: dict[frozenset[str], tuple[Page, Thread]] = {}
    for page in pages:
        thread = find_thread(page)
        if thread is not None:
            found.setdefault(frozenset(map(text_of, thread.roots)), (page, thread))
    counts = Counter(text for texts in found for text in texts)
    repeated = ((sum(counts[text] > 1 for text in texts), texts) for texts in found)
    return [found[texts] for count, texts in repeated if count <= MAX_REPEATED * len(texts)]


def _list_posts(page: Page, thread: Thread) -> Iterator[_FoundPost]:
    boxes = find_boxes(thread.roots)
    for text, box, post in zip(thread.roots, boxes, thread.posts, strict=True):
        yield _FoundPost(page, text, box, post)


def _choose_root(found: Sequence[_FoundPost], pages: Sequence[Page]) -> str:
    """Return the selector of the texts, of several kinds with commas; "" if there is none."""
    chosen: list[str] = []
    missing = list(found)
    threads = dict.fromkeys(each.page for each in found)
    texts = {each.text for each in found}
    while len(missing) > (1 - MIN_RIGHT) * len(found) and len(chosen) < MAX_KINDS:
        best: tuple[int, int, int, str] | None = None
        wanted = {each.text for each in missing}
        for css in _list_candidates([each.text for each in missing]):
            elements = [element for page in threads for element in page.root.cssselect(css)]
            right = len(wanted.intersection(elements))
            if right < 2 or len(elements) > right / MIN_RIGHT or _has_inner(elements):
                continue
            # the page of a thread without an answer has it, too
            others = sum(bool(page.root.cssselect(css)) for page in pages)
            rank = (right, others, -len(css), css)
            best = rank if best is None or rank > best else best
        if best is None:
            return ""
        chosen.append(best[3])
        texts = texts.difference(*(page.root.cssselect(best[3]) for page in threads))
        missing = [each for each in missing if each.text in texts]
    return ", ".join(chosen) if len(missing) <= (1 - MIN_RIGHT) * len(found) else ""


def _has_inner(elements: Sequence[etree._Element]) -> bool:
    every = set(elements)
    return any(not every.isdisjoint(element.iterancestors()) for element in elements)


def _list_candidates(elements: Sequence[etree._Element]) -> list[str]:
    """Return the selectors that most of the elements have, by themselves or by what is around."""
    counts = Counter(css for element in elements for css in dict.fromkeys(_list_selectors(element)))
    return [css for css, _ in counts.most_common(MAX_TRIED)]


def _list_selectors(element: etree._Element) -> Iterator[str]:
    own = [*_list_names(element)]
    yield from own
    tag = str(element.tag)
    if not _PLAIN_TAG.fullmatch(tag):
        return
    around = element.iterancestors()
    for level, outer in zip(range(MAX_LEVELS), around, strict=False):
        for css in _list_names(outer):
            yield f"{css} {'> ' if not level else ''}{tag}"
            yield from (f"{css} {each}" for each in own[:2])
    for name in map(str, element.keys()):
        if _PLAIN_TAG.fullmatch(name) and name not in ("class", "id", "style", "href"):
            yield f"{tag}[{name}]"


def _list_names(element: etree._Element) -> Iterator[str]:
    yield from dict.fromkeys((*own_selectors(element), *class_selectors(element)))


# Who wrote a post, and when.


def _name_place(each: _FoundPost) -> etree._Element | None:
    return each.post.name


def _time_place(each: _FoundPost) -> etree._Element | None:
    return each.post.time


def _when(each: _FoundPost) -> str:
    return each.post.when


def _read_name(element: etree._Element, _attribute: str, _page: Page) -> str:
    return name_of(element) if name_of(element) == text_of(element) else ""


def _read_time(element: etree._Element, attribute: str, page: Page) -> str:
    value = _value_of(element, attribute)
    return read_time_line(value, page) if len(value) <= MAX_LINE else ""


def _value_of(element: etree._Element, attribute: str) -> str:
    return (element.get(attribute) or "") if attribute else text_of(element)


def _list_attributes(found: Sequence[_FoundPost]) -> list[str]:
    """Return the attributes of the elements with the times, the most frequent first."""
    places = (each.post.time for each in found if each.post.time is not None)
    counts = Counter(str(name) for place in places for name in place.keys())  # noqa: SIM118
    return [name for name, _ in counts.most_common() if name not in ("class", "id", "style")]


def _choose(
    found: Sequence[_FoundPost],
    attributes: Sequence[str],
    read: Callable[[etree._Element, str, Page], str],
    value_of: Callable[[_FoundPost], str],
    place_of: Callable[[_FoundPost], etree._Element | None],
) -> tuple[str, str] | None:
    """Return the selector that finds the known value in nearly all posts that have one, before any
    other, and the attribute that it stands in, "" for the text; None if there is none."""
    known = [each for each in found if value_of(each)]
    if len(known) < MIN_RIGHT * len(found):
        return None
    best: tuple[tuple[bool, float, int, int, str], tuple[str, str]] | None = None
    candidates = _list_candidates([*_list_places(known, read, value_of, place_of)])
    for css in candidates:
        first = _find_first(css, known)
        for attribute in attributes:
            right = sum(
                element is not None and read(element, attribute, each.page) == value_of(each)
                for each, element in zip(known, first, strict=True)
            )
            is_named = _is_named(css)
            rank = (is_named, right / len(known), -len(attribute), -len(css), css)
            if rank[1] >= MIN_RIGHT and (best is None or rank > best[0]):
                best = rank, (css, attribute)
    return best[1] if best is not None else None


def _is_named(css: str) -> bool:
    """Return True for a selector whose last element has a name, not only a tag."""
    return _PLAIN_TAG.fullmatch(css.split(" ")[-1]) is None


def _list_places(
    known: Sequence[_FoundPost],
    read: Callable[[etree._Element, str, Page], str],
    value_of: Callable[[_FoundPost], str],
    place_of: Callable[[_FoundPost], etree._Element | None],
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


def _find_first(css: str, known: Sequence[_FoundPost]) -> list[etree._Element | None]:
    """Return the first element that ``css`` selects in the box of each post."""
    boxes = {each.box: n for n, each in enumerate(known)}
    first: list[etree._Element | None] = [None] * len(known)
    for page in dict.fromkeys(each.page for each in known):
        for element in page.root.cssselect(css):
            box = next((e for e in self_and_ancestors(element) if e in boxes), None)
            if box is not None and box is not element and first[boxes[box]] is None:
                first[boxes[box]] = element
    return first


def _find_words_around(found: Sequence[_FoundPost], css: str, attribute: str) -> tuple[str, ...]:
    """Return regexes of the words before and after the times in their lines, from a word on that
    is the same in all of them."""
    known = [each for each in found if each.post.when][:MAX_LINES]
    before, behind = Counter[str](), Counter[str]()
    lines = 0
    for each, element in zip(known, _find_first(css, known), strict=True):
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


def _choose_word(counts: Counter[str], lines: int) -> list[str]:
    """Return the word in nearly all lines, "" if so many have none."""
    common = [word for word, count in counts.items() if count >= max(1, MIN_RIGHT * lines)]
    return sorted(common, key=len)[:1]


def _find_time(words: Sequence[str], each: _FoundPost) -> tuple[list[int], int]:
    """Return where words that are the time by themselves may begin, and where they end at the
    latest, in a line with an empty word at either end."""
    context = DateContext(None, each.page.root.get("lang") or "und")
    for end in range(len(words) - 1, 0, -1):
        values = (read_date(" ".join(words[n:end]), (), context).value for n in range(1, end))
        starts = [n for n, value in enumerate(values, 1) if value == each.post.when]
        if starts:
            return starts, end
    return [1], len(words) - 1


# Comments on the pages of articles.

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
            for css in {*own_selectors(element), *([tag] if tag in _PLACE_TAGS else [])}:
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
            for css in own_selectors(element) if text else ():
                texts.setdefault(css, Counter())[text] += 1
    for css, counts in texts.items():
        total = sum(counts.values())
        if total >= max(2, len(comments) / 2) and max(counts.values()) >= MIN_COMMENT_SHARE * total:
            yield css
