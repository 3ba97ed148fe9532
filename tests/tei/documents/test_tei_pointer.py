"""Addresses: those that can be URIs are percent-encoded, the others are recognised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.writers import person_pointer

ANY_URI = etree.RelaxNG(
    etree.fromstring(
        '<element name="a" xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">'
        '<attribute name="u"><data type="anyURI"><param name="pattern">\\S+</param></data></attribute></element>'
    )
)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("https://a.example/x?y=1#z", "https://a.example/x?y=1#z"),
        ("https://a.example/%C5%91%3D%2F", "https://a.example/%C5%91%3D%2F"),
        ("http://e.hu:8080/x", "http://e.hu:8080/x"),
        ("HTTPS://A.example/", "HTTPS://A.example/"),
        (" https://a.example/ő b\n", "https://a.example/%C5%91%20b"),
        ("https://a.example/50%", "https://a.example/50%25"),
        ("%zz", "%25zz"),
        (
            'https://a.example/[1]{2}|\\^`"<>',
            "https://a.example/%5B1%5D%7B2%7D%7C%5C%5E%60%22%3C%3E",
        ),
        ("https://a.example/?a=[]#b#c", "https://a.example/?a=%5B%5D#b%23c"),
        ("https://pelda-őr.example/", "https://xn--pelda-r-7mb.example/"),
        ("http://[::1]:80/x", "http://[::1]:80/x"),
        ("http://u:p w@a.example/", "http://u:p%20w@a.example/"),
        ("mailto:a b@c.example", "mailto:a%20b@c.example"),
        ("tel:+36 1 234", "tel:+36%201%20234"),
        ("javascript:void(0)", "javascript:void(0)"),
        ("//cdn.example/x", "//cdn.example/x"),
        ("#frag", "#frag"),
        ("a/b.html", "a/b.html"),
        ("http://[bad", None),
        ("http://a.example:8x/", None),
        ("http://a.example:/x", "http://a.example/x"),
        ("http://a.example:123456/", None),
        ("http:///x", None),
        ("https://a b.example/", None),
        ("a b:c", None),
        ("mailto:", None),
        ("", None),
        (" \n", None),
    ],
)
def test_valid_uri(raw: str, expected: str | None) -> None:
    assert valid_uri(raw) == expected


@given(
    st.one_of(
        st.text(max_size=30),
        st.text(alphabet="htp:/[]@%?#.a1 ő\\", max_size=30).map("http://".__add__),
    )
)
def test_encoded_addresses_are_valid_and_stable(raw: str) -> None:
    found = valid_uri(raw)
    if found is not None:
        assert ANY_URI.validate(etree.Element("a", u=found)), found
        assert found.isascii() and valid_uri(found) == found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Kiss Anna", "#a1.p-Kiss_20_Anna"),
        (" Kiss_Anna", "#a1.p-Kiss_5f_Anna"),
        ("https://a.example/u/1", "https://a.example/u/1"),
        ("  ", None),
        (None, None),
        ("http://[bad", None),
    ],
)
def test_person_pointer(name: str | None, expected: str | None) -> None:
    assert person_pointer("a1", name) == expected
