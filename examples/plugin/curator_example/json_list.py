"""The link source ``json_list``: answers of an API, ``{"articles": [{"url", "title", "date"}]}``.

``archive: {json_list: "https://echo.example/api/{date:%Y-%m-%d}", dates: {from: 2015-01-01}}``
reads one answer for each day.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from webarticlecurator import FileSource

VALUES = ("title", "date")


def read_list(content: bytes, _url: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the address of each article with the values beside it.

    Raises ValueError if the answer is not such a list (a JSONDecodeError is one).
    """
    answer = json.loads(content)
    if not isinstance(answer, dict) or not isinstance(answer.get("articles"), list):
        raise ValueError('JSON without a list "articles"')
    for article in answer["articles"]:
        values = {name: str(article[name]) for name in VALUES if article.get(name)}
        yield str(article.get("url") or ""), values


SOURCE = FileSource(read_list, listed=VALUES)
