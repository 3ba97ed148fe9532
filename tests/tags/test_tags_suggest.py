from __future__ import annotations

import pytest
from tags_material import table

from webarticlecurator.config import base_tags
from webarticlecurator.extract.tag_suggest import Adviser, with_suggestions
from webarticlecurator.extract.tag_table import Line
from webarticlecurator.extract.tag_voices import Chorus, Voice, voice_of
from webarticlecurator.extract.tag_words import heads_of, read_signature, words_of
from webarticlecurator.model.portal import ArticleRules, BodyRules, Portal, TagRow
from webarticlecurator.model.rule import Rule, TextTest

VOICES = (
    Voice("one", (TagRow("div.kozvetites", "feed-entry"), TagRow("p.bevezeto", "lead"), TagRow("i", "unwrap", (), "in h2"))),
    Voice("two", (TagRow("p.bevezeto", "lead"), TagRow(".hirdetes", "drop"))),
)
ADVISER = Adviser(Chorus(VOICES), base_tags())


def suggest(signature: str, adviser: Adviser = ADVISER, **counts: object):
    return adviser.suggest(Line({"signature": signature, **{name: str(value) for name, value in counts.items()}}))


@pytest.mark.parametrize(
    ("signature", "operation", "reason"),
    [
        ("p.bevezeto", "lead", "the same signature: lead in one, two"),
        ("p.bevezeto.nagy", "lead", "p with 'bevezeto' in its name"),
        ("div.cikk-bevezeto", "lead", "'bevezeto' in the name: lead in one, two"),
        ("p", "paragraph", "base dictionary: p"),
        ("p.x0", "paragraph", "base dictionary: p"),
        ("blockquote.twitter-tweet", "social", "base dictionary: blockquote.twitter-tweet"),
        ("div.articleLead", "lead", "a name with 'lead' usually means lead"),
        ("aside.newsletter-box", "drop", "a name with 'newsletter' usually means drop"),
        ("i", "italic", "base dictionary: i"),
        ("my-tag", "unwrap", "base dictionary: nothing"),
    ],
)
def test_each_kind_of_evidence(signature, operation, reason):
    found = suggest(signature)
    assert (found.operation, reason in found.reason) == (operation, True), found
    assert 0 < found.confidence < 1


def test_more_agreement_means_more_confidence():
    assert suggest("p.bevezeto").confidence > suggest("p.bevezeto-nagy").confidence > suggest("div.semmi").confidence - 0.5
    assert suggest("p.bevezeto", Adviser(Chorus(VOICES[:1]), base_tags())).confidence < suggest("p.bevezeto").confidence


def test_text_that_comes_again_on_many_pages_is_furniture():
    seen = {"frequency": 20, "pages": 20, "words": 4.0, "own_words": 4.0, "descendants": 0}
    assert suggest("div.valami", **seen, repeated="0.95").operation == "drop"
    assert "95% have the same text" in suggest("div.valami", **seen, repeated="0.95").reason
    assert suggest("div.valami", **seen, repeated="0,95").operation == "drop"  # as a spreadsheet may write it
    assert suggest("div.valami", **seen, repeated="0.20").operation == "auto"
    assert suggest("div.valami", **{**seen, "pages": 2}, repeated="0.95").operation == "auto"
    assert suggest("p", **seen, repeated="0.95").operation == "paragraph"  # a bare element is used for everything


def test_a_box_of_links_may_be_dropped():
    seen = {"frequency": 9, "pages": 9, "words": 12.0, "own_words": 0.0, "descendants": 6, "repeated": "0.00"}
    assert "drop" not in suggest("div.valami", **seen, linked_words="0.10").operation
    assert suggest("ul.valami", **seen, linked_words="0.10").operation == "list"
    links = suggest("div.valami", **seen, linked_words="1.00")
    assert links.confidence < suggest("div.valami", **seen, linked_words="0.10").confidence


def test_what_the_counts_rule_out_is_not_suggested():
    assert suggest("div.kozvetites", frequency=90, pages=3, words=40.0).operation == "feed-entry"
    assert suggest("div.kozvetites", frequency=3, pages=3, words=40.0).operation == "auto"
    assert suggest("p.bevezeto", frequency=90, pages=3, words=40.0).operation == "paragraph"


def test_nothing_is_applied_unasked():
    before = table("signature|operation|source", "p.bevezeto||", "div.x|box|", "div.y||portal: .y", "# remark||", "||")
    advised = with_suggestions(before, ADVISER)
    assert [line.get("operation") for line in advised.lines] == [line.get("operation") for line in before.lines]
    assert [line.get("suggestion") for line in advised.lines] == ["lead", "", "", "", ""]


def test_what_is_sure_enough_is_accepted_if_asked():
    before = table("signature|operation", "p.bevezeto|", "div.semmi|", "div.x|box")
    sure = with_suggestions(before, ADVISER).lines[0].get("confidence")
    advised = with_suggestions(before, ADVISER, accept=float(sure))
    assert [line.get("operation") for line in advised.lines] == ["lead", "", "box"]
    again = with_suggestions(advised, ADVISER)
    assert [line.get("suggestion") for line in again.lines] == ["", "auto", ""]


def test_plain_drop_rules_of_a_portal_file_are_a_voice():
    drop = (
        Rule("css", ".ad"),
        Rule("css", "p", text=TextTest(equals="Reklám")),  # a paragraph is not dropped anywhere but there
        Rule("css", "div > p"),
        Rule("xpath", "//nav"),
    )
    portal = Portal("echo", "https://echo.example/", article=ArticleRules(BodyRules(drop=drop, tags=(TagRow("p.x", "box"),))))
    assert voice_of(portal) == Voice("echo", (TagRow("p.x", "box"), TagRow(".ad", "drop")))


@pytest.mark.parametrize(
    ("signature", "words", "heads"),
    [
        ("div.articleLead_photo-0", ("lead", "photo"), {"photo"}),
        ("p#sideNote.wrapper", ("side", "note"), {"note"}),
        ('span[itemprop="author"]', ("author",), {"author"}),
        ("p.bevezető.BEVEZETŐ", ("bevezető",), {"bevezető"}),
        ("div", (), set()),
    ],
)
def test_the_words_of_a_signature(signature, words, heads):
    compound = read_signature(signature)
    assert compound is not None
    assert (words_of(compound), heads_of(compound)) == (words, heads)
