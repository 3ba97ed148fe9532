"""What a host or a page says against the use of its texts: Content-Usage (AIPREF, drafts
ietf-aipref-attach-05 and ietf-aipref-vocab-08) and Content-Signal, in robots.txt and as a header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LABEL = re.compile(r"([a-z][a-z0-9_-]*)\s*=\s*(yes|no|y|n)(?![\w-])", re.IGNORECASE)
_LINE = re.compile(
    r"\s*(?P<line>content-(?:signal|usage)\s*:\s*(?P<path>[/*]\S*)?(?P<said>.*))", re.IGNORECASE
)
_GROUP = re.compile(r"\s*user-agent\s*:", re.IGNORECASE)
_OF_SEARCH = frozenset(("search",))
"""Labels of uses that are none of a corpus. One that is not known here counts, and is shown."""


def list_refused(said: str) -> Iterator[str]:
    """Yield the labels that a value refuses, in lower case: of ``train-ai=n, search=y`` the
    first."""
    for label, answer in _LABEL.findall(said):
        if answer.lower() in ("no", "n") and label.lower() not in _OF_SEARCH:
            yield label.lower()


def list_preference_rules(robots: str) -> dict[str, tuple[str, str]]:
    """Return label → the lines of a robots.txt that refuse it, as one text, and a robots.txt that
    forbids the addresses for which they do: its groups of crawlers and paths (RFC 9309) hold for
    preferences as they do for requests."""
    said: dict[str, list[str]] = {}
    for line in robots.splitlines():
        if (match := _LINE.match(line)) is not None:
            for label in list_refused(match["said"]):
                said.setdefault(label, []).append(" ".join(match["line"].split()))
    return {
        label: (" | ".join(lines), _write_rules(robots, label)) for label, lines in said.items()
    }


def _write_rules(robots: str, label: str) -> str:
    lines = []
    for line in robots.splitlines():
        if _GROUP.match(line):
            lines.append(line)
        elif (match := _LINE.match(line)) is not None:
            answers = {
                name.lower(): answer.lower() for name, answer in _LABEL.findall(match["said"])
            }
            if label in answers:
                # a line before all groups is for every crawler
                lines += [] if lines else ["User-agent: *"]
                verb = "Disallow" if answers[label] in ("no", "n") else "Allow"
                lines.append(f"{verb}: {match['path'] or '/'}")
    return "\n".join(lines)
