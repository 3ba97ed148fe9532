"""Parse robots.txt and say which addresses it allows (RFC 9309); no network."""

from __future__ import annotations

import re

from protego import Protego

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.text.translation import make_message

MAX_CHARS = 512_000
"""Characters of the file that are parsed; RFC 9309 §2.5 asks for at least 500 KiB."""
_AGENT_LINE = re.compile(r"\s*user(?:-|\s+)?agent(?:\s*:|\s)(.*)", re.IGNORECASE | re.DOTALL)
_OTHER_CRAWLER = "some-other-crawler"
MAX_DELAY = 60.0
"""Longest delay in seconds that a robots.txt may ask for; a longer one is cut to this."""


@dataclass(frozen=True)
class Robots:
    """Rules of one origin for one crawler.

    ``delay`` is the time between requests in seconds, 0.0 if the file asks for none;
    ``asked_delay`` is the delay that the file asks for, which may be longer. ``stop`` says why
    nothing at all may be requested now, or is empty.
    """

    agent: str
    delay: float = 0.0
    stop: str = ""
    asked_delay: float = 0.0
    _rules: Protego | None = field(default=None, compare=False, repr=False)

    @classmethod
    def parse(cls, status: int | None, text: str, agent: str) -> Robots:
        """Return the rules of a robots.txt for the crawler ``agent``.

        ``status`` is that of the final answer for /robots.txt, None without an answer. ``agent`` is
        a product token such as ``webarticlecurator``; a version or comment after it is ignored.

        - 2xx: the rules in ``text``.
        - 3xx without a target, 4xx: no rules, everything is allowed (§2.3.1.2–3).
        - 5xx or no answer: the host is unreachable, nothing is allowed (§2.3.1.4).
        """
        token = agent.split("/")[0].split(" ")[0]
        if status is None or status >= 500:
            answer = make_message("no answer")
            if status:
                answer = make_message("status {status}", status=status)
            return cls(
                token,
                stop=make_message(
                    "robots.txt cannot be read ({answer}), and nothing may be requested until"
                    " it can (RFC 9309)",
                    answer=answer,
                ),
            )
        if not 200 <= status < 300:
            return cls(token)
        lines = text[:MAX_CHARS].lstrip("\ufeff").splitlines()
        # one name for all other crawlers: Protego stores each rule once for every name above it,
        # which takes gigabytes for thousands of names
        rules = Protego.parse("\n".join(_merge_agent_line(line, token.lower()) for line in lines))
        # The longer one of Crawl-delay and Request-rate, in seconds. Many files have them, although
        # RFC 9309 does not define them
        rate = rules.request_rate(token)
        interval = _divide(rate.seconds, rate.requests) if rate and rate.requests else 0.0
        delay = max(float(rules.crawl_delay(token) or 0.0), interval)
        return cls(token, min(delay, MAX_DELAY), asked_delay=delay, _rules=rules)

    def allowed(self, url: str) -> bool:
        """Return True if the absolute address ``url`` of this host may be requested. /robots.txt
        always may (§2.2.2)."""
        return not self.stop and (
            self._rules is None or bool(self._rules.can_fetch(url, self.agent))
        )


def _merge_agent_line(line: str, token: str) -> str:
    match = _AGENT_LINE.match(line)
    name = match[1].partition("#")[0].strip().lower() if match else ""
    if not name or name == "*" or name.replace("*", "") in token:
        return line
    return f"User-agent: {_OTHER_CRAWLER}"


def _divide(seconds: int, requests: int) -> float:
    try:
        return seconds / requests
    except OverflowError:
        return float("inf")
