"""Addresses that are accepted unchanged are those that encoding does not change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.tei.documents import pointers

_PIECES = [
    "http://",
    "https://",
    "HTTP://",
    "a.hu",
    "b",
    "/",
    "?",
    "#",
    "%20",
    "%",
    "%zz",
    ":80",
    ":",
    "@",
    " ",
    "ő",
    "[",
    "]",
]
_PIECES += ["|", "..", "=&", "\t", ":99999", ":999999", "é.hu", "\u00a0"]


@given(st.sampled_from(_PIECES[:2]), st.lists(st.sampled_from(_PIECES), max_size=6))
def test_the_fast_path_returns_what_encoding_returns(scheme: str, rest: list[str]) -> None:
    raw = scheme + "".join(rest)
    assert pointers.valid_uri(raw) == pointers._encoded(raw)


def test_the_fast_path_is_used() -> None:
    for raw in ("https://a.hu", "http://a.hu:80/b%20c?d=e?f&g#h?i", "https://a-b.hu/?#"):
        assert pointers._READY.fullmatch(raw), raw
    for raw in (
        "https://a.hu/ő",
        "//a.hu/",
        "https://a.hu:/",
        "https://a.hu/ ",
        "https://a.hu/#b#c",
        "mailto:a@b.hu",
    ):
        assert not pointers._READY.fullmatch(raw), raw
