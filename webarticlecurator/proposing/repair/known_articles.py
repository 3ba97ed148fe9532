"""What is known of an article, and how another reading of it compares: words, title, authors, date.

An article is known when the rules of the portal have read it in the old design. In the new design,
its words and values show where each of them stands now. What a page no longer has anywhere, no
rule can read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Metadata, PageExtract, Rejected
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space
from webarticlecurator.pages.rules.results import condition_holds
from webarticlecurator.proposing.repair.known_values import (
    Values,
    day_of,
    has_values,
    is_same_value,
)

FIELDS = ("title", "authors", "published")
"""Fields that must be read the same, and that rules are looked for."""
MIN_F1 = 0.99
"""F1 of the words from which two texts are the same."""
MIN_WORDS = 20
"""Words of an article from which it shows where the text is."""
MAX_SHOWN = 60
"""Characters of a value in a message."""


@dataclass(frozen=True)
class KnownArticle:
    """An article as the rules read it: its address, words and values by field, and whether its
    text was found by a rule (``is_ruled``), not guessed."""

    url: str
    words: Values
    values: dict[str, Values]
    is_ruled: bool = True


KnownPages = Sequence[tuple[StoredPage, KnownArticle]]


@dataclass(frozen=True)
class ReadingComparison:
    """How an article is read now: F1 of the words against those known, what differs in words, and
    the fields that are ``different``. Those are ``gone`` whose values are nowhere on the page now,
    and are not read. ``added`` are the words that are not known, of another text. ``is_ruled``: the
    text was found by a rule, not guessed."""

    url: str
    f1: float
    differences: tuple[str, ...] = ()
    different: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    added: frozenset[str] = frozenset()
    is_ruled: bool = True

    @property
    def is_same(self) -> bool:
        """True if the text and all values are the same that the page still has."""
        return not self.differences


def know_article(url: str, read: PageExtract | Rejected) -> KnownArticle | None:
    """Return what a reading makes known; None for a rejected page and for a few words."""
    if isinstance(read, Rejected):
        return None
    words = tuple(block_words(read.blocks))
    values = {name: read_known_values(read.metadata, name) for name in FIELDS}
    is_short = sum(map(len, words)) < 5 * MIN_WORDS
    return None if is_short else KnownArticle(url, words, values, read.confidence is None)


def read_known_values(metadata: Metadata, name: str) -> Values:
    """Return the values of a field, with one space for each run of white space."""
    values = metadata.all(name)
    one = values[:1] if name == "published" else values
    return tuple(collapse_white_space(each.value) for each in one)


def read_known(portal: Portal, stored: StoredPage, column: str | None) -> KnownArticle | None:
    """Return what the rules read on a page. To be called in a worker."""
    return know_article(stored.url, read_article_page(portal, stored.page(portal, column)))


def judge_all(
    portal: Portal, trials: Sequence[Portal], stored: StoredPage, known: KnownArticle
) -> list[ReadingComparison]:
    """Compare what the rules of several portal files read on a page with what is known."""
    found: list[ReadingComparison] = run_supervised(
        portal, stored.url, compare_on_page, stored, known, tuple(trials)
    )
    return found


def compare_on_page(
    portal: Portal, stored: StoredPage, known: KnownArticle, trials: Sequence[Portal]
) -> list[ReadingComparison]:
    """Read a page and compare. To be called in a worker."""
    page = stored.page(portal)
    return [compare_reading(portal, page, known, read_article_page(t, page)) for t in trials]


def compare_reading(
    portal: Portal, page: Page, known: KnownArticle, read: PageExtract | Rejected
) -> ReadingComparison:
    """Compare a reading of a page with what is known."""
    if isinstance(read, Rejected):
        what = make_message(
            "no article: {reason}, {evidence}", reason=read.reason, evidence=read.evidence
        )
        return ReadingComparison(known.url, 0.0, (what,), FIELDS)
    words = block_words(read.blocks)
    f1 = measure_f1(known.words, words)
    differences = [*_describe_words(known.words, words, f1)] if f1 < MIN_F1 else []
    added = frozenset(Counter(words) - Counter(known.words) if differences else ())
    different, gone = [], []
    for name in FIELDS:
        old, new = known.values[name], read_known_values(read.metadata, name)
        if is_same_value(name, old, new):
            continue
        # a page that no longer has the moment may have another time of that day
        is_same_day = name == "published" and day_of(new) in (day_of((each,)) for each in old)
        if (not new or is_same_day) and not has_values(page, portal, name, old):
            gone.append(name)
            continue
        different.append(name)
        differences.append(
            make_message(
                "{field}: {found} (known: {known})",
                field=as_message(name),
                found=_show(new),
                known=_show(old),
            )
        )
    is_ruled = read.confidence is None
    return ReadingComparison(
        known.url, round(f1, 4), tuple(differences), tuple(different), tuple(gone), added, is_ruled
    )


def measure_f1(known: Sequence[str], read: Sequence[str]) -> float:
    """Return the F1 of words, whatever their order, and whether a comma is behind them: the one
    between who wrote a post and when is ours, if each has an element of its own."""
    one, other = (Counter(word.rstrip(",") for word in words) for words in (known, read))
    common = sum((one & other).values())
    return 2 * common / (len(known) + len(read)) if known or read else 1.0


def _describe_words(known: Sequence[str], read: Sequence[str], f1: float) -> Iterable[str]:
    one, other = Counter(known), Counter(read)
    yield make_message(
        "text: F1 {f1:.3f}, {number} words (known: {known})",
        f1=f1,
        number=len(read),
        known=len(known),
    )
    if one - other:
        yield make_message("words missing: {words}", words=_show_words(one - other))
    if other - one:
        yield make_message("words added: {words}", words=_show_words(other - one))


def _show_words(words: Counter[str]) -> str:
    return _show(tuple(words)[:8], " ")


def _show(values: Values, between: str = "; ") -> str:
    text = re.sub(r"\s+", " ", between.join(values))
    return (f"{text[: MAX_SHOWN - 1]}…" if len(text) > MAX_SHOWN else text) or make_message("none")


MIN_SHOWN = 0.5
"""A page with a smaller share of the known words of its article may be a wall."""


def is_wall(portal: Portal, stored: StoredPage, known: KnownArticle) -> bool:
    """Return True for a page that neither shows what ``fetch.signed_in`` names, which may be called
    otherwise in a new design, nor the words of its article. To be called in a worker."""
    page, sign = stored.page(portal), portal.fetch.signed_in
    if sign is None or condition_holds(sign, page):
        return False
    shown = Counter(word for text in page.root.itertext() for word in str(text).split())
    return sum((Counter(known.words) & shown).values()) < MIN_SHOWN * len(known.words)
