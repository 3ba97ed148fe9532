"""The title where the portal file does not say how it is found: what the page says in several
places, compared.

Pages write the site's name after their titles, and kickers before them. Both are told by the page
itself: a name is the one that it gives to its site or publisher, and a kicker is what stands before
a title that another place gives without it, or what is marked as one inside the heading, where the
title is taken from there. A headline that the page states is left as stated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from webarticlecurator.extract.heuristics.kicker import find_kicker
from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.extract.metadata.sources import MetadataSources
from webarticlecurator.model.article import Value
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.rules import Found

_SEPARATOR = r"\s*(?:\s[-–—]|[|｜ㅣ·•»:]|\s::|\s>|--+)\s*"
_TAIL = re.compile(rf"^(.+){_SEPARATOR}(.+?)\s*$", re.DOTALL)
_AFTER = re.compile(rf"{_SEPARATOR}[^|｜ㅣ]{{1,40}}")
_KICKER = re.compile(r".{1,80}(?:[:|–—-]|\s[-–—])\W*\s+\W*", re.DOTALL)
_HEADLINE = Rule(first_of=(Rule("jsonld", "headline"), Rule("meta", "headline")))
_SITE = (
    Rule("meta", "og:site_name"),
    Rule("jsonld", "publisher.name"),
    Rule("meta", "application-name"),
    Rule("meta", "apple-mobile-web-app-title"),
)


@dataclass(frozen=True)
class _Said:
    """What one place says as the title; ``text`` without the site's name."""

    found: Found
    text: str


def find_title(views: MetadataSources, portal: Portal, usual: Value) -> Value:
    """The title, from ``usual`` (what the default sources give), JSON-LD or a meta headline,
    og:title and the first h1."""
    site = find_site_names(views, portal)
    headline, shared, shown = (
        _said(views, rule, site)
        for rule in (_HEADLINE, Rule("meta", "og:title"), Rule("css", "h1"))
    )
    above = find_kicker(views.page) if views.page.json is None else None
    best = headline or shared
    if best is None:
        text = (
            above.title
            if above and fold_text(usual.value) == fold_text(above.original)
            else usual.value
        )
        return Value(strip_site_name(text, site), usual.source, usual.original)
    if shared and headline and _is_kept_by(shared.text, headline.text, shown.text if shown else ""):
        best = shared
    if (
        shown
        and best.text != shown.text
        and best.text.startswith(shown.text)
        and _AFTER.fullmatch(best.text[len(shown.text) :])
    ):
        best = shown
    return Value(best.text, best.found.source, best.found.original)


def _is_kept_by(shared: str, headline: str, shown: str) -> bool:
    """True if the shared title is the one to take: the heading agrees with it, or the other one
    only has a kicker more."""
    kicker = headline[: -len(shared)] if headline.endswith(shared) else ""
    agreed = fold_text(shared) == fold_text(shown) != fold_text(headline)
    return agreed or bool(kicker and _KICKER.fullmatch(kicker))


def find_site_names(views: MetadataSources, portal: Portal) -> frozenset[str]:
    """The names of the site and its publisher, ``folded``: as the page and the portal file give
    them, and its host's."""
    said = [found.value for rule in _SITE for found in views.values("title", rule)]
    names = [
        *said,
        portal.title,
        portal.publisher.name if portal.publisher else "",
        *_hosts(views.page.url),
    ]
    return frozenset(name for name in map(fold_text, names) if name)


def _hosts(url: str) -> list[str]:
    labels = plain_host(url).split(".")
    return [".".join(labels), labels[0], ".".join(labels[-2:]), *labels[-2:-1]]


def strip_site_name(text: str, site: frozenset[str]) -> str:
    """``text`` without names of the site at its end, and what parts them from it."""
    while (match := _TAIL.match(text)) and fold_text(match[2]) in site and fold_text(match[1]):
        text = match[1].rstrip()
    return text


def _said(views: MetadataSources, rule: Rule, site: frozenset[str]) -> _Said | None:
    found = views.values("title", rule)
    text = strip_site_name(" ".join(found[0].value.split()), site) if found else ""
    return _Said(found[0], text) if text else None
