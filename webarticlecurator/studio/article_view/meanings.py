"""What an element of an article page can be said to mean, and what is then written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webarticlecurator.config.yaml_edit import (
    KeyPath,
    YamlValue,
    add_value,
    find_value,
    insert_value,
    set_value,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.model.blocks import NAMES
from webarticlecurator.studio.article_rule_paths import find_rule_path

MeaningKind = Literal["root", "drop", "field", "tag"]


@dataclass(frozen=True)
class Meaning:
    """One meaning: ``word`` names it in the address of the view, ``label`` on its button.
    ``target`` is the field of ``article.metadata``, or the operation of the tag dictionary."""

    word: str
    label: str
    kind: MeaningKind
    target: str = ""


MEANINGS = (
    Meaning("root", "Text root", "root"),
    Meaning("drop", "Drop", "drop"),
    Meaning("title", "Title", "field", "title"),
    Meaning("subtitle", "Subtitle", "field", "subtitle"),
    Meaning("authors", "Author", "field", "authors"),
    Meaning("published", "Date", "field", "published"),
    Meaning("section", "Section", "field", "section"),
    Meaning("keywords", "Keywords", "field", "keywords"),
    Meaning("comment", "Comment", "tag", "comment"),
    Meaning("caption", "Caption", "tag", "caption"),
)
"""The meanings with a button of their own. Any operation of the tag dictionary is one, too."""
OPERATIONS = ("unwrap", "flatten", "auto", *sorted(NAMES))
"""What a tag can be said to mean; to drop it has a button."""
_LIST_FIELDS = frozenset(("authors", "keywords"))


def find_meaning(word: str) -> Meaning:
    """Return the meaning with a word: a button, or ``tag:operation``. Raises UsageError."""
    operation = word.removeprefix("tag:")
    if operation in OPERATIONS and word != operation:
        return Meaning(word, operation, "tag", operation)
    for meaning in MEANINGS:
        if meaning.word == word:
            return meaning
    known = ", ".join(meaning.word for meaning in MEANINGS)
    raise UsageError(f"unknown meaning: {word!r} (expected {known})", "Choose one of the buttons.")


@dataclass(frozen=True)
class MeaningProposal:
    """What is written for an element: its selector, or its signature for a tag. ``attribute`` holds
    the value of a field ("": its text does); ``layout`` is the layout of the page."""

    meaning: Meaning
    selector: str
    attribute: str = ""
    layout: str = ""

    @property
    def rule(self) -> YamlValue:
        """The rule as the portal file has it."""
        if self.attribute:
            return {"css": self.selector, "attr": self.attribute}
        return self.selector


def write_proposal(text: str, proposal: MeaningProposal) -> str:
    """Return the text of a portal file with a proposal in it. What it said before stays: a root, or
    a source of a field, is tried before those that are there.

    Raises UsageError if the file cannot be edited there, or has its tags in a table.
    """
    kind, target = proposal.meaning.kind, proposal.meaning.target
    if kind == "root":
        path = find_rule_path(text, proposal.layout, ("body", "root"))
        return _write_first(text, path, proposal.rule)
    if kind == "drop":
        path = find_rule_path(text, proposal.layout, ("body", "drop"))
        return _write_once(text, path, proposal.rule)
    if kind == "field":
        path = find_rule_path(text, proposal.layout, ("metadata", target))
        return _write_first(text, path, proposal.rule)
    path = find_rule_path(text, proposal.layout, ("body", "tags"))
    table = find_tag_table(text, proposal.layout)
    if table:
        raise UsageError(f"the tags are in the table {table}", "Write the row into the table.")
    return set_value(text, [*path, proposal.selector], target)


def find_tag_table(text: str, layout: str) -> str:
    """Return the name of the table that has the tags of a layout, "" if none has. Raises
    UsageError."""
    value = find_value(text, find_rule_path(text, layout, ("body", "tags")))
    return value if isinstance(value, str) and value != "none" else ""


def _write_first(text: str, path: KeyPath, rule: YamlValue) -> str:
    present = _list_rules(text, path)
    if present in ([], ["none"]):
        return set_value(text, path, rule)
    if present[0] == rule:
        return text
    if rule in present:
        return set_value(text, path, [rule, *(each for each in present if each != rule)])
    return insert_value(text, path, rule)


def _write_once(text: str, path: KeyPath, rule: YamlValue) -> str:
    return text if rule in _list_rules(text, path) else add_value(text, path, rule)


def _list_rules(text: str, path: KeyPath) -> list[YamlValue]:
    value = find_value(text, path)
    if value is None:
        return []
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return [*value] if is_list else [value]  # type: ignore[misc]


def is_list(meaning: Meaning) -> bool:
    """Return True for a meaning that several elements of a page have."""
    return meaning.kind in ("drop", "tag") or meaning.target in _LIST_FIELDS
