"""Find the elements of a page that hold the article, and those inside them that are dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lxml import etree

from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.without_rules.article_text import ArticleText, find_article_text
from webarticlecurator.articles.without_rules.chosen_elements import BESIDE, LINK_REASONS
from webarticlecurator.articles.without_rules.live_entries import find_live_entries
from webarticlecurator.articles.without_rules.pictures import (
    TABLE_PARTS,
    find_pictures,
    lift_captions,
)
from webarticlecurator.articles.without_rules.post_details import find_id
from webarticlecurator.articles.without_rules.post_time_elements import read_time_line
from webarticlecurator.articles.without_rules.refine_root import refine_drops, refine_roots
from webarticlecurator.articles.without_rules.threads import (
    NAME_AND_TIME,
    Post,
    Thread,
    find_thread,
)
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.portal.rule import label_rule
from webarticlecurator.pages.page.ancestors import outermost_elements, self_and_ancestors
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.page.word_account import source_words
from webarticlecurator.pages.rules.link_context import find_boxes, read_inside
from webarticlecurator.pages.rules.results import select_elements

FALLBACK_DROPS = ("nav", "header", "footer", "aside")
"""Tags that are dropped where neither a rule nor a heuristic separates text from boilerplate."""
USUAL_ROOTS = ("article", "main", "body")
"""Tags of the root, best first, on pages with too little text for the heuristics."""


def find_roots(page: Page, rules: BodyRules) -> tuple[etree._Element, ...]:
    """Return the elements that hold the article, in document order, none inside another.

    They are those of the first root rule that matches. Without any root rule, or where none matches
    and ``rules.guess`` is set, heuristics find them; with ``rules.refine``, they also add the lead
    to those of a rule. Empty if nothing is found.
    """
    selected = outermost_elements(select_elements(rules.root, page)) if rules.root else ()
    if selected:
        is_refined = rules.guess and rules.refine
        return outermost_elements(refine_roots(page, selected)) if is_refined else selected
    if (rules.root and not rules.guess) or page.json is not None:
        return ()  # the parser makes no meaningful tree of JSON
    guess = _guess_text(page)
    if guess:
        return guess.roots
    return next(filter(None, (outermost_elements(page.root.iter(tag)) for tag in USUAL_ROOTS)), ())


def find_roots_inside(
    page: Page, rules: BodyRules, parts: Sequence[etree._Element]
) -> dict[etree._Element, tuple[etree._Element, ...]]:
    """Return, for each part of a page (``article.split``), the elements that hold its text.

    They are what the first root rule that matches selects inside the part, or the part itself if
    the rule selects it or one of its ancestors. Empty if no rule matches. Without any root rule, or
    where none matches and ``rules.guess`` is set, the whole part holds the text.
    """
    is_whole = not rules.root or rules.guess
    roots: dict[etree._Element, tuple[etree._Element, ...]] = {
        part: (part,) if is_whole else () for part in parts
    }
    for rule in reversed(rules.root):  # the first rule overwrites the results of the others
        selected = select_elements((rule,), page)
        selected_set = set(selected)
        roots |= {
            part: (part,) for part in parts if not selected_set.isdisjoint(part.iterancestors())
        }

        by_part: dict[etree._Element, list[etree._Element]] = {}
        for element in selected:
            owner = next((e for e in (element, *element.iterancestors()) if e in roots), None)
            if owner is not None:
                by_part.setdefault(owner, []).append(element)
        roots |= {part: outermost_elements(elements) for part, elements in by_part.items()}
    return roots


def find_drops(
    page: Page, rules: BodyRules, roots: tuple[etree._Element, ...]
) -> dict[etree._Element, str]:
    """Return the dropped elements, each with the first rule that drops it.

    The rules are named as in the word account: ``drop: .ad``, ``drop: xpath://aside``. Elements are
    dropped without a rule only where ``roots`` were found without a rule, or refined by heuristics.
    """
    drops: dict[etree._Element, str] = {}
    for rule in rules.drop:
        label = f"drop: {label_rule(rule).removeprefix('css:')}"
        for element in select_elements((rule,), page, any_of=True):
            drops.setdefault(element, label)
    if is_guessed(page, rules):
        guess = find_guess(page, roots)
        if guess is None:
            for element in page.root.iter(*FALLBACK_DROPS):
                drops.setdefault(element, f"drop: {element.tag} (no root is configured)")
            return drops
        entries = find_live_entries(page, roots)
        # all entries of a report are its text, as all posts of a thread are, with their headings;
        # a line of links right below a time is none
        around = {outer for entry in entries for outer in self_and_ancestors(entry)}
        in_text = {
            each: why
            for each, why in guess.drops.items()
            if (each not in around or (each in entries and why in LINK_REASONS))
            and (
                (why != BESIDE and each.tag not in HEADINGS)
                or entries.keys().isdisjoint(each.iterancestors())
            )
        }
        # the entry itself may have its time as an attribute: only a line of its own is left out
        times = (
            post.time
            for post in entries.values()
            if post.time is not None and " ".join(source_words(post.time)) == post.line
        )
        found: Mapping[etree._Element, str] = in_text | dict.fromkeys(times, NAME_AND_TIME)
    elif rules.guess and rules.refine:
        found = refine_drops(page, roots)
    else:
        return drops
    return {**lift_captions(find_pictures(page, roots), found, page), **drops}


def find_boxes_of_figures(
    page: Page, rules: BodyRules, roots: tuple[etree._Element, ...]
) -> dict[etree._Element, str]:
    """Return the boxes that hold a picture and its caption, each as ``figure``, with the parts of
    those that are tables as ``unwrap``.

    They are looked for only where ``roots`` were found without a rule, or refined by heuristics.
    """
    figures: dict[etree._Element, str] = {}
    if is_guessed(page, rules) or (rules.guess and rules.refine):
        for box in find_pictures(page, roots).figures:
            if box.tag != "figure":
                figures[box] = "figure"
            figures.update(dict.fromkeys(box.iter(*TABLE_PARTS), "unwrap"))
    return figures


def is_guessed(page: Page, rules: BodyRules) -> bool:
    """Return True if no rule selects the roots, so that ``find_roots`` guesses them."""
    return not rules.root or (rules.guess and not select_elements(rules.root, page))


def find_posts(
    page: Page, rules: BodyRules, roots: tuple[etree._Element, ...]
) -> dict[etree._Element, Post]:
    """Return element → the post whose text it holds: a root, where ``rules`` say who wrote the
    posts and when, or ``roots`` are those of a thread that was found without a rule; in these
    also an entry of a live report."""
    guessed = is_guessed(page, rules)
    if (rules.post_author or rules.post_time) and not guessed:
        boxes = find_boxes(roots) if len(roots) > 1 else list(roots[:1])
        return {
            root: _read_post(root, box, len(roots) == 1, rules, page)
            for root, box in zip(roots, boxes, strict=True)
        }
    thread = find_thread(page) if guessed else None
    if thread is None or thread.roots != roots:
        return find_live_entries(page, roots) if guessed else {}
    return dict(zip(roots, thread.posts, strict=True))


def _read_post(
    root: etree._Element, box: etree._Element, is_alone: bool, rules: BodyRules, page: Page
) -> Post:
    """Return the post with the text ``root``: who wrote it and when, inside ``box``; where it
    ``is_alone`` on the page, in the nearest element around it that has both."""
    named = (("author", rules.post_author), ("time", rules.post_time))
    field_names = {name for name, some in named if some}
    found: dict[str, str] = {}
    for around in self_and_ancestors(box) if is_alone else (box,):
        found = {**read_inside(around, named, page), **found}
        if found.keys() >= field_names:
            break
    author, time = found.get("author", ""), found.get("time", "")
    line = time if author and author in time else ", ".join(filter(None, (author, time)))
    return Post(author, read_time_line(time, page), line, find_id(root))


def find_guess(page: Page, roots: tuple[etree._Element, ...]) -> ArticleText | Thread | None:
    """Return what the heuristics found if ``roots`` are theirs, else None: the page has too little
    text for them."""
    guess = _guess_text(page) if page.json is None else None
    return guess if guess and guess.roots == roots else None


@once_per_page("guess.text")
def _guess_text(page: Page) -> ArticleText | Thread | None:
    """Return what the heuristics find, with all entries of a live report if some are text."""
    guess = find_thread(page) or find_article_text(page)
    if not isinstance(guess, ArticleText):
        return guess
    entries = find_live_entries(page, guess.roots)
    if not entries:
        return guess
    wanted = {*guess.roots, *entries}
    roots = outermost_elements(each for each in page.root.iter("*") if each in wanted)
    return replace(guess, roots=roots)
