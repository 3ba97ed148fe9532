"""How a portal is requested: the section ``fetch``."""

from __future__ import annotations

from datetime import timedelta

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.rule import Condition


@dataclass(frozen=True)
class FetchPolicy:
    """``fetch:`` how the portal is requested; times in seconds, sizes in bytes."""

    delay: float = 1.0
    retries: int = 3
    timeout: float = 30.0
    robots: str = "obey"  # obey | ignore
    verify_tls: bool = True
    # not in repr, which messages and tracebacks may show
    cookies: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    user_agent: str = ""
    proxy: str | None = field(default=None, repr=False)
    max_bytes: int = 50_000_000
    max_redirects: int = 10
    breaker: int = 10  # refusals in a row (403, 429, 503, no connection) that stop the crawl
    durable: timedelta = timedelta(seconds=1)
    confirm: timedelta = timedelta(days=1)  # least time between two looks at a plain nothing
    connections: int = 1
    sitemaps: str = "robots"  # robots | none: what a whole walk is compared with
    browser: bool = False
    wait_for: str = ""  # CSS
    consent: str = ""  # CSS
    browser_hosts: tuple[str, ...] = ()
    browser_post: tuple[str, ...] = ()  # regexes
    signed_in: Condition | None = None
