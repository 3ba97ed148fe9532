from __future__ import annotations

import pytest
from tags_material import table

from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule, TextTest
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.tags.class_words import (
    last_words,
    parse_signature,
    split_class_words,
)
from webarticlecurator.proposing.tags.inventory_table import Line
from webarticlecurator.proposing.tags.portal_decisions import (
    DecisionIndex,
    PortalDecisions,
    read_portal_decisions,
)
from webarticlecurator.proposing.tags.suggest import Suggestion, TagSuggester, with_suggestions
from webarticlecurator.proposing.tags.tag_reasons import say_reasons, write_reasons

VOICES = (
    PortalDecisions(
        "one",
        (
            TagRow("div.kozvetites", "feed-entry"),
            TagRow("p.bevezeto", "lead"),
            TagRow("i", "unwrap", (), "in h2"),
        ),
    ),
    PortalDecisions("two", (TagRow("p.bevezeto", "lead"), TagRow(".hirdetes", "drop"))),
)
ADVISER = TagSuggester(DecisionIndex(VOICES), base_tags())


def say(found: Suggestion) -> str:
    """The reasons of a suggestion, written into a table and read from it."""
    return say_reasons(write_reasons(found.reasons))


def suggest(signature: str, adviser: TagSuggester = ADVISER, **counts: object):
    return adviser.suggest(
        Line({"signature": signature, **{name: str(value) for name, value in counts.items()}})
    )


@pytest.mark.parametrize(
    ("signature", "operation", "reason"),
    [
        ("p.bevezeto", "lead", "the same signature is “lead” in one, two"),
        ("p.bevezeto.nagy", "lead", "p with “bevezeto” in its name is “lead” in one, two"),
        ("div.cikk-bevezeto", "lead", "“bevezeto” in the name means “lead” in one, two"),
        ("p", "paragraph", "the base dictionary has p"),
        ("p.x0", "paragraph", "the base dictionary has p"),
        ("blockquote.twitter-tweet", "social", "the base dictionary has blockquote.twitter-tweet"),
        ("div.articleLead", "lead", "a name with “lead” usually means “lead”"),
        ("div.reader-poll", "poll", "a name with “poll” usually means “poll”"),
        ("aside.newsletter-box", "drop", "a name with “newsletter” usually means “dropped”"),
        ("i", "italic", "the base dictionary has i"),
        ("my-tag", "unwrap", "the base dictionary has nothing"),
    ],
)
def test_each_kind_of_evidence(signature, operation, reason):
    found = suggest(signature)
    assert (found.operation, reason in say(found)) == (operation, True), found
    assert 0 < found.confidence < 1


def test_more_agreement_means_more_confidence():
    assert (
        suggest("p.bevezeto").confidence
        > suggest("p.bevezeto-nagy").confidence
        > suggest("div.semmi").confidence - 0.5
    )
    assert (
        suggest("p.bevezeto", TagSuggester(DecisionIndex(VOICES[:1]), base_tags())).confidence
        < suggest("p.bevezeto").confidence
    )


def test_a_box_of_links_may_be_dropped():
    seen = {
        "frequency": 9,
        "pages": 9,
        "words": 12.0,
        "own_words": 0.0,
        "descendants": 6,
        "repeated": "0.00",
    }
    assert "drop" not in suggest("div.valami", **seen, linked_words="0.10").operation
    assert suggest("ul.valami", **seen, linked_words="0.10").operation == "list"
    links = suggest("div.valami", **seen, linked_words="1.00")
    # as a spreadsheet may write it
    assert links == suggest("div.valami", **seen, linked_words="1,00")
    assert links.confidence < suggest("div.valami", **seen, linked_words="0.10").confidence


def test_what_the_counts_rule_out_is_not_suggested():
    assert suggest("div.kozvetites", frequency=90, pages=3, words=40.0).operation == "feed-entry"
    assert suggest("div.kozvetites", frequency=3, pages=3, words=40.0).operation == "auto"
    assert suggest("p.bevezeto", frequency=90, pages=3, words=40.0).operation == "paragraph"


def test_a_line_at_the_beginning_is_a_lead_and_links_at_the_end_are_not_text():
    first = {
        "frequency": 9,
        "pages": 9,
        "words": 30.0,
        "own_words": 30.0,
        "descendants": 0,
        "linked_words": "0.00",
    }
    found = suggest("h2.alcim", **first, position="0.01")
    assert (found.operation, say(found)) == ("heading", "the base dictionary has h2")
    assert "30 words at the beginning of the text" in say(
        suggest("p.alcim", **first, position="0.01")
    )
    assert suggest("div.alcim", **first, position="0.01").operation == "lead"
    assert suggest("div.alcim", **first, position="0.50").operation == "auto"
    assert suggest("div.alcim", **{**first, "frequency": 30}, position="0.01").operation == "auto"
    last = {
        "frequency": 9,
        "pages": 9,
        "words": 12.0,
        "own_words": 0.0,
        "descendants": 6,
        "linked_words": "1.00",
    }
    assert suggest("div.valami", **last, position="0.95").operation == "drop"
    assert "at the end of the text, 100% of its words are links" in say(
        suggest("div.valami", **last, position="0.95")
    )
    assert suggest("div.valami", **last, position="0.50").operation == "auto"


def test_lines_with_a_time_many_times_in_an_article_begin_its_entries():
    seen = {"frequency": 60, "pages": 3, "words": 1.0, "own_words": 1.0, "descendants": 0}
    assert suggest("h4", **seen, clock="0.97").operation == "feed-time"
    assert "97% are a line with a time of day, 20 a page" in say(
        suggest("div.valami", **seen, clock="0.97")
    )
    assert suggest("h4", **seen, clock="0.05").operation == "heading"
    # the time of the article
    assert suggest("h4", **{**seen, "frequency": 3}, clock="0.97").operation == "heading"
    # a bare span is used for everything
    assert suggest("span", **seen, clock="0.97").operation == "unwrap"


def test_elements_for_machines_and_empty_elements():
    assert (
        suggest(
            "div[itemprop=interactionStatistic]", frequency=9, pages=3, words=1.0, descendants=2
        ).operation
        == "drop"
    )
    assert suggest("img.avatar", frequency=9, pages=3, words=0.0, descendants=0).operation == "drop"
    assert (
        suggest("div.newsletter", frequency=9, pages=3, words=0.0, descendants=0).operation
        == "auto"
    )


COUNTED = "signature|operation|source|frequency|pages|words|own_words|descendants|clock|parent"


def suggested(*lines: str) -> dict[str, tuple[str, str]]:
    done = with_suggestions(table(COUNTED, *lines), ADVISER)
    return {
        line.get("signature"): (
            line.get("suggestion"),
            say_reasons(line.get("reason")),
        )
        for line in done.lines
    }


def test_an_operation_is_not_repeated_around_or_inside():
    found = suggested(
        "figure||base|9|9|4|0|3||div",
        "div.photo||base|9|9|4|0|2||figure",
        "span.photo-caption||base|9|9|4|4|0||figcaption",
        "figcaption||base|9|9|4|0|1||div.photo",
        "div.picture-frame||base|5|5|3|3|1||div",
        "img||base|5|5|0|0|0||div.picture-frame",
        "div.image-of-words||base|5|5|3|3|1||div",
    )
    assert (
        found["div.photo"][0] == "auto"
        and "inside figure, which is “figure”" in found["div.photo"][1]
    )
    assert (
        found["span.photo-caption"][0] == "unwrap"
        and "inside figcaption, which is “caption”" in found["span.photo-caption"][1]
    )
    assert (
        found["div.picture-frame"][0] == "auto"
        and "holds img, which is “address of a picture”" in found["div.picture-frame"][1]
    )
    assert suggest("div.photo", frequency=9, pages=9, words=4).operation == "figure"


def test_what_nearly_always_holds_one_time_is_an_entry():
    rows = (
        "div.sor||base|60|3|50|0|6||div.lista",
        "div.fej||base|60|3|6|0|2||div.sor",
        "b.ora||base|60|3|1|1|0|1.00|div.fej",
        "div.lista||base|3|3|900|0|90||",
    )
    found = suggested(*rows)
    assert found["b.ora"][0] == "feed-time"
    assert (
        found["div.sor"][0] == "feed-entry"
        and "nearly each holds one b.ora, the time of an entry" in found["div.sor"][1]
    )
    assert (found["div.fej"][0], found["div.lista"][0]) == ("auto", "auto")


def test_circular_or_missing_parents_do_no_harm():
    found = suggested(
        "div.photo||base|9|9|4|0|2||p.x",
        "p.x||base|9|9|4|0|2||div.photo",
        "b.y||base|1|1|1|1|0||no-such",
    )
    assert found["b.y"][0] == "bold" and set(found) == {"div.photo", "p.x", "b.y"}


def test_every_row_that_is_not_decided_has_a_suggestion_a_confidence_and_a_reason():
    signatures = [
        "p",
        "x-odd",
        "div#a.b",
        "svg",
        "time",
        "o\\:p",
        ".only-a-class",
        "[itemprop=x]",
        "not a signature",
    ]
    done = with_suggestions(table("signature|operation", *[f"{s}|" for s in signatures]), ADVISER)
    assert all(
        line.get("suggestion") and line.get("confidence") and line.get("reason")
        for line in done.lines
    )


def test_nothing_is_applied_by_default():
    before = table(
        "signature|operation|source",
        "p.bevezeto||",
        "div.x|box|",
        "div.y||portal: .y",
        "# remark||",
        "||",
    )
    advised = with_suggestions(before, ADVISER)
    assert [line.get("operation") for line in advised.lines] == [
        line.get("operation") for line in before.lines
    ]
    assert [line.get("suggestion") for line in advised.lines] == ["lead", "", "", "", ""]


def test_confident_suggestions_are_accepted_on_request():
    before = table("signature|operation", "p.bevezeto|", "div.semmi|", "div.x|box")
    sure = with_suggestions(before, ADVISER).lines[0].get("confidence")
    advised = with_suggestions(before, ADVISER, accept=float(sure))
    assert [line.get("operation") for line in advised.lines] == ["lead", "", "box"]
    again = with_suggestions(advised, ADVISER)
    assert [line.get("suggestion") for line in again.lines] == ["", "auto", ""]


def test_plain_drop_rules_of_a_portal_file_count_as_decisions():
    drop = (
        Rule("css", ".ad"),
        # a paragraph is not dropped anywhere but there
        Rule("css", "p", text=TextTest(equals="Reklám")),
        Rule("css", "div > p"),
        Rule("xpath", "//nav"),
    )
    portal = Portal(
        "echo",
        "https://echo.example/",
        article=ArticleRules(BodyRules(drop=drop, tags=(TagRow("p.x", "box"),))),
    )
    assert read_portal_decisions(portal) == PortalDecisions(
        "echo", (TagRow("p.x", "box"), TagRow(".ad", "drop"))
    )


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
    compound = parse_signature(signature)
    assert compound is not None
    assert (split_class_words(compound), last_words(compound)) == (words, heads)
