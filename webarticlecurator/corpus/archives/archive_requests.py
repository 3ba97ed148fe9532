"""Requests to a web archive: its CDX API, and the captures that it serves.

They are paced and repeated as those to a portal, with Retry-After and the breaker. The robots.txt
of the archive is not asked: it is for crawlers that follow links, and this asks an interface for
programs for what its user named (docs/wayback.md).
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PortalRefused, UsageError
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import PortalHosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import is_installed
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.answer_kinds import (
    PERMANENT_FAILURES,
    REFUSALS,
    TRANSIENT_STATUSES,
)
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.visitor import Visitor
from webarticlecurator.storage.warc.message import Response, read_response

TIMEOUT = 120.0
"""Seconds to wait for an archive, which may have to search a large index."""
SHOWN = 100
"""Characters of an error page that a message shows."""
CURE = "Give the address of a web archive's CDX API."
_LASTING = PERMANENT_FAILURES | {"dns"}
LATER = "Run the same command again later: it continues with what was not read yet."


@dataclass(frozen=True)
class ArchiveAnswer:
    """The answer of an archive; ``url`` is the final address, after redirects."""

    url: str
    response: Response

    @property
    def status(self) -> int:
        return self.response.status


class WrongRedirect(UsageError):
    """The archive redirects to what cannot be requested (``file:``, no address, a loop)."""


class ArchiveClient(Visitor):
    """Requests addresses of one web archive.

    Pace and number of tries are those of the portal; its cookies and headers are not sent. Like the
    hosts of a portal, the host of ``server`` may be at a private address.
    """

    def __init__(
        self,
        portal: Portal,
        server: str,
        clock: Clock,
        proxy: str | None = None,
        ca_file: str | None = None,
    ) -> None:
        fetch = portal.fetch
        # as stored: an archive that unpacks what was not asked for answers with other digests
        codings = "gzip, br, zstd" if is_installed("zstandard") else "gzip, br"
        policy = FetchPolicy(
            headers=(("Accept-Encoding", codings),),
            delay=fetch.delay,
            retries=fetch.retries,
            timeout=max(fetch.timeout, TIMEOUT),
            robots="ignore",
            user_agent=fetch.user_agent,
            proxy=proxy or fetch.proxy,
            breaker=fetch.breaker,
        )
        super().__init__(
            ConnectionSettings(policy, PortalHosts.of([server]), ca_file=ca_file), clock
        )

    def get(self, url: str) -> ArchiveAnswer:
        """Return the answer for an address, whatever its status, unless the archive refuses.

        Raises PortalRefused if the archive refuses, cannot be reached or breaks off, at every try;
        UsageError for an address that cannot be requested, WrongRedirect if that is the target of a
        redirect.
        """
        exchange = self.fetch(url, "web archive")
        final, failure = exchange.final, exchange.failure
        if failure is not None and exchange.hops and failure.kind in _LASTING:
            raise WrongRedirect(f"the archive redirects to another place: {failure.message}", CURE)
        if failure is not None and failure.kind in ("bad-address", "private-address", "dns"):
            raise UsageError(failure.message, CURE)
        if final is None:
            message = failure.message if failure is not None else "no answer"
            raise PortalRefused(f"the archive does not answer: {message}", LATER)
        answer = ArchiveAnswer(final.url, read_response(final.url, final.response))
        if final.truncated:
            raise PortalRefused(f"the answer of the archive broke off: {url}", LATER)
        if final.status in REFUSALS | TRANSIENT_STATUSES:
            raise PortalRefused(
                f"the archive answers {final.status}: {describe_page(answer)}", LATER
            )
        return answer


def describe_page(answer: ArchiveAnswer) -> str:
    """Return the beginning of a page in words, for a message."""
    text = " ".join(answer.response.body()[:4000].decode("utf-8", "replace").split())
    return text[:SHOWN] or "an empty page"
