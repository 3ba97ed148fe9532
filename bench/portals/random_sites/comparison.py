"""What was read of a portal made at random, beside its truth."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bench.portals.random_sites.made_articles import MadeArticle
from bench.portals.random_sites.site import RandomSite

KINDS = ("list", "text lost", "second pages", "boilerplate", "authors", "title", "day")
"""What can be wrong, in the order of its cost."""
BESIDE = ("tags", "section")
"""What is counted apart."""


@dataclass(frozen=True)
class ReadArticle:
    """An article of a corpus as it was read."""

    url: str
    title: str
    authors: tuple[str, ...]
    day: str
    section: tuple[str, ...]
    tags: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Fault:
    """Something that is not as the portal has it."""

    kind: str
    url: str
    message: str


@dataclass
class Comparison:
    """The faults of a corpus; ``beside`` counts articles whose tags or section are right."""

    articles: int
    faults: list[Fault] = field(default_factory=list)
    beside: dict[str, int] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        """Return kind → number of articles that are wrong in it."""
        found = dict.fromkeys(KINDS, 0)
        for kind, _ in {(fault.kind, fault.url) for fault in self.faults}:
            found[kind] += 1
        return {kind: number for kind, number in found.items() if number}


def compare(site: RandomSite, read: Sequence[ReadArticle]) -> Comparison:
    """Compare the articles of a corpus with those of the portal."""
    result = Comparison(len(site.articles))
    pages = {
        site.publisher.base + path: (article, number)
        for article in site.articles
        for number, path in enumerate(article.addresses)
    }
    left = {article.number: article for article in site.articles}
    for each in read:
        article, number = pages.get(each.url, (None, 0))
        if article is None:
            result.faults.append(Fault("list", each.url, "no article of the portal"))
        elif number:
            result.faults.append(
                Fault("second pages", each.url, "a later page taken for an article")
            )
        elif left.pop(article.number, None) is None:
            result.faults.append(Fault("list", each.url, "twice"))
        else:
            _compare_article(site, article, each, result)
    for article in left.values():
        result.faults.append(Fault("list", site.publisher.base + article.path, "missing"))
    return result


def _compare_article(
    site: RandomSite, article: MadeArticle, read: ReadArticle, result: Comparison
) -> None:
    url = read.url
    result.faults += (Fault(kind, url, message) for kind, message in _text(site, article, read))
    if read.title != " ".join(article.title.split()):
        result.faults.append(Fault("title", url, f"{read.title!r} for {article.title!r}"))
    if read.day != article.day.isoformat():
        result.faults.append(Fault("day", url, f"{read.day!r} for {article.day}"))
    expected = article.authors if site.pages.bylines.shows_authors else ()
    is_house = not expected and read.authors == (site.publisher.name,)
    if read.authors != expected and not is_house:
        result.faults.append(Fault("authors", url, f"{read.authors} for {expected}"))
    has = {"tags": site.traits["tags"] != "none", "section": site.traits["section"] != "none"}
    pairs = {"tags": (read.tags, article.tags), "section": (read.section, (article.section,))}
    for name, (found, true) in pairs.items():
        result.beside[name] = result.beside.get(name, 0) + (
            sorted(found) == sorted(true) if has[name] else True
        )


def _text(site: RandomSite, article: MadeArticle, read: ReadArticle) -> list[tuple[str, str]]:
    """Return what is wrong with the text: kind and message."""
    text = " ".join(" ".join(read.lines).split())
    found, at, gaps = [], 0, []
    for page in range(len(article.pages)):
        for line in site.pages.expected_lines(article, page):
            line = " ".join(line.split())
            place = text.find(line, at)
            if place < 0:
                found.append(("second pages" if page else "text lost", f"without {line[:60]!r}"))
                continue
            gaps.append(text[at:place])
            at = place + len(line)
    gaps.append(text[at:])
    if found and not _is_in_order(found, text, article):
        gaps = []  # what was not found may be there in another place
    optional = [" ".join(line.split()) for line in site.pages.optional_lines(article)]
    for gap in gaps:
        for line in sorted(optional, key=len, reverse=True):
            gap = gap.replace(line, " ")
        if gap.strip():
            found.append(("boilerplate", f"with {gap.strip()[:80]!r}"))
    return found


def _is_in_order(lost: Sequence[tuple[str, str]], text: str, article: MadeArticle) -> bool:
    """Return False if a lost line is in the text after all, in another place."""
    lines = [line for page in range(len(article.pages)) for line in article.texts(page)]
    return not any(
        f"without {line[:60]!r}" == message and " ".join(line.split()) in text
        for _, message in lost
        for line in lines
    )


COVERING: Mapping[str, frozenset[str]] = {
    "list": frozenset(
        "not-listed no-links missing-archive-page empty-archive-page archive-page-failed"
        " archive-page-unread beyond-last pager-current next-off-portal page-limit wrong-order"
        " out-of-order walk-looped list-not-whole skipped-links article-twins".split()
    ),
    "text lost": frozenset("layout-drift".split()),
    "second pages": frozenset(
        "pager-unfollowed unfollowed-page next-page page-missing first-page-missing"
        " page-rejected".split()
    ),
    "boilerplate": frozenset({"repeated-text"}),
    "authors": frozenset("field-empty field-affix".split()),
    "title": frozenset("same-title".split()),
    "day": frozenset(),
}
"""What is wrong → the kinds of problems of a crawl that say so."""
LIST_DOUBTS = frozenset("no-list no-next-page next-not-proved first-day-unknown not-listed".split())
"""Kinds of doubts of ``new`` about the list."""
FIELD_WORDS = {"authors": "authors", "title": "title", "day": "published"}
"""What is wrong → how messages name the field."""


def find_silent(
    comparison: Comparison,
    problems: Mapping[str, str],
    said: Sequence[str],
    known_bad: frozenset[str],
) -> list[str]:
    """Return the kinds of faults of which nothing was said.

    ``problems``: kind → its first messages; ``said``: lines of ``new``; ``known_bad``: addresses of
    articles that the summary counts as failed or pending.
    """
    silent = []
    for kind in comparison.counts():
        name = FIELD_WORDS.get(kind)
        kinds = COVERING[kind] & set(problems)
        if name is not None:
            kinds = frozenset(
                each for each in kinds if each == "same-title" or name in problems[each]
            )
        is_said = bool(kinds) or any(_says(line, kind, name) for line in said)
        if kind == "list" and not is_said:
            faults = [fault for fault in comparison.faults if fault.kind == "list"]
            is_said = all(fault.message == "missing" and fault.url in known_bad for fault in faults)
        if not is_said:
            silent.append(kind)
    return silent


def _says(line: str, kind: str, name: str | None) -> bool:
    """Return True if a line of ``new`` says that something of this kind is missing or doubtful."""
    if kind != "list" and line.startswith("problem: few-articles:"):
        return True
    if name is not None:
        return re.search(rf"\b{name} not found on (\d+) of \1\b", line) is not None
    counts = re.match(r"sitemap: the list shows (\d+) of (?:the )?(\d+)", line)
    return kind == "list" and (
        (counts is not None and counts[1] != counts[2])
        or line.startswith(tuple(f"problem: {each}:" for each in LIST_DOUBTS))
    )
