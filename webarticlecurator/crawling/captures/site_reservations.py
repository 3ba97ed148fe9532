"""What a site said about the use of an article when the article was captured (tdmrep.json)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import TDMREP_PATH, Article, RightsStatement
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.hosts import origin_of
from webarticlecurator.crawling.captures.page_choice import Source

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.tdm_reservations import ReservationRule


def add_reservations(source: Source, article: Article) -> Article:
    """Return the article with what the tdmrep.json of its site says about its pages.

    It is the file as it was answered last before each page was captured. Captures alone decide, so
    that the same captures give the same TEI.
    """
    found = [each for capture in article.captures for each in _find_statements(source, capture)]
    if not found:
        return article
    return replace(article, rights=tuple(dict.fromkeys((*article.rights, *found))))


def _find_statements(source: Source, capture: Capture) -> tuple[RightsStatement, ...]:
    from webarticlecurator.articles.by_rules.tdm_reservations import match_reservations

    answer = source.answer_before(origin_of(capture.url) + TDMREP_PATH, capture.time)
    if answer is None or answer.status != 200:
        return ()
    return match_reservations(_parse(source.read(answer).content), capture.url)


@lru_cache(maxsize=16)
def _parse(content: bytes) -> tuple[ReservationRule, ...]:
    from webarticlecurator.articles.by_rules.tdm_reservations import read_reservations

    return read_reservations(content)
