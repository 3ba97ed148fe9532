"""CDX: what a CDX server is asked for the addresses of a portal, and how its answers are read.

The requests that a CDX server gets for the addresses of a portal.

A server that gives a key to go on with (the Wayback Machine) is asked for one part after another.
Others (pywb) cut their answer off: then the period that was asked for is halved, again and again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from urllib.parse import urlencode, urlsplit

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.hosts import PortalHosts, is_ip_address

FIRST = "19960101000000"
"""The time before the first capture of any web archive."""
LINES = 5_000
"""Lines of an answer that are asked for."""
_FORMAT = "%Y%m%d%H%M%S"


_FILTERS = ("!statuscode:[1345]..|2[1-9].|20[1-9]", "!mimetype:warc/revisi.")
"""Answers with another status than 200 are not asked for, nor repeated ones; records without a
status (``resource``) are. pywb, for which a filter is no regular expression, sends all."""
PAGE_COUNT = frozenset(("200", "-", ""))


@dataclass(frozen=True)
class CdxQuery:
    """A request for the captures of some addresses.

    ``match`` is how ``url`` is compared: exact, prefix, host or domain. ``first`` and ``last`` are
    times of 14 digits; captures in between are asked for, at most ``limit`` of them.
    """

    url: str
    match: str
    first: str
    last: str
    limit: int = LINES
    resume_key: str = ""

    def to_address(self, server: str, collapse: str = "urlkey") -> str:
        """Return the address to request from the CDX API ``server``. Of captures with the same
        ``collapse``, only the first is asked for."""
        parameters = {
            "url": self.url,
            "matchType": self.match,
            "output": "json",
            "from": self.first,
            "to": self.last,
            "limit": str(self.limit),
            "showResumeKey": "true",
        }
        if collapse:
            parameters["collapse"] = collapse
        if self.resume_key:
            parameters["resumeKey"] = self.resume_key
        query = urlencode([*parameters.items(), *(("filter", each) for each in _FILTERS)])
        return f"{server}{'&' if '?' in server else '?'}{query}"

    def following(self, count: int, resume_key: str) -> tuple[CdxQuery, ...]:
        """Return the queries for what an answer of ``count`` lines has left out, the next first."""
        if resume_key and resume_key != self.resume_key:
            return (replace(self, resume_key=resume_key),)
        return self._split() if count >= self.limit and not self.resume_key else ()

    def _split(self) -> tuple[CdxQuery, ...]:
        first, last = _parse_time(self.first), _parse_time(self.last)
        if last <= first:
            return (replace(self, limit=self.limit * 10),)
        middle = first + timedelta(seconds=(last - first).total_seconds() // 2)
        return (
            replace(self, last=middle.strftime(_FORMAT)),
            replace(self, first=(middle + timedelta(seconds=1)).strftime(_FORMAT)),
        )


def query_of_captures(url: str, now: datetime) -> CdxQuery:
    """Return the query for all captures of one address."""
    return CdxQuery(url, "exact", FIRST, now.strftime(_FORMAT))


def list_portal_queries(hosts: PortalHosts, now: datetime) -> list[CdxQuery]:
    """Return a query for each host of a portal and its subdomains, one for each port of an IP
    address."""
    names = {host.removeprefix("www.") for host in hosts.names if not is_ip_address(host)}
    outer = sorted(name for name in names if not any(name.endswith(f".{o}") for o in names))
    origins = sorted(o for o in hosts.origins if is_ip_address(urlsplit(o).hostname or ""))
    last = now.strftime(_FORMAT)
    return [
        *(CdxQuery(name, "domain", FIRST, last) for name in outer),
        *(CdxQuery(f"{origin}/", "prefix", FIRST, last) for origin in origins),
    ]


def list_pattern_queries(patterns: Iterable[str], now: datetime) -> list[CdxQuery]:
    """Return a query for each pattern: an address, ``…*`` for all that begin so, ``*.host``."""
    last = now.strftime(_FORMAT)
    return [CdxQuery(*_read_pattern(each), FIRST, last) for each in sorted(set(patterns))]


def _read_pattern(pattern: str) -> tuple[str, str]:
    if pattern.startswith("*."):
        return pattern.removeprefix("*."), "domain"
    if pattern.endswith("*"):
        return pattern.removesuffix("*"), "prefix"
    return pattern, "exact"


def _parse_time(digits: str) -> datetime:
    return datetime.strptime(digits, _FORMAT).replace(tzinfo=timezone.utc)
