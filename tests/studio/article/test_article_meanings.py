"""What is written into a portal file when somebody says what an element means."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from article_portal import RULES

pytest.importorskip("nicegui")

from webarticlecurator.config import load_portal
from webarticlecurator.errors import UsageError
from webarticlecurator.model.fields import FIELD_NAMES
from webarticlecurator.rules.selectors import OPERATIONS as TAG_OPERATIONS
from webarticlecurator.studio.views.rule_proposals import (
    MEANINGS,
    OPERATIONS,
    MeaningProposal,
    find_meaning,
    write_proposal,
)


def write(text: str, word: str, selector: str, attribute: str = "", layout: str = "") -> str:
    return write_proposal(text, MeaningProposal(find_meaning(word), selector, attribute, layout))


def article_of(text: str) -> dict:
    return yaml.load(text, Loader=yaml.BaseLoader)["article"]


def test_every_button_writes_a_file_that_can_be_used():
    for meaning in MEANINGS:
        text = write(RULES, meaning.word, "p.one")
        assert text.startswith("# kept by hand\nportal: small\n")
        assert "# the text" in text or meaning.word == "root"
        load_portal(Path("small.yaml"), content=text.encode())
        if meaning.kind == "field":
            assert meaning.target in FIELD_NAMES


def test_a_new_root_is_tried_before_those_that_are_there():
    text = write(RULES, "root", "main")
    assert article_of(text)["body"]["root"] == ["main", "div.text"]
    again = write(text, "root", "div.text")
    assert article_of(again)["body"]["root"] == ["div.text", "main"]
    assert write(again, "root", "div.text") == again


def test_drops_are_added_once_and_comments_stay():
    text = f"{RULES}    drop:\n      - .ad  # theirs\n      - script\n"
    once = write(text, "drop", ".promo")
    assert once == f"{text}      - .promo\n"
    assert write(once, "drop", ".promo") == once


def test_a_drop_is_taken_back_and_others_stay():
    text = f"{RULES}    drop: [.ad, {{css: .promo, text: x}}]\n"
    once = write(text, "keep", ".promo")
    assert article_of(once)["body"]["drop"] == [".ad"]
    assert write(once, "keep", ".promo") == once
    assert "drop" not in article_of(write(once, "keep", ".ad"))["body"]
    assert write(RULES, "keep", ".ad") == RULES


def test_a_source_comes_before_the_others_of_its_field():
    text = f"{RULES}  metadata:\n    title:\n      # long since\n      - h1  # all\n"
    written = write(text, "title", "h1.headline")
    assert "      # long since\n      - h1.headline\n      - h1  # all\n" in written
    dated = write(text, "published", "time", "datetime")
    assert article_of(dated)["metadata"]["published"] == {"css": "time", "attr": "datetime"}


def test_a_field_that_was_switched_off_gets_the_source_alone():
    written = write(f"{RULES}  metadata: {{subtitle: none}}\n", "subtitle", "h2.sub")
    assert article_of(written)["metadata"] == {"subtitle": "h2.sub"}


LAYOUTS = f"""{RULES}  layouts:
    - {{name: old, when: td, body: {{root: td.old}}}}
    - name: older
      when: font
"""


def test_a_layout_gets_what_it_says_itself_and_the_article_the_rest():
    text = write(LAYOUTS, "root", "td.new", layout="old")
    assert article_of(text)["layouts"][0]["body"]["root"] == ["td.new", "td.old"]
    assert article_of(text)["body"]["root"] == "div.text"
    text = write(LAYOUTS, "drop", ".ad", layout="old")
    assert article_of(text)["body"]["drop"] == ".ad"
    text = write(LAYOUTS, "root", "main", layout="older")
    assert article_of(text)["body"]["root"] == ["main", "div.text"]


def test_a_tag_gets_a_row_in_the_file_and_none_beside_a_table():
    text = write(RULES, "caption", "div.under")
    assert article_of(text)["body"]["tags"] == {"div.under": "caption"}
    other = write(text, "tag:unwrap", "div.under")
    assert article_of(other)["body"]["tags"] == {"div.under": "unwrap"}
    with pytest.raises(UsageError, match=r"in the table small\.tags\.tsv"):
        write(f"{RULES}    tags: small.tags.tsv\n", "caption", "div.under")


def test_operations_are_those_of_the_tag_dictionary():
    assert {*TAG_OPERATIONS} - {*OPERATIONS} == {"drop"}
    with pytest.raises(UsageError, match="unknown meaning"):
        find_meaning("nonsense")
    with pytest.raises(UsageError, match="unknown meaning"):
        find_meaning("tag:nonsense")
