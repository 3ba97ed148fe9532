"""What titles have in common: what is recognised, and what is not."""

from __future__ import annotations

import re

from webarticlecurator.proposing.fields.title_candidates import find_title_affixes

WORDS = "Ferry Harbour Bridge Market School Tram River Castle Storm Bakery".split()


def found(titles: list[str], *known: str) -> list[tuple[str, str]]:
    return [
        (affix.kind, affix.text) for affix in find_title_affixes({"meta:og:title": titles}, known)
    ]


def test_a_suffix_of_every_title():
    (affix,) = find_title_affixes({"css:title": [f"{word} opens - The Echo" for word in WORDS]})
    assert (affix.text, affix.kind, affix.source, affix.count, affix.of) == (
        " - The Echo",
        "suffix",
        "css:title",
        10,
        10,
    )
    assert re.sub(*affix.pair, "A - B opens  -  The Echo") == "A - B opens"
    assert re.sub(*affix.pair, "The - The Echo of war") == "The - The Echo of war"


def test_a_prefix_of_every_title():
    (affix,) = find_title_affixes({"css:title": [f"Echo | {word} opens" for word in WORDS]})
    assert affix.kind == "prefix"
    assert re.sub(*affix.pair, "Echo | Ferry opens") == "Ferry opens"


def test_sections_before_the_name_go_after_it():
    titles = [
        f"{word} opens – {section} – Echo" for word in WORDS for section in ("Sport", "Culture")
    ]
    assert found(titles) == [
        ("suffix", " – Echo"),
        ("suffix", " – Culture"),
        ("suffix", " – Sport"),
    ]
    pairs = [affix.pair for affix in find_title_affixes({"t": titles})]
    title = "Ferry opens – Sport – Echo"
    for pair in pairs:
        title = re.sub(*pair, title)
    assert title == "Ferry opens"


def test_a_series_is_no_site_name():
    titles = [f"Weather: {word} today" for word in WORDS[:4]] + [f"{word} opens" for word in WORDS]
    assert found(titles) == []


def test_few_titles_prove_only_the_name_of_the_portal():
    titles = [f"{word} opens | Echo.hu" for word in WORDS[:2]] + [
        f"{word} closes" for word in WORDS
    ]
    assert found(titles) == []
    assert found(titles, "echo.hu") == [("suffix", " | Echo.hu")]


def test_the_same_title_many_times_counts_once():
    assert found(["Sunday - Echo"] * 50 + [f"{word} opens" for word in WORDS]) == []


def test_a_title_without_other_words_is_unchanged():
    assert found(["Echo"] * 9 + [f"{word} opens" for word in WORDS], "Echo") == []


def test_no_titles_have_nothing_in_common():
    assert find_title_affixes({}) == ()
    assert find_title_affixes({"t": []}) == ()
