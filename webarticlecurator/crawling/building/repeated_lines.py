"""What several articles have in their texts, and what is therefore no text: links to other
articles, the same words on most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_shape import LinksTo, TextLine

MIN_ARTICLES = 4
MIN_SHARE, MIN_SHORT_SHARE = 0.1, 0.5
"""Articles with a line, at least, and more than this share of all; and the share with a short line
without links, which several articles may have by chance or as a label: *Ingredients*."""
MAX_SHORT = 40
"""Characters of the longest short line. Longer ones are sentences: 7 of 48 articles had the same
advertisement between their paragraphs."""
_BLOCKS = "//*[self::p or self::div or self::li][not(.//p|.//div|.//li)]"
_SIGNS = "' ·•|,/←→«»‹›–-',''"


@dataclass(frozen=True)
class RepeatedLine:
    """A line that ``count`` articles have, the first at ``first``."""

    line: TextLine
    count: int
    first: str

    @property
    def rule(self) -> str:
        """The XPath that drops it."""
        words = self.line.words.replace('"', "")
        if self.line.leads_to is LinksTo.NOTHING and self.line.is_whole:
            return f'{_BLOCKS}[normalize-space()="{words}"]'
        if words:
            linked = "" if self.line.leads_to is LinksTo.NOTHING else "[.//a]"
            return f'{_BLOCKS}{linked}[starts-with(normalize-space(),"{words}")]'
        own = f"text()[translate(normalize-space(),{_SIGNS})]"
        return f"{_BLOCKS}[a][not(*[not(self::a)])][not({own})]"


def find_repeated_line(articles: Sequence[tuple[str, Sequence[TextLine]]]) -> RepeatedLine | None:
    """Return the line that is no text and that most of the articles (address, lines) have; None if
    none is on enough of them. Links without words beside them are one line, whatever signs are
    between them."""
    plain = [(url, {*map(_without_signs, lines)}) for url, lines in articles]
    counts = Counter(line for _, lines in plain for line in lines)
    for line, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].words)):
        is_telling = line.leads_to is LinksTo.ARTICLES or len(line.words) > MAX_SHORT
        share = MIN_SHARE if is_telling else MIN_SHORT_SHARE
        if count >= MIN_ARTICLES and count > share * len(articles):
            first = next(url for url, lines in plain if line in lines)
            return RepeatedLine(line, count, first)
    return None


def _without_signs(line: TextLine) -> TextLine:
    has_words = re.search(r"\w", line.words) is not None
    return line if has_words else TextLine("", line.leads_to)
