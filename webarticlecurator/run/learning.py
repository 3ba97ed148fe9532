"""``curator learn``: what a portal's own captures show together, written down: no TEI depends on other articles unseen."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from webarticlecurator.extract.title_affixes import Affix, title_affixes
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.setup import Effects
from webarticlecurator.run.surveying import Pages, survey

ARTICLES = 2000
"""That are looked at, unless told otherwise: enough to see what stands on every fifth title."""


@dataclass(frozen=True)
class Learned:
    """``articles`` that were looked at; ``affixes`` of their titles in the order in which they have to be taken off."""

    articles: int
    affixes: tuple[Affix, ...]


def learn(portal: Portal, pages: Pages, effects: Effects | None = None) -> Learned:
    """Look at stored articles. ``portal`` must be loaded without the rules that were learned before. Raises what ``survey``
    raises."""
    titles: dict[str, list[str]] = {}
    looked_at = 0
    for found in survey(portal, pages, effects):
        looked_at += 1
        for offer in found.offers:
            if offer.field == "title":
                titles.setdefault(offer.source, []).extend(offer.values)
    return Learned(looked_at, title_affixes(titles, _names(portal)))


def _names(portal: Portal) -> tuple[str, ...]:
    host = (urlsplit(portal.home).hostname or "").removeprefix("www.")
    publisher = portal.publisher.name if portal.publisher else ""
    return (portal.title, portal.id, publisher, host, host.partition(".")[0])
