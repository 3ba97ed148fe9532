"""Reader of ``<portal>.learned.yaml``, the rules written by ``curator learn``, which the portal
file overrides; and of ``clean``, the replacements for all sources of a field.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from webarticlecurator.config.files import MAX_YAML
from webarticlecurator.config.keys import key_names
from webarticlecurator.config.load_context import LoadContext, Location, Section, merge_sections
from webarticlecurator.config.scalars import GUESS_ELSEWHERE
from webarticlecurator.config.section import read_section, show_value
from webarticlecurator.config.yaml_edit import yaml_value
from webarticlecurator.config.yaml_tree import (
    Mapping,
    NotReadable,
    Tree,
    has_only_comments,
    parse_yaml,
)
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.model.proposal import LearnedLine, LearnedRules
from webarticlecurator.model.rule import Place, Rule
from webarticlecurator.text.characters import escape_cell

Pairs = tuple[tuple[str, str], ...]

_LEARNABLE = tuple(name for name in key_names("layout") if name not in ("name", "when"))
"""The keys that may be learned: those of a layout."""


def learned_path(portal: Path) -> Path:
    """Return the path of the learned rules of the portal file ``portal``."""
    return portal.with_name(f"{portal.stem}.learned.yaml")


def merge_over_defaults(context: LoadContext, portal: Path, defaults: Section) -> Section:
    """Return the built-in rules with the learned ones merged over them, if there is such a file."""
    path = learned_path(portal)
    if not os.path.lexists(path):
        return defaults
    text = context.read_file(path.name, Location(Place(path.name, 1, 1), ""), MAX_YAML)
    if text is None or has_only_comments(text):
        return defaults
    try:
        tree, faults = parse_yaml(context.files[path.name], path.name)
    except NotReadable as fault:
        context.problems.append(fault.problem)
        return defaults
    context.problems.extend(faults)
    learned = _read_article(context, tree, path.name)
    return merge_sections(defaults, learned) if learned is not None else defaults


def _read_article(context: LoadContext, tree: Tree, file: str) -> Section | None:
    if not isinstance(tree, Mapping) or [key.text for key, _ in tree.entries] != ["article"]:
        message = (
            f"expected only `article:` in a file of learned rules, found {show_value(tree)}; run"
            " `curator learn` again"
        )
        context.add_problem(
            Location(Place(file, 1, 1), ""), message, found=show_value(tree), allowed="article"
        )
        return None
    article = read_section(context, tree.entries[0][1], "article", "article")
    if not isinstance(article, Section):
        return None
    for name in sorted(set(article.entries) - set(_LEARNABLE)):
        message = f"`{name}` cannot be learned; write it into the portal file"
        allowed = ", ".join(_LEARNABLE)
        context.add_problem(article.where(name), message, found=name, allowed=allowed)
    kept = {name: entry for name, entry in article.entries.items() if name in _LEARNABLE}
    return Section("article", kept, article.at)


def add_clean_pairs(fields: Section, clean: Section) -> tuple[tuple[str, tuple[Rule, ...]], ...]:
    """Return the rules of every field that has any, in the order of FIELDS; the pairs of ``clean``
    come after the ``replace`` of each rule."""
    sources = ((name, fields.get(name, ()), clean.get(name, ())) for name in FIELD_NAMES)
    return tuple((name, tuple(_add_pairs(rules, pairs))) for name, rules, pairs in sources if rules)


def _add_pairs(rules: Iterable[Rule], pairs: Pairs) -> Iterable[Rule]:
    for rule in rules:
        # a plain list of alternatives stays one: each of its rules takes the pairs
        if rule.first_of and rule == Rule(first_of=rule.first_of):
            yield replace(rule, first_of=tuple(_add_pairs(rule.first_of, pairs)))
        else:
            yield replace(rule, replace=(*rule.replace, *pairs)) if pairs else rule


# Writes the text of ``<portal>.learned.yaml`` from the rules that ``curator learn`` has found.

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
