"""Write saved pages to a WARC file, so that they can be read like captures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timezone
from pathlib import Path

from webarticlecurator.model.capture import SavedPage
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.saved_pages import read_saved_page
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import RecordBuilder
from webarticlecurator.text.times import find_zone, parse_iso_day, parse_iso_time
from webarticlecurator.warc.record import SAVED_PREFIX, encode_record

_JSON = re.compile(rb"\s*[\[{]")
_XML = re.compile(rb"\s*<\?xml(?![^>]*>\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+)?html)", re.I | re.S)


def write_saved_pages(
    pages: Sequence[SavedPage], path: Path, zone: str, runtime: Runtime
) -> tuple[str, ...]:
    """Write a record for each page to a new WARC file; return their addresses, without fragments.

    A page without a day gets the present time, which is right only for a file that is not kept.
    Days and times without a zone are in ``zone`` (IANA). Raises UsageError for a page that cannot
    be read, or has no address.
    """
    builder = RecordBuilder(runtime.store_options().new_id, runtime.clock.now)
    urls = []
    with path.open("xb") as out:
        for page in pages:
            content = read_saved_page(page, runtime.progress)
            url = _drop_fragment(content.url, page, runtime.progress)
            saved = saved_time(page.saved, zone) if page.saved else runtime.clock.now()
            record = builder.page_resource(
                url,
                content.content,
                _content_type(content.content),
                saved,
                f"{SAVED_PREFIX}{page.path.name}",
            )
            out.write(encode_record(record))
            urls.append(url)
    return tuple(urls)


def _drop_fragment(url: str, page: SavedPage, progress: Progress) -> str:
    """Return the address of a saved page as a server gets it; a message names what is left out,
    since the pages of some portals differ in nothing else."""
    address, mark, fragment = url.partition("#")
    if mark:
        progress.show_message(
            f"{page.path}: its address is {address}, without #{fragment}: no server gets that part"
        )
    return address


def saved_time(written: str, zone: str) -> datetime:
    """Return the moment of a day or time in ISO 8601: the first one of a day, in ``zone``."""
    if ":" in written:
        moment = parse_iso_time(written)
    else:
        moment = datetime.combine(parse_iso_day(written), time.min, find_zone(zone))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=find_zone(zone))
    return moment.astimezone(timezone.utc)


def _content_type(content: bytes) -> str:
    """Return the type of a saved page: nobody kept the header that the server sent."""
    start = content[:2000]
    if _JSON.match(start):
        return "application/json"
    return "application/xml" if _XML.match(start) else "text/html"
