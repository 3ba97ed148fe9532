"""Text of pages with several articles (``article.split``) that is in none of these, and that no
other page has: the template of a portal has its words on many.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome
from webarticlecurator.storage.store.corpus import WritableCorpus

KIND = "text-outside"
NOTE = "outside-text"
MAX_SHOWN = 80
"""Characters of the beginning of a paragraph that are shown."""


class OutsideText:
    """Which pages have which paragraphs outside of their articles, by digests: a note of the corpus
    keeps no text. Digest → the page that has the paragraph alone, "" for several."""

    def __init__(self, corpus: WritableCorpus) -> None:
        self._corpus = corpus
        self._pages: dict[str, str] = json.loads(corpus.run_log.get_meta(NOTE) or "{}")
        self._former = group_values((page, digest) for digest, page in self._pages.items())
        self._problems = {each.where: each for each in corpus.run_log.problems((KIND,))}
        self._first: dict[str, str] = {}

    def see(self, outcome: BuildOutcome) -> None:
        """Look at a page that was built."""
        page = outcome.canonical
        for digest in self._former.get(page, ()):
            if self._pages[digest] == page:  # no other one was seen with it
                del self._pages[digest]
        self._problems.pop(page, None)
        for text in outcome.outside:
            # "5 users have read it, 2 answers": a line of the template has other numbers on each
            same = DIGITS.sub("0", text)
            digest = hashlib.sha256(same.encode("utf-8")).hexdigest()[:16]
            self._first[digest] = text
            if self._pages.setdefault(digest, page) != page:
                self._pages[digest] = ""

    def find_problems(self) -> Iterator[Problem]:
        """Yield the problem of each page with such text, and note what was seen."""
        own = group_values((page, digest) for digest, page in self._pages.items() if page)
        for page, digests in own.items():
            words = [self._first[each] for each in digests if each in self._first]
            if words:
                shown = repr(words[0][:MAX_SHOWN])
                yield make_problem(KIND, page, number=len(digests), words=shown)
            elif page in self._problems:
                yield self._problems[page]
        self._corpus.run_log.set_meta(NOTE, json.dumps(self._pages))
