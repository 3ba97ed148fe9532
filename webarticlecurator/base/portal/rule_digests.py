"""Digests of a portal's rules: one over those that TEI depends on, one over those that the list of
articles depends on.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.portal import AddressRules, Portal, SourceSettings, Span
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.portal.stored_words import STORED_CLASSES
from webarticlecurator.base.portal.trained_models import (
    AUTHOR_CLASSIFIER,
    PAGE_KIND_MODEL,
    UNIT_CLASSIFIER,
    digest_trained_model,
)

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
    raise TypeError(
        f"no stored words for {type(value).__name__}; add it to base/portal/stored_words.py"
    )


def digest_tei_rules(portal: Portal, base: bytes) -> str:
    """Return the hex sha256 over the keys that can change TEI and the base dictionary.

    Where articles are read without rules, the classifier of text units counts, too, and the trees
    that judge the kind of a page. The source of a hook is in its rule. The rules of ``listed``
    count, too: their values end up in TEI.
    """
    rules = to_words(portal, TEI_WORDS)
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
    articles = (portal.article, *(layout.rules for layout in portal.layouts))
    if any("authors" in article.default_fields for article in articles):
        rules["author_classifier"] = digest_trained_model(AUTHOR_CLASSIFIER)
    return _digest(rules, base)


def digest_link_rules(portal: Portal) -> str:
    """Return the hex sha256 over the keys that can change which articles and pages a stored archive
    page lists."""
    return _digest(to_words(portal, LINK_WORDS), b"")


def digest_keys(portal: Portal) -> dict[str, str]:
    """Return a digest of the value of each key that TEI depends on, by the path of the key, to name
    what has changed in a portal file."""
    values = {
        ("layouts" if word == "versions" else word): as_plain_json(value)
        for word, value in to_words(portal, TEI_WORDS).items()
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


def _digest(rules: dict[str, Any], content: bytes) -> str:
    digest = hashlib.sha256(_dump(as_plain_json(rules)).encode("utf-8"))
    digest.update(b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()


def _stored_as_plain_json(value: Any) -> Any:
    words = STORED_CLASSES[type(value)].values(value)
    return {word: as_plain_json(item) for word, item in words.items()}
