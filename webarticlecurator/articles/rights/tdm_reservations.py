"""Read a tdmrep.json (TDM Reservation Protocol): what it says about one address."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from webarticlecurator.articles.rights.path_patterns import matches_path
from webarticlecurator.articles.rights.rights import MAX_CHARACTERS
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import RightsStatement

# A file of the portal's making: as many rules as are read, and what must stay encoded in a path.
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
    # A file with errors reserves nothing, and nested without end it must not end the crawl.
    except (ValueError, RecursionError):
        return ()
    found = []
    for rule in rules[:MAX_RULES] if isinstance(rules, list) else ():
        if not isinstance(rule, dict) or not isinstance(rule.get("location"), str):
            continue
        reservation, policy = rule.get("tdm-reservation"), rule.get("tdm-policy")
        if str(reservation) in ("0", "1"):
            said = {"tdm-reservation": str(reservation)}
            if isinstance(policy, str) and policy.strip():
                said["tdm-policy"] = policy.strip()[:MAX_CHARACTERS]
            place = rule["location"][:MAX_CHARACTERS]
            statements = (RightsStatement(f"tdmrep:{n}", v).at(place) for n, v in said.items())
            found.append(ReservationRule(rule["location"], tuple(statements)))
    return tuple(found)


def match_reservations(rules: Sequence[ReservationRule], url: str) -> tuple[RightsStatement, ...]:
    """Return the statements of the first rule whose pattern matches the path of ``url``."""
    parts = urlsplit(url)
    path = _normalize(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    matching = (rule for rule in rules if matches_path(_normalize(rule.location), path))
    # The first match, as the protocol says, whatever a longer pattern below says.
    return next((rule.statements for rule in matching), ())


def _normalize(path: str) -> str:
    """Return a path with its percent-encoding undone, but for reserved characters."""
    for code in _RESERVED:
        path = path.replace(code, f"%25{code[1:]}").replace(code.lower(), f"%25{code[1:]}")
    return unquote(path)
