"""What several articles have in their texts, and what is therefore no text: links to other
articles, the same words on most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from webarticlecurator.articles.units.text_units import has_sentence_end
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_shape import LinksTo, TextLine
from webarticlecurator.base.text.word_borders import count_words

MIN_ARTICLES, MIN_SURE = 4, 3
"""Articles with a line, at least, and with one that is not shared by chance."""
MIN_LINKED, MIN_SAME, MIN_SURE_SHARE = 0.5, 0.1, 0.02
"""More than this share of all: with words beside links to other sites, with the same words, with a
line that is not shared by chance."""
MIN_LONG = 40
"""Characters of a line that two articles do not share by chance: a box that is in some articles
alone, as one that asks for subscriptions, is on few of them."""
MIN_SENTENCE = 6
"""Words of a shorter line, a whole sentence, that are not shared by chance either."""
_BLOCKS = (
    "//*[self::p or self::div or self::li or self::summary][not(.//p|.//div|.//li|.//summary)]"
)
SIGNS = "' ·•|,/←→«»‹›–-',''"


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
        own = f"text()[translate(normalize-space(),{SIGNS})]"
        return f"{_BLOCKS}[a][not(*[not(self::a)])][not({own})]"


def find_repeated_line(articles: Sequence[tuple[str, Sequence[TextLine]]]) -> RepeatedLine | None:
    """Return the line that most of the articles (address, lines) share and that is not text; None
    if too few share one. Links without words beside them count as one line, whatever signs
    separate them."""
    plain = [(url, {*map(_without_signs, lines)}) for url, lines in articles]
    counts = Counter(line for _, lines in plain for line in lines)
    for line, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].words)):
        is_long = len(line.words) >= MIN_LONG or _is_sentence(line)
        is_sure = is_long or line.leads_to is LinksTo.ARTICLES
        share = MIN_LINKED if line.leads_to is LinksTo.OTHERS else MIN_SAME
        least = MIN_SURE if is_sure else MIN_ARTICLES
        if count >= least and count > (MIN_SURE_SHARE if is_sure else share) * len(articles):
            first = next(url for url, lines in plain if line in lines)
            return RepeatedLine(line, count, first)
    return None


def _is_sentence(line: TextLine) -> bool:
    is_plain = line.leads_to is LinksTo.NOTHING and line.is_whole
    return is_plain and has_sentence_end(line.words) and count_words(line.words) >= MIN_SENTENCE


def _without_signs(line: TextLine) -> TextLine:
    has_words = re.search(r"\w", line.words) is not None
    return line if has_words else TextLine("", line.leads_to)
