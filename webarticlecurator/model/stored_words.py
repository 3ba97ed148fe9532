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

import datetime
import hashlib
import json
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

from webarticlecurator.dataclasses import dataclass, field, fields
from webarticlecurator.model import portal, rule
from webarticlecurator.model.attribute_words import read_words
from webarticlecurator.model.plug_in import (
    AUTHOR_CLASSIFIER,
    PAGE_KIND_MODEL,
    UNIT_CLASSIFIER,
    PlugIn,
    digest_trained_model,
)
from webarticlecurator.model.portal import AddressRules, FetchPolicy, Portal, SourceSettings, Span
from webarticlecurator.model.rule import Hook, Rule
from webarticlecurator.model.verdict import GATED

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
            f"stored words of {stored.__name__} do not fit its attributes: {wrong}; see model/stored_words.py"
        )
    return described


STORED_CLASSES: Mapping[type, StoredClass] = {
    portal.AddressTemplate: describe_class(portal.AddressTemplate, "AddressTemplate", "text parts"),
    portal.Field: describe_class(portal.Field, "Field", "name format"),
    portal.Pagination: describe_class(
        portal.Pagination,
        "Pagination",
        "mode next first step last first_url pages",
        later="scroll click until max_rounds=max",
    ),
    portal.Stop: describe_class(portal.Stop, "Stop", "at max_pages listed"),
    portal.Dates: describe_class(
        portal.Dates, "Dates", "start until step newest_first", later="includes_today"
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
        portal.CorpusInfo, "CorpusInfo", "title version editors funder licence doi"
    ),
    portal.AddressRules: describe_class(
        portal.AddressRules, "AddressRules", "drop replace canonical public"
    ),
    rule.ArticleRules: describe_class(
        rule.ArticleRules,
        "ArticleRules",
        "body metadata next_page reversed reject page split kind comments gate_off default_fields=usual",
        later="single_page parts page_kind is_kind_stated=states_kind",
        former={"gate_off": (GATED, tuple(r for r in GATED if r in FIRST_GATED))},
    ),
    rule.BodyRules: describe_class(
        rule.BodyRules,
        "BodyRules",
        "root drop tags first_page_only=once signature guess",
        later="clean refine post_author post_time",
    ),
    rule.TagRow: describe_class(rule.TagRow, "TagRow", "signature operation keep context"),
    rule.SignatureRule: describe_class(
        rule.SignatureRule, "SignatureRule", "tag attr replace drop"
    ),
    rule.PartRules: describe_class(rule.PartRules, "PartRules", "address kind=as page root next"),
    rule.Reject: describe_class(rule.Reject, "Reject", "rule reason"),
    rule.Split: describe_class(rule.Split, "Split", "items id"),
    rule.LayoutRules: describe_class(rule.LayoutRules, "Version", "name when rules"),
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


# Digests of a portal's rules: one over those that TEI depends on, one over those that the list of
# articles depends on.

TEI_WORDS = read_words(
    "id home title language timezone has_timezone=zoned encoding publisher rights corpus address"
    " article layouts=versions match continuation captures template template_text"
)
"""Attribute of ``Portal`` → its word in the digest that TEI depends on."""
LINK_WORDS = read_words("home language timezone encoding columns links next")
"""Attribute of ``Portal`` → its word in the digest that the list of articles depends on."""
_OF_ARTICLE = ("layouts", "match", "continuation")
"""Words of ``TEI_WORDS`` that are keys of ``article``."""
MAX_RULES = 2000
"""Rules whose JSON is kept: those of the built-in sources are in every portal."""
_dump = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode
_rules: dict[int, tuple[Rule, Any]] = {}
"""Id of a rule → the rule, which keeps its id from being given again, and its plain JSON, which
is not changed."""


def as_plain_json(value: Any) -> Any:
    """Return a value of a portal as plain JSON: objects by their stored words, dates as ISO 8601,
    durations in seconds. Raises TypeError for an object without stored words."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Rule):
        known = _rules.get(id(value))
        if known is None:
            if len(_rules) >= MAX_RULES:
                _rules.clear()
            known = _rules[id(value)] = (value, _stored_as_plain_json(value))
        return known[1]
    if type(value) in STORED_CLASSES:
        return _stored_as_plain_json(value)
    if isinstance(value, tuple | list):
        return [as_plain_json(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): as_plain_json(item) for key, item in value.items()}
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    raise TypeError(f"no stored words for {type(value).__name__}; add it to model/stored_words.py")


def digest_tei_rules(portal: Portal, base: bytes) -> str:
    """Return the hex sha256 over the keys that can change TEI and the base dictionary.

    Where articles are read without rules, the classifier of text units counts, too, and the trees
    that judge the kind of a page; a classifier that the portal file names always does. The source
    of a hook is in its rule. The rules of ``listed`` count, too: their values end up in TEI.
    """
    rules = _select(portal, TEI_WORDS)
    rules["listed"] = [
        [span.column, span.listed, *_source_word(span)]
        for column in portal.columns
        for span in column.spans
    ]
    if portal.pseudonym_key:
        # a digest of a secret of 32 random bytes says nothing about it
        rules["pseudonyms"] = hashlib.sha256(b"pseudonyms:" + portal.pseudonym_key).hexdigest()
    if portal.fetch.confirm != FetchPolicy.confirm:
        rules["confirm"] = portal.fetch.confirm  # when a shrunk version of an article is used
    bodies = (portal.article.body, *(layout.rules.body for layout in portal.layouts))
    # the text of articles is looked for where no rule finds it
    if any(not body.root or body.guess for body in bodies):
        rules["unit_classifier"] = digest_trained_model(UNIT_CLASSIFIER)
        rules["page_kinds"] = digest_trained_model(PAGE_KIND_MODEL)
    if portal.classifier is not None:
        rules["unit_classifier"] = hashlib.sha256(portal.classifier.content).hexdigest()
    articles = (portal.article, *(layout.rules for layout in portal.layouts))
    if any("authors" in article.default_fields for article in articles):
        rules["author_classifier"] = digest_trained_model(AUTHOR_CLASSIFIER)
    return _digest(rules, base)


def digest_link_rules(portal: Portal) -> str:
    """Return the hex sha256 over the keys that can change which articles and pages a stored archive
    page lists."""
    return _digest(_select(portal, LINK_WORDS), b"")


def digest_keys(portal: Portal) -> dict[str, str]:
    """Return a digest of the value of each key that TEI depends on, by the path of the key, to name
    what has changed in a portal file."""
    rules = _select(portal, TEI_WORDS)
    values = {
        ("layouts" if word == "versions" else word): as_plain_json(value)
        for word, value in rules.items()
        if word != "article"
    }
    values = {f"article.{word}" if word in _OF_ARTICLE else word: v for word, v in values.items()}
    article = as_plain_json(portal.article)
    body = article.pop("body")
    values |= {f"article.{word}": value for word, value in article.items() if word != "usual"}
    values |= {f"article.body.{word}": value for word, value in body.items()}
    return {
        key: hashlib.sha256(_dump(value).encode("utf-8")).hexdigest()[:16]
        for key, value in values.items()
    }


def digest_address_rules(rules: AddressRules) -> str:
    """Return the hex sha256 over the rules that make an address canonical."""
    words = (
        ("drop", rules.drop),
        ("replace", rules.replace),
        ("canonical", rules.canonical),
        ("public", rules.public),
    )
    text = ", ".join(f"{word}={value!r}" for word, value in words)
    return hashlib.sha256(f"AddressRules({text})".encode()).hexdigest()


def _source_word(span: Span) -> tuple[Any, ...]:
    """Return the kind of a source that lists values by itself, and the plug-in that it is; () for
    archive addresses."""
    if span.source == SourceSettings():
        return ()
    plug_in = span.source.plug_in
    return (span.source.kind,) if plug_in is None else (span.source.kind, plug_in)


def _select(portal: Portal, words: Mapping[str, str]) -> dict[str, Any]:
    return {word: getattr(portal, attribute) for attribute, word in words.items()}


def _digest(rules: dict[str, Any], content: bytes) -> str:
    digest = hashlib.sha256(_dump(as_plain_json(rules)).encode("utf-8"))
    digest.update(b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()


def _stored_as_plain_json(value: Any) -> Any:
    words = STORED_CLASSES[type(value)].values(value)
    return {word: as_plain_json(item) for word, item in words.items()}


# Check that a table has an entry for every word of a closed list.

Word = TypeVar("Word", bound=Enum)
Entry = TypeVar("Entry")


def require_every_word(
    words: type[Word], table: Mapping[Word, Entry], name: str
) -> Mapping[Word, Entry]:
    """Return ``table``, which has an entry for each of ``words``.

    ``name``: the table and its module, for the message. Raises TypeError where a word is missing,
    so that a new word without an entry fails when the module is imported.
    """
    missing = [f"{words.__name__}.{word.name}" for word in words if word not in table]
    if missing:
        raise TypeError(f"no entry for {', '.join(missing)} in {name}; add it")
    return table
