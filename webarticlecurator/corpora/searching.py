"""``curator search``: find words in the articles of a corpus, and show them in their context."""

from __future__ import annotations

import heapq
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from typing import TypeAlias

from webarticlecurator.corpora.exporting import (
    PUBLISHED,
    ExportedCorpus,
    make_partial_header,
    update_derived,
    with_lookups,
)
from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.export import Sample, StoredArticle, find_tei
from webarticlecurator.export.article_fields import (
    ARTICLE_FIELDS,
    ARTICLE_FIELDS_BY_NAME,
    MOMENT_FIELDS,
    Cell,
    derive_moment,
    make_field_reader,
)
from webarticlecurator.export.selection import Choice, SampleChooser, Selection, find_rank
from webarticlecurator.model.verdict import Problem
from webarticlecurator.store.search_file import (
    END,
    IS_UNCUT,
    START,
    MatchedArticle,
    SearchedArticle,
    SearchFile,
    cut_words,
    open_search,
)
from webarticlecurator.tei import find_local_day

# A query for words in texts: ``climate ("global warming" OR glob*) NOT weather``.
#
# Words beside each other must all be there, as with AND. NOT binds before AND, AND before OR.


AND, OR, NOT = "AND", "OR", "NOT"
_OPERATORS = (OR, AND, NOT)
"""The later ones bind first."""
_TOKEN = re.compile(r'\s*(?:(?P<phrase>"[^"]*"\*?)|(?P<bracket>[()])|(?P<word>[^\s()"]+))')
_LETTERS = re.compile(r"[^\W_]+")
_NO_LETTERS = r"[\W_]+"
_EXAMPLE = 'An example: climate AND ("global warming" OR glob*) NOT weather'


@dataclass(frozen=True)
class Phrase:
    """A word, or several in a row. ``is_prefix``: the last one may go on."""

    text: str
    is_prefix: bool = False

    def exact_pattern(self) -> re.Pattern[str]:
        """Return what finds it in a text in the same case, with the same diacritics."""
        words = _NO_LETTERS.join(map(re.escape, _LETTERS.findall(self.text)))
        # in scripts without white space, what is before and after may be letters
        start = "" if IS_UNCUT.match(self.text) else r"(?<![^\W_])"
        is_open = self.is_prefix or IS_UNCUT.search(self.text[-1:])
        end = "" if is_open else r"(?![^\W_])"
        return re.compile(f"{start}{words}{end}")

    def list_spellings(self) -> list[str]:
        """Return how it may be written: *strasse* also with ß, and the other way round."""
        text = self.text.replace("ẞ", "ß")
        both = (text, text.replace("ß", "ss"), re.sub("ss", "ß", text, flags=re.IGNORECASE))
        return list(dict.fromkeys(both))


@dataclass(frozen=True)
class QueryOperation:
    """Two queries of which both, one, or only the left one must hold: AND, OR, NOT."""

    operator: str
    left: Query
    right: Query


Query: TypeAlias = Phrase | QueryOperation


def parse_query(text: str) -> Query:
    """Return the query. Raises UsageError, which shows the place of a mistake."""
    return _Parser(text).parse()


def to_fts(query: Query) -> str:
    """Return the query in the language of SQLite's FTS5."""
    if isinstance(query, Phrase):
        end = '"*' if query.is_prefix else '"'
        spellings = [f'"{cut_words(each)}{end}' for each in query.list_spellings()]
        return spellings[0] if len(spellings) == 1 else f"({' OR '.join(spellings)})"
    return f"({to_fts(query.left)} {query.operator} {to_fts(query.right)})"


_NEVER_CUT = re.compile(
    "[\u1950-\u19df\u1a20-\u1aaf\u1b00-\u1b7f\ua000-\ua4cf\ua980-\ua9ff\uaa60-\uaadf"
    "\U00011700-\U0001174f\U00017000-\U00018d7f]"
)
"""Letters of scripts without white space that are not cut: Tai Le, New Tai Lue, Tai Tham, Tai Viet,
Ahom, Balinese, Javanese, Yi, Tangut, and those of Burmese for other languages."""


def find_uncut(query: Query) -> str:
    """Return the first phrase in a script without white space that is not cut into words; "" if
    there is none."""
    phrases = (each.text for each in list_query_phrases(query))
    return next(filter(_NEVER_CUT.search, phrases), "")


def drop_exclusions(query: Query) -> Query:
    """Return the query without the right sides of NOT: at least the same texts meet it."""
    if isinstance(query, Phrase):
        return query
    left = drop_exclusions(query.left)
    if query.operator == NOT:
        return left
    return QueryOperation(query.operator, left, drop_exclusions(query.right))


def list_query_phrases(query: Query) -> Iterator[Phrase]:
    """Yield the phrases of a query."""
    if isinstance(query, Phrase):
        yield query
    else:
        yield from list_query_phrases(query.left)
        yield from list_query_phrases(query.right)


def query_holds(query: Query, has: Callable[[Phrase], bool]) -> bool:
    """Return True if a text meets the query; ``has`` returns whether it has a phrase."""
    if isinstance(query, Phrase):
        return has(query)
    left = query_holds(query.left, has)
    if query.operator == OR:
        return left or query_holds(query.right, has)
    return left and query_holds(query.right, has) != (query.operator == NOT)


@dataclass(frozen=True)
class _Token:
    """A token and its place in the query, from 0. ``kind``: a group of ``_TOKEN``, ``operator``, or
    ``end``."""

    kind: str
    text: str
    place: int


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(self._read_tokens())
        self._next = 0

    def parse(self) -> Query:
        query = self._parse_operations()
        if self._token.kind != "end":
            raise self._error(self._token, "a parenthesis that was not opened")
        return query

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _read_tokens(self) -> Iterator[_Token]:
        place, end = 0, len(self._text.rstrip())
        while place < end:
            match = _TOKEN.match(self._text, place)
            if match is None:
                start = self._text.index('"', place)
                raise self._error(_Token("", "", start), "a quotation mark without its second one")
            kind = str(match.lastgroup)
            text, place = match[kind], match.end()
            yield _Token("operator" if text in (AND, OR, NOT) else kind, text, match.start(kind))
        yield _Token("end", "", end)

    def _take(self, text: str) -> _Token | None:
        """Return the next token and go on, if it is this operator or bracket."""
        token = self._token
        if token.text != text:
            return None
        self._next += 1
        return token

    def _parse_operations(self, level: int = 0) -> Query:
        """Parse what operators of ``_OPERATORS`` join, from ``level`` on."""
        if level == len(_OPERATORS):
            return self._parse_one()
        operator = _OPERATORS[level]
        query = self._parse_operations(level + 1)
        while self._take(operator) or (operator == AND and self._is_operand_next()):
            query = QueryOperation(operator, query, self._parse_operations(level + 1))
        return query

    def _is_operand_next(self) -> bool:
        return self._token.kind in ("word", "phrase") or self._token.text == "("

    def _parse_one(self) -> Query:
        opening = self._take("(")
        if opening:
            query = self._parse_operations()
            if not self._take(")"):
                raise self._error(opening, "a parenthesis that is not closed")
            return query
        token = self._token
        if token.kind == "end":
            raise self._error(token, "the query ends where a word is expected")
        if token.kind in ("operator", "bracket"):
            hint = " before it" if token.kind == "operator" else ""
            raise self._error(token, f"a word is expected{hint}: {token.text!r}")
        self._next += 1
        text = token.text.removesuffix("*")
        if "*" in text:
            raise self._error(token, f"an asterisk is only allowed behind a word: {token.text!r}")
        if not _LETTERS.search(text):
            raise self._error(token, f"no letters or digits: {token.text!r}")
        return Phrase(text.strip('"'), token.text.endswith("*"))

    def _error(self, token: _Token, message: str) -> UsageError:
        pointer = f"  {self._text}\n  {' ' * token.place}^"
        return UsageError(f"query, character {token.place + 1}: {message}\n{pointer}", _EXAMPLE)


Place: TypeAlias = tuple[str, str, int, int]
"""``title`` or ``text``, all of it, and where a hit begins and ends in it."""
BARS: dict[str, Callable[[SearchedArticle], tuple[str, ...]]] = {
    "year": lambda article: (article.published[:4],),
    "month": lambda article: (article.published[:7] if len(article.published) >= 7 else "",),
    "column": lambda article: (article.column,),
    "author": lambda article: article.authors or ("",),
}
"""What matches are counted by, with the bars in which an article counts; an empty one if it is not
known."""


@dataclass(frozen=True)
class ArticleHits:
    """An article that meets a query, with its hits in their order."""

    article: SearchedArticle
    hits: tuple[Hit, ...]


@dataclass
class HitCount:
    """The selected ``articles`` of a bar that meet a query, with their ``hits``; how many selected
    articles and words the bar has in all."""

    name: str
    articles: int = 0
    hits: int = 0
    all_articles: int = 0
    all_words: int = 0


@dataclass
class CorpusSearch:
    """A query in the words of the selected articles of a corpus, or without one all of these. Made
    by ``open_corpus_search``.

    ``is_exact``: letter case and diacritics count. ``problems``: TEI that could not be read.
    ``undated``: after ``list_articles``, the number of articles that were left out since they have
    no date to compare. ``sampled``: those of a sample, if it is one of several corpora.
    """

    file: SearchFile
    corpus: ExportedCorpus
    query: Query | None
    is_exact: bool = False
    problems: list[Problem] = field(default_factory=list)
    undated: int = 0
    sampled: list[MatchedArticle] | None = None

    def count_articles(self) -> int | None:
        """Return how many articles meet the query, if that is known without reading them."""
        if self.query is None or self.is_exact or not self.corpus.selection.is_everything:
            return None
        return self.file.count_matches(to_fts(self.query))

    def list_articles(self) -> Iterator[ArticleHits]:
        """Yield the selected articles that meet the query, by date."""
        for matched in self.list_sample():
            if places := self._find_places(matched):
                hits = tuple(_make_hit(*place) for place in places)
                yield ArticleHits(matched.article, hits)

    def list_places(self) -> Iterator[list[Place]]:
        """Yield the places of the hits of each article that ``list_articles`` would yield."""
        return filter(None, map(self._find_places, self.list_sample()))

    def list_texts(self) -> Iterator[str]:
        """Yield title and text of each article that ``list_articles`` would yield."""
        for matched in self.list_sample():
            if not self.is_exact or self.query is None or self._find_places(matched):
                yield "\n".join(self.file.read_text(matched.number))

    def list_sample(self) -> Iterator[MatchedArticle]:
        """Yield the selected articles that meet the query; of a sample, those in it."""
        sample = self.corpus.selection.sample
        if self.sampled is not None:
            yield from self.sampled
        elif sample is None:
            yield from self._list_selected()
        else:
            chooser = SampleChooser[MatchedArticle](sample.size)
            for matched in self._list_selected():
                if not self.is_exact or self._find_places(matched):
                    chooser.add(self.find_rank(matched, sample), matched)
            yield from chooser.chosen()

    def find_rank(self, matched: MatchedArticle, sample: Sample) -> tuple[str, int]:
        """Return the group of an article in a sample and its rank within it."""
        return find_rank(self._read_fields(matched), sample)

    def _list_selected(self) -> Iterator[MatchedArticle]:
        """Yield the selected articles that have the words of the query."""
        self.undated = 0
        found = self.file.list_articles() if not self._fts else self.file.list_matches(self._fts)
        for matched in found:
            choice = self._choose(matched)
            self.undated += choice is Choice.UNDATED
            if choice is Choice.SELECTED:
                yield matched

    def _choose(self, matched: MatchedArticle) -> Choice:
        return self.corpus.selection.choose(self._read_fields(matched))

    def _read_fields(self, matched: MatchedArticle) -> SearchedFields:
        return SearchedFields(self.file, matched, self.corpus.selection)

    @cached_property
    def _fts(self) -> str:
        if self.query is None:
            return ""
        return to_fts(drop_exclusions(self.query) if self.is_exact else self.query)

    def _find_places(self, matched: MatchedArticle) -> list[Place]:
        if self.query is None:
            return []
        if self.is_exact:
            return find_exact(self.query, self.file.read_text(matched.number))
        # The hits in a title and a text with marks around them, in their order
        marked = self.file.mark_matches(self._fts, matched.number)
        places = []
        for part, text in zip((TITLE, TEXT), marked, strict=True):
            plain = text.replace(START, "").replace(END, "")
            for place, match in enumerate(_MARKED.finditer(text)):
                # two marks for each match before
                start = match.start() - 2 * place
                places.append((part, plain, start, start + len(match[1])))
        return places

    def count_by(self, by: str, bars: dict[str, HitCount]) -> None:
        """Count for a kind of ``BARS``, in addition to what ``bars`` have."""
        for matched in self.file.list_articles():
            if self._choose(matched) is not Choice.SELECTED:
                continue
            for name in BARS[by](matched.article):
                bar = bars.setdefault(name, HitCount(name))
                bar.all_articles += 1
                bar.all_words += matched.article.words
        for found in self.list_articles():
            for name in BARS[by](found.article):
                bars[name].articles += 1
                bars[name].hits += len(found.hits)


def choose_sample(searches: Sequence[CorpusSearch]) -> None:
    """Make the sample of searches one of the articles of all their corpora, if they have one."""
    sample = searches[0].corpus.selection.sample
    if sample is None or len(searches) < 2:
        return
    # what is among the first of all is among the first of its corpus
    chooser = SampleChooser[tuple[CorpusSearch, MatchedArticle]](sample.size)
    for search in searches:
        for matched in search.list_sample():
            chooser.add(search.find_rank(matched, sample), (search, matched))
    chosen = chooser.chosen()
    for search in searches:
        search.sampled = [matched for of, matched in chosen if of is search]


def count_hits(searches: Iterable[CorpusSearch], by: str) -> list[HitCount]:
    """Return the counts of a kind of ``BARS``: dates in their order, others by their hits; that of
    what is not known comes last."""
    bars: dict[str, HitCount] = {}
    for search in searches:
        search.count_by(by, bars)
    if by in ("year", "month"):
        return sorted(bars.values(), key=lambda bar: (not bar.name, bar.name))
    with_hits = (bar for bar in bars.values() if bar.hits)
    return sorted(with_hits, key=lambda bar: (not bar.name, -bar.hits, bar.name))


def merge_hits(searches: Iterable[CorpusSearch]) -> Iterator[ArticleHits]:
    """Yield the articles of several corpora that meet their query, by date."""

    def find_place(found: ArticleHits) -> tuple[bool, str]:
        return not found.article.published, found.article.published

    return heapq.merge(*(each.list_articles() for each in searches), key=find_place)


@contextmanager
def open_corpus_search(
    corpus: ExportedCorpus, query: Query | None, *, is_exact: bool = False, jobs: int | None = None
) -> Iterator[CorpusSearch]:
    """Bring the words of a corpus up to date and open them for a query.

    Raises UsageError, CorpusMismatch, StoreDamaged, DiskFull.
    """
    find_tei(corpus.folder)
    searched = replace(corpus, selection=with_lookups(corpus.selection, corpus.folder))
    with closing(open_search(corpus.folder)) as file:
        problems = update_derived(file, corpus, read_searched, file.record, jobs)
        yield CorpusSearch(file, searched, query, is_exact, problems)


def read_searched(article: StoredArticle) -> SearchedArticle:
    """Return a stored article as it is searched."""
    metadata = article.header.metadata
    published = metadata.first("published")
    # The fields of an article that are kept, as JSON; those without a value are left out
    read = make_field_reader(article)
    values = {name: read(name) for name in _KEPT}
    known = {name: found for name, found in values.items() if found}
    return SearchedArticle(
        article.header.id,
        article.header.url,
        metadata.first("title") or "",
        find_local_day(published, article.timezone) or (published or "")[:7],
        article.header.column or "",
        tuple(metadata.texts("authors")),
        article.header.words,
        "\n".join(article.lines()),
        json.dumps(known, ensure_ascii=False, separators=(",", ":")),
    )


# The fields of an article from the words of its corpus, so that a search reads no TEI.
#
# ``search.sqlite`` keeps their values as JSON; what follows from the text, from other fields or
# from another file is read when it is asked for.

_NOT_KEPT = frozenset({"text", "characters", "path", "portal", "year", "month", "day"})
_MOMENTS = frozenset(field.name for field in MOMENT_FIELDS)
_KEPT = tuple(field.name for field in ARTICLE_FIELDS if field.name not in _NOT_KEPT)


@dataclass(frozen=True)
class SearchedFields:
    """Reads the fields of an article by name, as ``make_field_reader`` does from its TEI.
    ``selection`` has what is known of its portal."""

    file: SearchFile
    matched: MatchedArticle
    selection: Selection

    def __call__(self, name: str) -> tuple[Cell, ...]:
        if name in _KEPT:
            return tuple(self._kept.get(name, ()))
        if name in _MOMENTS:
            return derive_moment(name, self, self.selection.timezone)
        return ARTICLE_FIELDS_BY_NAME[name].read(self._article)

    @cached_property
    def _kept(self) -> dict[str, list[Cell]]:
        return dict(json.loads(self.matched.fields))

    @cached_property
    def _article(self) -> StoredArticle:
        """The article with what the other fields are read from: its id, its date and its text."""
        published = next(map(str, self._kept.get(PUBLISHED, ())), "")
        header = make_partial_header(self.matched.article.article, published)
        return _SearchedText(
            self.matched.path,
            header,
            b"",
            self.selection.portal,
            self.selection.timezone,
            self.selection.find_duplicate,
            self.selection.is_unlisted,
            lambda: self.file.read_text(self.matched.number)[1],
        )


@dataclass(frozen=True)
class _SearchedText(StoredArticle):
    """A stored article whose text is read by ``read_text``."""

    read_text: Callable[[], str] = str

    def lines(self) -> list[str]:
        text = self.read_text()
        return text.split("\n") if text else []


# Where an article has what a search looks for.

CONTEXT = 100
"""Characters on either side of what was found."""
TITLE, TEXT = "title", "text"
_MARKED = re.compile(f"{START}([^{START}{END}]*){END}")


@dataclass(frozen=True)
class Hit:
    """Where an article has what was searched for: in its ``title`` or ``text`` (``part``), with its
    context on the left and on the right."""

    part: str
    left: str
    match: str
    right: str


def find_exact(query: Query, texts: tuple[str, str]) -> list[Place]:
    """Return the places of the hits in a title and a text, in their order; letter case and
    diacritics count. Empty if the query does not hold for them."""

    def has(phrase: Phrase) -> bool:
        return any(phrase.exact_pattern().search(text) for text in texts)

    if not query_holds(query, has):
        return []
    patterns = [phrase.exact_pattern() for phrase in list_query_phrases(drop_exclusions(query))]
    places: list[Place] = []
    for part, text in zip((TITLE, TEXT), texts, strict=True):
        end = 0
        for start, last in sorted(each.span() for p in patterns for each in p.finditer(text)):
            if start >= end:
                places.append((part, text, start, last))
                end = last
    return places


def _make_hit(part: str, text: str, start: int, end: int) -> Hit:
    """Return a hit with its context, in one line."""
    left, right = text[max(start - CONTEXT, 0) : start], text[end : end + CONTEXT]
    return Hit(part, *(re.sub(r"\s", " ", each) for each in (left, text[start:end], right)))
