"""How addresses are quoted in requests: as ``requests`` does, whose users portals expect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from requests.utils import requote_uri

from webarticlecurator.fetch.addresses import quote_address


@pytest.mark.parametrize(
    ("address", "quoted"),
    [
        ("/plain?a=b&c=[d]#e", "/plain?a=b&c=[d]#e"),
        ("/két szó", "/k%C3%A9t%20sz%C3%B3"),
        ("/%7Euser/%2F%c3%a9", "/~user/%2F%c3%a9"),
        ("/100%zz/%41", "/100%25zz/%2541"),
        ("/100%", "/100%"),
        ("/{a}|\"b\"", "/%7Ba%7D%7C%22b%22"),
    ],
)  # fmt: skip
def test_addresses_are_quoted(address: str, quoted: str) -> None:
    assert quote_address(address) == quoted == requote_uri(address)


@given(st.text(st.sampled_from("/?&=%#[]{}~-_.aAzZ09fg ő\"'\\^`|<>"), max_size=12))
def test_addresses_are_quoted_as_requests_does(address: str) -> None:
    assert quote_address(address) == requote_uri(address)
