"""What robots.txt allows: a decision on its text (RFC 9309), without any network."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from protego import Protego

LONGEST = 512_000
"""Characters that are read; RFC 9309 §2.5 asks for at least 500 KiB."""
_AGENT_LINE = re.compile(r"\s*user(?:-|\s+)?agent(?:\s*:|\s)(.*)", re.IGNORECASE | re.DOTALL)
_OTHERS = "some-other-crawler"
LONGEST_DELAY = 60.0
"""Seconds between two requests that a robots.txt may ask for; more is cut to this."""


@dataclass(frozen=True)
class Robots:
    """The rules of one origin for one crawler. ``delay`` in seconds between requests, 0.0 if none
    is asked for; ``asked_delay`` the one that the file asks for, which may be longer. ``stop``: why
    nothing at all may be requested now, or ""."""

    agent: str
    delay: float = 0.0
    stop: str = ""
    asked_delay: float = 0.0
    _rules: Protego | None = field(default=None, compare=False, repr=False)

    @classmethod
    def parse(cls, status: int | None, text: str, agent: str) -> Robots:
        """``status`` of the final answer for /robots.txt (None: no answer), its ``text``, and the
        crawler's product token (``webarticlecurator``; a version or comment after it is cut).

        2xx: its rules. 3xx that led nowhere and 4xx: there are none, all is allowed (§2.3.1.2–3).
        5xx, or no answer: the host is unreachable, nothing is allowed (§2.3.1.4).
        """
        token = agent.split("/")[0].split(" ")[0]
        if status is None or status >= 500:
            answer = f"status {status}" if status else "no answer"
            return cls(
                token,
                stop=(
                    f"robots.txt cannot be read ({answer}); until it can, nothing may be requested"
                    " (RFC 9309)"
                ),
            )
        if not 200 <= status < 300:
            return cls(token)
        rules = Protego.parse(_own_groups(text[:LONGEST].lstrip("\ufeff"), token))
        asked = _delay(rules, token)
        return cls(token, min(asked, LONGEST_DELAY), asked_delay=asked, _rules=rules)

    def allowed(self, url: str) -> bool:
        """Whether the absolute address ``url`` of this host may be requested; /robots.txt always
        may (§2.2.2)."""
        if self.stop:
            return False
        return self._rules is None or bool(self._rules.can_fetch(url, self.agent))


def _own_groups(text: str, token: str) -> str:
    """``text`` with one name for all crawlers that are not ours: protego keeps each rule once for
    every name above it, which for thousands of names takes gigabytes."""
    return "\n".join(_own_line(line, token.lower()) for line in text.splitlines())


def _own_line(line: str, token: str) -> str:
    found = _AGENT_LINE.match(line)
    name = found[1].partition("#")[0].strip().lower() if found else ""
    if not name or name == "*" or name.replace("*", "") in token:
        return line
    return f"User-agent: {_OTHERS}"


def _delay(rules: Protego, agent: str) -> float:
    """Crawl-delay and Request-rate, which many files have although RFC 9309 does not: the longer
    one, in seconds."""
    rate = rules.request_rate(agent)
    apart = _quotient(rate.seconds, rate.requests) if rate and rate.requests else 0.0
    return max(float(rules.crawl_delay(agent) or 0.0), apart)


def _quotient(seconds: int, requests: int) -> float:
    try:
        return seconds / requests
    except OverflowError:
        return float("inf")
