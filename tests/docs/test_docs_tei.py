"""The article that docs/tei.md shows is that of the demo corpus, line by line."""

from __future__ import annotations

import re
from pathlib import Path

from docs_material import CHECKOUT, read

PAGE = CHECKOUT / "docs" / "tei.md"


def test_the_article_of_the_page_is_that_of_the_corpus(small_tour: Path):
    (shown,) = re.findall(r"(?ms)^```xml\n(.*?)^```$", read(PAGE))
    written = read(small_tour / "corpora/demo/tei/2001/03/avri7ljaqm63wlflm.xml")
    place = 0
    for piece in re.split(r"(?m)^…\n", shown):
        assert piece in written[place:], piece
        place = written.index(piece, place) + len(piece)
