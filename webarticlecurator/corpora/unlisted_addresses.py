"""Articles that no link rule lists: which archive pages link them, and what their addresses look
like.

What a stored archive page links, and the link rules do not list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import tee
from typing import Any
from urllib.parse import urlsplit

from webarticlecurator.archive import (
    LocatedPage,
    PagePlace,
    SourceBody,
    normalize_address,
    source_of,
    span_of,
)
from webarticlecurator.archive.page_address import address_key
from webarticlecurator.article import canonical_address
from webarticlecurator.captures.article_pages import Source
from webarticlecurator.config.source_kinds import uses_link_rules
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.patterns import describe_rule, search_pattern
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.model.stored_words import digest_address_rules
from webarticlecurator.page import Page
from webarticlecurator.rules import Trace
from webarticlecurator.rules.elements import NotAnAddress, find_link_address, resolve
from webarticlecurator.rules.trace import RuleTrace, summarize_rule
from webarticlecurator.states.replay import locate_listing
from webarticlecurator.states.walking import to_stored_answer
from webarticlecurator.store import CorpusView
from webarticlecurator.store.derived_file import CdxFile
from webarticlecurator.store.listings import PageVersion, UnlistedLink
from webarticlecurator.workers.executor import Job, LostTask, Runtime
from webarticlecurator.workers.processes import choose_processes, open_executor
from webarticlecurator.workers.progress import progress_stage

_FILTERS = ("include", "exclude")


@dataclass(frozen=True)
class ArchivePageTask:
    """A stored archive page, with its column, span and window in the portal file."""

    capture: Capture
    column: str
    span: int
    window: str


def find_unlisted_addresses(
    portal: Portal, source: Source, task: ArchivePageTask
) -> tuple[tuple[str, str], ...]:
    """Return the canonical forms of the addresses on an archive page that its link rules do not
    list, each with what leaves it out: empty if no link rule selects it. To be called in a
    worker."""
    span = span_of(portal, LocatedPage(task.column, task.span))
    answer = to_stored_answer(portal, source.read(task.capture), task.column, task.span)
    body = SourceBody(answer.url, answer.content, partial(answer.page, portal), answer.content_type)
    place, trace = PagePlace(window=task.window), Trace()
    read = source_of(span).read_page(portal, span, body, place, trace)
    listed = {link.url for link in read.links}
    if uses_link_rules(span.source.kind):
        linked: tuple[str, ...] = find_linked_addresses(body.page)
        # address → the rule that has selected it and left it out, and by what
        filters = {
            url: f"{reason}: {describe_rule(entry.rule.place, summarize_rule(entry.rule))}"
            for entry in trace.rules
            for raw, reason in _list_left_out(entry)
            for url in _resolve(body.page.base, raw)
        }
    else:
        # every address of a file, such as a sitemap
        kept = tuple(option for option in span.source.options if option[0] not in _FILTERS)
        whole = replace(span, source=replace(span.source, options=kept))
        links = source_of(whole).read_page(portal, whole, body, place).links
        linked = tuple(link.url for link in links)
        filters = {url: _describe_filter(span, url) for url in linked}
    unlisted = {
        canonical_address(url, portal.address): filters.get(url, "")
        for url in linked
        if url not in listed
    }
    return tuple(unlisted.items())


def _describe_filter(span: Span, url: str) -> str:
    """Return the filter of a file's addresses that leaves one out."""
    for pattern in span.source.get("exclude", ()):
        if search_pattern(pattern, url, "exclude"):
            return f"exclude: {pattern} of {span.source.kind}"
    return f"include: {' | '.join(span.source.get('include', ()))} of {span.source.kind}"


def _list_left_out(entry: RuleTrace) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a rule has left out, as they are written, with the reasons."""
    yield from entry.left_out
    for element, reason in entry.left_out_elements:
        attribute = entry.rule.attr
        raw = find_link_address(element) if attribute is None else element.get(attribute)
        if raw is not None:
            yield raw, reason


def _resolve(base: str, raw: str) -> Iterator[str]:
    try:
        yield normalize_address(resolve(base, raw))
    except NotAnAddress:
        return


# Find on which stored archive page an address is linked that no link rule lists.
#
# All stored archive pages are read for the first address that is looked for, and what was read is
# kept in the derived file: the next run reads only what is new, until link or address rules change.

_VERSION = 1
"""Increased when pages must be read again."""
_BATCH = 100
"""Pages between two commits."""


class UnlistedPages:
    """The archive pages of a corpus and what they link without listing it."""

    def __init__(self, portal: Portal, corpus: CorpusView, file: CdxFile, runtime: Runtime) -> None:
        self._portal, self._corpus, self._file = portal, corpus, file
        self._runtime = runtime
        self._is_read = False

    def has_new_rules(self) -> bool:
        """Return True if the link rules have changed since the corpus knows what they list."""
        return self._corpus.run_log.get_meta("links") not in (None, self._portal.link_digest)

    def find(self, canonical: str) -> UnlistedLink | None:
        """Return where an address is linked and not listed, in whatever spelling (``www.``, http,
        a slash at its end); None if it is not.

        Raises StoreDamaged, DiskFull, and RulesTooSlow if the rules of several pages in a row take
        too long.
        """
        if not self._is_read:
            self._read_pages()
            self._is_read = True
        return self._file.unlisted.find(address_key(canonical))

    def _read_pages(self) -> None:
        portal, progress = self._portal, self._runtime.progress
        rules = f"{_VERSION} {portal.link_digest} {digest_address_rules(portal.address)}"
        self._file.unlisted.begin(rules)
        processes, tasks = choose_processes(self._list_tasks(), None)
        tasks, current = tee(tasks)
        job = Job(portal, self._corpus.folder, self._runtime.cluster, progress.show_message)
        with (
            open_executor(self._runtime.executor, job, processes) as executor,
            progress_stage(progress, "archive pages", None, "pages"),
        ):
            for number, found in enumerate(executor.results(find_unlisted_addresses, tasks), 1):
                task = next(current)
                if isinstance(found, LostTask):
                    progress.show_message(f"{task.capture.url}: {found.evidence}")
                    continue
                links = ((address_key(url), reason) for url, reason in found)
                self._file.unlisted.add_page(_to_version(task), links)
                progress.step(task.capture.url)
                if number % _BATCH == 0:
                    self._file.commit()
        self._file.commit()

    def _list_tasks(self) -> Iterator[ArchivePageTask]:
        """Yield the stored archive pages that were not read yet, each version once."""
        for capture in self._corpus.captures.all("archive"):
            place = locate_listing(self._portal, capture.origin, capture.url)
            if place is None or capture.status != 200 or capture.truncated:
                continue
            task = ArchivePageTask(capture, place.key.column, place.key.span, place.key.window)
            if not self._file.unlisted.has_page(_to_version(task)):
                yield task


def _to_version(task: ArchivePageTask) -> PageVersion:
    return task.capture.url, task.column, task.span, task.capture.body_digest


# Every address that a page links, whether a rule selects it or not.

_ATTRIBUTES = ("href", "data-href", "data-url", "data-link")
_ADDRESS_STARTS = ("http://", "https://", "/")


def find_linked_addresses(page: Page) -> tuple[str, ...]:
    """Return the absolute addresses that a page links, each once and without fragment.

    On a page that is JSON, these are the texts that begin as an address does, and the links of the
    HTML in its texts.
    """
    found: dict[str, None] = {}
    raw = _list_values(page.json, page) if page.json is not None else _list_attributes(page)
    for address in raw:
        try:
            found[normalize_address(resolve(page.base, address))] = None
        except NotAnAddress:
            continue
    return tuple(found)


def _list_attributes(page: Page) -> Iterator[str]:
    for element in page.root.iter():
        for name in _ATTRIBUTES:
            value = element.get(name)
            if value is not None:
                yield value


def _list_values(value: Any, page: Page) -> Iterator[str]:
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and value.startswith(_ADDRESS_STARTS):
            yield value
        elif isinstance(value, str) and "href" in value:
            yield from _list_attributes(page.inner(value))


# What the addresses of a portal's articles look like: their forms, with the column of each.
#
# Two addresses have the same form if they agree in host, number of path segments, kind of each
# segment, first segment where that is a word, ending and names of parameters:
# ``https://a.example/news/2019/05/a-title`` and ``https://a.example/news/2020/11/other-words``.

MAX_FORMS = 10_000
"""Forms that are remembered; a portal has tens of them."""
FIRST_YEAR = 1990
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:(?=[/_.-]?(?:0[1-9]|1[0-2])(?!\d{3}))|(?=/))")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")

_WORD = "word"

Form = tuple[str, ...]


class AddressForms:
    """The forms of the addresses that were added, and how many of each column have them."""

    def __init__(self) -> None:
        self._columns: dict[Form, Counter[str]] = {}
        self._in_any_section: set[Form] = set()

    def __len__(self) -> int:
        return len(self._columns)

    def add(self, url: str, column: str) -> None:
        """Add the address of an article, and its column or ``""``."""
        form = form_of(url)
        if form in self._columns or len(self._columns) < MAX_FORMS:
            self._columns.setdefault(form, Counter())[column] += 1
            self._in_any_section.add(_without_section(form))

    def has_form_of(self, url: str) -> bool:
        """Return True if an address of this form was added."""
        return form_of(url) in self._columns

    def has_form_in_other_section(self, url: str) -> bool:
        """Return True if an address of this form was added, whatever its first segment."""
        return _without_section(form_of(url)) in self._in_any_section

    def column_of(self, url: str) -> str:
        """Return the column of most addresses of this form; ``""`` for an unknown form."""
        columns = self._columns.get(form_of(url))
        if not columns:
            return ""
        return min(columns.items(), key=lambda pair: (-pair[1], pair[0]))[0]


def form_of(url: str) -> Form:
    """Return the form of an absolute address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return (url,)
    segments = parts.path.strip("/").split("/")
    ending = _ENDING.search(segments[-1])
    kinds = [_kind_of(segment) for segment in segments]
    if kinds[0] == _WORD and len(segments) > 1:
        kinds[0] = f"/{segments[0].lower()}"
    names = sorted({part.partition("=")[0] for part in parts.query.split("&") if part})
    return (plain_host(url), *kinds, ending[0].lower() if ending else "", *names)


def _without_section(form: Form) -> Form:
    """Return the form with any word in place of its first segment, if that is one."""
    if len(form) > 1 and form[1].startswith("/"):
        return (form[0], _WORD, *form[2:])
    return form


def _kind_of(segment: str) -> str:
    text = _ENDING.sub("", segment)
    if text.isdigit():
        return f"{len(text)} digits" if len(text) <= 2 or len(text) == 4 else "digits"
    return _WORD if text.isalpha() else "title"


def find_year(url: str, captured: str) -> str:
    """Return the year in an address, if it has one up to the capture; else that of the capture
    (14 digits)."""
    latest = captured[:4]
    found = (match[1] for match in _YEAR.finditer(_path_and_query(url)))
    return next((year for year in found if str(FIRST_YEAR) <= year <= latest), latest)


def _path_and_query(url: str) -> str:
    """Return path and query of an address, or all of an invalid one."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
