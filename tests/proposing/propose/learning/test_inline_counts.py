"""Counts of a template in the first or last line of a text are dropped, and numbers of the text
are not.
"""

from __future__ import annotations

import pytest
from learn_pages import page, prose

from webarticlecurator.articles.without_rules.text_units import list_page_units
from webarticlecurator.proposing.text_rules.inline_counts import learn_inline_counts

TEXT = "<h1>Title {n}</h1><article>{above}{prose}{below}<ul><li>x</li></ul></article>"


def learned(above: str, below: str = "") -> list[str]:
    """Return the rules for six pages whose text is directly in ``article``."""
    pages = [
        page(
            n,
            TEXT.format(
                n=n, above=above.format(n=n + 2), below=below.format(n=n + 2), prose=prose(n, 0)
            ),
        )
        for n in range(6)
    ]
    kept = [[u for u in list_page_units(each) if u.tag == "article"] for each in pages]
    return [
        line.rule + (f" {line.text[1]}" if line.text else "")
        for line in learn_inline_counts(pages, kept)
    ]


@pytest.mark.parametrize(
    ("above", "below", "rules"),
    [
        ('<span class="time">{n} min read</span>', "", ["span.time"]),
        ("<span>{n} min read</span>", "", [r"span ^[\d.,]+\ min\ read$"]),
        ("", '<small class="views">Read 1,{n}7 times</small>', ["small.views"]),
        ("", "", []),
        ("<b>Anna</b> ", "", []),
    ],
)
def test_a_count_with_the_same_words_on_all_pages_is_dropped(
    above: str, below: str, rules: list[str]
) -> None:
    assert learned(above, below) == rules


@pytest.mark.parametrize(
    "above",
    [
        "On day <b>{n} of May</b> ",  # inside a sentence
        '<b class="n">{n} of May</b> and <b class="n">7 of May</b>, ',  # two of a kind
    ],
)
def test_a_number_of_the_text_stays(above: str) -> None:
    assert learned(above) == []
