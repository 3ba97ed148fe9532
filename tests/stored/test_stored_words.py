"""What is stored keeps its words: digests, fingerprints, walk states and ``--json`` answers."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
import sys
import typing
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from stored_portal import CONFIG, CORPUS

from webarticlecurator.base.model.verdict import GATED
from webarticlecurator.base.portal.article_rules import ArticleRules, RefreshRules
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.portal import NamedFile, Portal
from webarticlecurator.base.portal.rule_digests import (
    LINK_WORDS,
    TEI_WORDS,
    as_plain_json,
    digest_address_rules,
)
from webarticlecurator.base.portal.stored_words import PROBLEM_WORDS, STORED_CLASSES, describe_class
from webarticlecurator.cli import json_words
from webarticlecurator.corpus.export import jsonl_format
from webarticlecurator.crawling.archive import state
from webarticlecurator.crawling.archive.entry import digest_span
from webarticlecurator.crawling.states.summary import JSON_WORDS
from webarticlecurator.portal_file.config.load import load_portal

WORDS = {
    "AddressTemplate": "text parts",
    "Field": "name format calendar",
    "Pagination": "mode next first step last first_url pages scroll click until max",
    "Stop": "at max_pages listed",
    "Dates": "start until step newest_first includes_today calendar",
    "Span": "column number url dates pagination links stop settle listed newest_first source",
    "Source": "kind options plug_in",
    "Column": "name spans",
    "Publisher": "name place",
    "Rights": "text url",
    "Editor": "name orcid role",
    "CorpusInfo": "title version editors funder licence doi handle",
    "AddressRules": "drop replace canonical public",
    "ArticleRules": "body metadata next_page reversed reject page split kind comments gate_off usual single_page parts page_kind states_kind",
    "BodyRules": "root drop tags once signature guess clean refine post_author post_time",
    "PartRules": "address as page root next headers",
    "TagRow": "signature operation keep context",
    "SignatureRule": "tag attr replace drop",
    "Reject": "rule reason",
    "Split": "items id",
    "Version": "name when rules encoding",
    "Rule": "kind expression pager hook first_of union within when unless text attr html map only template split "
    "replace include exclude format pick plug_in add",
    "Pager": "current links scope step",
    "Condition": "has columns captured published",
    "TextTest": "equals starts contains one_of regex",
    "Filter": "regexes unless_all",
    "Hook": "name source",
    "PlugIn": "role name package version",
    "DatedEncoding": "name when",
}
"""As they are in the corpora of users. A word may be added to the end; none may change."""

TABLES = {
    "digest of TEI": (
        TEI_WORDS,
        "id home title language timezone zoned encoding publisher rights corpus address article versions match "
        "continuation captures template template_text",
    ),
    "digest of links": (LINK_WORDS, "home language timezone encoding columns links next"),
    "walk": (
        state.STORED_WORDS,
        "column span window page address began rules entry early whole previous previous_page tail tail_page walked since "
        "tries barren known same fertile listed end end_page end_next tail_next tail_full size unseen missed retry aim "
        "ended complete digest looks doubtful doubt doubts look looking nothing strange again pinned sizes short moved "
        "top unwalked pager back on periods proof html cut odd skips "
        "counts place articles shuffled left counted gap hole marks empty ever followed",
    ),
    "check": (PROBLEM_WORDS, "file line column path key found allowed nearest message"),
    "check --plan": (json_words.PLAN_WORDS, "column span pages windows at_least first middle last"),
    "check --live": (json_words.LIST_WORDS, "column url status articles next_page ended wrong"),
    "check --tests": (json_words.MISMATCH_WORDS, "what expected found message rules"),
    "why": (
        json_words.ADDRESS_WORDS,
        "url known canonical verdict reason listed fetched tei problems versions unused gone",
    ),
    "diff, version": (json_words.VERSION_WORDS, "number time record"),
    "diff, field": (json_words.FIELD_CHANGE_WORDS, "field from to"),
    "diff, line": (json_words.LINE_CHANGE_WORDS, "change kind number from to"),
    "tags diff": (json_words.DIFFERENCE_WORDS, "kind signature context old new"),
    "warc list": (
        json_words.RECORD_WORDS,
        "file offset length kind id url date status content_type size",
    ),
    "export jsonl, capture": (jsonl_format.CAPTURE_WORDS, "url time record_id payload_digest"),
    "export jsonl, value": (jsonl_format.VALUE_WORDS, "value source original"),
    "status, crawl, build": (
        JSON_WORDS,
        "portal archive_pages articles tei rejected stored pending failed warc_bytes problems new_archive_pages "
        "new_articles built seconds stopped gone unlisted refreshed to_confirm next_due changed kept_old",
    ),
}


def test_classes_keep_their_words():
    found = {
        stored.word: " ".join(stored.attributes.values()) for stored in STORED_CLASSES.values()
    }
    assert found == WORDS


def test_checks_that_were_added_change_no_digest_of_a_file_that_switches_all_off():
    before = (
        "consent-wall",
        "challenge",
        "geo-block",
        "login-wall",
        "maintenance",
        "soft-404",
        "empty",
    )
    off, written = (
        as_plain_json(ArticleRules(gate_off=GATED)),
        as_plain_json(ArticleRules(gate_off=before)),
    )
    assert off["gate_off"] == written["gate_off"] == list(before)


@pytest.mark.parametrize("name", TABLES)
def test_tables_keep_their_words(name: str):
    table, words = TABLES[name]
    assert list(table.values()) == words.split()


def reachable(found: type, seen: set[type]) -> set[type]:
    """Return the dataclasses that the compared attributes of ``found`` may hold, at any depth."""
    for inner in typing.get_args(found):
        reachable(inner, seen)
    if dataclasses.is_dataclass(found) and isinstance(found, type) and found not in seen:
        seen.add(found)
        hints = typing.get_type_hints(found, vars(sys.modules[found.__module__]))
        for field in dataclasses.fields(found):
            if field.compare:
                reachable(hints[field.name], seen)
    return seen


def test_every_class_that_a_portal_may_hold_has_words():
    """``fetch``, ``refresh`` and ``files`` are in no digest."""
    classes = reachable(Portal, set()) - {Portal, NamedFile, FetchPolicy, RefreshRules}
    assert {c.__name__ for c in classes} == {c.__name__ for c in STORED_CLASSES}


def test_every_attribute_of_a_portal_is_in_a_digest_or_left_out_on_purpose():
    compared = {field.name for field in dataclasses.fields(Portal) if field.compare}
    left_out = {"fetch", "refresh", "schedule", "files", "tei_digest", "link_digest"}
    assert compared == set(TEI_WORDS) | set(LINK_WORDS) | left_out


def test_a_class_whose_attribute_has_no_word_is_refused():
    @dataclasses.dataclass(frozen=True)
    class Layout:
        name: str
        rules: str = ""
        line: int = dataclasses.field(default=0, compare=False)

    assert describe_class(Layout, "Version", "name rules=articles").attributes == {
        "name": "name",
        "rules": "articles",
    }
    with pytest.raises(TypeError, match="Layout do not fit its attributes: rules"):
        describe_class(Layout, "Version", "name")
    with pytest.raises(TypeError, match="line"):
        describe_class(Layout, "Version", "name rules line")


def test_values_without_words_are_refused():
    assert as_plain_json((date(2020, 5, 1), timedelta(days=2), None, True, "x")) == [
        "2020-05-01",
        172800.0,
        None,
        True,
        "x",
    ]
    with pytest.raises(TypeError, match=r"no stored words for (Posix|Windows)Path"):
        as_plain_json(Path("x"))


def test_digests_are_those_that_the_stored_corpus_holds():
    portal = load_portal(CONFIG)
    with closing(sqlite3.connect(CORPUS / "corpus.sqlite")) as index:
        meta = dict(index.execute("select * from meta"))
        walks = {json.loads(row[0])["rules"] for row in index.execute("select state from walks")}
    assert digest_span(portal.columns[0].spans[0]) in walks
    assert digest_address_rules(portal.address) == meta["addresses"]
    assert portal.link_digest == meta["links"]
