"""``curator warc fetch``: request the addresses of a list politely, and store the answers in a WARC
file. The file itself says what is done: a second run asks only for what has no answer in it yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import Exchange, Origin
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS, origin_of
from webarticlecurator.corpus.archives.stored_outcomes import ANSWERED, find_outcome
from webarticlecurator.corpus.archives.warc_output import WarcOutput
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.visitor import Visitor
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.store.record_builder import RecordBuilder


@dataclass(frozen=True)
class FetchedList:
    """The result: the numbers of addresses requested now and answered before; (origin, message) of
    the sites that were not asked any more; bytes cut off the file of an interrupted run."""

    requested: int
    answered_before: int
    refused: tuple[tuple[str, str], ...]
    cut_bytes: int


def fetch_list(
    urls: Sequence[str],
    path: Path,
    policy: FetchPolicy,
    runtime: Runtime,
    *,
    allows_private: bool,
    proxy: str | None,
    ca_file: str | None,
) -> FetchedList:
    """Fetch what has no answer in the file at ``path`` yet, and append it.

    ``policy`` has pace, tries and robots. ``allows_private`` is True if addresses of this machine
    and of private networks may be requested. ``proxy`` and ``ca_file`` (PEM) are as for a crawl.
    A site that refuses too often is left out from then on; the others go on. Raises UsageError,
    WarcUnreadable, DiskFull.
    """
    store = runtime.store_options()
    builder = RecordBuilder(store.new_id, store.now)
    settings = ConnectionSettings(
        policy,
        ANY_HOSTS,
        proxy,
        ca_file,
        notify=runtime.progress.show_message,
        allows_private=allows_private,
    )
    with closing(WarcOutput(path, builder, store.software)) as output:
        with ForeignWarcs([path]) as stored:
            due = [u for u in urls if find_outcome(stored.captures, u).outcome not in ANSWERED]

        def append(exchange: Exchange, origin: Origin) -> None:
            output.append(builder.fetch(exchange, origin))

        requested, refused = 0, dict[str, str]()
        with (
            Visitor(settings, runtime.clock, append) as visitor,
            progress_stage(runtime.progress, "fetch", len(due), "addresses"),
        ):
            for url in due:
                if origin_of(url) not in refused:
                    try:
                        visitor.fetch(url)
                        requested += 1
                    except PortalRefused as error:
                        refused[origin_of(url)] = error.message
                runtime.progress.step(url)
        return FetchedList(
            requested, len(urls) - len(due), tuple(refused.items()), output.cut_bytes
        )


MAX_ROUNDS = 3
"""Style sheets that name others, one after the other."""


def fetch_with_assets(
    urls: Sequence[str], path: Path, fetch: Callable[[Sequence[str]], FetchedList]
) -> FetchedList:
    """Fetch addresses into the file at ``path``, and the style sheets, fonts and pictures that the
    answers name. ``fetch`` is ``fetch_list`` with its other arguments. Raises as ``fetch_list`` and
    ``list_named_files``."""
    result = fetch(urls)
    known, fresh = {*urls}, [*urls]
    for _ in range(MAX_ROUNDS):
        # those of this round alone: what was read before has named its files
        fresh = [url for url in list_named_files(path, fresh) if url not in known]
        if not fresh:
            break
        known.update(fresh)
        more = fetch(fresh)
        requested = result.requested + more.requested
        result = replace(result, requested=requested, refused=(*result.refused, *more.refused))
    return result


def list_named_files(path: Path, urls: Sequence[str]) -> tuple[str, ...]:
    """Return the addresses of the style sheets, fonts and pictures that the answers for some
    addresses name, pages and style sheets, each once. Raises WarcUnreadable, PageUnreadable."""
    from webarticlecurator.articles.by_rules.page_assets import find_style_assets, list_page_assets

    named: dict[str, None] = {}
    with ForeignWarcs([path]) as stored:
        for url in urls:
            capture = find_outcome(stored.captures, url).capture
            kind = (capture.content_type or "").lower() if capture is not None else ""
            if capture is None or capture.status != 200:
                continue
            if "css" in kind:
                body = stored.read(capture)
                found = find_style_assets(body.content.decode("utf-8", "replace"), capture.url)
            elif "html" in kind:
                body = stored.read(capture)
                found = list_page_assets(read_page(capture.url, body.content, kind))
            else:
                continue
            named.update(dict.fromkeys(found))
    return tuple(named)
