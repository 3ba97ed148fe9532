"""CQL 1.2 of search portals: what each query asks for, or the diagnostic that it gets.

The grammar and its examples: https://www.loc.gov/standards/sru/cql/spec.html; the numbers:
https://www.loc.gov/standards/sru/diagnostics/diagnosticsList.html.
"""

from __future__ import annotations

import pytest

from webarticlecurator.corpus.search.search_query import Phrase, Query
from webarticlecurator.service.cql import MAX_BOOLEANS, MAX_NESTED, Diagnostic, parse_cql

DIAGNOSED = (
    ("", 7),
    ("   ", 7),
    ("dinosaur bird", 10),
    ("dinosaur and", 10),
    ("= dinosaur", 10),
    ("text =", 10),
    ("text = = fish", 10),
    ("a and and b and", 16),  # the index "and", the relation "b"
    ("()", 10),
    ("(dinosaur", 13),
    ("dinosaur)", 13),
    ("((a or b) and c", 13),
    ("(" * (MAX_NESTED + 1) + "a" + ")" * (MAX_NESTED + 1), 13),
    ('"dinosaur', 14),
    ('dinosaur"', 14),
    (r'"dinosaur\"', 14),
    ("bath.author = sanderson", 15),
    ("dc.title any fish", 15),
    ("title = dinosaur", 16),
    ("cql.allRecords = 1", 16),
    ('title any "dinosaur bird"', 16),
    ("text within 2002", 19),
    ("text > 9", 19),
    ("text <> fish", 19),
    ("text encloses 2002", 19),
    ("text =/stem fish", 20),
    ("text any/relevant fish", 20),
    ("text =/respectCase/cql.unmasked Fish", 20),
    (r"dino\saur", 26),
    ('""', 27),
    ('text = ""', 27),
    ("isk?la", 28),
    ("*saur", 28),
    ("d*n", 28),
    ('"complete d* of"', 28),
    ("^dinosaur", 31),
    ('"dinosaur^"', 31),
    ("...", 36),
    ("*", 36),
    (" or ".join("a" * (MAX_BOOLEANS + 2)), 38),
    ("cat prox dog", 39),
    ("cat prox/unit=word/distance>2 dog", 39),
    ("a or/rel.combine=sum b", 46),
    ('> dc = "http://deepcustard.org/" text = fish', 48),
    ("dinosaur sortBy dc.date/sort.descending", 80),
)
"""Query → the number of its diagnostic."""


def sketch(query: Query) -> str:
    if isinstance(query, Phrase):
        return f"[{query.text}{'…' if query.is_prefix else ''}]"
    return f"({sketch(query.left)} {query.operator} {sketch(query.right)})"


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("dinosaur", "[dinosaur]"),
        ('"complete dinosaur"', "[complete dinosaur]"),
        ("  dinosaur  ", "[dinosaur]"),
        ("(dinosaur)", "[dinosaur]"),
        ("((dinosaur))", "[dinosaur]"),
        ("árvíz", "[árvíz]"),
        # one precedence, from the left
        ("iskola or könyvtár and vasúti", "(([iskola] OR [könyvtár]) AND [vasúti])"),
        ("a and b or c and d", "((([a] AND [b]) OR [c]) AND [d])"),
        ("a or b not c", "(([a] OR [b]) NOT [c])"),
        ("a or (b and c)", "([a] OR ([b] AND [c]))"),
        ("(a or b) and (c or d)", "(([a] OR [b]) AND ([c] OR [d]))"),
        ("fish OR frog", "([fish] OR [frog])"),
        ("fish And frog", "([fish] AND [frog])"),
        ("fish NOT frog", "([fish] NOT [frog])"),
        ('"dinosaur" and "bird"', "([dinosaur] AND [bird])"),
        ('"bird or dinosaur"', "[bird or dinosaur]"),
        # words of the grammar may be terms
        ("and", "[and]"),
        ("or and not", "([or] AND [not])"),
        ("prox", "[prox]"),
        ('"sortby"', "[sortby]"),
        # indexes and relations
        ("cql.serverChoice = dinosaur", "[dinosaur]"),
        ("cql.serverchoice=dinosaur", "[dinosaur]"),
        ("text = dinosaur", "[dinosaur]"),
        ("text=dinosaur", "[dinosaur]"),
        ("text == dinosaur", "[dinosaur]"),
        ("text scr dinosaur", "[dinosaur]"),
        ("text cql.scr dinosaur", "[dinosaur]"),
        ('text adj "lecture notes"', "[lecture notes]"),
        ('text = "lecture notes"', "[lecture notes]"),
        ('text any "cat dog fish"', "(([cat] OR [dog]) OR [fish])"),
        ('text ALL "cat dog"', "([cat] AND [dog])"),
        ('text any "cat* dog"', "([cat…] OR [dog])"),
        ("cql.anywhere = fish and text = frog", "([fish] AND [frog])"),
        ('"text" = fish', "[fish]"),
        # masks and signs that mean themselves
        ("dinos*", "[dinos…]"),
        ('"complete dinos*"', "[complete dinos…]"),
        (r"dinos\*", "[dinos*]"),
        (r"what\?", "[what?]"),
        (r"a\^b", "[a^b]"),
        (r'"say \"hi now"', '[say "hi now]'),
        (r'"a\\b"', r"[a\b]"),
        (r"dinos\\*", "[dinos\\…]"),
    ],
)
def test_a_query_asks_for_what_the_standard_says(query: str, asked: str) -> None:
    assert sketch(parse_cql(query)) == asked


@pytest.mark.parametrize(("query", "number"), DIAGNOSED)
def test_what_is_not_answered_is_a_diagnostic(query: str, number: int) -> None:
    with pytest.raises(Diagnostic) as raised:
        parse_cql(query)
    assert raised.value.args[0] == number
