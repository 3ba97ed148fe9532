"""Writes the text of ``<portal>.learned.yaml`` from the rules that ``curator learn`` has found."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from webarticlecurator.config.scalar_readers import GUESS_ELSEWHERE
from webarticlecurator.config.yaml_text import yaml_value
from webarticlecurator.model.proposal import LearnedLine, LearnedRules
from webarticlecurator.model.visible import escape_cell

MARK = "# Written by `curator learn`"
"""The beginning of a file that may be overwritten."""

_SEAL = re.compile(rf"{re.escape(MARK)} \(seal ([0-9a-f]{{16}})\)")
_HEAD = """# from the stored articles. It is read as a part of the portal file, which overrides it.
# To change a rule, write it into the portal file: a file that was changed by hand is not learned again.
"""


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
    if rules.roots or rules.drops or rules.leads:
        yield "  body:"
        yield from body_lines(rules)
    if rules.titles:
        yield "  clean:"
        yield "    title:"
        yield from (
            f"      - {yaml_value([title.rule, ''])}  # {_comment(title)}" for title in rules.titles
        )


def body_yaml(rules: LearnedRules) -> str:
    """Return ``article.body`` as it is written into a portal file."""
    return "\n".join(["article:", "  body:", *body_lines(rules)])


def body_lines(rules: LearnedRules, drops: Sequence[LearnedLine] = ()) -> Iterator[str]:
    """Yield the lines of ``article.body``, below that key; ``drops`` come after the learned ones."""
    if rules.roots:
        yield from _list_lines("root", rules.roots)
        guess = GUESS_ELSEWHERE if rules.is_precise else "true"
        yield f"    guess: {guess}  # a page without such a root is read as if there were no rules"
    learned = {(line.rule, line.text) for line in rules.drops}
    more = [line for line in drops if (line.rule, line.text) not in learned]
    yield from _list_lines("drop", [*rules.drops, *more])
    yield from (["    tags:"] if rules.leads else [])
    yield from (f"      {yaml_value(lead.rule)}: lead  # {_comment(lead)}" for lead in rules.leads)


def _list_lines(key: str, lines: Sequence[LearnedLine]) -> Iterator[str]:
    if lines:
        yield f"    {key}:"
    for line in lines:
        comment = f"  # {_comment(line)}" if line.evidence else ""
        yield f"      - {_selector(line)}{comment}"


def _selector(line: LearnedLine) -> str:
    if line.text is None:
        return yaml_value(line.rule)
    test, text = line.text
    return yaml_value({"css": line.rule, "text": {test: text}})


def _comment(line: LearnedLine) -> str:
    return escape_cell(" ".join(line.evidence.split()))
