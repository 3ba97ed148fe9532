"""Read a tdmrep.json (TDM Reservation Protocol): what it says about one address."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from webarticlecurator.model.article import RightsStatement

MAX_RULES = 10_000
MAX_CHARACTERS = 1000
"""Of one value; longer ones are cut."""
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
