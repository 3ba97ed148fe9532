"""What a page and its site say about the use of an article's text.

Read what a page says about the use of its text: headers, ``meta``, licence links, JSON-LD.

Statements are kept as they are written. Of robots directives only those that reserve something
count; ``index, follow`` or the size of previews say nothing about a corpus.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from webarticlecurator.model.article import RightsStatement
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_values

MAX_STATEMENTS = 30
"""Of one page; a longer list is that of a page about licences."""
MAX_CHARACTERS = 1000
"""Of one statement; the rest is left out, and … stands in its place."""

_HEADERS = ("X-Robots-Tag", "TDM-Reservation", "TDM-Policy")
_RESERVING = frozenset(
    "none noindex noarchive nocache nosnippet noai noimageai unavailable_after".split()
)
_DIRECTIVE_END = re.compile(r"[\s,:;=]+")
_LICENCE_LINK = re.compile(r"<([^<>]*)>([^<]*)")
_IS_LICENCE = re.compile(r";\s*rel\s*=\s*(\"[^\"]*\blicense\b|license\b)", re.IGNORECASE)
_RULES = (
    (Rule("meta", "robots", pick="all"),),
    (Rule("meta", "tdm-reservation", pick="all"),),
    (Rule("meta", "tdm-policy", pick="all"),),
    # a licence is an address, or a node with an address or a name
    (Rule("jsonld", "license.url", pick="all"), Rule("jsonld", "license", pick="all")),
    (Rule("jsonld", "copyrightNotice", pick="all"),),
)


def read_rights(page: Page) -> tuple[RightsStatement, ...]:
    """Return the statements of a page about its use, each once, in a fixed order of their places.

    ``page`` is the page as stored, not a part of it.
    """
    found = dict.fromkeys(_shorten(each) for each in _find_statements(page) if each.value)
    return tuple(found)[:MAX_STATEMENTS]


def _find_statements(page: Page) -> Iterator[RightsStatement]:
    yield from _read_headers(page)
    for rules in _RULES:
        for selected in select_values(rules, page):
            if selected.source != "meta:robots" or _is_reserving(selected.value):
                yield RightsStatement(selected.source, selected.value)
    for element in page.elements.with_attribute("rel"):
        is_link = element.tag in ("link", "a", "area")
        if is_link and "license" in (element.get("rel") or "").lower().split():
            yield RightsStatement("link:license", _join(page, element.get("href") or ""))


def _read_headers(page: Page) -> Iterator[RightsStatement]:
    for name in _HEADERS:
        for key, text in page.headers:
            value = " ".join(text.split())
            if key.lower() != name.lower() or (name == _HEADERS[0] and not _is_reserving(value)):
                continue
            yield RightsStatement(f"header:{name}", value)
    for key, text in page.headers:
        for target, parameters in _LICENCE_LINK.findall(text) if key.lower() == "link" else ():
            if _IS_LICENCE.search(parameters):
                yield RightsStatement("header:Link", _join(page, target))


def _is_reserving(directives: str) -> bool:
    """Return True if a value of X-Robots-Tag, or of ``meta name=robots``, reserves something."""
    return not _RESERVING.isdisjoint(_DIRECTIVE_END.split(directives.lower()))


def _join(page: Page, address: str) -> str:
    try:
        return urljoin(page.base, address.strip()) if address.strip() else ""
    except ValueError:  # http://[bad
        return address.strip()


def _shorten(statement: RightsStatement) -> RightsStatement:
    if len(statement.value) <= MAX_CHARACTERS:
        return statement
    return RightsStatement(statement.source, statement.value[: MAX_CHARACTERS - 1] + "…")


# Read a tdmrep.json (TDM Reservation Protocol): what it says about one address.

MAX_RULES = 10_000
_RESERVED = "%2F", "%3F", "%23", "%5B", "%5D", "%40", "%21", "%24", "%26", "%27", "%2A", "%2B"


@dataclass(frozen=True)
class ReservationRule:
    """A rule of a tdmrep.json: a pattern of paths, and what it says about them."""

    location: str
    statements: tuple[RightsStatement, ...]


def read_reservations(content: bytes) -> tuple[ReservationRule, ...]:
    """Return the rules of a tdmrep.json, in the order of the file.

    What is not as the protocol says is left out: a file with errors says nothing.
    """
    try:
        rules = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return ()
    found = (_read_rule(rule) for rule in rules[:MAX_RULES]) if isinstance(rules, list) else ()
    return tuple(rule for rule in found if rule is not None)


def match_reservations(rules: Sequence[ReservationRule], url: str) -> tuple[RightsStatement, ...]:
    """Return the statements of the first rule whose pattern matches the path of ``url``."""
    parts = urlsplit(url)
    path = _normalize(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    matching = (rule for rule in rules if _matches(_normalize(rule.location), path))
    return next((rule.statements for rule in matching), ())


def _read_rule(rule: Any) -> ReservationRule | None:
    if not isinstance(rule, dict) or not isinstance(rule.get("location"), str):
        return None
    reservation, policy = rule.get("tdm-reservation"), rule.get("tdm-policy")
    if str(reservation) not in ("0", "1"):
        return None
    return ReservationRule(rule["location"], tuple(_statements(str(reservation), policy)))


def _statements(reservation: str, policy: Any) -> Iterator[RightsStatement]:
    yield RightsStatement("tdmrep:tdm-reservation", reservation)
    if isinstance(policy, str) and policy.strip():
        yield RightsStatement("tdmrep:tdm-policy", policy.strip()[:MAX_CHARACTERS])


def _matches(pattern: str, path: str) -> bool:
    """Return True if a pattern with ``*`` and a final ``$`` matches the beginning of ``path``.

    The earliest place of each piece is the best one: no pattern takes long.
    """
    is_whole = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    position = len(first)
    last = pieces.pop() if is_whole and pieces else None
    for piece in pieces:
        found = path.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    if last is not None:
        return path.endswith(last) and len(path) - len(last) >= position
    return not is_whole or position == len(path)


def _normalize(path: str) -> str:
    """Return a path with its percent-encoding undone, but for reserved characters."""
    for code in _RESERVED:
        path = path.replace(code, f"%25{code[1:]}").replace(code.lower(), f"%25{code[1:]}")
    return unquote(path)
