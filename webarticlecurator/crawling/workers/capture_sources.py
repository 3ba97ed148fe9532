"""Sources of captures for a build: the corpus, a read-only view of it, or other WARC files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.crawling.workers.capture_source import RankedSource
from webarticlecurator.storage.store.site_answers import keep_site_answers

if TYPE_CHECKING:
    from webarticlecurator.storage.answers.captures import Captures
    from webarticlecurator.storage.store.joined_corpus import CaptureFolders
    from webarticlecurator.storage.store.view import CorpusView


class CapturesSource(RankedSource):
    """Some captures, and what reads their bodies. ``ahead``: record id → body, of those that were
    read before they are asked for; ``known``: address → its pages, as long as no capture is
    changed."""

    def __init__(
        self,
        captures: Captures,
        read: Callable[[Capture], Body],
        is_listed: Callable[[str], bool],
    ) -> None:
        super().__init__()
        self._captures, self._is_listed = captures, is_listed
        self._read = keep_site_answers(read)
        self.ahead: Mapping[str, Body] = {}
        self.known: dict[str, Sequence[Capture]] = {}

    def pages(self, url: str) -> Sequence[Capture]:
        known = self.known.get(url)
        return self._captures.ranked([url], "first") if known is None else known

    def is_listed(self, url: str) -> bool:
        return self._is_listed(url)

    def read(self, capture: Capture) -> Body:
        return self.ahead.get(capture.record_id) or self._read(capture)

    def _ask(self, method: str, *arguments: Any) -> Any:
        return getattr(self._captures, method)(*arguments)


class CorpusSource(CapturesSource):
    """The corpus that this process has open, for reading or writing."""

    def __init__(self, corpus: CorpusView) -> None:
        super().__init__(corpus.captures, corpus.read, corpus.redirects.is_on_archive_page)


class ReadingSource(CapturesSource):
    """A read-only view of a corpus that another process has open, and of other WARC files that it
    reads."""

    def __init__(self, place: CaptureFolders) -> None:
        # a process that reads single pages needs nothing of the store
        from webarticlecurator.storage.answers.captures import Captures
        from webarticlecurator.storage.frontier.listed_redirects import Redirects
        from webarticlecurator.storage.index.index_opening import open_index_read_only
        from webarticlecurator.storage.store.run_log import RunLog
        from webarticlecurator.storage.store.view import STATE_OF, read_capture_body

        with ExitStack() as opened:
            folder = place if isinstance(place, Path) else place.corpus
            index = opened.enter_context(closing(open_index_read_only(folder)))
            records = Path(RunLog(index).get_meta(STATE_OF) or folder)
            captures, read = Captures(index), partial(read_capture_body, records)
            if not isinstance(place, Path):
                from webarticlecurator.storage.store.joined_corpus import JoinedCaptures

                others = opened.enter_context(closing(open_index_read_only(place.foreign)))
                captures = joined = JoinedCaptures(index, Captures(others))
                read = partial(place.read, records, joined)
            super().__init__(captures, read, Redirects(index).is_on_archive_page)
            self.close = opened.pop_all().close
