"""What an element of an article page can be said to mean, and what is then written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.model.fields import DATES_IN_ADDRESS, FIELDS, FIELDS_BY_NAME
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.yaml_file.article_rule_paths import find_rule_path
from webarticlecurator.portal_file.yaml_file.yaml_edit import (
    add_value,
    find_value,
    remove_value,
    set_value,
)
from webarticlecurator.portal_file.yaml_file.yaml_places import KeyPath
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.proposing.fields.written_days import cut_day


@dataclass(frozen=True)
class Meaning:
    """One meaning: ``word`` names it in the address of the view, ``label`` on its button.
    ``target`` is the field of ``article.metadata``, or the operation of the tag dictionary."""

    word: str
    label: str
    kind: Literal["root", "drop", "keep", "next", "field", "tag", "comments", "address"]
    target: str = ""


MEANINGS = (
    Meaning("root", make_message("Text root"), "root"),
    Meaning("drop", make_message("Drop"), "drop"),
    Meaning("keep", make_message("Keep this after all"), "keep"),
    *(Meaning(row.name, row.button, "field", row.name) for row in FIELDS if row.button),
    Meaning("next", make_message("Next page of this article"), "next"),
    Meaning("teaser", make_message("Teaser of a paid article"), "field", "access"),
    Meaning("comments", make_message("Comments begin here"), "comments", "comments"),
    Meaning("comment", make_message("Comment"), "tag", "comment"),
    Meaning("caption", make_message("Caption"), "tag", "caption"),
)
"""The meanings with a button of their own. Any operation of the tag dictionary is one, too."""
ADDRESS_MEANINGS = tuple(
    Meaning(f"address-{name}", FIELDS_BY_NAME[name].button, "address", name)
    for name in ("section", "keywords", "published")
)
"""What a part of the address of an article can mean."""
PAID = "partial"
"""The access of an article of which the page has a teaser."""
OPERATIONS = ("unwrap", "flatten", "auto", *sorted(NAMES))
"""What a tag can be said to mean; to drop it has a button."""


def find_meaning(word: str) -> Meaning:
    """Return the meaning with a word: a button, or ``tag:operation``. Raises UsageError."""
    operation = word.removeprefix("tag:")
    if operation in OPERATIONS and word != operation:
        return Meaning(word, operation, "tag", operation)
    for meaning in (*MEANINGS, *ADDRESS_MEANINGS):
        if meaning.word == word:
            return meaning
    known = ", ".join(meaning.word for meaning in MEANINGS)
    raise UsageError(
        make_message("unknown meaning: {word!r} (expected {known})", word=word, known=known),
        "Choose one of the buttons.",
    )


@dataclass(frozen=True)
class MeaningProposal:
    """What is written for an element: its selector, or its signature for a tag. ``attribute`` holds
    the value of a field ("": its text does); ``layout`` is the layout of the page. For a part of
    the address, the selector is a regex. ``signature`` is that of comments, which may be outside of
    the text (``are_outside``). ``day`` is the regex of a day in a text that has more, and
    ``without_day`` the replacement that leaves what is beside it. ``joiner`` is the regex of what
    is between several values. With ``is_line``, the selector is a regex of a line."""

    meaning: Meaning
    selector: str
    attribute: str = ""
    layout: str = ""
    signature: str = ""
    are_outside: bool = False
    day: str = ""
    without_day: tuple[str, str] = ("", "")
    joiner: str = ""
    is_line: bool = False

    @property
    def rule(self) -> YamlValue:
        """The rule as the portal file has it."""
        if self.meaning.kind == "address":
            pairs = dict(DATES_IN_ADDRESS).get(self.selector, ())
            replacing = {"replace": [list(pair) for pair in pairs]} if pairs else {}
            return {"url": self.selector, **replacing}
        if self.meaning.target == "access":
            return {"css": self.selector, "replace": [["(?s)^.*$", PAID]]}
        rule: YamlValue = {"css": self.selector, "attr": self.attribute}
        cuts = {"published": cut_day(self.day), "authors": self.without_day} if self.day else {}
        if self.meaning.target in cuts and not self.attribute:
            return {"css": self.selector, "replace": [[*cuts[self.meaning.target]]]}
        if self.joiner:
            return {"css": self.selector, "split": self.joiner}
        return rule if self.attribute else self.selector


def write_proposal(text: str, proposal: MeaningProposal) -> str:
    """Return the text of a portal file with a proposal in it. What it said before stays: a root, or
    a source of a field, is tried before those that are there.

    Raises UsageError if the file cannot be edited there, or has its tags in a table.
    """
    kind, target = proposal.meaning.kind, proposal.meaning.target
    drops = ("body", "clean" if proposal.is_line else "drop")
    key: dict[str, KeyPath] = {
        "root": ("body", "root"),
        "drop": drops,
        "keep": drops,
        "tag": ("body", "tags"),
        "next": ("next_page",),
        "comments": ("body", "tags"),
    }
    path = find_rule_path(text, proposal.layout, key.get(kind, ("metadata", target)))
    if kind == "comments":
        return _write_comments(text, path, proposal)
    if kind == "drop":
        return _write_drop(text, path, proposal)
    if kind == "keep":
        present = _list_rules(text, path)
        rest = [each for each in present if _css_of(each) != proposal.selector]
        if len(rest) == len(present):
            return text
        return set_value(text, path, rest) if rest else remove_value(text, path)
    if kind != "tag":
        present = _list_rules(text, path)
        if present in ([], ["none"]):
            # what pages say of themselves stays behind the teaser, which most do not have
            own = [proposal.rule, {"jsonld": "isAccessibleForFree"}]
            return set_value(text, path, own if target == "access" else proposal.rule)
        if present[0] == proposal.rule:
            return text
        if proposal.rule in present:
            return set_value(
                text, path, [proposal.rule, *(each for each in present if each != proposal.rule)]
            )
        return add_value(text, path, proposal.rule, first=True)
    table = find_tag_table(text, proposal.layout)
    if table:
        raise UsageError(
            make_message("the tags are in the table {table}", table=table),
            "Add the row to that table.",
        )
    return set_value(text, [*path, proposal.selector], target)


def _write_drop(text: str, path: KeyPath, proposal: MeaningProposal) -> str:
    known = _list_rules(text, path)
    rule: YamlValue = [proposal.selector, ""] if proposal.is_line else proposal.rule
    if proposal.is_line and not known:
        return set_value(text, path, [rule])
    return text if rule in known else add_value(text, path, rule)


def _write_comments(text: str, path: KeyPath, proposal: MeaningProposal) -> str:
    """Return the text with the row of the comments, and with them beside each root of the text
    where they are outside of it. Raises UsageError as ``write_proposal``."""
    table = find_tag_table(text, proposal.layout)
    if table:
        raise UsageError(
            make_message("the tags are in the table {table}", table=table),
            make_message(
                "Choose `{operation}` for {tag} in the view Tags.",
                operation=proposal.meaning.target,
                tag=proposal.signature,
            ),
        )
    text = set_value(text, [*path, proposal.signature], proposal.meaning.target)
    root = find_rule_path(text, proposal.layout, ("body", "root"))
    roots = _list_rules(text, root) if proposal.are_outside else []
    both = [
        f"{each}, {proposal.selector}" if isinstance(each, str) and each != "none" else each
        for each in roots
    ]
    return set_value(text, root, both if len(both) > 1 else both[0]) if roots else text


def find_tag_table(text: str, layout: str) -> str:
    """Return the name of the table that has the tags of a layout, "" if none has. Raises
    UsageError."""
    value = find_value(text, find_rule_path(text, layout, ("body", "tags")))
    return value if isinstance(value, str) and value != "none" else ""


def _css_of(rule: YamlValue) -> YamlValue | None:
    """Return the selector of a rule, or the regex of a pair."""
    if isinstance(rule, Sequence) and not isinstance(rule, str):
        return rule[0]
    return rule.get("css") if isinstance(rule, Mapping) else rule


def _list_rules(text: str, path: KeyPath) -> list[YamlValue]:
    value = find_value(text, path)
    if value is None:
        return []
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return [*value] if is_list else [value]  # type: ignore[misc]


def is_list_of(meaning: Meaning) -> bool:
    """Return True for a meaning that several elements of a page have."""
    if meaning.kind != "field":
        return meaning.kind in ("drop", "keep", "tag")
    field = FIELDS_BY_NAME[meaning.target]
    return field.is_list and not field.picks_first
