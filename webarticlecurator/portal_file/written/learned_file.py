"""Write the file of ``curator learn``, ``<portal>.learned.yaml``, and recognise one that a person
changed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from webarticlecurator.base.portal.portal import DatedEncoding
from webarticlecurator.base.proposal.proposal import LearnedRules
from webarticlecurator.portal_file.written.body_yaml import body_lines, describe_evidence
from webarticlecurator.portal_file.yaml_file.yaml_text import yaml_value

MARK = "# Written by `curator learn`"
"""The beginning of a file that may be overwritten."""

_BY_LETTERS = "          # of pages that declare none: by the letters of their language"
ENCODING = f"encoding: {{encoding}} {_BY_LETTERS}"
"""The line of an encoding, in a proposed portal file too."""
_SEAL = re.compile(rf"{re.escape(MARK)} \(seal ([0-9a-f]{{16}})\)")
_LEARNED_HEAD = """# from the stored articles. It is read as a part of the portal file, which overrides it.
# To change a rule, write it into the portal file: a file that was changed by hand is not learned again.
"""


def learned_yaml(rules: LearnedRules) -> str:
    """Return a YAML file of these rules, at least one, with a line end after the last line."""
    content = _LEARNED_HEAD + "".join(f"{line}\n" for line in _yaml_lines(rules))
    return f"{MARK} (seal {_digest(content)})\n{content}"


def is_untouched(text: str) -> bool:
    """Return True for a file that was not changed since it was written, except in its line ends."""
    first, _, rest = "\n".join(text.splitlines()).partition("\n")
    seal = _SEAL.fullmatch(first.rstrip())
    return seal is not None and seal[1] == _digest(rest.rstrip("\n") + "\n")


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _yaml_lines(rules: LearnedRules) -> Iterator[str]:
    if isinstance(rules.encoding, tuple):
        yield "encoding:"
        yield from (f"  - {_write_encoding(each)}{_BY_LETTERS}" for each in rules.encoding)
    elif rules.encoding:
        yield ENCODING.format(encoding=rules.encoding)
    if rules.titles or rules.roots or rules.drops or rules.leads:
        yield "article:"
    if rules.roots or rules.drops or rules.leads:
        yield "  body:"
        yield from body_lines(rules)
    if rules.titles:
        yield "  clean:"
        yield "    title:"
        yield from (
            f"      - {yaml_value([title.rule, ''])}  # {describe_evidence(title)}"
            for title in rules.titles
        )


def _write_encoding(dated: DatedEncoding) -> str:
    """Return an encoding between two days as YAML in one line."""
    days = zip(("from", "until"), dated.when.published or (), strict=False)
    published = ", ".join(f"{word}: {day}" for word, day in days if day is not None)
    return f"{{name: {dated.name}, when: {{published: {{{published}}}}}}}"
