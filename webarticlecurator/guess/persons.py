"""Authors without rules: names near the title and after the text, organisations, and how names are
tidied.

A name that markup has is taken, if it is a person's. Else the candidates of ``name_candidates.py``
are judged by trained trees (``bench/train_authors.py``): names are written in many ways, and most
words with capitals near a title are sections and buttons.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from webarticlecurator.dataclasses import replace
from webarticlecurator.guess.article_position import ArticlePosition, locate_article
from webarticlecurator.guess.article_text import is_elsewhere
from webarticlecurator.guess.classify_units import ScoreFunction, compile_trees
from webarticlecurator.guess.name_candidates import (
    MAX_NAME_WORDS,
    NAME_FEATURES,
    PARTICLES,
    ROLE,
    NameCandidate,
    by_words,
    is_full_name,
    list_name_candidates,
)
from webarticlecurator.guess.page_dates import BYLINE, MAX_BYLINE_SIZE, POST
from webarticlecurator.guess.text_units import Unit, fold_text
from webarticlecurator.guess.threads import find_thread
from webarticlecurator.model.article import ORGANISATION, Value
from webarticlecurator.model.plug_in import AUTHOR_CLASSIFIER, read_trained_model
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.page import once_per_page
from webarticlecurator.page.page_elements import source_words
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.elements import collapse_white_space
from webarticlecurator.rules.jsonld import read_jsonld
from webarticlecurator.text.words import list_phrases

MIN_SCORE = -1400
"""Log odds, in 1/1000, from which the most likely name is an author: one in five."""
_MIN_BESIDE = {0: MIN_SCORE, 1: -850}
"""Those from which others are, too: in the same line, and in the one beside it three in ten."""


def choose_authors(
    page: Page,
    declared: tuple[Value, ...],
    site_names: frozenset[str],
    root_rules: Sequence[Rule] = (),
) -> tuple[Value, ...]:
    """Return the authors: ``declared`` (``tidy_names``) if a person is among them, else the most
    likely names of these and of those that the page shows, else the name that signs the text, else
    ``declared``.

    ``site_names`` (folded) are not authors, unless nothing else is known. ``root_rules``: those of
    the portal file for the text, whose end is then known. The whole search for it takes half as
    long as all else of a page with rules.
    """
    named = [value for value in declared if fold_text(value.value) not in site_names]
    position = None if has_person(page, named) else locate_article(page)
    if position is None:
        return declared
    position = replace(position, roots=select_elements(root_rules, page))
    likely = choose_likely(list_candidates(position, named, site_names))
    return likely or find_signature(position, site_names) or declared


def has_person(page: Page, names: Iterable[Value]) -> bool:
    """Return True if one of ``names`` is a full name, without a word for a function unless JSON-LD
    has a person of that name."""
    return any(
        is_full_name(value.value)
        and (
            not ROLE.search(value.value)
            or _agent_kinds(page).get(value.value.casefold()) == "Person"
        )
        for value in names
    )


def list_candidates(
    position: ArticlePosition, declared: list[Value], site_names: frozenset[str]
) -> list[NameCandidate]:
    """Return the names that may be authors."""
    return list_name_candidates(position, declared, _agent_kinds(position.page), site_names)


def choose_likely(candidates: list[NameCandidate]) -> tuple[Value, ...]:
    """Return the most likely name and those beside it, () if none is likely."""
    score, labels = _load_trees(), _folded_labels()
    named = (each for each in candidates if fold_text(each.value.value) not in labels)
    scored = [(score(*each.features), each) for each in named]
    most, best = max(scored, key=lambda pair: pair[0], default=(MIN_SCORE - 1, None))
    if best is None or most < MIN_SCORE:
        return ()
    # An account may begin with a small letter, and so does *and* between two names.
    chosen = [
        each.value
        for points, each in scored
        if each is best
        or (
            points >= _MIN_BESIDE.get(each.distance(best), points + 1)
            and not each.value.value[0].islower()
        )
    ]
    # *Ann* beside *Ann Author* is the same person.
    words = [frozenset(value.value.casefold().split()) for value in chosen]
    return tuple(
        value for value, own in zip(chosen, words, strict=True) if not any(own < x for x in words)
    )


@lru_cache(maxsize=1)
def _folded_labels() -> frozenset[str]:
    return frozenset(map(fold_text, list_phrases("bylines", "no names")))


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


def find_first_writer(page: Page) -> Value | None:
    """Return the writer of the first post of a thread, None if the page shows none."""
    thread = find_thread(page)
    post = thread.posts[0] if thread is not None else None
    if post is None or not post.author or fold_text(post.author) in _folded_labels():
        return None
    return Value(post.author, POST, post.line)


# The author who signs the text, as in newspapers: a name alone in the last line, emphasised or on
# the right. The trees have seen too few of them.

_EMPHASIS = ("b", "strong", "i", "em")
_RIGHT = re.compile(r"text-align:\s*right|\bright\b", re.IGNORECASE)


def find_signature(position: ArticlePosition, site_names: frozenset[str]) -> tuple[Value, ...]:
    """Return the author named at the end of the text; () if there is none. ``site_names`` (folded)
    are not authors."""
    page = position.page
    for number, unit in enumerate(position.units[position.near + 1 :], position.near + 1):
        name = _signed_name(unit)
        # position.text_end may need the whole search for the text: asked only where a line looks
        # signed.
        if not _looks_signed(unit) or not 0 <= number - position.text_end <= 1:
            continue
        is_plain = name.replace(" ", "").isalpha() and not ROLE.search(name)
        folded = fold_text(name)
        # Sections and buttons are links somewhere on the page (Middle East), authors in plain text
        # are not. Asked last: a page may have thousands of links.
        if not is_plain or folded in site_names:
            continue
        if not is_elsewhere(unit.element, page, roots=position.roots):
            return () if folded in _link_texts(page) else (Value(name, BYLINE, unit.text),)
    return ()


def _looks_signed(unit: Unit) -> bool:
    is_line = unit.tag in ("p", "div") and unit.size <= MAX_BYLINE_SIZE and not unit.linked
    if not is_line or not is_full_name(_signed_name(unit)):
        return False
    element = unit.element
    look = f"{element.get('style') or ''} {element.get('align') or ''} {element.get('class') or ''}"
    if _RIGHT.search(look):
        return True
    # All of the line must be emphasised: bold names inside a paragraph are persons whom the text is
    # about.
    whole = source_words(element)
    return any(source_words(inner) == whole for inner in element.iter(*_EMPHASIS))


def _signed_name(unit: Unit) -> str:
    return unit.text.strip(" ().")


@once_per_page("heuristics.link_texts")
def _link_texts(page: Page) -> frozenset[str]:
    """Return the folded texts of all links and buttons."""
    texts = (" ".join(source_words(element)) for element in page.root.iter("a", "button"))
    return frozenset(map(fold_text, texts))


# Tidy the authors that the default sources find: one name each, without what is before and after
# names in bylines.

_TITLE_AFTER = re.compile(
    r"\s+(?:(?:선임|수석|전문|인턴|객원|경제|정치부|사회부)?기자|특파원|논설위원|앵커|記者|记者)$"
)
"""Functions after a name, in Korean, Japanese and Chinese."""


@lru_cache(maxsize=1)
def _name_introduction() -> re.Pattern[str]:
    return re.compile(
        rf"^(?:(?:\w+ )?by|oleh|yazan|{by_words()}\s*:)\s+(?=[^\W\d_])", re.IGNORECASE
    )


def tidy_names(authors: tuple[Value, ...], site_names: frozenset[str]) -> tuple[Value, ...]:
    """Return ``authors`` with lists of full names split, without *By* and *기자* (reporter), each
    once; ``site_names`` (folded) are left out if there is another author."""
    names = [
        replace(value, value=name)
        for value in authors
        for name in split_names(value.value, site_names)
    ]
    persons = [value for value in names if fold_text(value.value) not in site_names]
    distinct: dict[str, Value] = {}
    # Portals name themselves beside the author; without a person, the site is all that is known.
    for value in persons or names:
        distinct.setdefault(value.value.casefold(), value)
    return tuple(distinct.values())


def split_names(text: str, site_names: frozenset[str] = frozenset()) -> list[str]:
    """Return the names in ``text``: several only if each part between commas is a full name.
    Descriptions of a person and ``site_names`` (folded) are not counted as parts."""
    text = _TITLE_AFTER.sub("", _name_introduction().sub("", text, count=1)).strip()
    parts = [part.strip() for part in re.split(r"[,、，]", text) if part.strip()]
    names = []
    for part in parts:
        words = part.split()
        # A text with many words, or with a small first letter, describes a person.
        is_description = len(words) > MAX_NAME_WORDS or (
            part[0].islower() and words[0].casefold() not in PARTICLES
        )
        if not (ROLE.search(part) or is_description or fold_text(part) in site_names):
            names.append(part)
    # A comma may also be before a function or a place: the text is left whole unless each part is a
    # name.
    if len(parts) > 1 and names and all(map(is_full_name, names)):
        return names
    return [text] if text else []


_AGENTS = ("Organization", "Person")

# Mark authors that are organisations, where the page's JSON-LD has them as such (``"author":
# {"@type": "Organization", "name": "Reuters"}``).


def mark_agent_kinds(authors: tuple[Value, ...], page: Page) -> tuple[Value, ...]:
    """Return ``authors``, with ORGANISATION at the end of the source of each author that is an
    organisation in some node of the page's JSON-LD and a person in none."""
    if not authors or page.json is not None:
        return authors
    kinds = _agent_kinds(page)
    return tuple(
        replace(author, source=author.source + ORGANISATION)
        if kinds.get(author.value.casefold()) == "Organization"
        else author
        for author in authors
    )


@once_per_page("agents")
def _agent_kinds(page: Page) -> dict[str, str]:
    """Return name → Organization or Person, for the agents in the page's JSON-LD."""
    kinds: dict[str, str] = {}
    pending: list[Any] = list(read_jsonld(page)[0])
    while pending:  # not recursive: nodes nest as deep as a page likes
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        if not isinstance(node, dict):
            continue
        pending.extend(node.values())
        name, types = node.get("name"), node.get("@type")
        # the first type of an agent counts: NewsMediaOrganization is an organisation
        names = types if isinstance(types, list) else [types]
        strings = (each for each in names if isinstance(each, str))
        kind = next((each for each in strings if each.endswith(_AGENTS)), None)
        if isinstance(name, str) and kind:
            key = collapse_white_space(name).casefold()
            if kind.endswith("Person") or kinds.get(key) != "Person":
                kinds[key] = "Person" if kind.endswith("Person") else "Organization"
    return kinds


_NOT_A_NAME = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//\S*|www\.\S+|[^\s@]+@[^\s@]+\.\w+|@\w+|[\W\d_]*", re.IGNORECASE
)


def is_name(text: str) -> bool:
    """Return False for a URL, an e-mail address, an account name, and for text without a letter."""
    return not _NOT_A_NAME.fullmatch(text)
