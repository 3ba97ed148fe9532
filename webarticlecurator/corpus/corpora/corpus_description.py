"""What a corpus is called, how it is cited, what proves that it is whole, and its next crawl."""

from __future__ import annotations

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.corpus_numbers import CorpusDescription
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.times import find_zone, parse_iso_time
from webarticlecurator.corpus.judging.judged_shares import read_sentences
from webarticlecurator.crawling.crawl.start_times import next_start
from webarticlecurator.crawling.states.column_proofs import prove_lists
from webarticlecurator.storage.store.view import CorpusView


def describe_corpus(portal: Portal, view: CorpusView) -> CorpusDescription:
    """Return the description of a corpus, as of its last crawl."""
    last = view.run_log.last_run("crawl")
    ended = (last.finished or last.started) if last is not None else ""
    return CorpusDescription(
        portal.corpus_title,
        f"{cite_corpus(portal, ended)} {portal.corpus.persistent_id()}".rstrip(),
        tuple(each.describe() for each in prove_lists(view)),
        _find_next_run(portal, ended),
        read_sentences(view.folder),
    )


def cite_corpus(portal: Portal, day: str) -> str:
    """Return the citation of a corpus without its identifier; ``day`` is the day of its last
    crawl, or "" if it has not been crawled."""
    corpus = portal.corpus
    editors = "; ".join(editor.name for editor in corpus.editors)
    year = f" ({day[:4]})" if day else ""
    version = f" (version {corpus.version})" if corpus.version else ""
    title = f"{portal.corpus_title}{version}"
    return f"{editors}{year}: {title}." if editors else f"{title}{year}."


def _find_next_run(portal: Portal, ended: str) -> str:
    """Return when a portal is crawled next by its schedule, in its own zone."""
    if not portal.schedule or not ended:
        return ""
    try:
        start = next_start(portal, parse_iso_time(ended))
    except UsageError:  # the library that reads schedules is not installed
        return portal.schedule
    return f"{start.astimezone(find_zone(portal.timezone)):%Y-%m-%d %H:%M}"
