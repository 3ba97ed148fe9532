"""Addresses of links in the TEI."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import (
    BASE,
    URL,
    page,
    try_page,
)

ADDRESSES = {
    "http://e.hu:8080/x": "http://e.hu:8080/x",
    "http://e.hu/?a%3Db%2Fc": "http://e.hu/?a%3Db%2Fc",
    "mailto:valaki@e.hu": "mailto:valaki@e.hu",
    "tel:+3612345678": "tel:+3612345678",
    "ftp://e.hu/x": "ftp://e.hu/x",
    "#frag": f"{URL}#frag",
    "a/b.html": f"{BASE}/2019/a/b.html",
    "example.de": f"{BASE}/2019/example.de",
    "HTTPS://E.hu/X": "https://E.hu/X",
    "//cdn.example/x": "https://cdn.example/x",
    "?p=2": f"{URL}?p=2",
    "https://e.hu/ő ű": "https://e.hu/%C5%91%20%C5%B1",
}


NONE = ("http://[bad", "http://e.hu:80a/", "http://%zz:x")
"""They keep their raw address."""


# bug 15 of HTML2TEI
@pytest.mark.parametrize("raw", [*ADDRESSES, *NONE])
def test_a_link_keeps_its_address_which_is_never_in_the_text(tmp_path: Path, raw: str):
    tried = try_page(tmp_path, page(f"<p>az <a href='{raw}'>írja</a> meg</p>"))
    place, address = ("@target", ADDRESSES[raw]) if raw in ADDRESSES else ("@n", raw)
    kind = "[@type='unresolvable']" if raw in NONE else "[not(@type)]"
    assert tried.at(f"//t:text//t:ref{kind}/{place}") == [address]
    assert len(tried.at("//t:text//t:ref")) == 1
    assert tried.words == ["az", "írja", "meg"]
