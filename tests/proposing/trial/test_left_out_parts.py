"""What rules leave out, in words."""

from __future__ import annotations

from webarticlecurator.base.text.translation import reader_language, translate
from webarticlecurator.proposing.trial.left_out_parts import list_left_out, name_left_out


def test_a_part_has_the_name_that_its_words_say_or_that_the_page_gives_it() -> None:
    dropped = [
        ("drop: div.x-17 > p.Lorem", 12),
        ("drop: .share-bar", 3),
        ("drop: div.sharing", 4),
        ("drop: aside (no root is configured)", 2000),
    ]
    assert list_left_out(dropped) == [
        "share buttons",
        "the part “Lorem” of the page (12 words)",
        "the part “aside” of the page (2,000 words)",
    ]
    assert name_left_out("div.x-17") == ""


def test_what_is_left_out_without_a_rule_is_said_in_words_that_are_translated() -> None:
    found = list_left_out([("guess: beside the text", 12), ("guess: label (2 elements)", 3)])
    assert found == ["beside the text (12 words)", "label (3 words)"]
    token = reader_language.set("de")
    assert [*map(translate, found)] == ["neben dem Text (12 Wörter)", "Beschriftung (3 Wörter)"]
    reader_language.reset(token)
