"""What a site said about the use of an article when the article was captured: tdmrep.json, and the
licences (RSL) that its robots.txt names."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import (
    NAMED_LICENCES,
    TDMREP_PATH,
    Article,
    RightsStatement,
)
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.crawling.captures.page_choice import Source

if TYPE_CHECKING:
    from webarticlecurator.articles.rights.rsl_licences import RslContent
    from webarticlecurator.articles.rights.tdm_reservations import ReservationRule


def add_reservations(source: Source, article: Article) -> Article:
    """Return the article with what the tdmrep.json of its site says about its pages.

    It is the file as it was answered last before each page was captured. Captures alone decide, so
    that the same captures give the same TEI.
    """
    found = [each for capture in article.captures for each in _find_statements(source, capture)]
    for named in article.rights:
        if named.source in NAMED_LICENCES and article.captures:
            found += _match_licence(source, named, article.captures[0], timedelta(days=1))
    if not found:
        return article
    return replace(article, rights=tuple(dict.fromkeys((*article.rights, *found))))


def _find_statements(source: Source, capture: Capture) -> tuple[RightsStatement, ...]:
    from webarticlecurator.articles.rights.tdm_reservations import match_reservations

    origin = origin_of(capture.url)
    found: tuple[RightsStatement, ...] = ()
    tdmrep = _read_before(source, origin + TDMREP_PATH, capture)
    if tdmrep is not None:
        found += match_reservations(_parse(tdmrep), capture.url)
    robots = _read_before(source, f"{origin}/robots.txt", capture)
    for address in _list_licences(robots, f"{origin}/robots.txt") if robots is not None else ():
        found += _match_licence(source, RightsStatement("robots.txt", address), capture)
    return found


def _match_licence(
    source: Source, named: RightsStatement, capture: Capture, later: timedelta = timedelta()
) -> tuple[RightsStatement, ...]:
    """Return what a named licence file says about a page; ``later``: it may have been asked for so
    long after the page that names it."""
    from webarticlecurator.articles.rights.rsl_licences import match_rsl

    licence = _read_before(source, named.value, capture, later)
    if licence is None:
        return ()
    return match_rsl(_parse_rsl(licence), capture.url, named.source, named.value)


def _read_before(
    source: Source, url: str, capture: Capture, later: timedelta = timedelta()
) -> bytes | None:
    """Return what was answered last for an address before a page was captured, or ``later``."""
    answer = source.answer_before(url, capture.time + later)
    return source.read(answer).content if answer is not None and answer.status == 200 else None


@lru_cache(maxsize=16)
def _list_licences(robots: bytes, url: str) -> tuple[str, ...]:
    from webarticlecurator.articles.rights.rsl_licences import list_licence_addresses

    return tuple(list_licence_addresses(robots.decode("utf-8", "replace"), url))


@lru_cache(maxsize=16)
def _parse_rsl(content: bytes) -> tuple[RslContent, ...]:
    from webarticlecurator.articles.rights.rsl_licences import read_rsl

    return read_rsl(content)


@lru_cache(maxsize=16)
def _parse(content: bytes) -> tuple[ReservationRule, ...]:
    from webarticlecurator.articles.rights.tdm_reservations import read_reservations

    return read_reservations(content)
