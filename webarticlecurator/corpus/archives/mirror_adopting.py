"""``curator warc adopt --mirror``: copy the pages of a mirror of HTTrack or wget into a corpus."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.adopting import adopt_warcs, no_date
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.corpus.stored_pages.mirrors import CACHE, MirroredPage, read_mirror
from webarticlecurator.corpus.stored_pages.saved_pages import saved_time
from webarticlecurator.crawling.states.capture_classes import matches_article
from webarticlecurator.crawling.states.replay import locate_listing
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.adopted_captures import Adopted
from webarticlecurator.storage.store.record_builder import RecordBuilder
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.warc.record import SAVED_PREFIX, Record, encode_record
from webarticlecurator.storage.warc.warc_reader import read_all_records


def adopt_mirror(
    portal: Portal, folder: Path, mirrored: Path, saved: str, runtime: Runtime
) -> Adopted:
    """Copy the pages of a mirror of HTTrack or wget into the corpus in ``folder``; see
    ``read_mirror``. What is in the cache of HTTrack is copied from there, as the server sent it.

    ``saved`` is when the mirror was made, for pages that do not say it. Raises UsageError, and what
    ``adopt_warcs`` raises.
    """
    builder = RecordBuilder(runtime.store_options().new_id, runtime.clock.now)
    cache = mirrored / CACHE / "new.zip"
    files = [cache] if cache.is_file() else []
    with tempfile.TemporaryDirectory(prefix="curator-") as name, ExitStack() as stack:
        view = stack.enter_context(view_corpus(folder, portal.id)) if has_corpus(folder) else None
        mirror = read_mirror(portal, mirrored, partial(_is_of_portal, portal, view))
        cached = {located.record.url for _, located in read_all_records(files)}
        warc = Path(name) / "mirror.warc.gz"
        with warc.open("xb") as out:
            for page in mirror.read_pages():
                if page.url not in cached:
                    out.write(encode_record(_make_mirrored(portal, builder, page, saved)))
        files += [warc] if warc.stat().st_size else []
        stack.close()
        adopted = adopt_warcs(portal, folder, files, runtime)
    return replace(adopted, refused=(*mirror.undecided.items(), *adopted.refused))


def _make_mirrored(
    portal: Portal, builder: RecordBuilder, page: MirroredPage, saved: str
) -> Record:
    if page.time is None and not saved:
        raise no_date(Path(page.name))
    time = page.time or saved_time(saved, portal.timezone)
    source = f"{SAVED_PREFIX}{page.name}"
    return builder.page_resource(page.url, page.content, "text/html", time, source)


def _is_of_portal(portal: Portal, view: CorpusView | None, url: str) -> bool:
    """Return True if the corpus knows an address, or the portal file says what it is."""
    is_stored = view is not None and view.frontier.article(url) is not None
    is_article = is_stored or matches_article(portal, portal_hosts(portal), url)
    return is_article or locate_listing(portal, None, url) is not None
