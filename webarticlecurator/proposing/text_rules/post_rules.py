"""Rules for what readers write: the posts of a forum, and the comments on pages of articles.

Where posts are, who wrote them and when is learned from pages on which a thread is found without
rules. The rules then hold where that is not possible: on the page of a thread without an answer,
and on one whose posts are short. A comment is an element that is named so, with a name or a time
in it; what all comments have word for word (*says:*, *Reply*) is not of the comment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.repeated_places import find_earliest
from webarticlecurator.articles.without_rules.threads import (
    DECLARED_THREAD,
    Thread,
    find_thread,
)
from webarticlecurator.base.proposal.proposal import FieldLine, PostRules
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.link_context import find_boxes
from webarticlecurator.proposing.fields.post_authors import (
    MIN_RIGHT,
    FoundPost,
    are_days,
    choose_place,
    find_words_around,
    list_attributes,
    list_candidates,
    post_time,
    read_time,
    time_place,
)
from webarticlecurator.proposing.fields.writer_places import OWN_TEXT, choose_writers
from webarticlecurator.proposing.list_pages.next_links import propose_next_part

MIN_PAGES = 2
MIN_SHARE = 0.3
"""Pages with a thread, at least, and their share: threads without an answer show none."""
MAX_REPEATED = 0.5
"""Share of the posts of a page that may be on other pages, too."""
MIN_OPENINGS = 4
MIN_KNOWN = 0.3
"""First posts from which on it is no chance that their writers wrote no other, and the share of the
others' writers who must be in several threads."""
MAX_KINDS = 2
"""Kinds of posts: a question, and its answers."""


def learn_posts(
    pages: Sequence[Page],
    visit: Callable[[str], Page | None],
    is_article: Callable[[Page, str, Page | None], bool],
) -> PostRules | None:
    """Return the rules for the posts on ``pages``, None unless these are threads. The rules are
    without ``root`` if no selector finds the posts. ``visit`` and ``is_article``: as for
    ``propose_next_part``."""
    threads = list_threads(pages, find_thread)
    if len(threads) < max(MIN_PAGES, MIN_SHARE * len(pages)):
        return None
    found = [each for page, thread in threads for each in _list_posts(page, thread)]
    count = f"{len(found)} posts on {len(threads)} of {len(pages)} pages"
    root = _choose_root(found, pages)
    author = choose_writers(found)
    time = choose_place(found, ["", *list_attributes(found)], read_time, post_time, time_place)
    following = propose_next_part(pages, visit, is_article)
    below = sum(_begins_below(thread) for _, thread in threads)
    writer, day = ("last", "earliest") if 2 * below > len(threads) else ("first", "first")
    is_sure = not _are_openings_apart(threads, place=-1 if day == "earliest" else 0)
    if not root or author is None or time is None:
        first = FieldLine({"pick": writer}, "")
        return PostRules("", first, FieldLine({}, ""), count, following, is_sure=is_sure)
    removed = [[pattern, ""] for pattern in find_words_around(found, *time)]
    rules = _write_rule(*author, writer), _write_rule(*time, day, removed)
    is_day = are_days(found, *time, [pattern for pattern, _ in removed])
    return PostRules(root, *rules, count, following, is_day, is_sure)


def _are_openings_apart(threads: Sequence[tuple[Page, Thread]], *, place: int) -> bool:
    """Return True if who wrote the posts at a ``place`` wrote none of the others, though there are
    few writers: articles with comments look so, too. Many may ask who never answer."""
    undeclared = [each for page, each in threads if not DECLARED_THREAD.search(page.text)]
    known = [each.posts[place].author for each in undeclared if each.posts[place].author]
    others = Counter(
        name
        for each in undeclared
        for name in {post.author for post in each.posts if post is not each.posts[place]} - {""}
    )
    if len(known) < MIN_OPENINGS or not others or not others.keys().isdisjoint(known):
        return False
    are_few = sum(count > 1 for count in others.values()) >= MIN_KNOWN * len(others)
    return are_few or 2 * len({*known}) <= len(known)


def list_unsure_pages(
    pages: Sequence[Page], posts: PostRules | None, roots: Sequence[str], page_kind: str
) -> list[Page]:
    """Return the pages that may be threads, or articles with comments: all where ``posts`` are not
    sure; those that show threads where few do, or where they are left out since all pages are of a
    ``page_kind``, or several of them in the text that ``roots`` select."""
    if posts is not None and not posts.is_sure:
        return list(pages)
    threads = list_threads(pages, find_thread)
    css = ", ".join(roots)
    if posts is None and css and not page_kind:
        texts = {page: {*page.root.cssselect(css)} for page, _ in threads}
        threads = [
            (page, thread)
            for page, thread in threads
            if not texts[page].isdisjoint(self_and_ancestors(thread.roots[-1]))
        ]
    are_few = len(threads) < (1 if page_kind else MIN_PAGES)
    is_sure = 2 * len(threads) >= len(pages) if posts is not None else are_few
    return [] if is_sure else [page for page, _ in threads]


def write_opening_writer(author: FieldLine) -> FieldLine:
    """Return the rule for who began a thread, by that for the ``author`` of a post: the last
    element, not the last of the distinct names, where the newest post comes first."""
    is_last = author.rule.get("pick") == "last"
    return FieldLine({"within": author.rule, "xpath": "."}, "") if is_last else author


def _begins_below(thread: Thread) -> bool:
    """Return True if the newest post of a thread is the first on its page."""
    return find_earliest([post.when for post in thread.posts]) == len(thread.posts) - 1


def _write_rule(
    css: str, attribute: str, pick: str, removed: Sequence[Sequence[str]] = ()
) -> FieldLine:
    rule: dict[str, object] = {"css": css}
    if attribute == OWN_TEXT:
        rule = {"within": rule, "xpath": "text()[normalize-space()][1]"}
    elif attribute:
        rule["attr"] = attribute
    rule |= {"replace": removed} if removed else {}
    return FieldLine(rule | {"pick": pick}, "")


def list_threads(
    pages: Sequence[Page], find: Callable[[Page], Thread | None]
) -> list[tuple[Page, Thread]]:
    """Return the threads that ``find`` finds on ``pages``, each once. What has more than half of
    its posts on other pages, too, is none: posts are in one thread, the teasers beside articles on
    many pages."""
    found: dict[frozenset[str], tuple[Page, Thread]] = {}
    for page in pages:
        thread = find(page)
        if thread is not None:
            found.setdefault(frozenset(map(text_of, thread.roots)), (page, thread))
    counts = Counter(text for texts in found for text in texts)
    repeated = ((sum(counts[text] > 1 for text in texts), texts) for texts in found)
    return [found[texts] for count, texts in repeated if count <= MAX_REPEATED * len(texts)]


def _list_posts(page: Page, thread: Thread) -> Iterator[FoundPost]:
    return (
        FoundPost(page, text, box, post)
        for text, box, post in zip(
            thread.roots, find_boxes(thread.roots), thread.posts, strict=True
        )
    )


def _choose_root(found: Sequence[FoundPost], pages: Sequence[Page]) -> str:
    """Return the selector of the texts, of several kinds with commas; "" if there is none."""
    chosen: list[str] = []
    missing = list(found)
    threads = dict.fromkeys(each.page for each in found)
    texts = {each.text for each in found}
    while len(missing) > (1 - MIN_RIGHT) * len(found) and len(chosen) < MAX_KINDS:
        best: tuple[int, int, int, str] | None = None
        missing_elements = {each.text for each in missing}
        for css in list_candidates([each.text for each in missing]):
            elements = [element for page in threads for element in page.root.cssselect(css)]
            right = len(missing_elements.intersection(elements))
            if right < 2 or len(elements) > right / MIN_RIGHT or _has_inner(elements):
                continue
            # the page of a thread without an answer has it, too
            rank = (right, sum(bool(page.root.cssselect(css)) for page in pages), -len(css), css)
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
