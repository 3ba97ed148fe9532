"""What a person can read on a page: its visible text, words, titles and short lines.

Pages that a portal sends in place of an article (bot challenges, consent walls, notices) are told
by it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, filterfalse
from urllib.parse import unquote

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.character_patterns import DIGIT
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.base.text.words import list_phrases
from webarticlecurator.pages.page.page import Page

MAX_COUNTED_WORDS = 1500
"""Words at which counting stops: no wall has more."""
MIN_PROSE_LETTERS = 4000
"""Letters in paragraphs from which the words of a page need not be counted: it is not a wall."""
_LETTERS_PER_COUNTED_WORD = 12
"""Letters of visible text that are read for each counted word: more than words have on average."""

MIN_HASHED_WORDS = 4
"""Words of a notice at the least, title included; fewer are a caption, the same on many pages."""
MAX_HASHED_LETTERS = 10_000
"""Letters that are compared: the beginning of old pages is the same on all of them, title
included."""
_VARYING_WORD = re.compile(
    r"\W*(?:\d{1,2}[:.]\d\d(?:[:.]\d\d)?|(?=[\w-]*\d)[0-9a-fA-F][0-9a-fA-F-]{10,}[0-9a-fA-F])\W*"
)
"""A time of day, and twelve or more hexadecimal digits: the number of a request or a session."""
_SESSION = re.compile(r"\W*((?=[\w-]*\d)(?=[\w-]*[a-fA-F])[0-9a-fA-F-]{7,})\W*")
"""A shorter number of a session, if it is in the address of the page (a gate). Other words of the
address may well be all that an article has of its own: a date, a name, a number."""


_INVISIBLE_TAGS = frozenset(("script", "style", "template", "title"))
"""Not ``noscript``: some portals put the article there for crawlers. Not ``head``: if a page has no
body tag, libxml2 puts elements that it does not know (``main``) there."""
_PUNCTUATION = re.compile(r"[^\w\s]|_")
_TITLE_SEPARATOR = re.compile(r"\s+[-–—|•·:»/]+\s+|\s*[|»]\s*")
_OWN_TEXT_TAGS = frozenset(("title", "h1", "h2", "p", "td", "div", "br", "pre"))
_LINE_TAGS = ("h1", "h2", "h3", "h4", "p", "strong", "b", "li", "td", "div", "span")
_MAX_LINE_LENGTH = 120
"""Characters; a longer text is not a title or a short line."""


@dataclass(frozen=True)
class TextLine:
    """A title, heading or short line: as it is compared (``fold_phrase``), and as written."""

    folded_text: str
    written: str


class VisibleText:
    """The visible text of ``page``; each attribute is computed when it is first used."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def text(self) -> str:
        """The visible text, case folded, with single spaces; cut off beyond the length of any
        wall."""
        pieces: list[str] = []
        letters = 0
        for text in read_visible_text(self.page.root):
            pieces.append(text)
            letters += len(text)
            if letters > MAX_COUNTED_WORDS * _LETTERS_PER_COUNTED_WORD:
                break
        return " ".join(" ".join(pieces).split()).casefold()

    @cached_property
    def word_count(self) -> int:
        """The number of visible words; MAX_COUNTED_WORDS for a page with much prose."""
        # On older pages, cells with line breaks are paragraphs.
        letters = 0
        for element in self.page.root.iter("p", "td", "div", "br"):
            letters += len((element.text or "").strip())
            letters += len((element.tail or "").strip()) if element.tag == "br" else 0
            letters += sum(len(inner.tail or "") for inner in element) if element.tag == "p" else 0
            if letters > MIN_PROSE_LETTERS:
                return MAX_COUNTED_WORDS
        return count_words(self.text)

    @cached_property
    def titles(self) -> tuple[TextLine, ...]:
        """The page's title and first-level headings, each as a whole and in its parts."""
        titles = [" ".join(e.text_content().split()) for e in self.page.root.iter("title", "h1")]
        parts = (part for title in titles for part in (title, *_TITLE_SEPARATOR.split(title)))
        return tuple(_to_line(part) for part in parts if 0 < len(part) <= _MAX_LINE_LENGTH)

    @cached_property
    def lines(self) -> tuple[TextLine, ...]:
        """The titles, and all short lines and their sentences."""
        short_lines: list[str] = []
        for element in self.page.root.iter(*_LINE_TAGS):
            text = " ".join((element.text or "").split())
            if text and len(text) <= _MAX_LINE_LENGTH:
                whole = " ".join(element.text_content().split())
                short_lines += [line for line in (whole, text) if len(line) <= _MAX_LINE_LENGTH]
        parts = (part for line in short_lines for part in (line, *split_sentences(line)))
        return (*self.titles, *(_to_line(part) for part in dict.fromkeys(parts)))


def is_invisible(element: etree._Element) -> bool:
    """Return True for scripts, styles and other elements whose content is never visible."""
    return element.tag in _INVISIBLE_TAGS


def read_visible_text(
    root: etree._Element, is_left_out: Callable[[etree._Element], bool] = is_invisible
) -> Iterator[str]:
    """Yield the text nodes in an element in document order, without those in elements that are left
    out."""
    pending: list[etree._Element | str] = [root]
    while pending:  # not recursive: some pages are nested thousands deep
        part = pending.pop()
        if isinstance(part, str):
            yield part
            continue
        if part.tail and part is not root:
            pending.append(part.tail)  # it comes after the content of the element
        if isinstance(part.tag, str) and not is_left_out(part):
            pending.extend(reversed(part))
            if part.text:
                yield part.text


def hash_shown_text(page: Page) -> int | None:
    """Return a hash (64 bits, signed) of what a page shows, None if it shows less than
    MIN_HASHED_WORDS words.

    Pages that differ in links alone (a menu, a box of what others read), in numbers of requests and
    sessions, in times of day or in the address of the page have the same hash: so a notice that a
    portal sends in place of any page is found, although no two are equal byte by byte.
    """
    words: list[str] = []
    letters = 0
    for text in _read_own_texts(page):
        letters += len(text)
        words += text.split()
        if letters > MAX_HASHED_LETTERS:
            break
    signed = [*filterfalse(str.isalpha, words)]
    varying = {word for word in filter(DIGIT.search, signed) if _is_varying(word, page.url)}
    varying.update(_list_addresses(signed, page))
    shown = [word for word in words if word not in varying] if varying else words
    if len(shown) < MIN_HASHED_WORDS:
        return None
    digest = hashlib.blake2b(" ".join(shown).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _is_varying(word: str, url: str) -> bool:
    session = _SESSION.fullmatch(word)
    return _VARYING_WORD.fullmatch(word) is not None or bool(session and session[1] in url)


def _list_addresses(words: Sequence[str], page: Page) -> Iterator[str]:
    """Yield the words with the whole address of a page behind its host, or the name at its end, as
    notices repeat it. What is headed by its address may have nothing else of its own."""
    address = unquote(page.url.partition("://")[2].partition("/")[2]).rstrip("/")
    name = address.rpartition("/")[2]
    is_name = name.count("-") > 1 and not name.replace("-", "").isdecimal()
    path, last = f"/{address}", name if is_name else f"/{address}"
    found = [word for word in words if path in word or last in word] if address else []
    headings = (page.elements.with_tag(tag) for tag in ("title", "h1")) if found else ()
    heads = {word for each in chain(*headings) for word in (each.text or "").split()}
    yield from (word for word in found if word not in heads)


def _read_own_texts(page: Page) -> Iterator[str]:
    """Yield the texts that stand directly in titles, headings, paragraphs and cells: links have
    elements of their own. (All text nodes outside links take five times as long.)"""
    for element in page.elements.all:  # iter() with so many tags takes four times as long
        tag = element.tag
        if tag not in _OWN_TEXT_TAGS:
            continue
        if text := element.text:
            yield text
        if tag == "br" and element.tail:
            yield element.tail
        elif tag == "p":
            yield from (inner.tail for inner in element if inner.tail)


def split_sentences(line: str) -> list[str]:
    """Return the sentences of a line, without their punctuation."""
    return [piece for piece in re.split(r"[.!?…。！？।]+\s*", line) if piece]


def fold_phrase(text: str) -> str:
    """Return ``text`` as it is compared: case folded, without punctuation and combining marks, with
    single spaces."""
    return " ".join(_PUNCTUATION.sub("", text.casefold()).split())


@lru_cache(maxsize=16)
def folded_phrases(topic: str, section: str) -> frozenset[str]:
    """Return the phrases of a section of a word list as they are compared (``fold_phrase``)."""
    return frozenset(map(fold_phrase, list_phrases(topic, section)))


def _to_line(written: str) -> TextLine:
    return TextLine(fold_phrase(written), written)
