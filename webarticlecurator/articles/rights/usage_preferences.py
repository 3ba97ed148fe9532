"""What a host or a page says against the use of its texts: Content-Usage (AIPREF, drafts
ietf-aipref-attach-05 and ietf-aipref-vocab-08) and Content-Signal, in robots.txt and as a header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PREFERENCE_HEADERS = ("Content-Usage", "Content-Signal")
LICENCE_LINE = re.compile(r"\s*license\s*:\s*(\S+)", re.IGNORECASE)
"""A line of robots.txt that names a licence (RSL)."""
_LABEL = re.compile(r"(?<![\w.-])([a-z][a-z0-9_.-]*)\s*=\s*(yes|no|y|n)(?![\w-])", re.IGNORECASE)
_LINE = re.compile(
    r"\s*(?P<line>content-(?:signal|usage)\s*:\s*(?P<path>[/*]\S*)?(?P<said>.*))", re.IGNORECASE
)
_GROUP = re.compile(r"\s*user[-\s]?agent\s*:(.*)", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:dis)?allow\s*:", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n?|\n")
_OF_SEARCH = frozenset(("search",))
"""Labels of uses that are none of a corpus. One that is not known here counts, and is shown."""
_NOTHING = "Allow: /robots.txt"
"""A rule that only ends a group of agents: what is between two lines of agents parts them."""


def list_refused(said: str) -> Iterator[str]:
    """Yield the labels that a value refuses, in lower case: of ``train-ai=n, search=y`` the
    first."""
    for label, answer in _LABEL.findall(said):
        if answer.lower() in ("no", "n") and label.lower() not in _OF_SEARCH:
            yield label.lower()


def list_said(robots: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a robots.txt that speak of the use of contents, as one reads them, with
    the crawlers of their group before them, and what they say; of a licence (RSL), which is for
    all, the line alone."""
    agents: list[str] = []
    is_open = False
    for line in _split_lines(robots):
        if (agent := _GROUP.match(line)) is not None:
            agents = [*(agents if is_open else ()), agent[1].strip()]
            is_open = True
        elif LICENCE_LINE.match(line):
            yield " ".join(line.split()), ""
        elif _RULE.match(line):
            is_open = False
        elif (match := _LINE.match(line)) is not None:
            is_open = False
            said = " ".join(match["line"].split())
            yield f"User-agent: {', '.join(agents) or '*'}: {said}", match["said"]


def list_preference_rules(robots: str) -> dict[str, tuple[str, str]]:
    """Return label → the lines of a robots.txt that refuse it, as one text, and a robots.txt that
    forbids the addresses for which they do: its groups of crawlers and paths (RFC 9309) hold for
    preferences as they do for requests."""
    refusing: dict[str, list[str]] = {}
    for line, said in list_said(robots):
        for label in list_refused(said):
            refusing.setdefault(label, []).append(line)
    lines = _split_lines(robots)
    return {
        label: (" | ".join(each), _write_rules(lines, label)) for label, each in refusing.items()
    }


def _split_lines(robots: str) -> list[str]:
    """Return the lines of a robots.txt without comments."""
    return [each.partition("#")[0] for each in _LINE_END.split(robots.lstrip("\ufeff"))]


def _write_rules(lines: list[str], label: str) -> str:
    """Return the rules for a label. What stands before all groups is for every crawler; of two
    answers for one path, the one that refuses counts."""
    groups: list[list[str]] = [[]]
    for line in lines:
        if (agent := _GROUP.match(line)) is not None:
            if not groups[-1] or not groups[-1][-1].startswith("User-agent:"):
                groups.append([])
            groups[-1].append(f"User-agent: {agent[1].strip()}")
        elif (match := _LINE.match(line)) is not None:
            said = {name.lower(): answer.lower() for name, answer in _LABEL.findall(match["said"])}
            verb = {"n": "Disallow", "no": "Disallow", "y": "Allow", "yes": "Allow"}.get(
                said.get(label, "")
            )
            groups[-1].append(f"{verb}: {match['path'] or '/'}" if verb else _NOTHING)
        elif _RULE.match(line):
            groups[-1].append(_NOTHING)
    of_all = groups.pop(0)
    groups += [["User-agent: *"]] if of_all else []
    return "\n".join(rule for group in groups for rule in _refuse_first([*group, *of_all]))


def _refuse_first(rules: list[str]) -> list[str]:
    """Return the lines of a group without those that allow a path which another one refuses."""
    refused = {f"Allow: {rule[10:]}" for rule in rules if rule.startswith("Disallow: ")}
    return [*(rule for rule in rules if rule not in refused), _NOTHING]
