"""Writes the text of ``<portal>.learned.yaml`` from the rules that ``curator learn`` has found."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.config.yaml_text import yaml_value
from webarticlecurator.model.visible import escape_cell

MARK = "# Written by `curator learn`"
"""The beginning of a file that may be overwritten."""

_SEAL = re.compile(rf"{re.escape(MARK)} \(seal ([0-9a-f]{{16}})\)")
_HEAD = """# from the stored articles. It is read as a part of the portal file, which overrides it.
# To change a rule, write it into the portal file: a file that was changed by hand is not learned again.
"""


@dataclass(frozen=True)
class LearnedLine:
    """One rule: a regex, a selector or the signature of a tag, and the evidence for it in words.

    ``text`` is a test of the text of the selected element: (``starts`` or ``equals``, text).
    """

    rule: str
    evidence: str
    text: tuple[str, str] | None = None


@dataclass(frozen=True)
class LearnedRules:
    """Learned rules: ``titles`` are regexes to remove from titles, in order; ``roots`` and ``drops``
    are CSS selectors; ``leads`` are signatures of the tags that contain the lead."""

    titles: Sequence[LearnedLine] = ()
    roots: Sequence[LearnedLine] = ()
    drops: Sequence[LearnedLine] = ()
    leads: Sequence[LearnedLine] = ()

    def __bool__(self) -> bool:
        return bool(self.titles or self.roots or self.drops or self.leads)


def learned_yaml(rules: LearnedRules) -> str:
    """Return a YAML file of these rules, at least one, with a line end after the last line."""
    content = _HEAD + "".join(f"{line}\n" for line in _yaml_lines(rules))
    return f"{MARK} (seal {_digest(content)})\n{content}"


def is_untouched(text: str) -> bool:
    """Return True for a file that was not changed since it was written, except in its line ends."""
    first, _, rest = "\n".join(text.splitlines()).partition("\n")
    seal = _SEAL.fullmatch(first.rstrip())
    return seal is not None and seal[1] == _digest(rest.rstrip("\n") + "\n")


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _yaml_lines(rules: LearnedRules) -> Iterator[str]:
    yield "article:"
    if rules.roots:
        yield "  body:"
        yield from _list_lines("root", rules.roots)
        yield "    guess: true  # a page without such a root is read as if there were no rules"
    if rules.drops or rules.leads:
        yield from ([] if rules.roots else ["  body:"])
        yield from _list_lines("drop", rules.drops)
        yield from (["    tags:"] if rules.leads else [])
        yield from (
            f"      {yaml_value(lead.rule)}: lead  # {_comment(lead)}" for lead in rules.leads
        )
    if rules.titles:
        yield "  clean:"
        yield "    title:"
        yield from (
            f"      - {yaml_value([title.rule, ''])}  # {_comment(title)}" for title in rules.titles
        )


def _list_lines(key: str, lines: Sequence[LearnedLine]) -> Iterator[str]:
    if lines:
        yield f"    {key}:"
    yield from (f"      - {_selector(line)}  # {_comment(line)}" for line in lines)


def _selector(line: LearnedLine) -> str:
    if line.text is None:
        return yaml_value(line.rule)
    test, text = line.text
    return yaml_value({"css": line.rule, "text": {test: text}})


def _comment(line: LearnedLine) -> str:
    return escape_cell(" ".join(line.evidence.split()))
