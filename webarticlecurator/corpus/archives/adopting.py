"""Pages from elsewhere: ``curator warc adopt`` copies captures of other WARC files into a corpus,
``curator warc fetch`` asks for the addresses of a list.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

from webarticlecurator.articles.by_rules.page_assets import find_assets
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.doubts.doubt_table import phrase_doubt
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.corpus.stored_pages.saved_formats import SavedFile
from webarticlecurator.corpus.stored_pages.saved_pages import open_saved_file, write_saved_pages
from webarticlecurator.crawling.building.recovery import catch_up, update_pending_articles
from webarticlecurator.crawling.states.capture_classes import UNCLASSIFIED, Classifier, list_near
from webarticlecurator.crawling.workers.progress import NullProgress, progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.crawling.workers.shared_worker import evaluate_in_worker
from webarticlecurator.storage.store.adopted_captures import Adopted, adopt_captures
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.foreign import OTHER_SCHEME, ForeignWarcs, is_parsable_url
from webarticlecurator.storage.store.reconcile import make_capture
from webarticlecurator.storage.warc.record import RecordLocation
from webarticlecurator.storage.warc.warc_reader import check_files


def adopt_saved_pages(
    portal: Portal, folder: Path, pages: Sequence[SavedPage], runtime: Runtime
) -> Adopted:
    """Copy saved pages into the corpus in ``folder``, as records that say where they come from.

    Each is an article, unless it is an archive page by its address. The same page with the same
    date is copied once, and with it those of its files that ``article.assets`` stores. Raises
    UsageError for a page without a date or an address, and what ``adopt_warcs`` raises.
    """
    pages = [
        page if page.saved else replace(page, saved=open_saved_file(page.path).saved)
        for page in pages
    ]
    for page in pages:
        if not page.saved:
            raise no_date(page.path)
    with tempfile.TemporaryDirectory(prefix="curator-") as name:
        warc = Path(name) / "saved.warc.gz"
        choose = partial(_choose_files, portal)
        written = write_saved_pages(pages, warc, portal.timezone, runtime, choose)
        of_pages = [(page, *file) for page, files in written.items() for file in files.items()]
        origins = {record: Origin("asset", via=page) for page, record, _ in of_pages}
        chosen = [*written, *(url for _, _, url in of_pages)]
        return adopt_warcs(portal, folder, [warc], runtime, chosen=chosen, origins=origins)


def _choose_files(portal: Portal, page: StoredPage) -> list[SavedFile]:
    """Return the files that were saved with a page, and that a crawl would store."""
    if not page.files:
        return []
    wanted = evaluate_in_worker(portal, _find_assets, replace(page, files=()), page.url)
    return [each for each in page.files if each.url.partition("#")[0] in wanted]


def _find_assets(portal: Portal, _source: object, page: StoredPage) -> tuple[str, ...]:
    return find_assets(portal, page.page(portal))


def no_date(path: Path) -> UsageError:
    """Return what to raise for a saved page without a date."""
    return UsageError(
        make_message("{path}: no date (expected the day when the page was saved)", path=path),
        "Give it with --date, such as --date 2019-05-03, or in a column date of the table.",
    )


def adopt_warcs(
    portal: Portal,
    folder: Path,
    files: Sequence[Path],
    runtime: Runtime | None = None,
    *,
    chosen: Collection[str] = (),
    sources: Mapping[str, str] | None = None,
    origins: Mapping[str, Origin] | None = None,
) -> Adopted:
    """Copy the responses of ``files`` that are pages of the portal into the corpus in ``folder``.

    These are pages that the corpus knows or lists, archive pages that fit the portal's address
    templates, and articles that fit ``article.match``, that an archive page lists or that are
    ``chosen``. All others of the portal's hosts are refused with a reason. The next build builds
    the new articles. ``sources``: record id → where in a web archive a capture was copied from;
    ``origins``: record id → origin, of captures that are known to be something else; with that of
    an asset, they are copied whatever they are.

    Raises UsageError (no such file), CorpusLocked, CorpusMismatch, WarcUnreadable, DiskFull.
    """
    runtime = runtime or Runtime()
    check_files(files)
    # as durable as what is crawled: a commit and two syncs for each record took a third of the time
    options = replace(runtime.store_options(), durable_after=portal.fetch.durable.total_seconds())
    with open_corpus(folder, portal.id, options) as corpus:
        catch_up(portal, corpus, runtime.progress)
        with progress_stage(runtime.progress, "WARC files", None, "records"):
            is_near = list_near(portal, corpus, chosen)
            opened = ForeignWarcs(files, runtime.progress.step, is_near)
        with opened as foreign, progress_stage(runtime.progress, "adopt", None, "records"):
            classifier = Classifier(portal, corpus, foreign, chosen)
            classifier.run()
            decide = partial(_decide, classifier, foreign, sources or {}, origins or {})
            corpus.begin_steps()
            adopted = adopt_captures(corpus, foreign, decide, runtime.progress.step)
            corpus.end_steps()
        catch_up(portal, corpus, NullProgress())
        update_pending_articles(portal, corpus, inspect=True)
        corpus.commit()
        return adopted


def _decide(
    classifier: Classifier,
    foreign: ForeignWarcs,
    sources: Mapping[str, str],
    origins: Mapping[str, Origin],
    located: RecordLocation,
) -> Origin | str:
    """Return the origin of a record with its source, or why it is refused."""
    record = located.record.id
    if record in origins and origins[record].level == "asset":
        return origins[record]
    origin = _judge(classifier, foreign, located)
    if isinstance(origin, Origin):
        origin = origins.get(record, origin)
        if origin.level in ("article", "archive") and record in sources:
            return replace(origin, via=sources[record])
    return origin


def _judge(classifier: Classifier, foreign: ForeignWarcs, located: RecordLocation) -> Origin | str:
    record_id, url = located.record.id, located.record.url
    if record_id in foreign.left_out:
        return foreign.left_out[record_id]
    if record_id in foreign.unresolved:
        known = classifier.find_known(url)  # what it repeats may be in the corpus
        return known or f"{url}: it repeats a record that is in none of the files"
    if not is_parsable_url(url):
        is_of_other_kind = OTHER_SCHEME.match(url) is not None
        return "" if is_of_other_kind else f"{UNCLASSIFIED}: no address: {url[:200]!r}"
    # most are indexed, and of other portals: they need not be decoded again
    found = classifier.judge(foreign.captures.by_id(record_id) or make_capture(located))
    return (
        f"{UNCLASSIFIED}: {url}: {phrase_doubt(UNCLASSIFIED)}" if found == UNCLASSIFIED else found
    )
