"""Pages that were fetched to be looked at, kept in a WARC file of their own beside a corpus."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from webarticlecurator.store.record_builder import RecordBuilder
from webarticlecurator.warc.record import encode_record

KeptPage = tuple[str, bytes, str | None]
"""The address that answered, the decoded content, and its type."""
_PLAIN = "text/html"


def keep_pages(file: Path, pages: Iterable[KeptPage], now: datetime) -> None:
    """Append pages to a WARC file, which is made if it is not there: as ``resource`` records, since
    the answer itself was not kept. Raises OSError."""
    builder = RecordBuilder(uuid4, lambda: now)
    records = [
        encode_record(builder.page_resource(url, content, kind or _PLAIN, now, url))
        for url, content, kind in pages
    ]
    with file.open("ab") as warc:
        warc.write(b"".join(records))
