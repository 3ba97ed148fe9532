"""Find the title where the portal file has no rule for it, by comparing what the page declares in
several places.

Pages write the site's name after their titles, and kickers before them. Both are recognised by the
page itself: a site name is one that the page declares for its site or publisher; a kicker is the
text before a title that another place has without it, or is marked as one inside the heading. A
declared headline is otherwise left as it is.
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
from webarticlecurator.rules import SelectedValue

_SEPARATOR = r"\s*(?:\s[-–—]|[|｜ㅣ·•»:]|\s::|\s>|--+)\s*"
_TAIL = re.compile(rf"^(.+){_SEPARATOR}(.+?)\s*$", re.DOTALL)
"""A title, a separator, and the text after the last separator."""
_SUFFIX = re.compile(rf"{_SEPARATOR}[^|｜ㅣ]{{1,40}}")
"""What titles have after the heading: a separator and a short name."""
_KICKER = re.compile(r".{1,80}(?:[:|–—-]|\s[-–—])\W*\s+\W*", re.DOTALL)
"""The text before a title that is a kicker: short, with a separator at its end."""
_HEADLINE = Rule(first_of=(Rule("jsonld", "headline"), Rule("meta", "headline")))
_OG_TITLE, _FIRST_LEVEL = Rule("meta", "og:title"), Rule("css", "h1")
_SITE_NAMES = (
    Rule("meta", "og:site_name"),
    Rule("jsonld", "publisher.name"),
    Rule("meta", "application-name"),
    Rule("meta", "apple-mobile-web-app-title"),
)
"""Where pages declare the name of the site or its publisher."""


@dataclass(frozen=True)
class _Title:
    """The title from one place of the page; ``text`` is without the site's name."""

    found: SelectedValue
    text: str


def find_title(sources: MetadataSources, site_names: frozenset[str], default: Value) -> Value:
    """Return the title: the headline in JSON-LD or meta, or og:title, without what they add after
    the text of the first ``h1``; else ``default`` (the value of the default sources).

    ``site_names``: as ``find_site_names`` returns them.
    """
    headline = _select_title(sources, _HEADLINE, site_names)
    og_title = _select_title(sources, _OG_TITLE, site_names)
    heading = _select_title(sources, _FIRST_LEVEL, site_names)

    best = headline or og_title
    if best is None:
        text = _without_kicker(sources, default.value)
        return Value(strip_site_name(text, site_names), default.source, default.original)
    if og_title and headline:
        heading_text = heading.text if heading else ""
        if _is_better_og_title(og_title.text, headline.text, heading_text):
            best = og_title
    if (
        heading
        and best.text != heading.text
        and best.text.startswith(heading.text)
        and _SUFFIX.fullmatch(best.text[len(heading.text) :])
    ):
        best = heading
    return Value(best.text, best.found.source, best.found.original)


def _without_kicker(sources: MetadataSources, title: str) -> str:
    """Return ``title`` without its kicker, if it is the text of a heading that has both."""
    kicker = find_kicker(sources.page) if sources.page.json is None else None
    if kicker and fold_text(title) == fold_text(kicker.original):
        return kicker.title
    return title


def _is_better_og_title(og_title: str, headline: str, heading: str) -> bool:
    """Return True if og:title is better than the headline: the heading agrees with it, or the
    headline is the same with a kicker."""
    kicker = headline[: -len(og_title)] if headline.endswith(og_title) else ""
    is_confirmed = fold_text(og_title) == fold_text(heading) != fold_text(headline)
    return is_confirmed or bool(kicker and _KICKER.fullmatch(kicker))


def find_site_names(sources: MetadataSources, portal: Portal) -> frozenset[str]:
    """Return the names of the site and its publisher, folded: those of the page and the portal
    file, and those in the host."""
    names = [
        *(found.value for rule in _SITE_NAMES for found in sources.values("title", rule)),
        portal.title,
        portal.publisher.name if portal.publisher else "",
        *_host_names(sources.page.url),
    ]
    return frozenset(name for name in map(fold_text, names) if name)


def _host_names(url: str) -> list[str]:
    """Return the whole host, its first label, the last two together, and the second to last."""
    labels = plain_host(url).split(".")
    return [".".join(labels), labels[0], ".".join(labels[-2:]), *labels[-2:-1]]


def strip_site_name(text: str, site_names: frozenset[str]) -> str:
    """Return ``text`` without names of the site at its end and the separators before them."""
    while (match := _TAIL.match(text)) and fold_text(match[2]) in site_names:
        if not fold_text(match[1]):
            break
        text = match[1].rstrip()
    return text


def _select_title(
    sources: MetadataSources, rule: Rule, site_names: frozenset[str]
) -> _Title | None:
    found = sources.values("title", rule)
    text = strip_site_name(" ".join(found[0].value.split()), site_names) if found else ""
    return _Title(found[0], text) if text else None
