"""Authors without rules: names near the title and after the text, organisations, and how names are
tidied.

A name that markup has is taken, if it is a person's. Else the candidates of ``name_candidates.py``
are judged by trained trees (``bench/train_authors.py``): names are written in many ways, and most
words with capitals near a title are sections and buttons.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from webarticlecurator.articles.facts.article_position import (
    ArticlePosition,
    locate_article,
)
from webarticlecurator.articles.facts.author_names import agent_kinds
from webarticlecurator.articles.facts.name_candidates import (
    NAME_FEATURES,
    ROLE,
    NameCandidate,
    is_full_name,
    list_name_candidates,
)
from webarticlecurator.articles.facts.page_dates import (
    BYLINE,
    POST,
    find_opening_post,
    list_writers,
)
from webarticlecurator.articles.facts.signatures import find_signature
from webarticlecurator.articles.units.classify_units import ScoreFunction, compile_trees
from webarticlecurator.articles.units.introductions import MAYBE, UNKNOWN, is_nobody
from webarticlecurator.articles.units.text_units import fold_text, list_text_units
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.portal.trained_models import AUTHOR_CLASSIFIER, read_trained_model
from webarticlecurator.base.text.date_names import fold_name, weekday_numbers
from webarticlecurator.base.text.word_borders import is_small_letter
from webarticlecurator.pages.page.page import Page

MIN_SCORE = -1400
"""Log odds, in 1/1000, from which the most likely name is an author: one in five."""
_MIN_BESIDE = {0: MIN_SCORE, 1: -850}
"""Those from which others are, too: in the same line, and in the one beside it three in ten."""


def choose_authors(
    page: Page,
    declared: tuple[Value, ...],
    site_names: frozenset[str],
    root_rules: Sequence[Rule] = (),
    language: str = "und",
) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Return the authors: ``declared`` (``tidy_names``) if a person is among them, else the most
    likely names of these and of those that the page shows, else the name that signs the text, else
    ``declared``; and the names that the page shows and that may be those of authors or not, by the
    words before them.

    ``site_names`` (folded) are not authors, unless nothing else is known. ``root_rules``: those of
    the portal file for the text. ``language``: that in which the page writes dates; its weekdays
    may be of two words, as names are.
    """
    named = [value for value in declared if fold_text(value.value) not in site_names]
    position = None if has_person(page, named) else locate_article(page, root_rules)
    if position is None:
        return declared, ()
    weekdays = weekday_numbers(language)
    candidates = list_candidates(position, named, site_names, language)
    shown = [each for each in candidates if fold_name(each.value.value) not in weekdays]
    likely = choose_likely([each for each in shown if each.doubt != UNKNOWN])
    doubted = tuple(each.value for each in shown if each.doubt == MAYBE and each.value in likely)
    names = likely or find_signature(position, site_names) or declared
    if not names:
        doubted = choose_likely([each for each in shown if each.doubt == UNKNOWN])
    return names, doubted


def has_person(page: Page, names: Iterable[Value]) -> bool:
    """Return True if one of ``names`` is a full name, without a word for a function unless JSON-LD
    has a person of that name."""
    return any(
        is_full_name(value.value)
        and (
            not ROLE.search(value.value)
            or agent_kinds(page).get(value.value.casefold()) == "Person"
        )
        for value in names
    )


def list_candidates(
    position: ArticlePosition,
    declared: list[Value],
    site_names: frozenset[str],
    language: str = "und",
) -> list[NameCandidate]:
    """Return the names that may be authors."""
    kinds = agent_kinds(position.page)
    return list_name_candidates(position, declared, kinds, site_names, language)


def choose_likely(candidates: list[NameCandidate]) -> tuple[Value, ...]:
    """Return the most likely name and those beside it, () if none is likely."""
    score = _load_trees()
    named = (each for each in candidates if not is_nobody(each.value.value))
    scored = [(score(*each.features), each) for each in named]
    most, best = max(scored, key=lambda pair: pair[0], default=(MIN_SCORE - 1, None))
    if best is None or most < MIN_SCORE:
        return ()
    # An account may begin with a small letter, and so does *and* between two names.
    chosen = [
        each.value
        for points, each in scored
        if each is best
        or each.is_joined(best)
        or (
            points >= _MIN_BESIDE.get(each.distance(best), points + 1)
            and not is_small_letter(each.value.value[0])
            and not each.is_beside(best)
        )
    ]
    # *Ann* beside *Ann Author* is the same person.
    words = [frozenset(value.value.casefold().split()) for value in chosen]
    return tuple(
        value for value, own in zip(chosen, words, strict=True) if not any(own < x for x in words)
    )


@lru_cache(maxsize=1)
def _load_trees() -> ScoreFunction:
    """Return the trees of the package. Raises ValueError if they were trained with other
    features."""
    stored: dict[str, Any] = json.loads(read_trained_model(AUTHOR_CLASSIFIER))
    if tuple(stored["features"]) != NAME_FEATURES:
        raise ValueError(
            f"{AUTHOR_CLASSIFIER}: trained with other features (expected those of"
            " name_candidates.py); run bench/train_authors.py"
        )
    return compile_trees(stored)


def choose_first_writer(page: Page, names: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the writer of the first post of a thread where ``names`` are none, those of posts
    above it, which are newer, or found among the writers of other posts alone; else ``names``."""
    post = find_opening_post(page)
    if post is None or not post.author or is_nobody(post.author):
        return names
    found = {name.value for name in names}
    writers = list_writers(page)
    is_below = writers[0] != post.author and found <= {*writers}
    if is_below or not found or _name_other_writers(page, names, post.author, writers):
        return (Value(post.author, POST, post.line),)
    return names


def _name_other_writers(
    page: Page, names: Sequence[Value], first: str, writers: Sequence[str]
) -> bool:
    """Return True if nothing declares ``names``, and the page has them, but for those of the
    ``first`` writer, nowhere but beside their posts."""
    others = [name for name in names if name.value != first]
    texts = [unit.text for unit in list_text_units(page)]
    return bool(others) and all(
        name.source == BYLINE
        and 0 < sum(name.value in text for text in texts) <= writers.count(name.value)
        for name in others
    )
