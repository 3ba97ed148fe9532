"""Find answers that are the pages of other articles: a cache may send them for an hour.

The page of an article has the headline that lists have, or a part of it. Lists may have another
one, so that alone proves nothing. But a page that fits the headline of another article, and not
its own, is that of the other one, unless it declares its own address. A later page of an article
has its headline or the title of its first page; it is also that of another article if it shows what
the first page of that one shows. It is not used, and asked for again. All of it follows from stored
answers, so that their order makes no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from webarticlecurator.base.text.headline_words import (
    MIN_WORDS,
    hash_words,
    headline_words,
    list_title_parts,
    share_of_words,
)
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.headlines import Headlines, TitledAnswer

OTHER_ARTICLE = "other-article"
_EXTENSION = re.compile(r"(?<=[^/])(?:/|\.[a-z]{3,5})$")
MIN_FIT = 0.8
"""How much of a headline is in the title of the page of its article."""
MAX_MISFIT = 0.5
"""How much of a headline may be in the title of another page; two headlines share small words."""


def find_pages_of_others(corpus: WritableCorpus, run: int) -> set[int]:
    """Return the fetches of a crawl whose answers are the pages of other articles.

    Where pages do not declare whose they are, as many must fit their own headlines as fit those of
    others: the rules may read the headline of the next link.
    """
    fitting = 0
    declared: set[int] = set()
    others: set[int] = set()
    for answer in corpus.headlines.titled_answers(run):
        title = headline_words(answer.title)
        fit = _fit_of(_list_titles(corpus, answer, answer.article, answer.headlines), title)
        fitting += fit >= MIN_FIT
        if fit > MAX_MISFIT or not _is_told_apart(corpus.headlines, answer):
            continue
        owner = corpus.frontier.number_at(answer.declared) if answer.declared else None
        if owner != answer.article and _fits_other(corpus, run, answer, owner):
            (others if owner is None else declared).add(answer.fetch)
    return declared | (others if len(others) <= fitting else set())


def _list_titles(
    corpus: WritableCorpus, answer: TitledAnswer, article: int, headlines: Iterable[str]
) -> Iterable[str]:
    """Return what a page may have for a title as that of an article: one of its ``headlines``; of a
    later page also the title of the first one."""
    if not answer.is_later:
        return headlines
    return (*headlines, *corpus.headlines.titles_of_pages(article))


def _fit_of(headlines: Iterable[str], title: frozenset[str]) -> float:
    if len(title) < MIN_WORDS:
        return 0.0
    return max((share_of_words(headline_words(each), title) for each in headlines), default=0.0)


def _is_told_apart(headlines: Headlines, answer: TitledAnswer) -> bool:
    """Return True if lists name the article with words that they use for no other one."""
    hashes = (hash_words(headline_words(each)) for each in answer.headlines)
    return all(len(headlines.with_words(each)) == 1 for each in hashes)


def _fits_other(corpus: WritableCorpus, run: int, answer: TitledAnswer, owner: int | None) -> bool:
    """Return True if a page fits the headline of another article, which was requested, too."""
    title = headline_words(answer.title)
    found = {owner} if owner is not None else set()
    for part in list_title_parts(answer.title):
        named = corpus.headlines.with_words(hash_words(headline_words(part)))
        found |= named if len(named) == 1 else set()
    same = corpus.answers.with_text(run, answer.text) if answer.text is not None else set()
    return any(
        other != answer.article
        and (
            (answer.is_later and other in same)
            or _fit_of(_list_titles(corpus, answer, other, corpus.headlines.of(other)), title)
            >= MIN_FIT
        )
        and corpus.answers.was_requested(other, run)
        and not any(_is_below(answer.url, url) for url in corpus.frontier.addresses_of(other))
        for other in found | same
    )


def _is_below(address: str, other: str) -> bool:
    """Return True if an address is another one with something behind it, as those of later pages
    and of versions for the printer are."""
    stem = _EXTENSION.sub("", other)
    behind = address.removeprefix(stem)
    return behind != address and not (behind[:1].isalnum() and stem[-1:].isalnum())
