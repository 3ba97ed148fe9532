"""Blocks while they are built: what is open, and the running text in it.

Running text is a flat list of pieces, each with its formats, which becomes inline nodes. White
space is normalized as a browser shows it. While the list is flat, that takes one loop, and formats
end up below blocks without further work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.blocks import INLINE, Node

BREAK = Node("line-break")
_SPACES = re.compile("  +")
_TO_SPACE = str.maketrans("\t\n\r\f", "    ")
_MAX_NESTED_LANGUAGES = 8
"""Beyond this depth only the innermost language counts."""
SPACE = " \t\n\r\f"
"""ASCII white space of HTML; U+00A0 and other spaces are ordinary characters."""


@dataclass(eq=False, slots=True)  # not frozen: such a one takes twice the time to create
class Format:
    """An open inline element; two formats are equal only if they are the same element."""

    name: str
    attributes: tuple[tuple[str, str], ...] = ()


Formats = tuple[Format, ...]


def open_formats(formats: Formats, new: Format) -> Formats:
    """Return the formats inside an element that adds the format ``new``.

    A format inside the same format changes nothing, but an inner link replaces an outer one, and
    languages may be nested.
    """
    if not formats:  # as most
        return (new,)
    same = sum(f.name == new.name for f in formats)
    # Unclosed elements may nest without end: the depth of languages is bounded, links do not nest.
    if new.name == "link" or (new.name == "foreign" and same >= _MAX_NESTED_LANGUAGES):
        return (*(f for f in formats if f.name != new.name), new)
    if new.name == "foreign":
        return (*formats, new)
    return formats if same else (*formats, new)


class Piece(NamedTuple):  # faster to create than a dataclass: there are several for each element
    """A run of text, or a node (line-break, figure, note …).

    ``soft``: a line-break that only keeps words apart where a block ended. ``verbatim``: text whose
    white space is kept (``pre``).
    """

    formats: Formats
    item: str | Node
    soft: bool = False
    verbatim: bool = False


SOFT_BREAK = Piece((), BREAK, soft=True)
"""Keeps the words on both sides apart."""


def _collapse(text: str) -> str:
    """Return ``text`` with a single space for each run of white space."""
    # Most texts have single spaces only; the rest in a third of the time of one expression.
    if not text.isprintable():
        text = text.translate(_TO_SPACE)
    return _SPACES.sub(" ", text) if "  " in text else text


def build_inline_content(pieces: Sequence[Piece]) -> tuple[Node | str, ...]:
    """Return the children of a block of running text.

    The text is trimmed, white space is collapsed, and soft breaks occur only between words.
    """
    # One plain piece needs none of the lists that the general way makes.
    if (
        len(pieces) == 1
        and isinstance(pieces[0].item, str)
        and not pieces[0].formats
        and not pieces[0].verbatim
    ):
        text = _collapse(pieces[0].item).strip(SPACE)
        return (text,) if text else ()
    return _nest_formats(_trim(collapse_space(pieces)), 0)


def collapse_space(pieces: Iterable[Piece]) -> list[Piece]:
    """Collapse white space across pieces.

    There is none at the start and around line-breaks; repeated soft breaks become one.
    """
    done: list[Piece] = []
    open_space = True  # the text so far ends in white space, or a space here would be invisible
    for piece in pieces:
        item = piece.item
        if isinstance(item, Node):
            if item is not BREAK:
                done.append(piece)
                # An anchor is nothing that a reader sees, so white space after it is as before it.
                open_space = open_space and item.name == "anchor"
                continue
            _drop_trailing_space(done)
            if not (piece.soft and (not done or done[-1].item is BREAK)):
                # A real line break takes the place of one that only kept words apart.
                if done and done[-1].soft and not piece.soft:
                    done.pop()
                done.append(piece)
            open_space = True
            continue
        text = item if piece.verbatim else _collapse(item)
        if open_space and not piece.verbatim:
            text = text.lstrip(SPACE)
        if text:
            done.append(piece if text == item else Piece(piece.formats, text))
            open_space = text[-1] in SPACE
    return done


def _drop_trailing_space(done: list[Piece]) -> None:
    while done and isinstance(done[-1].item, str):
        text = done[-1].item.rstrip(SPACE)
        if text:
            done[-1] = Piece(done[-1].formats, text, verbatim=done[-1].verbatim)
            return
        done.pop()


def _trim(done: list[Piece]) -> list[Piece]:
    """Remove breaks and spaces at both ends, and move lone spaces out of formats."""
    _drop_trailing_space(done)
    while done and done[-1].item is BREAK:
        done.pop()
        _drop_trailing_space(done)
    start = 0
    while start < len(done) and done[start].item is BREAK:
        start += 1
    trimmed = done[start:]
    for i, piece in enumerate(done[start:], start):
        # A lone space keeps only the formats that both of its neighbours have: one between two
        # links belongs to neither.
        if piece.formats and isinstance(piece.item, str) and not piece.item.strip(SPACE):
            before = done[i - 1].formats if i else ()
            after = done[i + 1].formats if i + 1 < len(done) else ()
            shared = tuple(f for f in piece.formats if f in before and f in after)
            trimmed[i - start] = Piece(shared, piece.item, verbatim=piece.verbatim)
    return trimmed


def _nest_formats(pieces: Sequence[Piece], depth: int) -> tuple[Node | str, ...]:
    """Return the nodes of pieces that share their formats above ``depth``.

    Neighbours from the same inline element become one node again.
    """
    out: list[Node | str] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if len(piece.formats) <= depth:
            if isinstance(piece.item, str) and out and isinstance(out[-1], str):
                out[-1] += piece.item
            else:
                out.append(piece.item)
            at += 1
            continue
        outer = piece.formats[depth]
        end = at + 1
        while (
            end < len(pieces)
            and len(pieces[end].formats) > depth
            and pieces[end].formats[depth] is outer
        ):
            end += 1
        out.append(Node(outer.name, _nest_formats(pieces[at:end], depth + 1), outer.attributes))
        at = end
    return tuple(out)


def flatten_runs(children: Iterable[Node | str], formats: Formats = ()) -> list[Piece]:
    """Turn the children of a block of running text back into pieces."""
    pieces: list[Piece] = []
    for child in children:
        if isinstance(child, Node) and child.name in _FLAT:
            pieces.extend(
                flatten_runs(child.children, (*formats, Format(child.name, child.attributes)))
            )
        elif isinstance(child, Node) and child.name == "line-break":
            pieces.append(Piece(formats, BREAK))
        else:
            pieces.append(Piece(formats, child, verbatim=True))
    return pieces


_FLAT = INLINE - {"line-break", "anchor"}


def ends_in_break(pieces: list[Piece]) -> bool:
    """Return True if the last line so far is empty: a ``br`` and white space, including U+00A0."""
    last = next((p for p in reversed(pieces) if p.item is BREAK or not is_blank(p)), None)
    return last is not None and last.item is BREAK and not last.soft


def is_blank(piece: Piece) -> bool:
    """Return True for a break and for white space."""
    return piece.item is BREAK or (isinstance(piece.item, str) and not piece.item.strip())
