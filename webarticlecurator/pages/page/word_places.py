"""In which elements the words of a page are: what two parsers must agree on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.text.html_tags import UNCLOSED_TAGS

IGNORED_TAGS = frozenset(("script", "style", "template", "title"))
_WITHOUT_PATH = UNCLOSED_TAGS | {"html", "head", "body"}
"""Tags that do not count as places: both trees always have ``html``, ``head`` and ``body``, and
libxml2 puts the content that follows an unclosed element into it."""
_MEDIA = frozenset("img video audio iframe object br hr canvas svg table".split())
Paths = dict[tuple[int, str], int]
"""Number of the outer path and tag → number of the path. Two trees are compared with the same
ones."""


@dataclass
class WordPlaces:
    """The words of a page in order, "" for a medium or a line break; and ``runs``: the number of
    the path of each run of words in elements of the same path, with the number of words before
    it."""

    paths: Paths = field(compare=False)
    words: list[str] = field(default_factory=list)
    runs: list[tuple[int, int]] = field(default_factory=list)

    def enter(self, outer: int, tag: str) -> int:
        """Return the path of an element below the path ``outer``; a medium counts as a word."""
        path = self.paths.get((outer, tag))
        if path is None:
            path = outer if tag in _WITHOUT_PATH else len(self.paths) + 1
            self.paths[outer, tag] = path
        if tag in _MEDIA:
            self.add(path, ("",))
        return path

    def add(self, path: int, words: Sequence[str]) -> None:
        """Add words in an element."""
        if words:
            if not self.runs or self.runs[-1][1] != path:
                self.runs.append((len(self.words), path))
            self.words += words


def list_word_places(root: etree._Element, paths: Paths) -> WordPlaces:
    """Return the places of the words of a tree."""
    places = WordPlaces(paths)
    path = 0
    _add_words(places, path, root.text)
    # depth first: the open elements, each with what is left of its siblings, and the path outside
    opened: list[tuple[Iterator[etree._Element], etree._Element, int]] = []
    children: Iterator[etree._Element] = iter(root)
    while True:
        for element in children:
            tag = element.tag
            if isinstance(tag, str) and tag not in IGNORED_TAGS:
                inner = places.enter(path, tag)
                _add_words(places, inner, element.text)
                if len(element):
                    opened.append((children, element, path))
                    children, path = iter(element), inner
                    break
            _add_words(places, path, element.tail)
        else:
            if not opened:
                return places
            children, element, path = opened.pop()
            _add_words(places, path, element.tail)


def _add_words(places: WordPlaces, path: int, text: str | None) -> None:
    # most texts are white space alone
    if text and not text.isspace():
        places.add(path, text.split())
