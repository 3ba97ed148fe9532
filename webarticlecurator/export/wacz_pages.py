"""The list of pages in a WACZ file (``pages.jsonl``): what a replay program offers to open."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone


@dataclass(frozen=True)
class ReplayPage:
    """A page to open: the address and time of its capture, and the title of the article."""

    id: str
    url: str
    time: datetime
    title: str


def pages_chunks(pages: Iterable[ReplayPage]) -> Iterator[bytes]:
    """Yield the lines of ``pages.jsonl`` (json-pages-1.0), in ASCII: wacz reads them in the
    encoding of the system."""
    head = {"format": "json-pages-1.0", "id": "pages", "title": "Articles"}
    yield json.dumps(head).encode("ascii") + b"\n"
    for page in pages:
        # in seconds, as the index of the WACZ has it
        time = page.time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        line = {"id": page.id, "url": page.url, "ts": time, "title": page.title}
        yield json.dumps(line).encode("ascii") + b"\n"
