"""Find answers that are the pages of other articles, since a cache may send them for an hour, or
that show, in whatever words, that there is no article.

The page of an article has the headline that lists have, or a part of it. Lists may have another
one, so that alone proves nothing. But a page that fits the headline of another article, and not
its own, is that of the other one, unless it declares its own address. A later page of an article
has its headline or the title of its first page; it is also that of another article if it shows what
the first page of that one shows. It is not used, and asked for again. All of it follows from stored
answers, so that their order makes no difference.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from itertools import islice
from urllib.parse import unquote, urlsplit

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import MADE_UP
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.characters import drop_accents
from webarticlecurator.base.text.headline_words import (
    MIN_WORDS,
    hash_words,
    headline_words,
    list_title_parts,
    share_of_words,
)
from webarticlecurator.storage.answers.headlines import Headlines, TitledAnswer
from webarticlecurator.storage.store.corpus import WritableCorpus

OTHER_ARTICLE, SOFT_404 = "other-article", "soft-404"
_EXTENSION = re.compile(r"(?<=[^/])(?:/|\.[a-z]{3,5})$")
MIN_FIT = 0.8
"""How much of a headline is in the title of the page of its article."""
MAX_MISFIT = 0.5
"""How much of a headline may be in the title of another page; two headlines share small words."""

MIN_UNNAMED = 100
"""Pages that lists name by no headline, from which one request is spent on them: is any of them
what a made-up address shows?"""
MAX_BEFORE = 100
"""Pages of earlier crawls that are compared where those of a crawl are too few."""


@dataclass(frozen=True)
class WrongPages:
    """Fetches of a crawl whose answers are not the pages of their articles: those of ``others``,
    and those that show that there is ``none``. ``right`` is the address of a page that may be
    right, if other pages may be wrong, or if lists do not say enough of them, else "". ``unknown``:
    what other pages with a wrong title declare or have for one, which may be those of articles of
    which nothing is known yet (``Headlines.note_unknown_owners``)."""

    others: frozenset[int]
    none: frozenset[int]
    right: str
    unknown: frozenset[str | int]


def find_wrong_pages(corpus: WritableCorpus, run: int) -> WrongPages:
    """Return which answers of a crawl are not the pages of their articles.

    A page without its headline shows that there is none if it shows what the portal answers for a
    made-up address, or what another such page shows. Where pages do not declare whose they are, or
    show the same, as many must fit their own headlines: the rules may read the headline of the next
    link.
    """
    fitting, unnamed, own, right, is_suspicious = 0, 0, 0, "", False
    declared: set[int] = set()
    unsure: set[int] = set()
    others: set[int] = set()
    none: set[int] = set()
    unknown: set[str | int] = set()
    alike: defaultdict[int, set[int]] = defaultdict(set)
    of_made_up = corpus.answers.texts_of_level(MADE_UP, run)
    was_none = corpus.answers.doubted_before(run, SOFT_404)
    shared = corpus.answers.shared_texts(run, 2)
    for answer in corpus.headlines.titled_answers(run):
        is_first, is_shared = not answer.is_later, answer.text in shared
        fit = _fit_own(corpus, answer)
        is_unnamed = answer.is_unnamed
        unnamed += is_unnamed
        if fit >= MIN_FIT or (is_unnamed and not is_shared and answer.text not in of_made_up):
            fitting, right = fitting + 1, answer.url
        owner = corpus.frontier.number_at(answer.declared) if answer.declared else None
        own += owner == answer.article
        if not _is_misfit(corpus.headlines, answer, fit, owner):
            continue
        is_suspicious |= is_first and (is_shared or not is_unnamed)
        is_one_more = owner is None and (
            _got_others(corpus, answer, declared | others) or _is_stray(corpus, answer)
        )
        if is_one_more or _is_of_other(corpus, run, answer, owner, fit):
            if not is_unnamed or _is_misnamed(corpus, answer, owner):
                (others if owner is None else declared).add(answer.fetch)
                continue
            unsure.add(answer.fetch)
        unknown.update(_find_unknown_owners(corpus, answer, owner))
        if is_first and answer.text is not None:
            is_none = answer.text in of_made_up and not _is_named_page(
                corpus, answer, of_made_up[answer.text]
            )
            if is_none or answer.fetch in was_none:
                none.add(answer.fetch)
            elif is_shared and not (is_unnamed or answer.redirected):
                alike[answer.text].add(answer.fetch)
    same = {fetch for fetches in alike.values() if len(fetches) > 1 for fetch in fetches}
    if fitting < max(len(others), len(same)):
        fitting += _count_fitting_before(corpus, run)
    # a second address of an article, or its page at that of another one: where a crawl got more
    # wrong pages than right ones, it is asked for again
    declared |= unsure if len(declared) > own else set()
    return WrongPages(
        frozenset(declared | (others if len(others) <= fitting else set())),
        frozenset(none | (same if len(same) <= fitting else set())),
        right if is_suspicious or unnamed >= MIN_UNNAMED else "",
        frozenset(unknown),
    )


def _is_of_other(
    corpus: WritableCorpus, run: int, answer: TitledAnswer, owner: int | None, fit: float
) -> bool:
    """Return True if a page with a wrong title is that of another article.

    Where no list has a headline (sitemaps), the words of the address are one, or an earlier page
    has it, and the page must declare whose it is. An address of which nothing is known is no
    evidence: an article that got another title declares the new one, under its old address."""
    may_be_others = owner != answer.article and (owner is not None or not answer.is_unnamed)
    is_led = may_be_others and _is_led(corpus, answer, owner)
    return may_be_others and not is_led and _fits_other(corpus, run, answer, owner, fit)


def _got_others(corpus: WritableCorpus, answer: TitledAnswer, wrong: Set[int]) -> bool:
    """Return True if an article whose page declares an address of which nothing is known was
    answered with the pages of others before: this may be one more, until it comes again in another
    crawl."""
    if not answer.declared:
        return False
    before = corpus.headlines.list_earlier(answer)
    is_wrong = any(each.doubt == OTHER_ARTICLE or each.fetch in wrong for each in before)
    return is_wrong and not any(each.declared == answer.declared for each in before)


def _is_stray(corpus: WritableCorpus, answer: TitledAnswer) -> bool:
    """Return True if a later page declares an address of which nothing is known, though the first
    page declares that of their article; until it comes again in another crawl."""
    declared = answer.declared
    if not (answer.is_later and declared) or answer.redirected:
        return False
    if declared == answer.url or _is_below(answer.url, declared):
        return False
    first = corpus.headlines.list_earlier(answer)
    is_own = bool(first) and corpus.frontier.number_at(first[-1].declared) == answer.article
    return is_own and declared not in corpus.headlines.declared_before(answer)


def _find_unknown_owners(
    corpus: WritableCorpus, answer: TitledAnswer, owner: int | None
) -> Iterator[str | int]:
    """Yield what will tell whose page an answer is, once a list names that article: a cache may
    send the page of one that is about to be listed."""
    if owner == answer.article or (answer.is_unnamed and not _misfits_address(answer)):
        return
    if answer.declared and not (owner is not None and corpus.answers.was_requested(owner)):
        yield answer.declared
    for words, named in _list_named(corpus, answer):
        if not any(map(corpus.answers.was_requested, named)):
            yield words


def _list_named(corpus: WritableCorpus, answer: TitledAnswer) -> Iterator[tuple[int, set[int]]]:
    """Yield a hash of the words of each part of the title of a page that may be a headline, with
    the articles that lists name so (``Headlines.with_words``)."""
    for part in list_title_parts(answer.title):
        words = hash_words(headline_words(part))
        yield words, corpus.headlines.with_words(words)


def _count_fitting_before(corpus: WritableCorpus, run: int) -> int:
    """Return how many of the last pages of earlier crawls fit their own headlines: a crawl may have
    asked for a single article."""
    titled = (
        answer
        for earlier in range(run - 1, -1, -1)
        for answer in corpus.headlines.titled_answers(earlier)
    )
    return sum(_fit_own(corpus, answer) >= MIN_FIT for answer in islice(titled, MAX_BEFORE))


def _is_led(corpus: WritableCorpus, answer: TitledAnswer, owner: int | None) -> bool:
    """Return True if a redirect led to the article whose page the answer is, which has a verdict of
    its own; that of an article that has moved leads elsewhere."""
    if not answer.redirected or owner is None:
        return bool(answer.redirected)
    return corpus.frontier.number_at(answer.redirected) == owner


def _fit_own(corpus: WritableCorpus, answer: TitledAnswer) -> float:
    """Return how much of a headline of its article is in the title of a page."""
    own = answer.headlines
    headlines = _list_titles(corpus, answer, answer.article, own) if answer.is_later else own
    return _fit_of(headlines, headline_words(answer.title))


def _list_titles(
    corpus: WritableCorpus, answer: TitledAnswer, article: int, headlines: Iterable[str]
) -> Iterable[str]:
    """Return what a page may have for a title as that of an article: one of its ``headlines``; of a
    later page, or where lists have none, also the titles of the first one."""
    if answer.headlines and not answer.is_later:
        return headlines
    return (*headlines, *corpus.headlines.titles_of_pages(article))


def _fit_of(headlines: Iterable[str], title: frozenset[str]) -> float:
    if len(title) < MIN_WORDS:
        return 0.0
    return max((share_of_words(headline_words(each), title) for each in headlines), default=0.0)


def _is_misfit(headlines: Headlines, answer: TitledAnswer, fit: float, owner: int | None) -> bool:
    """Return True if the title of a page may not be that of its article. Where it declares another
    article, that tells apart headlines that have many or all words in common."""
    if owner in (None, answer.article):
        return fit <= MAX_MISFIT and _is_told_apart(headlines, answer)
    return fit <= MAX_MISFIT or (fit < 1 and _has_name(answer) and _fit_address(answer) < MIN_FIT)


def _is_told_apart(headlines: Headlines, answer: TitledAnswer) -> bool:
    """Return True if lists name the article with words that they use for no other one, or that its
    page has had for a title: one that has moved is listed under both addresses."""
    hashes = (hash_words(headline_words(each)) for each in answer.headlines)
    return all(len(headlines.with_words(each)) == 1 for each in hashes) or any(
        _fit_of(answer.headlines, headline_words(title)) >= MIN_FIT
        for title in headlines.titles_of_pages(answer.article)
    )


def _is_named_page(corpus: WritableCorpus, answer: TitledAnswer, declared: str) -> bool:
    """Return True if what a made-up address shows is the page of this article, by which a portal
    may answer unknown addresses: it declares the address of the article even there, or has the
    words of that for a title."""
    if declared and corpus.frontier.number_at(declared) == answer.article:
        return True
    return _has_name(answer) and _fit_address(answer) >= MIN_FIT


def _is_misnamed(corpus: WritableCorpus, answer: TitledAnswer, owner: int | None) -> bool:
    """Return True if an address has words, and not those of the title of its page, or fewer than
    that of the article that it declares; or if an earlier page has another title."""
    if _misfits_address(answer) or corpus.headlines.had_own_page(answer):
        return True
    is_less = (
        _fit_address(answer) < MIN_FIT
        if _has_name(answer)
        else _is_unlike(corpus.headlines, answer)
    )
    return is_less and _fits_address_of(corpus, owner, answer)


def _is_unlike(headlines: Headlines, answer: TitledAnswer) -> bool:
    """Return True if an address has a word or two, none of them in the title of its page, and is
    beside that which the page declares, or others that pages declare to be their own: short links
    have a folder of their own. Before a query, the words are those of a program: *print?id=5*."""
    has_words = headline_words(_name_of(answer.url)) and not urlsplit(answer.url).query
    if not has_words or _fit_address(answer) > 0:
        return False
    is_beside = _folder_of(answer.url) == _folder_of(answer.declared)
    return is_beside or headlines.has_own_below(answer.url.rstrip("/").rpartition("/")[0])


def _folder_of(url: str) -> str:
    return DIGITS.sub("0", urlsplit(url).path.rstrip("/").rpartition("/")[0])


def _fits_address_of(corpus: WritableCorpus, article: int | None, answer: TitledAnswer) -> bool:
    """Return True if an address of an article has the words of the title of a page."""
    names = map(_name_of, corpus.frontier.addresses_of(article) if article is not None else ())
    return _fit_of(names, headline_words(drop_accents(answer.title))) >= MIN_FIT


def _misfits_address(answer: TitledAnswer) -> bool:
    return _has_name(answer) and _fit_address(answer) <= MAX_MISFIT


def _has_name(answer: TitledAnswer) -> bool:
    return len(headline_words(_name_of(answer.url))) >= MIN_WORDS


def _fit_address(answer: TitledAnswer) -> float:
    return _fit_of([_name_of(answer.url)], headline_words(drop_accents(answer.title)))


def _name_of(url: str) -> str:
    """Return the last part of an address, without accents."""
    return drop_accents(unquote(urlsplit(url).path.rstrip("/").rpartition("/")[2]))


def _fits_other(
    corpus: WritableCorpus, run: int, answer: TitledAnswer, owner: int | None, fit: float
) -> bool:
    """Return True if a page fits the headline of another article, which was requested, too, better
    than its own (``fit``); or if it declares the address of one of which nothing is known: of one
    that was withdrawn, or as a later page of any.
    """
    title = headline_words(answer.title)
    found = {owner} if owner is not None else set()
    for _, named in _list_named(corpus, answer):
        found |= named if len(named) == 1 else set()
    same = corpus.answers.with_text(run, answer.text) if answer.text is not None else set()
    for other in (found | same) - {answer.article}:
        if corpus.answers.was_requested(other):
            headlines = _list_titles(corpus, answer, other, corpus.headlines.of(other))
            fits = fit < _fit_of(headlines, title) >= MIN_FIT
            if other == owner and not answer.headlines:
                # its own answer may be the page of a third one: the words of its address are not
                fits |= _fits_address_of(corpus, other, answer)
            is_own = (answer.is_later and other in same) or fits
        else:
            is_own = other == owner and (answer.is_later or _is_excluded(corpus, other))
        urls = corpus.frontier.addresses_of(other) if is_own else ()
        if is_own and not any(_is_below(answer.url, url) for url in urls):
            return True
    return False


def _is_excluded(corpus: WritableCorpus, article: int) -> bool:
    return any(row.reason == "excluded" for row in corpus.frontier.with_ids([article]))


def _is_below(address: str, other: str) -> bool:
    """Return True if an address is another one with something behind it, as those of later pages
    and of versions for the printer are."""
    stem = _EXTENSION.sub("", other)
    behind = address.removeprefix(stem)
    return behind != address and not (behind[:1].isalnum() and stem[-1:].isalnum())
