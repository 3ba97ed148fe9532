"""Name the articles of a page (``article.split``), so that a name always means the same article.

An article is named by its id. Where the page gives it none, or gives one to several, it is told by
what is in it: its day and its title, and its words where these do not tell it apart. Its position
tells nothing: the next article that the page gets would have its name.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from webarticlecurator.articles.by_rules.metadata import read_published
from webarticlecurator.articles.by_rules.split_parts import PagePart
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import source_words
from webarticlecurator.pages.rules.results import select_first

_HEADING = Rule("css", "h1, h2, h3, h4, h5, h6")
_DIGEST_LENGTH = 12


@dataclass(frozen=True)
class PartName:
    """The fragment of the address of an article. ``is_id``: False if it is made of its content."""

    fragment: str
    is_id: bool = True


def name_parts(
    portal: Portal, rules: ArticleRules, parts: Sequence[tuple[PagePart, Page]]
) -> tuple[PartName, ...]:
    """Return the names of the articles of a page; ``parts`` has each with its own HTML as a page.

    A name depends on the article alone, unless another one has the same id, or the same day and
    title. Articles with the same words are numbered: they are the same.
    """
    ids = Counter(part.id for part, _ in parts)
    described = [
        "" if part.id and ids[part.id] == 1 else _describe_part(portal, rules, page)
        for part, page in parts
    ]
    counted, taken = Counter(described), set(ids)
    names = []
    for (part, _), description in zip(parts, described, strict=True):
        if not description:
            names.append(PartName(part.id))
            continue
        is_enough = not description.endswith("-") and counted[description] == 1
        name = description if is_enough and description not in ids else ""
        name = name or f"{description.rstrip('-')}-{_digest_words(part)}".lstrip("-")
        names.append(PartName(_find_free(name, taken), is_id=False))
        taken.add(names[-1].fragment)
    return tuple(names)


def _describe_part(portal: Portal, rules: ArticleRules, page: Page) -> str:
    """Return the day and the title of an article, joined by ``-``; it ends in ``-`` if it lacks one
    of them."""
    own = (*dict(rules.metadata).get("title", ()), _HEADING)
    title = "-".join((select_first(own, page) or "").split()).strip("-")
    published = read_published(page, portal, rules) or ""
    day = published[:DAY_LENGTH] if len(published) >= DAY_LENGTH else ""
    return f"{day}-{title}" if day and title else f"{day or title}-"


def _digest_words(part: PagePart) -> str:
    words = " ".join(source_words(part.element))
    return hashlib.sha256(words.encode()).hexdigest()[:_DIGEST_LENGTH]


def _find_free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
