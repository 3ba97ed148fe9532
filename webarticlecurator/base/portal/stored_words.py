"""Words that stay the same in what is stored, the digests of a portal's rules that are made of
them, and the check that tables are complete.

The words under which a portal's rules are stored: in digests of the rules, and in fingerprints
of archive walks.

Stored words outlive the names of the code. Each class has its words here, in the order in which
they are stored; an attribute whose name differs from its word is written ``attribute=word``.
Renaming an attribute changes the left side, never the word: so a corpus keeps its TEI, and an
interrupted walk continues. A class with an attribute that is missing here fails at import, because
the attribute would not count as part of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, fields
from webarticlecurator.base.model.attribute_words import read_words
from webarticlecurator.base.model.verdict import GATED
from webarticlecurator.base.portal import article_rules, portal, rule
from webarticlecurator.base.portal.hooks import Hook
from webarticlecurator.base.portal.plug_in import PlugIn

FIRST_GATED = frozenset(
    ("consent-wall", "challenge", "geo-block", "login-wall", "maintenance", "soft-404", "empty")
)
"""The first page checks: ``gate_off: all`` is stored as these, so that a later one changes no
digest."""


@dataclass(frozen=True)
class StoredClass:
    """The stored word of a class, and those of its attributes (attribute → word).

    ``later``: attributes that were added later; they are left out where they have their default, so
    that what was stored before stays the same. ``former``: attribute → a value and what is stored
    for it, since it was that before.
    """

    word: str
    attributes: Mapping[str, str]
    later: Mapping[str, Any] = field(default_factory=dict)
    former: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)

    def values(self, stored: object) -> dict[str, Any]:
        """Return the values to store of an object of the class, by their words."""
        values = {name: getattr(stored, name) for name in self.attributes}
        for name, (value, before) in self.former.items():
            values[name] = before if values[name] == value else values[name]
        return {
            word: values[name]
            for name, word in self.attributes.items()
            if name not in self.later or values[name] != self.later[name]
        }


def describe_class(
    stored: type,
    word: str,
    attributes: str,
    later: str = "",
    former: Mapping[str, tuple[Any, Any]] | None = None,
) -> StoredClass:
    """Return the stored words of a frozen dataclass and of its compared attributes.

    ``later``: the words of those that were added later. Raises TypeError where an attribute has no word, or a word no attribute.
    """
    added = read_words(later)
    defaults = {row.name: row.default for row in fields(stored) if row.name in added}
    described = StoredClass(word, {**read_words(attributes), **added}, defaults, former or {})
    compared = {row.name for row in fields(stored) if row.compare}
    if compared != set(described.attributes):
        wrong = ", ".join(sorted(compared ^ set(described.attributes)))
        raise TypeError(
            f"stored words of {stored.__name__} do not fit its attributes: {wrong}; see base/portal/stored_words.py"
        )
    return described


STORED_CLASSES: Mapping[type, StoredClass] = {
    portal.AddressTemplate: describe_class(portal.AddressTemplate, "AddressTemplate", "text parts"),
    portal.Field: describe_class(portal.Field, "Field", "name format", later="calendar"),
    portal.Pagination: describe_class(
        portal.Pagination,
        "Pagination",
        "mode next first step last first_url pages",
        later="scroll click until max_rounds=max",
    ),
    portal.Stop: describe_class(portal.Stop, "Stop", "at max_pages listed"),
    portal.Dates: describe_class(
        portal.Dates, "Dates", "start until step newest_first", later="includes_today calendar"
    ),
    portal.Span: describe_class(
        portal.Span,
        "Span",
        "column number url dates pagination links stop settle listed newest_first",
        later="source",
    ),
    portal.SourceSettings: describe_class(
        portal.SourceSettings, "Source", "kind options", later="plug_in"
    ),
    portal.Column: describe_class(portal.Column, "Column", "name spans"),
    portal.Publisher: describe_class(portal.Publisher, "Publisher", "name place"),
    portal.Rights: describe_class(portal.Rights, "Rights", "text url"),
    portal.Editor: describe_class(portal.Editor, "Editor", "name orcid role"),
    portal.CorpusInfo: describe_class(
        portal.CorpusInfo,
        "CorpusInfo",
        "title version editors funder licence doi",
        later="handle",
    ),
    portal.AddressRules: describe_class(
        portal.AddressRules, "AddressRules", "drop replace canonical public"
    ),
    article_rules.ArticleRules: describe_class(
        article_rules.ArticleRules,
        "ArticleRules",
        "body metadata next_page reversed reject page split kind comments gate_off default_fields=usual",
        later="single_page parts page_kind is_kind_stated=states_kind",
        former={"gate_off": (GATED, tuple(r for r in GATED if r in FIRST_GATED))},
    ),
    article_rules.BodyRules: describe_class(
        article_rules.BodyRules,
        "BodyRules",
        "root drop tags first_page_only=once signature guess",
        later="clean refine post_author post_time",
    ),
    article_rules.TagRow: describe_class(
        article_rules.TagRow, "TagRow", "signature operation keep context"
    ),
    article_rules.SignatureRule: describe_class(
        article_rules.SignatureRule, "SignatureRule", "tag attr replace drop"
    ),
    article_rules.PartRules: describe_class(
        article_rules.PartRules, "PartRules", "address kind=as page root next", later="headers"
    ),
    article_rules.Reject: describe_class(article_rules.Reject, "Reject", "rule reason"),
    article_rules.Split: describe_class(article_rules.Split, "Split", "items id"),
    article_rules.LayoutRules: describe_class(
        article_rules.LayoutRules, "Version", "name when rules", later="encoding"
    ),
    portal.DatedEncoding: describe_class(portal.DatedEncoding, "DatedEncoding", "name when"),
    rule.Rule: describe_class(
        rule.Rule,
        "Rule",
        "kind expression pager hook first_of union within when unless text attr html map only template split replace "
        "include exclude format pick",
        later="plug_in add",
    ),
    rule.Pager: describe_class(rule.Pager, "Pager", "current links scope step"),
    rule.Condition: describe_class(rule.Condition, "Condition", "has columns captured published"),
    rule.TextTest: describe_class(rule.TextTest, "TextTest", "equals starts contains one_of regex"),
    rule.Filter: describe_class(rule.Filter, "Filter", "regexes unless_all"),
    Hook: describe_class(Hook, "Hook", "name source"),
    PlugIn: describe_class(PlugIn, "PlugIn", "role name package version"),
}
"""Every class whose objects may be part of a digest or a fingerprint."""

PROBLEM_WORDS = read_words("file line column path key found allowed nearest message")
"""The keys of a ``ConfigProblem`` in JSON: ``check --json``, answers of ``serve``."""
