"""Polls: a question and answers set apart, by the rows of a portal and by the base dictionary."""

from __future__ import annotations

from body_reading import try_read

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.base.model.article import Article, Metadata, TextAccount
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines, read_lines
from webarticlecurator.tei.documents.validation import validate

WP_POLLS = """<p>Before.</p><div id="polls-3" class="wp-polls">
<form class="wp-polls-form" action="/" method="post"><p style="display: none;"><input type="hidden" name="id" value="3"></p>
<p style="text-align: center;"><strong>Which harbour?</strong></p>
<div class="wp-polls-ans"><ul class="wp-polls-ul">
<li><input type="radio" id="a-6"> <label for="a-6">The old one</label></li>
<li><input type="radio" id="a-7"> <label for="a-7">The new one</label></li>
</ul></div></form></div><p>After.</p>"""
"""A poll as a widespread plug-in of WordPress writes it."""


def test_a_poll_by_rows_of_the_portal(blocks) -> None:
    rows = [("div.p", "poll"), ("h3", "question"), ("li", "answer")]
    page = "<div class=p><h3>Which?</h3><ul><li>Old 40 %<li>New 60 %</ul></div>"
    assert blocks(page, tags=rows) == [
        "poll(question('Which?') answers(answer(paragraph('Old 40 %')) answer(paragraph('New 60 %'))))"
    ]


def test_the_base_dictionary_knows_the_polls_of_wordpress(blocks) -> None:
    assert blocks(WP_POLLS) == [
        "paragraph('Before.')",
        "poll(paragraph(bold('Which harbour?'))"
        " answers(answer(paragraph('The old one')) answer(paragraph('The new one'))))",
        "paragraph('After.')",
    ]


def test_a_poll_is_set_apart_in_tei_and_not_in_the_plain_text() -> None:
    found = try_read(WP_POLLS)
    assert isinstance(found, BodyResult)
    article = Article("a234567abcdefghij", "https://echo.example/1", (), None, (), Metadata(),
                      found.blocks, TextAccount())  # fmt: skip
    content = build_document(article, Portal("echo", "https://echo.example/")).content
    assert validate(content) == ()
    poll = (
        content.decode().partition('<floatingText type="poll">')[2].partition("</floatingText>")[0]
    )
    assert '<list type="answers">' in poll and "<p>The new one</p>" in poll
    assert plain_lines(found.blocks) == read_lines(content) == ["Before.", "After."]
