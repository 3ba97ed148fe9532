"""The parser versions that built the TEI of a corpus, kept as a note in its index. A remark is made
if they differ.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.parser_versions import describe_parsers, find_version_differences
from webarticlecurator.storage.store.view import CorpusView

if TYPE_CHECKING:
    from webarticlecurator.storage.store.corpus import WritableCorpus

NOTE = "parsers"
"""Name of the note: a JSON list, in the order of first use since the last full build."""


def note_parsers(corpus: WritableCorpus, *, all_built: bool) -> None:
    """Note the parsers of this machine after a build. Needs ``corpus.commit``."""
    now = describe_parsers()
    used = [] if all_built else used_parsers(corpus)
    if now not in used:
        corpus.run_log.set_meta(NOTE, json.dumps([*used, now]))


def used_parsers(corpus: CorpusView) -> list[str]:
    """Return the parsers of the TEI in the corpus, each once; empty if the corpus was built by a
    version that did not note them."""
    return list(json.loads(corpus.run_log.get_meta(NOTE) or "[]"))


def parser_remarks(corpus: CorpusView) -> tuple[str, ...]:
    """Return remarks for the user: parser versions that are not tested, or several in one
    corpus."""
    used = used_parsers(corpus)
    several = make_message(
        "the TEI was built with several parsers: {parsers}; `curator build --all` builds"
        " all of it with the current one",
        parsers="; ".join(used),
    )
    return tuple(filter(None, (find_version_differences(), several if len(used) > 1 else "")))
