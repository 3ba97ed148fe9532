"""Which parsers read the pages of the TEI in a corpus: kept as a note of its index, said where they
are not one and the same."""

from __future__ import annotations

import json

from webarticlecurator.page.parsers import describe_parsers, find_version_differences
from webarticlecurator.store import Corpus, CorpusView

NOTE = "parsers"
"""Name of the note: a JSON list, in the order of their first use since all was built at once."""


def note_parsers(corpus: Corpus, *, all_built: bool) -> None:
    """Note that this machine's parsers read what a build wrote. Waits for ``corpus.commit``."""
    now = describe_parsers()
    used = [] if all_built else used_parsers(corpus)
    if now not in used:
        corpus.run_log.set_meta(NOTE, json.dumps([*used, now]))


def used_parsers(corpus: CorpusView) -> list[str]:
    """Return the parsers of the TEI in the corpus, each once; none for a corpus that was built
    before they were noted."""
    found: list[str] = json.loads(corpus.run_log.get_meta(NOTE) or "[]")
    return found


def parser_remarks(corpus: CorpusView) -> tuple[str, ...]:
    """Return what a person should know: other parsers than those of the tests, or several in one
    corpus."""
    untested = find_version_differences()
    used = used_parsers(corpus)
    several = (
        f"the TEI was made with several parsers: {'; '.join(used)}; `curator build --all` makes it"
        " with one"
    )
    return (*([untested] if untested else ()), *([several] if len(used) > 1 else ()))
