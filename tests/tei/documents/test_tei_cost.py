"""What a document costs: the schema is loaded once, and the header is no more than half of a file."""

from __future__ import annotations

import time
from pathlib import Path

from tried_page import (
    page,
    try_page,
)


def test_ten_portals_do_not_load_the_schema_ten_times(tmp_path: Path):
    """4.3 to 4.9 seconds each, 45 of 48 seconds, were spent on loading tei_all."""
    html = page("<p>egy</p>")
    began = time.process_time()
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        try_page(folder, html)
    assert time.process_time() - began < 10


NAMES = "Zoltán Anna Mária Béla Cili Dénes Elek Ferenc".split()

RULES = (
    "article: {next_page: a.next, continuation: '[?]p=', body: {root: article},"
    " metadata: {authors: .by, keywords: .by, modified: [{meta: mod}], published: [{meta: pub}]}}\n"
)

BY = "".join(f"<i class=by>{name}</i>" for name in NAMES)


def test_a_file_is_mostly_article(tmp_path: Path):
    """On average 54 % of a file was header, with lists in Python's notation."""
    text = "".join(
        f"<p>Ez a {n}. bekezdés, amely nem rövid, mert a hírekben sem azok a bekezdések.</p>"
        for n in range(40)
    )
    content = try_page(tmp_path, page(text, around=BY), RULES).content.decode("utf-8")
    header = content[content.index("<teiHeader") : content.index("</teiHeader>")]
    assert "['" not in header and "None" not in header
    assert len(header) < 0.54 * len(content) + len(BY) * 10
