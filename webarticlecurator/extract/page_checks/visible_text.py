"""What a reader sees of a page, as far as the gate needs it: its text, how much that is, and its
titles and short lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from webarticlecurator.page import Page

MAX_COUNTED_WORDS = 1500
"""Words at which the counting stops: no wall has more."""
MIN_PROSE_LETTERS = 4000
"""Letters in paragraphs that make a page an ordinary one, of which the words need not be counted.
"""

_SILENT = frozenset(("script", "style", "template", "title"))
"""Not ``noscript``: it speaks to crawlers, and some portals put the article there. Not ``head``:
where a page leaves out its body tag, libxml2 puts elements that it does not know (``main``) there.
"""
_UNSPACED = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
)
"""Letters of the scripts that leave no blank between words: Han, Kana, Thai, Lao, Burmese, Khmer.
"""
_LETTERS_A_WORD = 2
_SIGNS = re.compile(r"[^\w\s]|_")
_PIECES = re.compile(r"\s+[-–—|•·:»/]+\s+|\s*[|»]\s*")
_LINES = ("h1", "h2", "h3", "h4", "p", "strong", "b", "li", "td", "div", "span")
_LINE_LETTERS = 120


@dataclass(frozen=True)
class TextLine:
    """A title, heading or short line: as it is compared (case, punctuation and combining signs
    aside), and as written."""

    folded: str
    written: str


class VisibleText:
    """The visible side of ``page``. Each view is made when it is first asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def text(self) -> str:
        """The visible text, case folded, one blank between words; cut where there is more of it
        than any wall has."""
        pieces: list[str] = []
        letters = 0
        for text in read_visible_text(self.page.root):
            pieces.append(text)
            letters += len(text)
            if letters > MAX_COUNTED_WORDS * 12:
                break
        return " ".join(" ".join(pieces).split()).casefold()

    @cached_property
    def words(self) -> int:
        """How many words are visible; ENOUGH where there are so many paragraphs that it does not
        matter."""
        return MAX_COUNTED_WORDS if _much_prose(self.page.root) else count_words(self.text)

    @cached_property
    def titles(self) -> tuple[TextLine, ...]:
        """The page's title and first-level headings, each whole and in its pieces."""
        found = [" ".join(e.text_content().split()) for e in self.page.root.iter("title", "h1")]
        pieces = (piece for title in found for piece in (title, *_PIECES.split(title)))
        return tuple(_title(piece) for piece in pieces if 0 < len(piece) <= _LINE_LETTERS)

    @cached_property
    def lines(self) -> tuple[TextLine, ...]:
        """The titles, and whatever else stands alone as one short line."""
        found: list[str] = []
        for element in self.page.root.iter(*_LINES):
            text = " ".join((element.text or "").split())
            if text and len(text) <= _LINE_LETTERS:
                found += [
                    piece
                    for piece in (" ".join(element.text_content().split()), text)
                    if len(piece) <= _LINE_LETTERS
                ]
        pieces = (piece for line in found for piece in (line, *split_sentences(line)))
        return (*self.titles, *(_title(piece) for piece in dict.fromkeys(pieces)))


def _much_prose(root: etree._Element) -> bool:
    """True if paragraphs (or what older pages have for them: cells with line breaks) hold more than
    PROSE_LETTERS letters."""
    letters = 0
    for element in root.iter("p", "td", "div", "br"):
        letters += len((element.text or "").strip())
        letters += len((element.tail or "").strip()) if element.tag == "br" else 0
        letters += sum(len(inner.tail or "") for inner in element) if element.tag == "p" else 0
        if letters > MIN_PROSE_LETTERS:
            return True
    return False


def is_invisible(element: etree._Element) -> bool:
    """True for scripts, styles and the like: what they hold is never seen."""
    return element.tag in _SILENT


def read_visible_text(
    root: etree._Element, left_out: Callable[[etree._Element], bool] = is_invisible
) -> Iterator[str]:
    """The texts below an element in document order, without what stands in elements that are
    ``left_out``."""
    pending: list[etree._Element | str] = [root]
    while pending:  # not recursive: some pages are nested thousands deep
        part = pending.pop()
        if isinstance(part, str):
            yield part
            continue
        if part.tail and part is not root:
            pending.append(part.tail)  # read when the element itself is done
        if isinstance(part.tag, str) and not left_out(part):
            pending.extend(reversed(part))
            if part.text:
                yield part.text


def split_sentences(line: str) -> list[str]:
    """The sentences of a line."""
    return [piece for piece in re.split(r"[.!?…。！？।]+\s*", line) if piece]


def count_words(text: str) -> int:
    """How many words a text has: runs without blanks; in scripts that write without blanks, two
    letters count as one word."""
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text))
    return (
        len((_UNSPACED.sub("", text) if unspaced else text).split()) + unspaced // _LETTERS_A_WORD
    )


def fold_phrase(text: str) -> str:
    """For comparing: case folded, letters and digits only, single blanks."""
    return " ".join(_SIGNS.sub("", text.casefold()).split())


def compile_phrases(listed: str) -> frozenset[str]:
    """The phrases of a list, parted by ``|``, as they are compared."""
    return frozenset(map(fold_phrase, listed.split("|")))


def _title(written: str) -> TextLine:
    return TextLine(fold_phrase(written), written)
