"""Read licences of Really Simple Licensing (RSL 1.0, https://rslstandard.org/rsl).

A file says under which licences the contents at some addresses are; each is one statement, in the
words of the file: ``permits usage: search; prohibits usage: ai-train; payment: crawl 0.015 USD``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.articles.rights.path_patterns import matches_path
from webarticlecurator.articles.rights.usage_preferences import LICENCE_LINE
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import RSL_TYPE, RightsStatement

MAX_CONTENTS = 10_000
MAX_CHARACTERS = 1000
"""Of one statement."""
SOURCE = "rsl:license"
"""The source of the statement of a licence."""
_INLINE = re.compile(
    rf"<script[^>]*{re.escape(RSL_TYPE)}[^>]*>(.*?)</script>", re.IGNORECASE | re.DOTALL
)
_SCHEME = re.compile(r"(?:^|,)\s*License(?![\w=-])", re.IGNORECASE)
_FREE = frozenset(("free", "attribution", "contribution"))
"""Kinds of payment that cost nothing before reading."""
_TRAINING = frozenset(("all", "ai-all", "ai-train", "train-ai"))
"""Uses that include the training of models."""


@dataclass(frozen=True)
class RslContent:
    """A pattern of addresses, and the licences for what is there, one statement each."""

    url: str
    licences: tuple[RightsStatement, ...]


def list_licence_addresses(robots: str, url: str) -> list[str]:
    """Return the addresses of the licence files that a robots.txt at ``url`` names."""
    lines = (LICENCE_LINE.match(line) for line in robots.splitlines())
    found = dict.fromkeys(urljoin(url, line[1]) for line in lines if line)
    return [each for each in found if each.startswith(("http://", "https://"))][:3]


def read_rsl(content: bytes) -> tuple[RslContent, ...]:
    """Return the contents of an RSL file, in its order; a file with errors says nothing."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError):
        return ()
    found = []
    for element in root.iter("{*}content"):
        licences = tuple(
            RightsStatement(SOURCE, _describe(each)[:MAX_CHARACTERS])
            for each in element.iterfind("{*}license")
        )
        found.append(RslContent(element.get("url", "/").strip() or "/", licences))
    return tuple(found[:MAX_CONTENTS])


def read_inline_rsl(html: str) -> tuple[RslContent, ...]:
    """Return the contents of the RSL that stands in a page."""
    return tuple(each for text in _INLINE.findall(html) for each in read_rsl(text.encode()))


def _describe(licence: etree._Element) -> str:
    parts = []
    for name in ("permits", "prohibits"):
        for each in licence.iterfind(f"{{*}}{name}"):
            words = " ".join(re.split(r"[\s,]+", (each.text or "").strip()))
            parts.append(f"{name} {each.get('type', 'usage')}: {words}")
    for each in licence.iterfind("{*}payment"):
        amounts = (
            f"{(amount.text or '').strip()} {amount.get('currency', '')}".strip()
            for amount in each.iterfind("{*}amount")
        )
        parts.append(" ".join(("payment:", each.get("type", "free"), *amounts)))
    return "; ".join(parts) or "permits usage: all"


def match_rsl(
    contents: Sequence[RslContent], url: str, *places: str
) -> tuple[RightsStatement, ...]:
    """Return the licences of an address: those of the longest pattern that matches it. ``places``:
    what names their file, and the address of that."""
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    matching = [each for each in contents if _matches(each.url, parts.netloc, path)]
    if not matching:
        return ()
    longest = max(matching, key=lambda each: len(each.url))
    return tuple(each.at(*places, longest.url[:MAX_CHARACTERS]) for each in longest.licences)


def _matches(pattern: str, host: str, path: str) -> bool:
    pattern_parts = urlsplit(pattern)
    if pattern_parts.netloc and pattern_parts.netloc.lower() != host.lower():
        return False
    rest = (
        pattern.partition("://")[2].partition("/")[2]
        if pattern_parts.netloc
        else pattern.lstrip("/")
    )
    return matches_path(f"/{rest}", path)


def is_free_to_mine(licence: str) -> bool:
    """Return True for a licence that permits text and data mining without payment."""
    permitted = prohibited = None
    for part in licence.split("; "):
        name, _, words = part.partition(": ")
        uses = set(words.split())
        if name == "permits usage":
            permitted = uses | (permitted or set())
        elif name == "prohibits usage":
            prohibited = uses | (prohibited or set())
        elif part.startswith("payment: ") and not uses & _FREE:
            return False
    is_permitted = permitted is None or bool(permitted & _TRAINING)
    return is_permitted and not (prohibited or set()) & _TRAINING


def find_challenges(headers: Iterable[tuple[str, str]]) -> list[RightsStatement]:
    """Return by what an answer asks for a licence: the scheme *License* of ``WWW-Authenticate``
    (RSL 1.0, Open License Protocol)."""
    return [
        RightsStatement("header:WWW-Authenticate", " ".join(value.split())[:MAX_CHARACTERS])
        for name, value in headers
        if name.lower() == "www-authenticate" and _SCHEME.search(value)
    ]


def find_costs(contents: Sequence[RslContent]) -> Iterator[str]:
    """Yield the licences that ask for payment or an agreement before something is read."""
    for content in contents:
        for licence in content.licences:
            payments = [p for p in licence.value.split("; ") if p.startswith("payment: ")]
            if any(not set(p.split()) & _FREE for p in payments):
                yield f"{content.url}: {licence.value}"
