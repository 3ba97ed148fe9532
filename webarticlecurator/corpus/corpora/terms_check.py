"""Find under which terms the texts of a corpus are, and which of them their portal has reserved.

A text is reserved by the TDM Reservation Protocol (``meta`` counts before the header, the header
before tdmrep.json), by the directive ``noai``, by licences (RSL) of which none permits text and
data mining without payment, by a usage preference against it, of the page or of robots.txt for
its address and this crawler, or if its address asks for a licence (RSL) since. Directives about the
copies of search engines (``noarchive``) do not count. A reservation is said with its place, the
paths and crawlers that it is for, and the uses, in the words of the portal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.articles.rights.rsl_licences import (
    SOURCE,
    find_challenges,
    is_free_to_mine,
)
from webarticlecurator.articles.rights.usage_preferences import (
    PREFERENCE_HEADERS,
    list_preference_rules,
)
from webarticlecurator.base.model.article import NAMED_LICENCES, RightsStatement
from webarticlecurator.base.model.corpus_terms import CorpusTerms, Terms, TermsGroup, TermsSource
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.reporting import Row
from webarticlecurator.crawling.fetch.answer_kinds import LICENSEES
from webarticlecurator.crawling.fetch.robots import Robots
from webarticlecurator.storage.store.view import CorpusView, view_corpus

TERMS_COLUMNS: Row = ("licence", "stated by", "reserved by", "articles", "example")
SHOWN_WORDS = 40
"""Words of a reserved text that are given away."""
_LICENCES = ("link:license", "header:Link", "jsonld:license", "jsonld:license.url")
_TDM = ("meta:tdm-reservation", "header:TDM-Reservation", "tdmrep:tdm-reservation")
"""Where the TDM Reservation Protocol is looked for; the first one with a value counts."""
_DIRECTIVES = ("meta:robots", "header:X-Robots-Tag")
_NO_AI = re.compile(r"(?<![\w-])noai(?![\w-])", re.IGNORECASE)
_PREFERENCES = tuple(f"header:{name}" for name in PREFERENCE_HEADERS)
_CRAWLER = "webarticlecurator"


def find_terms(portal: Portal, corpus: CorpusView) -> CorpusTerms:
    """Return the terms of all articles in TEI."""
    sites = _SiteReservations(corpus)
    counts: Counter[Terms] = Counter()
    examples: dict[Terms, str] = {}
    for row in corpus.frontier.articles_by_address():
        if row.state != "tei" or row.tei is None:
            continue
        statements = corpus.tei_files.rights_of(row.tei)
        reserved = "; ".join(sites.list_against(row.canonical, row.requested, statements))
        terms = Terms(*_find_licence(portal, statements), reserved)
        counts[terms] += 1
        examples.setdefault(terms, row.canonical)
    ordered = sorted(counts, key=lambda terms: (-counts[terms], terms))
    return CorpusTerms(tuple(TermsGroup(each, counts[each], examples[each]) for each in ordered))


def list_terms(terms: CorpusTerms) -> list[Row]:
    """Return the rows of the table of the terms, after its head."""
    rows = (
        (
            each.terms.licence,
            each.terms.source,
            each.terms.reserved_by,
            str(each.articles),
            each.example,
        )
        for each in terms.groups
    )
    return [TERMS_COLUMNS, *rows]


def _find_licence(portal: Portal, statements: Sequence[RightsStatement]) -> tuple[str, str]:
    """Return the licence of a text and where it is stated."""
    stated = sorted({each.value for each in statements if each.source in _LICENCES})
    if stated:
        return "; ".join(stated), TermsSource.PAGE.value
    if portal.rights:
        return " ".join(
            filter(None, (portal.rights.text, portal.rights.url))
        ), TermsSource.PORTAL_FILE.value
    return "", TermsSource.NOTHING.value


def find_reservations(
    folder: Path, portal_id: str, url: str, statements: Sequence[RightsStatement] = ()
) -> list[str]:
    """Return what reserves the text of a page: of its own ``statements`` and of those that are
    stored for its article or host."""
    with view_corpus(folder, portal_id) as corpus:
        row = corpus.frontier.find_article(url)
        stored = corpus.tei_files.rights_of(row.tei) if row is not None and row.tei else ()
        requested = url if row is None else row.requested
        sites = _SiteReservations(corpus)
        known = tuple(dict.fromkeys((*statements, *stored)))
        return [*sites.list_against(url, requested, known)]


def cut_text(text: str) -> str:
    """Return as much of a reserved text as may be given away."""
    return " ".join((*text.split()[:SHOWN_WORDS], "…"))


class _SiteReservations:
    """What pages and their sites say against the use of texts: robots.txt and the addresses of
    articles as they were answered last."""

    def __init__(self, corpus: CorpusView) -> None:
        self._corpus = corpus
        answers = {
            origin_of(fetch.url): fetch.final
            for fetch in corpus.captures.fetches_of_levels("robots")
            if fetch.final is not None and fetch.final.status < 500  # else nothing was answered
        }
        self._rules: dict[str, list[tuple[str, Robots]]] = {}
        for origin, answer in answers.items():
            if answer.status != 200:
                continue
            text = corpus.read(answer).content.decode("utf-8", "replace")
            found = list_preference_rules(text)
            if found:
                self._rules[origin] = [
                    (lines, Robots.parse(200, rules, _CRAWLER)) for lines, rules in found.values()
                ]

    def list_against(
        self, url: str, requested: str, statements: Sequence[RightsStatement]
    ) -> Iterator[str]:
        """Yield what is said against the use of the text at an address, each once: by the
        ``statements`` of its article, by robots.txt, and by what was ``requested``."""
        said = [*_list_reservations(statements)]
        for lines, robots in self._rules.get(origin_of(url), ()):
            if not robots.allowed(url):
                said.append(f"robots.txt: {lines}")
        if self._corpus.captures.last_status(requested) in LICENSEES:
            fetch = self._corpus.captures.last_fetch(requested)
            if fetch is not None and fetch.final is not None:
                asked = find_challenges(self._corpus.read(fetch.final).headers)
                said += (f"{each.source}: {each.value}" for each in asked)
        yield from dict.fromkeys(said)


def _list_reservations(statements: Sequence[RightsStatement]) -> Iterator[str]:
    """Yield the statements about an article that reserve its text."""
    for source in _TDM:
        found = [each for each in statements if each.kind == source]
        yield from (f"{each.source}: 1" for each in found if each.value.strip() == "1")
        if found:
            break
    licences: dict[str, list[str]] = {}
    for each in statements:
        if each.kind == SOURCE:
            licences.setdefault(each.source, []).append(each.value)
        elif (each.source in _DIRECTIVES and _NO_AI.search(each.value)) or (
            each.source in _PREFERENCES
        ):
            yield f"{each.source}: {each.value}"
    # Of the licences of one place one chooses; each place is asked.
    for place, values in licences.items():
        if not any(map(is_free_to_mine, values)):
            yield f"{place}: {' | '.join(values)}"
    read = {word for place in licences for word in place.split()}
    for each in statements:
        if each.source in NAMED_LICENCES and each.value not in read:
            yield f"{each.source}: {each.value}, which was not read or says nothing of this address"
