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
    for agents, lines in _read_groups(robots):
        for line in filter(None, map(_LINE.match, lines)):
            group = ", ".join(agents) or "*"
            yield f"User-agent: {group}: {' '.join(line['line'].split())}", line["said"]
    for each in filter(LICENCE_LINE.match, _LINE_END.split(robots)):
        yield " ".join(each.split()), ""


def list_preference_rules(robots: str) -> dict[str, tuple[str, str]]:
    """Return label → the lines of a robots.txt that refuse it, as one text, and a robots.txt that
    forbids the addresses for which they do: its groups of crawlers and paths (RFC 9309) hold for
    preferences as they do for requests."""
    refusing: dict[str, list[str]] = {}
    for line, said in list_said(robots):
        for label in list_refused(said):
            refusing.setdefault(label, []).append(line)
    return {
        label: (" | ".join(each), _write_rules(robots, label)) for label, each in refusing.items()
    }


def _read_groups(robots: str) -> list[tuple[list[str], list[str]]]:
    """Return the crawlers and the lines of each group, without comments and other lines; the first
    one is what stands before all groups."""
    groups: list[tuple[list[str], list[str]]] = [([], [])]
    for whole in _LINE_END.split(robots.lstrip("\ufeff")):
        line = whole.partition("#")[0]
        if (agent := _GROUP.match(line)) is not None:
            if len(groups) == 1 or groups[-1][1]:
                groups.append(([], []))
            groups[-1][0].append(agent[1].strip())
        elif _RULE.match(line) or _LINE.match(line):
            groups[-1][1].append(line)
    return groups


def _write_rules(robots: str, label: str) -> str:
    """Return the rules for a label. What stands before all groups is for every crawler; of two
    answers for one path, the one that refuses counts."""
    (_, first), *groups = _read_groups(robots)
    groups += [(["*"], [])] if first else []
    return "\n".join(
        rule
        for agents, lines in groups
        for rule in (
            *(f"User-agent: {agent}" for agent in agents),
            *_refuse_first([_write_rule(line, label) for line in (*lines, *first)]),
        )
    )


def _write_rule(line: str, label: str) -> str:
    match = _LINE.match(line)
    said = _LABEL.findall(match["said"]) if match is not None else ()
    answer = {name.lower(): answer.lower()[0] for name, answer in said}.get(label)
    if match is None or answer is None:
        return _NOTHING
    return f"{'Disallow' if answer == 'n' else 'Allow'}: {match['path'] or '/'}"


def _refuse_first(rules: list[str]) -> list[str]:
    """Return the lines of a group without those that allow a path which another one refuses."""
    refused = {f"Allow: {rule[10:]}" for rule in rules if rule.startswith("Disallow: ")}
    return [*(rule for rule in rules if rule not in refused), _NOTHING]
