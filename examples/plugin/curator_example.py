"""Plug-ins for webarticlecurator, as an example (docs/plug-ins.md): ``pip install examples/plugin``.

One of each kind that a portal file or a command line names; pyproject.toml registers them.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from lxml import etree

from webarticlecurator import (
    Command,
    Corpus,
    Exporter,
    FileSource,
    Portal,
    Selector,
    StoredArticle,
)

# The export format ``biblatex``: one entry per article, for reference managers.


def write_entries(articles: Iterable[StoredArticle]) -> Iterator[bytes]:
    """Yield the entry of each article (UTF-8)."""
    for article in articles:
        yield "".join(_entry_lines(article)).encode("utf-8", "replace")


def _entry_lines(article: StoredArticle) -> Iterator[str]:
    header = article.header
    fields = {
        "title": header.metadata.first("title"),
        "author": " and ".join(header.metadata.texts("authors")),
        "date": (header.metadata.first("published") or "")[:10],
        "organization": header.publisher,
        "url": header.url,
    }
    yield f"@online{{{header.id},\n"
    for name, value in fields.items():
        if value:
            yield f"  {name} = {{{_escape(value)}}},\n"
    yield "}\n"


def _escape(text: str) -> str:
    """Return a text without the characters that would end a value."""
    return text.translate({ord("{"): "(", ord("}"): ")", ord("\\"): "/"})


BIBLATEX = Exporter("BibLaTeX, for reference managers", write_entries)


# The selector ``after_label``: the element that follows one with a given text.
#
# ``{after_label: Author}`` selects the ``dd`` of ``<dt>Author</dt><dd>Ann Other</dd>``.


def find_after_label(label: str, element: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements after those whose whole text is ``label``, in document order."""
    for each in element.iter("*"):
        text = " ".join(str(each.xpath("string()")).split())
        following = next(each.itersiblings("*"), None)
        if text == label and following is not None:
            yield following


def check_label(label: str) -> str:
    """Return what is wrong with a label: it can never be the text of an element."""
    return "" if label and label == " ".join(label.split()) else "white space at its ends"


AFTER_LABEL = Selector(find_after_label, check_label)


# The link source ``json_list``: answers of an API, ``{"articles": [{"url", "title", "date"}]}``.
#
# ``archive: {json_list: "https://echo.example/api/{date:%Y-%m-%d}", dates: {from: 2015-01-01}}``
# reads one answer for each day.


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


JSON_LIST = FileSource(read_list, listed=VALUES)


# The command ``curator years``: how many articles of a corpus are of each year.


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("config", type=Path, metavar="CONFIG", help="the portal file")
    parser.add_argument("corpus", type=Path, metavar="CORPUS", help="the folder of a corpus")


def print_years(args: Namespace) -> None:
    articles = Corpus(args.corpus, Portal.load(args.config)).articles()
    years = Counter((article.published or "")[:4] or "no date" for article in articles)
    for year, count in sorted(years.items()):
        print(year, count)


YEARS = Command(
    "count the articles of a corpus by year",
    add_options,
    print_years,
    "curator years examples/demo.yaml corpora/demo",
)
