"""Web archives: their CDX servers, what they are asked, and the captures that they serve.

Read the addresses of a portal from a CDX server into the derived file of its corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.archive_options import EXAMPLE, ArchiveOptions
from webarticlecurator.corpus.archives.archive_requests import (
    ArchiveAnswer,
    ArchiveClient,
    describe_page,
)
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.cdx_file import CdxFile, ReadingState
from webarticlecurator.storage.warc.cdx import CdxQuery, list_pattern_queries, list_portal_queries
from webarticlecurator.storage.warc.cdx_answers import CdxAnswer, describe_odd_rows, parse_cdx


def open_cdx_file(folder: Path, options: ArchiveOptions) -> CdxFile:
    """Open the derived file for a server and the addresses that are asked for. Raises
    StoreDamaged, DiskFull."""
    return CdxFile(folder, options.server, "\n".join(sorted(set(options.patterns))))


def read_archive(
    portal: Portal, file: CdxFile, options: ArchiveOptions, runtime: Runtime
) -> ReadingState:
    """Read on where the last run ended; a server that was read to its end is not asked.

    What was read is kept after every answer. Raises PortalRefused if the archive does not answer,
    UsageError if the address is not that of a CDX API.
    """
    if file.is_new or options.again:
        now = runtime.clock.now()
        queries: Sequence[CdxQuery] = (
            list_pattern_queries(options.patterns, now)
            if options.patterns
            else list_portal_queries(portal_hosts(portal), now)
        )
        if options.lines is not None:
            queries = [CdxQuery(q.url, q.match, q.first, q.last, options.lines) for q in queries]
        file.begin(queries)
    before, odd_rows = file.state().lines, Counter[str]()
    if file.next_query() is None:
        return file.state()
    with (
        ArchiveClient(
            portal, options.server, runtime.clock, options.proxy, options.ca_file
        ) as client,
        progress_stage(runtime.progress, "archive", None, "answers"),
    ):
        while (found := file.next_query()) is not None:
            state = file.state()
            if state.lines - before >= options.most:
                break
            number, query = found
            # what one of many answers has is odd; a first one without a capture is something else
            answer = read_cdx_answer(
                client.get(query.to_address(options.server)), is_known=state.lines > 0
            )
            more = query.following(answer.count, answer.resume_key)
            odd_rows.update(answer.odd_rows)
            file.add_answer(number, answer.lines, more)
            file.commit()
            runtime.progress.step(f"{state.lines + len(answer.lines)} captures, {query.url}")
    return replace(file.state(), odd_rows=dict(odd_rows))


def read_cdx_answer(answer: ArchiveAnswer, *, is_known: bool = False) -> CdxAnswer:
    """Return the captures in an answer of a CDX server. Raises UsageError if it is none.

    ``is_known``: the server has given captures before, so an answer of odd rows alone is one.
    """
    # the archive says that it has nothing
    if answer.status in GONE and answer.response.body().lstrip()[:1] == b"{":
        return CdxAnswer(())  # pywb and Common Crawl: no captures
    if answer.status != 200:
        raise UsageError(
            f"{answer.url}: the archive answers {answer.status}: {describe_page(answer)}",
            f"Give the address of its CDX API, such as {EXAMPLE}.",
        )
    try:
        found = parse_cdx(answer.response.body())
        if found.is_unreadable and not is_known:
            raise ValueError(f"no row of a CDX server: {describe_odd_rows(found.odd_rows)}")
    except ValueError as error:
        raise UsageError(
            f"{answer.url}: {error}", f"Give the address of its CDX API, such as {EXAMPLE}."
        ) from None
    return found
