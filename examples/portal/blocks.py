"""What an article of the made-up portal consists of. Each block knows its own true text; ``markup``
and ``markup_old`` make HTML of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Mark:
    """Formatted running text: ``kind`` is bold, italic, link, super, strike or break; ``href`` for
    links, as on the page."""

    kind: str
    text: str = ""
    href: str = ""


Runs = tuple[str | Mark, ...]


def plain(runs: Runs) -> str:
    """The text without formatting; a line break separates words, every other mark does not."""
    return "".join(r if isinstance(r, str) else " " if r.kind == "break" else r.text for r in runs)


@dataclass(frozen=True)
class Text:
    """A paragraph, heading or lead (``kind``)."""

    kind: str
    runs: Runs

    def texts(self) -> Iterator[str]:
        yield plain(self.runs)


@dataclass(frozen=True)
class Item:
    runs: Runs
    inner: Items | None = None


@dataclass(frozen=True)
class Items:
    """A list, perhaps nested; ``start`` counts only if it is numbered."""

    items: tuple[Item, ...]
    numbered: bool = False
    start: int = 1

    def texts(self) -> Iterator[str]:
        for item in self.items:
            yield plain(item.runs)
            if item.inner:
                yield from item.inner.texts()


@dataclass(frozen=True)
class Cell:
    runs: Runs
    rows: int = 1
    cols: int = 1
    label: bool = False


@dataclass(frozen=True)
class Table:
    heading: str
    rows: tuple[tuple[Cell, ...], ...]

    def texts(self) -> Iterator[str]:
        yield self.heading
        for row in self.rows:
            yield " ".join(plain(cell.runs) for cell in row)


@dataclass(frozen=True)
class Picture:
    """``link`` is the address the picture leads to, or empty; ``alt`` is no part of the text."""

    src: str
    alt: str
    caption: Runs
    credit: str = ""
    link: str = ""

    def texts(self) -> Iterator[str]:
        yield plain(self.caption)
        yield self.credit


@dataclass(frozen=True)
class Gallery:
    pictures: tuple[Picture, ...]

    def texts(self) -> Iterator[str]:
        for picture in self.pictures:
            yield from picture.texts()


@dataclass(frozen=True)
class Frame:
    """Something of another site shown in a frame; it has no text."""

    src: str

    def texts(self) -> Iterator[str]:
        yield from ()


@dataclass(frozen=True)
class SocialPost:
    author: str
    text: str
    href: str
    date: str

    def texts(self) -> Iterator[str]:
        yield self.text
        yield f"— {self.author} {self.date}"


@dataclass(frozen=True)
class Quote:
    paragraphs: tuple[Runs, ...]
    source: str = ""

    def texts(self) -> Iterator[str]:
        yield from map(plain, self.paragraphs)
        yield self.source


@dataclass(frozen=True)
class Box:
    title: str
    paragraphs: tuple[Runs, ...]

    def texts(self) -> Iterator[str]:
        yield self.title
        yield from map(plain, self.paragraphs)


@dataclass(frozen=True)
class Entry:
    """One entry of a live blog. ``time`` as shown (10:32)."""

    id: str
    when: datetime
    author: str
    title: str
    blocks: tuple[Block, ...]

    def texts(self) -> Iterator[str]:
        yield f"{self.when:%H:%M}"
        yield self.author
        yield self.title
        for block in self.blocks:
            yield from block.texts()


Block = Text | Items | Table | Picture | Gallery | Frame | SocialPost | Quote | Box | Entry


@dataclass(frozen=True)
class Comment:
    """A reader's comment with the answers to it."""

    id: str
    when: datetime
    author: str
    text: str
    answers: tuple[Comment, ...] = ()

    def texts(self) -> Iterator[str]:
        yield self.author
        yield f"{self.when:%Y.%m.%d. %H:%M}"
        yield self.text
        for answer in self.answers:
            yield from answer.texts()


def count(comments: tuple[Comment, ...]) -> int:
    """How many comments there are, answers included."""
    return sum(1 + count(comment.answers) for comment in comments)
