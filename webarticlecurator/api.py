"""The Python interface (docs/python.md): ``from webarticlecurator import Portal, Corpus``.

Modules that do the work are imported when they are needed: importing this one costs little.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from datetime import date
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from webarticlecurator.api_articles import Article, CorpusArticle
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model import article as article_model
from webarticlecurator.base.portal import portal as portal_model

if TYPE_CHECKING:
    import pandas
    import polars

    from webarticlecurator.base.model.verdict import Problem
    from webarticlecurator.corpus.corpora.address_history import AddressHistory
    from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
    from webarticlecurator.crawling.states.summary import Summary
    from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions, Runtime


@dataclass(frozen=True)
class Portal(portal_model.Portal):
    """A portal file, checked.

    ```pycon
    >>> from webarticlecurator import Portal
    >>> portal = Portal.load("examples/demo.yaml")
    >>> portal.id, portal.language
    ('demo', 'hu')

    ```
    """

    @classmethod
    def load(cls, path: Path | str, *, allow_hooks: bool | Collection[str] = False) -> Portal:
        """Return the portal of a portal file.

        Hooks are code: they run only with ``allow_hooks=True``, or where the sha256 digest (hex) of
        their file is in ``allow_hooks``. Raises ConfigError, with every problem of the file.
        """
        from webarticlecurator.portal_file.config.load import load_portal

        return cls(**vars(load_portal(Path(path), allow_hooks=allow_hooks)))


@dataclass(frozen=True)
class SearchHit:
    """A place where an article has the words of a search: in its ``title`` or ``text``
    (``part``), with the words to the left and right.

    ```pycon
    >>> from webarticlecurator import Corpus, Portal
    >>> corpus = Corpus("corpora/demo", Portal.load("examples/demo.yaml"))
    >>> (hit,) = corpus.search("iskola", where=["column=velemeny"], limit=1)
    >>> hit.published, hit.part, hit.match
    ('2004-01-26', 'text', 'iskola')

    ```
    """

    id: str
    url: str
    title: str
    published: str
    column: str
    part: str
    left: str
    match: str
    right: str


class _Readable:
    """What the corpus of one portal and that of several have in common: ``_places`` are portals and
    folders, ``_where`` conditions that always hold, ``_more`` what exports have besides."""

    _places: tuple[tuple[portal_model.Portal, Path], ...]
    _where: tuple[str, ...] = ()
    _more: tuple[str, ...] = ()
    title = ""

    def articles(
        self,
        since: date | None = None,
        until: date | None = None,
        column: str | None = None,
        *,
        where: Sequence[str] = (),
        sample: int | None = None,
        by: str = "",
    ) -> Iterator[CorpusArticle]:
        """Yield the articles one by one, in the order of their files.

        ``since`` and ``until``: the first and the last day of publication, in the portal's zone.
        ``where``: conditions that all hold, such as ``"words>=100"``. ``sample``: only so many
        articles, always the same, of each value of the field ``by`` if there is one. Files that are
        missing or no TEI of ours are left out, and counted in a UserWarning after the last article
        (``curator verify`` names them). Raises UsageError where the corpus has no TEI yet, and for
        a column or a field that is not known.
        """
        from webarticlecurator.corpus.corpora.exporting import list_tei, with_lookups
        from webarticlecurator.corpus.export.tei_articles import (
            Articles,
            ReadFile,
            find_tei,
            read_places,
        )

        places = [
            (list_tei(each), find_tei(each.folder), with_lookups(each.selection, each.folder))
            for each in self._select(where, sample, by, since, until, column)
        ]
        files = (
            ReadFile(
                file.path,
                None
                if file.item is None
                else CorpusArticle(places[number][1] / file.path, file.item),
                file.problem,
                file.is_undated,
            )
            for number, file in read_places(places)
        )
        articles = Articles(files)
        yield from articles
        _warn_of(articles.problems)

    def export(
        self,
        format: str,  # noqa: A002
        output: Path | str | BinaryIO,
        *,
        columns: Sequence[str] = (),
        where: Sequence[str] = (),
        sample: int | None = None,
        by: str = "",
        model: str | None = None,
    ) -> int:
        """Write the articles in a format of ``curator export`` that is made of articles, to a file,
        a folder or a binary stream; return how many were written.

        ``columns`` are those of a table, ``model`` divides and analyses tokens; for the others see
        ``articles``. What the command would say is a UserWarning. Raises UsageError, DiskFull.
        """
        from webarticlecurator.corpus.corpora.exporting import export_corpora
        from webarticlecurator.corpus.export.exporter import ExportOptions

        target = Path(output) if isinstance(output, (str, Path)) else output
        options = ExportOptions(tuple(columns), model=model, more=self._more, title=self.title)
        articles = export_corpora(self._select(where, sample, by), format, target, 1, options)
        for remark in articles.remarks:
            warnings.warn(remark, stacklevel=2)
        _warn_of(articles.problems)
        return articles.selected

    def to_pandas(
        self,
        columns: Sequence[str] = (),
        *,
        where: Sequence[str] = (),
        sample: int | None = None,
        by: str = "",
    ) -> pandas.DataFrame:
        """Return the articles as a table with the columns of the format ``parquet``, or those that
        are named. It needs pandas and the extra ``tables``."""
        import pandas

        return pandas.read_parquet(self._write_table(columns, where, sample, by))

    def to_polars(
        self,
        columns: Sequence[str] = (),
        *,
        where: Sequence[str] = (),
        sample: int | None = None,
        by: str = "",
    ) -> polars.DataFrame:
        """Return the articles as ``to_pandas`` does. It needs Polars and the extra ``tables``."""
        import polars

        return polars.read_parquet(self._write_table(columns, where, sample, by))

    def _write_table(
        self, columns: Sequence[str], where: Sequence[str], sample: int | None, by: str
    ) -> io.BytesIO:
        table = io.BytesIO()
        self.export("parquet", table, columns=columns, where=where, sample=sample, by=by)
        table.seek(0)
        return table

    def search(
        self,
        query: str,
        *,
        exact: bool = False,
        where: Sequence[str] = (),
        limit: int | None = None,
    ) -> list[SearchHit]:
        """Return where words are in the articles, by date: a query of ``curator search``.

        ``exact``: letter case and diacritics count. ``where``: see ``articles``. ``limit``: at most
        so many. Raises UsageError, which shows the place of a mistake in the query.
        """
        from webarticlecurator.corpus.search.search_query import parse_query
        from webarticlecurator.corpus.search.searching import merge_hits, open_corpus_search

        parsed = parse_query(query)
        with ExitStack() as stack:
            searches = [
                stack.enter_context(open_corpus_search(each, parsed, is_exact=exact, jobs=1))
                for each in self._select(where)
            ]
            hits = (
                SearchHit(
                    of.article.article,
                    of.article.url,
                    of.article.title,
                    of.article.published,
                    of.article.column,
                    *(hit.part, hit.left, hit.match, hit.right),
                )
                for of in merge_hits(searches)
                for hit in of.hits
            )
            hits_found = list(islice(hits, limit))
            _warn_of([each for search in searches for each in search.problems])
        return hits_found

    def _select(
        self,
        where: Sequence[str],
        sample: int | None = None,
        by: str = "",
        since: date | None = None,
        until: date | None = None,
        column: str | None = None,
    ) -> list[ExportedCorpus]:
        from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
        from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
        from webarticlecurator.crawling.workers.run_options import Runtime

        conditions = (*self._where, *where)
        options = SelectionOptions(since, until, column, conditions, sample, by)
        selections = make_selections(options, [portal for portal, _ in self._places])
        return [
            ExportedCorpus(*place, selection, Runtime())
            for place, selection in zip(self._places, selections, strict=True)
        ]


class Corpus(_Readable):
    """The corpus of one portal in a folder. The first crawl makes the folder.

    ```pycon
    >>> from webarticlecurator import Corpus, Portal
    >>> corpus = Corpus("corpora/demo", Portal.load("examples/demo.yaml"))
    >>> article = next(corpus.articles(column="velemeny"))
    >>> article.published, article.authors
    ('2003-04-23', ['Dr. Bükkösi Tamás'])
    >>> corpus.why("http://demo.echo.example/cikk.php?id=1151").verdict
    'kept'

    ```
    """

    def __init__(self, folder: Path | str, portal: portal_model.Portal) -> None:
        self.folder = Path(folder)
        self.portal = portal
        self._places = ((portal, self.folder),)

    def __repr__(self) -> str:
        return f"Corpus({str(self.folder)!r}, portal={self.portal.id!r})"

    def crawl(self, options: CrawlOptions | None = None, runtime: Runtime | None = None) -> Summary:
        """Extend the corpus by what is new on the portal, then build.

        Raises PortalRefused where the portal stops the crawl, CorpusLocked where another process
        works on the corpus, CorpusMismatch, DiskFull, StoreDamaged. What was stored stays.
        """
        from webarticlecurator.crawling.crawl.crawl import crawl

        return crawl(self.portal, self.folder, options, runtime)

    def build(self, options: BuildOptions | None = None, runtime: Runtime | None = None) -> Summary:
        """Bring the TEI up to the stored captures and the rules, offline."""
        from webarticlecurator.crawling.building.build import build

        return build(self.portal, self.folder, options, runtime)

    def _repr_html_(self) -> str:
        from webarticlecurator.base.errors import CuratorError

        try:
            found = self.status().as_json()
        except CuratorError as error:
            return f"<p>{escape(str(error))}</p>"
        counts = {name: found[name] for name in ("tei", "rejected", "failed", "pending")}
        counts["rejected"] = sum(counts["rejected"].values())
        head = "".join(f"<th>{name}</th>" for name in ("portal", "folder", *counts))
        cells = (self.portal.id, str(self.folder), *(f"{each:,}" for each in counts.values()))
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        return f"<table><tr>{head}</tr><tr>{row}</tr></table>"

    def status(self) -> Summary:
        """Return the account of every address in numbers."""
        from webarticlecurator.crawling.states.summary import read_status

        return read_status(self.portal, self.folder)

    def why(self, url: str) -> AddressHistory:
        """Return what happened to an address, as listed or canonical, and why."""
        from webarticlecurator.corpus.corpora.address_history import explain_address

        return explain_address(self.portal, self.folder, url)


class Corpora(_Readable):
    """The corpora of several portals, read as one (``corpus.yaml``).

    ```pycon
    >>> from webarticlecurator import Corpora, Corpus, Portal
    >>> demo = Corpus("corpora/demo", Portal.load("examples/demo.yaml"))
    >>> corpora = Corpora([demo], title="Opinions", where=["column=velemeny"])
    >>> corpora.export("csv", "opinions.csv")
    52

    ```
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        *,
        title: str = "",
        where: Sequence[str] = (),
        marks_duplicates: bool = False,
    ) -> None:
        from webarticlecurator.corpus.export.article_fields import MARKS

        self.corpora, self.title = tuple(corpora), title
        self._places = tuple(place for corpus in corpora for place in corpus._places)
        self._where, self._more = tuple(where), MARKS if marks_duplicates else ()

    def __repr__(self) -> str:
        return f"Corpora({list(self.corpora)!r}, title={self.title!r})"

    @classmethod
    def load(
        cls, path: Path | str, *, allow_hooks: bool | Collection[str] = False, jobs: int = 1
    ) -> Corpora:
        """Return the corpora of a ``corpus.yaml``, or of a folder with one.

        Where it asks for that, what repeats another article is looked for in ``jobs`` processes; it
        needs the extra ``duplicates``. Raises UsageError, ConfigError.
        """
        from webarticlecurator.corpus.duplicates.duplicate_report import report_duplicates
        from webarticlecurator.corpus.export.field_conditions import parse_condition
        from webarticlecurator.portal_file.config.corpus_file import KEEP, NAME, load_corpus_file

        given = Path(path)
        file = load_corpus_file(given / NAME if given.is_dir() else given, parse_condition)
        corpora = []
        for name, folder in file.portals:
            portal = Portal.load(name, allow_hooks=allow_hooks)
            corpora.append(Corpus(folder or Path("corpora") / portal.id, portal))
        marks = file.duplicates != KEEP
        if marks:
            _warn_of(report_duplicates(cls(corpora)._select(()), jobs=jobs).problems)
        return cls(corpora, title=file.title, where=file.where, marks_duplicates=marks)


def _warn_of(problems: Sequence[Problem]) -> None:
    """Warn of TEI files that were left out."""
    if problems:
        message = f"{len(problems)} TEI files were left out, the first {problems[0].where}:"
        warnings.warn(f"{message} {problems[0].message}", stacklevel=3)


def extract(html: str | bytes, *, url: str) -> Article:
    """Return the article of a page, read without rules.

    ``html``: text, or the bytes of the body; ``url``: its absolute address. ``extract_page``
    reads it by the rules of a portal file. Raises UsageError for a page without an article.

    ```pycon
    >>> from webarticlecurator import extract
    >>> text = "It has rained all night, and the streets of the capital are wet."
    >>> page = f"<article><h1>Rain at last</h1><p>{text}</p></article>"
    >>> article = extract(page, url="https://www.example.org/2024/rain")
    >>> article.title
    'Rain at last'

    ```
    """
    from webarticlecurator.base.errors import UsageError
    from webarticlecurator.base.portal.hosts import join_address
    from webarticlecurator.portal_file.config.load import builtin_rules

    is_text = isinstance(html, str)
    content = html.encode("utf-8", "replace") if isinstance(html, str) else html
    home = join_address(url, "/")
    portal = Portal(id="page", home=home, article=builtin_rules(), has_timezone=False)
    found = extract_page(portal, url, content, "text/html; charset=utf-8" if is_text else None)
    if isinstance(found, article_model.Rejected):
        raise UsageError(
            f"{url}: no article: {found.reason}: {found.evidence}",
            "Write rules for the portal, and give them to extract_page.",
        )
    return found


def extract_page(
    portal: portal_model.Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    captured: date | None = None,
) -> Article | article_model.Rejected:
    """Return the article of one page by the portal's rules, or why the page is not an article.

    ``url``: its absolute address; ``content``: the body, transfer and content codings removed (what
    `curl` saves); ``content_type``: the value of that HTTP header; ``captured``: the day on which
    it was fetched, for layouts chosen by it and for the bounds of dates. Nothing is stored.

    ```pycon
    >>> from webarticlecurator import Portal, Rejected, extract_page
    >>> portal = Portal.load("examples/demo.yaml")
    >>> address = "http://demo.echo.example/cikk.php?id=1"
    >>> found = extract_page(portal, address, b"<p>Not an article.</p>")
    >>> isinstance(found, Rejected) and found.reason
    'no-root'

    ```
    """
    from webarticlecurator.proposing.trial.one_article import extract

    found = extract(portal, url, content, content_type, captured)
    if isinstance(found, article_model.Rejected):
        return found
    return Article(**vars(found), portal=portal)
