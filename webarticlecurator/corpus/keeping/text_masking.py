"""Find the words of withdrawn texts on other pages, and mask them.

Feeds and programming interfaces list articles with their text, archive pages with its beginning.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any
from zlib import adler32, crc32

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.text.character_patterns import WORD_CHARACTER
from webarticlecurator.pages.page.decoding import decode
from webarticlecurator.storage.store.record_cleaning import RecordCleaner, with_block
from webarticlecurator.storage.warc.message import is_page_record, read_answer
from webarticlecurator.storage.warc.record import Record
from webarticlecurator.storage.warc.warc_fields import read_fetch_metadata

RUN = 8
"""So many words in a row that a text has, too, are words of that text."""
SHORTEST = 4
"""A title or a paragraph of fewer words than RUN is one run, if it has so many."""
_TOKEN = re.compile(r"<[^>]*>|&lt;.*?&gt;|&nbsp;|&#160;|((?:[^\s<&]|&(?!lt;|nbsp;|#160;))+)", re.S)
_VALUE = re.compile(r"\"[^\"]{20,}\"|'[^']{20,}'")
_CODED = re.compile(rb"(?i)(content-encoding|transfer-encoding|content-length)[ \t]*:")


def find_runs(texts: Iterable[str]) -> dict[int, list[str]]:
    """Return the digests of all runs of words of texts, by the number of their words."""
    found: dict[int, set[str]] = {}
    for text in texts:
        words = [word for word in map(_normalize, text.split()) if word]
        size = min(RUN, len(words))
        if size >= SHORTEST:
            found.setdefault(size, set()).update(digest for _, digest in _list_runs(words, size))
    return {size: sorted(digests) for size, digests in sorted(found.items())}


@lru_cache(maxsize=1 << 16)
def _normalize(word: str) -> str:
    return "".join(WORD_CHARACTER.findall(html.unescape(word))).casefold()


def _list_runs(words: list[str], size: int) -> Iterator[tuple[int, str]]:
    for start in range(len(words) - size + 1):
        run = " ".join(words[start : start + size]).encode()
        # of whole archives: a cryptographic digest takes three times the time
        yield start, f"{crc32(run):08x}{adler32(run):08x}"


def mask_words(text: str, runs: dict[int, frozenset[str]]) -> str:
    """Return an HTML text with hyphens in place of the letters of ``runs``, those in attributes
    included."""
    tokens = list(_TOKEN.finditer(text))
    written = [(token, _normalize(token[1])) for token in tokens if token[1]]
    named = [(token, word) for token, word in written if word]
    words = [word for _, word in named]
    masked: set[int] = set()
    for size, digests in runs.items():
        for start, digest in _list_runs(words, size):
            if digest in digests:
                masked.update(token.start() for token, _ in named[start : start + size])
    pieces: list[str] = []
    end = 0
    for token in tokens:
        piece = token[0]
        if token.start() in masked:
            piece = (
                WORD_CHARACTER.sub("-", html.unescape(piece)).replace("<", "-").replace("&", "-")
            )
        elif not token[1] and len(piece) > RUN * 3:
            piece = _VALUE.sub(lambda m: m[0][0] + mask_words(m[0][1:-1], runs) + m[0][0], piece)
        pieces += (text[end : token.start()], piece)
        end = token.end()
    return "".join((*pieces, text[end:]))


def _mask_values(value: Any, runs: dict[int, frozenset[str]]) -> Any:
    """Return a value of JSON with its texts masked."""
    if isinstance(value, str):
        return mask_words(value, runs)
    if isinstance(value, list):
        return [_mask_values(each, runs) for each in value]
    if isinstance(value, dict):
        return {key: _mask_values(each, runs) for key, each in value.items()}
    return value


def mask_text(text: str, runs: dict[int, frozenset[str]]) -> str:
    """Return a page, a feed or an answer in JSON with hyphens in place of the letters of
    ``runs``."""
    if text.lstrip()[:1] in ("{", "[", '"'):
        with suppress(ValueError):
            value = json.loads(text)
            masked = _mask_values(value, runs)
            return text if masked == value else json.dumps(masked)
    return mask_words(text, runs)


@dataclass(frozen=True)
class TextMasker(RecordCleaner):
    """Leaves secrets out, and masks the words of ``runs`` on archive pages, whose addresses it
    notes in ``masked``. It notes in ``shown`` the addresses of the other pages that have some: what
    an article quotes is its own text."""

    runs: dict[int, frozenset[str]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    masked: set[str] = field(default_factory=set)
    _of_archive: set[str] = field(default_factory=set)

    def clean(self, record: Record) -> Record:
        """Return the record without secrets and with masked words; the same one if it has none of
        them."""
        record = super().clean(record)
        if self.sets_none and is_page_record(record):
            # in the corpus itself, a page that shows a value stays as it was sent
            content = read_answer(record).decoded.content
            hidden = self.secrets.hide_in_body(content)
            record = record if hidden == content else _with_body(record, hidden)
        return self._mask(record) if self.runs else record

    def _mask(self, record: Record) -> Record:
        metadata = read_fetch_metadata(record)
        if metadata is not None and "archive" in metadata.origin.level:
            self._of_archive.update(metadata.responses)
        if not is_page_record(record):
            return record
        answer = read_answer(record)
        page = decode(answer.decoded.content, answer.response.get("content-type"))
        masked = mask_text(page.text, self.runs)
        if masked == page.text:
            return record
        if record.id not in self._of_archive or page.replaced:
            self.shown.add(record.url)
            return record
        self.masked.add(record.url)
        return _with_body(record, masked.encode(page.encoding))


def _with_body(record: Record, body: bytes) -> Record:
    """Return a record with another body, which is in no coding."""
    if record.kind != "response":
        return with_block(record, body, ("body",))
    head, _, _ = record.block.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not _CODED.match(line)]
    lines.append(b"Content-Length: %d" % len(body))
    return with_block(record, b"\r\n".join((*lines, b"", body)), ("body",))
