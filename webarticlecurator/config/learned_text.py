"""What ``curator learn`` has found → the text of ``<portal>.learned.yaml``."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.config.expectation_yaml import quote_scalar
from webarticlecurator.model.visible import escape_cell

MARK = "# Written by `curator learn`"
"""How a file begins that may be written anew."""

_SEAL = re.compile(rf"{re.escape(MARK)} \(seal ([0-9a-f]{{16}})\)")
_HEAD = """# from the stored articles. It counts as a part of the portal file; what the portal file says itself is used instead.
# A rule that you want otherwise is best written into the portal file: a file that was changed by hand is not learned anew.
"""


@dataclass(frozen=True)
class LearnedLine:
    """One rule: what stands in the list (or, of a tag, its signature) and why, in words. ``text``: a test of the text
    of what a selector finds, as (``starts`` or ``equals``, text)."""

    rule: str
    evidence: str
    text: tuple[str, str] | None = None


@dataclass(frozen=True)
class LearnedRules:
    """``titles``: regexes whose match is taken off titles, in order. ``roots`` and ``drops``: CSS selectors. ``leads``:
    signatures whose text is the lead."""

    titles: Sequence[LearnedLine] = ()
    roots: Sequence[LearnedLine] = ()
    drops: Sequence[LearnedLine] = ()
    leads: Sequence[LearnedLine] = ()

    def __bool__(self) -> bool:
        return bool(self.titles or self.roots or self.drops or self.leads)


def learned_yaml(rules: LearnedRules) -> str:
    """A YAML file of these rules, of which there is one at least. Ends with a line end; loading it gives the rules again."""
    content = _HEAD + "".join(f"{line}\n" for line in _lines(rules))
    return f"{MARK} (seal {_digest(content)})\n{content}"


def is_untouched(text: str) -> bool:
    """True for a file as it was written, not a character changed (but for line ends)."""
    first, _, rest = "\n".join(text.splitlines()).partition("\n")
    seal = _SEAL.fullmatch(first.rstrip())
    return seal is not None and seal[1] == _digest(rest.rstrip("\n") + "\n")


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _lines(rules: LearnedRules) -> Iterator[str]:
    yield "article:"
    if rules.roots:
        yield "  body:"
        yield from _list("root", rules.roots)
        yield "    guess: true  # a page without such a root is read as if there were no rules"
    if rules.drops or rules.leads:
        yield from ([] if rules.roots else ["  body:"])
        yield from _list("drop", rules.drops)
        yield from (["    tags:"] if rules.leads else [])
        yield from (f"      {_quoted(lead.rule)}: lead  # {_said(lead)}" for lead in rules.leads)
    if rules.titles:
        yield "  clean:"
        yield "    title:"
        yield from (
            f"      - [{_quoted(title.rule)}, '']  # {_said(title)}" for title in rules.titles
        )


def _list(key: str, lines: Sequence[LearnedLine]) -> Iterator[str]:
    if lines:
        yield f"    {key}:"
    yield from (f"      - {_selector(line)}  # {_said(line)}" for line in lines)


def _selector(line: LearnedLine) -> str:
    if line.text is None:
        return _quoted(line.rule)
    return f"{{css: {_quoted(line.rule)}, text: {{{line.text[0]}: {_quoted(line.text[1])}}}}}"


def _said(line: LearnedLine) -> str:
    return escape_cell(" ".join(line.evidence.split()))


def _quoted(text: str) -> str:
    """Single quotes: YAML leaves everything inside as it is, but allows no control characters there."""
    return "'" + text.replace("'", "''") + "'" if escape_cell(text) == text else quote_scalar(text)
