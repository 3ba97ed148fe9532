"""One article, one address: addresses that are equivalent by RFC 3986 become one, no others."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.articles.by_rules.identity import article_id, canonical_address, public_url
from webarticlecurator.base.portal.portal import AddressRules

PLAIN = AddressRules()


@pytest.mark.parametrize(
    ("requested", "expected"),
    [
        ("HTTPS://Echo.Example", "https://echo.example/"),
        ("http://echo.example:80/a", "http://echo.example/a"),
        ("http://echo.example:/a", "http://echo.example/a"),
        ("https://echo.example:80/a", "https://echo.example:80/a"),
        ("https://User:Pass@Echo.example/A/b", "https://echo.example/A/b"),
        ("https://echo.example/a#comments", "https://echo.example/a"),
        ("https://echo.example/%7euser/%c3%a9?q=%2f", "https://echo.example/~user/%C3%A9?q=%2F"),
        ("https://echo.example/é á?q=ű", "https://echo.example/%C3%A9%20%C3%A1?q=%C5%B1"),
        ("https://echo.example/100%/%zz", "https://echo.example/100%/%zz"),
        ("https://echo.example/a/./b/../c", "https://echo.example/a/c"),
        ("https://echo.example/../a/..", "https://echo.example/"),
        ("https://echo.example/a//b/", "https://echo.example/a//b/"),
        ("https://echo.example/a?b=2&a=1", "https://echo.example/a?b=2&a=1"),
        ("https://Bücher.example/", "https://xn--bcher-kva.example/"),
        ("  https://echo.example/a \n", "https://echo.example/a"),
        ("http://[bad", "http://[bad"),
    ],
)
def test_addresses_that_are_equivalent_become_one(requested: str, expected: str) -> None:
    assert canonical_address(requested, PLAIN) == expected


def test_query_parameters_are_dropped_by_glob_of_their_name() -> None:
    rules = AddressRules(drop=("fragment", "utm_*", "fb?lid"))
    address = "https://echo.example/a?utm_source=x&id=7&UTM_medium=y&fbclid=&utm%5Fcampaign=z#top"
    assert canonical_address(address, rules) == "https://echo.example/a?id=7&UTM_medium=y"
    assert (
        canonical_address("https://echo.example/a?utm_source=x", rules) == "https://echo.example/a"
    )
    assert (
        canonical_address("https://echo.example/a?x=utm_source", rules)
        == "https://echo.example/a?x=utm_source"
    )


def test_a_fragment_stays_where_it_is_not_dropped() -> None:
    assert (
        canonical_address("https://echo.example/a#p7", AddressRules(drop=()))
        == "https://echo.example/a#p7"
    )


def test_replacements_run_in_order_on_the_whole_address() -> None:
    rules = AddressRules(
        replace=(("^http:", "https:"), (r"^https://m\.", "https://"), (r"/(\d+)-[^/]*$", r"/\1"))
    )
    assert (
        canonical_address("http://m.echo.example:80/news/123-a-title", rules)
        == "https://echo.example/news/123"
    )


def test_the_id_is_a_letter_and_16_base32_digits_of_the_address_alone() -> None:
    # sha256 of "https://echo.example/a" and its base32 form worked out with sha256sum and base32
    assert article_id("https://echo.example/a") == "adevjbvbofxcwkwti"
    assert re.fullmatch(r"a[a-z2-7]{16}", article_id("https://echo.example/b"))


def test_the_public_address_is_made_from_the_canonical_one() -> None:
    rules = AddressRules(public=((r"/cikk\.json\?id=(\w+)", r"/cikk/\1"),))
    assert (
        public_url("https://echo.example/cikk.json?id=abc", rules)
        == "https://echo.example/cikk/abc"
    )
    assert public_url("https://echo.example/other", rules) == "https://echo.example/other"


@given(st.text(alphabet="aB/.%é?&=#: 2fF[]~;", max_size=30))
def test_the_canonical_address_is_its_own_canonical_address(tail: str) -> None:
    rules = AddressRules(drop=("fragment", "a*"))
    once = canonical_address("http://Echo.example/" + tail, rules)
    assert canonical_address(once, rules) == once
    assert once.isascii()
