"""What rules leave out, in words."""

from __future__ import annotations

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
