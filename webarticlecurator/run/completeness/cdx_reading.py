"""Read the addresses of a portal from a CDX server into the derived file of its corpus."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.archive.cdx_answer import CdxAnswer, parse_cdx
from webarticlecurator.archive.cdx_query import (
    CdxQuery,
    list_pattern_queries,
    list_portal_queries,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.completeness.archive_client import (
    ArchiveAnswer,
    ArchiveClient,
    describe_page,
    has_nothing,
)
from webarticlecurator.run.completeness.archive_options import EXAMPLE, ArchiveOptions
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store.cdx_file import CdxFile, ReadingState


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
        file.begin(_first_queries(portal, options, runtime))
    before = file.state().lines
    if file.next_query() is None:
        return file.state()
    runtime.progress.begin("archive", None, "answers")
    with ArchiveClient(
        portal, options.server, runtime.clock, options.proxy, options.ca_file
    ) as client:
        while (found := file.next_query()) is not None:
            state = file.state()
            if state.lines - before >= options.most:
                break
            number, query = found
            answer = read_cdx_answer(client.get(query.to_address(options.server)))
            more = query.following(len(answer.lines), answer.resume_key)
            file.add_answer(number, answer.lines, more)
            file.commit()
            runtime.progress.step(f"{state.lines + len(answer.lines)} captures, {query.url}")
    runtime.progress.end()
    return file.state()


def _first_queries(portal: Portal, options: ArchiveOptions, runtime: Runtime) -> Sequence[CdxQuery]:
    now = runtime.clock.now()
    queries = (
        list_pattern_queries(options.patterns, now)
        if options.patterns
        else list_portal_queries(portal_hosts(portal), now)
    )
    if options.lines is None:
        return queries
    return [CdxQuery(q.url, q.match, q.first, q.last, options.lines) for q in queries]


def read_cdx_answer(answer: ArchiveAnswer) -> CdxAnswer:
    """Return the captures in an answer of a CDX server. Raises UsageError if it is none."""
    if has_nothing(answer) and answer.response.body().lstrip()[:1] == b"{":
        return CdxAnswer(())  # pywb and Common Crawl: no captures
    if answer.status != 200:
        raise UsageError(
            f"{answer.url}: the archive answers {answer.status}: {describe_page(answer)}",
            f"Give the address of its CDX API, such as {EXAMPLE}.",
        )
    try:
        return parse_cdx(answer.response.body())
    except ValueError as error:
        raise UsageError(
            f"{answer.url}: {error}", f"Give the address of its CDX API, such as {EXAMPLE}."
        ) from None
