"""Apply ``body.clean``: regexes on the running text of each block, whatever formats divide it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from webarticlecurator.articles.blocks.open_blocks import BREAK, SPACE, Piece, collapse_space
from webarticlecurator.articles.blocks.walk_record import TextChange
from webarticlecurator.base.portal.rule_watch import WATCH

CountDropped = Callable[[str, int], None]
"""Receives the name of a rule and the number of words that it removed."""

_LINE_BREAK = "\n"
_OTHER = "￼"  # OBJECT REPLACEMENT CHARACTER: no regex for words finds it
"""The placeholders of images, notes and anchors; they are never removed."""


class TextCleaner:
    """Applies ordered pairs of a regex and its replacement; ``count_dropped`` gets what goes, and
    ``changes`` what is replaced, if that is to be recorded."""

    def __init__(
        self,
        pairs: Sequence[tuple[str, str]],
        count_dropped: CountDropped,
        changes: list[TextChange] | None = None,
    ) -> None:
        self._pairs = [(re.compile(pattern), into) for pattern, into in pairs]
        self._count_dropped = count_dropped
        self._changes = changes

    def clean(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces of one block after the replacements.

        Line breaks are ``\\n`` in the text. A replacement has the format in which the match begins.
        """
        found = list(collapse_space(pieces))
        if not self._pairs:
            return found
        for number, (pattern, into) in enumerate(self._pairs):
            text = "".join(map(_text_of, found))
            before = text.strip(SPACE)
            offset = len(text) - len(text.lstrip(SPACE))
            name = f"body.clean[{number}] ({pattern.pattern})"
            with nullcontext() if WATCH.rule is None else WATCH.at(name):
                edits = [
                    (match.start() + offset, match.end() + offset, match.expand(into))
                    for match in pattern.finditer(before)
                    if match[0] != match.expand(into)
                ]
            if edits:
                rule = f"clean: {pattern.pattern}"
                if self._changes is not None:
                    self._changes.extend(TextChange(rule, text, *edit) for edit in edits)
                found = _apply(found, edits)
                words = _count_words(text) - _count_words("".join(map(_text_of, found)))
                if words > 0:
                    self._count_dropped(rule, words)
        return found


def _text_of(piece: Piece) -> str:
    if isinstance(piece.item, str):
        return piece.item
    return _LINE_BREAK if piece.item is BREAK else _OTHER


def _count_words(text: str) -> int:
    return len(text.replace(_OTHER, " ").split())


def _apply(pieces: Sequence[Piece], edits: Sequence[tuple[int, int, str]]) -> list[Piece]:
    """Return the pieces with the text of each edit (start, end, replacement) exchanged."""
    done: list[Piece] = []
    position, pending = 0, list(edits)
    for number, piece in enumerate(pieces):
        text = _text_of(piece)
        end = position + len(text)
        is_last = number == len(pieces) - 1
        kept, at = [], position
        for start, stop, into in pending:
            if start >= end and not (is_last and start == end):
                break
            if start >= position:
                kept += [text[at - position : start - position], into]
            at = min(max(stop, at), end)
        kept.append(text[at - position :])
        pending = [edit for edit in pending if edit[1] > end or edit[0] >= end]
        done += _rebuild(piece, text, "".join(kept))
        position = end
    return done


def _rebuild(piece: Piece, before: str, after: str) -> list[Piece]:
    """Return a piece with other text; a line break or another node is kept, or removed."""
    if isinstance(piece.item, str):
        return [piece._replace(item=after)] if after else []
    if before == _LINE_BREAK and _LINE_BREAK not in after:
        return [Piece(piece.formats, after)] if after else []
    rest = after.replace(before, "", 1)
    return [piece, Piece(piece.formats, rest)] if rest else [piece]
