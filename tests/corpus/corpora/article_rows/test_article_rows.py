"""The table of articles: its selection is that of an export, its pages are all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, crawled_portal, listing

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.corpus.corpora import article_rows
from webarticlecurator.corpus.corpora.article_rows import (
    FACETS,
    ArticleTable,
    TablePage,
    write_value_condition,
)
from webarticlecurator.corpus.corpora.fact_conditions import FACT_FIELDS
from webarticlecurator.corpus.export.article_fields import make_field_reader
from webarticlecurator.corpus.export.selection import Selection, SelectionOptions, make_selections
from webarticlecurator.corpus.export.tei_articles import read_file
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.texts.fact_rows import ORDERS, RowOrder

RULES = """\
portal: small
archive: {url: BASE/list, links: h2 a}
fetch: {delay: 0}
timezone: Europe/Budapest
article:
  metadata: {authors: .by, section: .section, keywords: .key, published: .date, subtitle: .sub}
"""
OTHER_RULES = RULES.replace("portal: small", "portal: other")
DATES = ("2019-12-31T23:30:00Z", "2020", "2020-03", "2020-03-15", "2021-01-01", "", "")
"""The first one is of 2020 in Budapest."""
AUTHORS = (
    ("Kovács János",),
    ("Kovacs Janos", "[x] y"),
    ("Ann",),
    (),
    ("Ilkay İnce",),
    ("Ann",),
    (),
)
CONDITIONS = (
    *(
        "year=2020",
        "year!=2020",
        "year=[2020,2021]",
        "year=",
        "month=2020-03",
        "not month>=2020-03",
    ),
    *("day=", "day>=2020-01-01", "published>=2020-02", "published<=2020-03-10", "published="),
    *("published=[2019-12-31,2020-03]", "published!=2020-03", "published~T", "authors=Ann"),
    *('authors=["[x] y"]', "authors=", "authors!=", "authors~KOV[aá]cs", "authors~ince"),
    *("authors~ilkay i", "authors!=Ann", "section=News", "section!=", "column=", "column!=x"),
    *("words>=8", "words<=8", "not words<=8", "words~^1", "words=[7,8]", "confidence<=0.99"),
    *("confidence=", "title~The", "title~TITLE 3", "title~e\\s+1", "title!~1", "title=The title 3"),
    *("url~a[13]$", "id~[a-k]$", "path~2020", "portal=small", "portal=[x,y]", "portal~MAL"),
    *("language=en", "language~^e", "access=", "problems=", "problems~no", "keywords=a b"),
    *("subtitle~sub", "text~body of 2", "listed", "not listed"),
)

OTHERS = (("2020-03-15", "Ann"), ("", "Bnn"), ("2021-01-01", "Ann"), ("2019", "Cnn"))
LEAST_SURE = RowOrder()


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """Seven articles of which each knows something else."""
    pages: dict[str, str] = {"/list": listing(*(f"/a{number}" for number in range(len(DATES))))}
    for number, (date, authors) in enumerate(zip(DATES, AUTHORS, strict=True)):
        spans = [f'<i class="by">{name}</i>' for name in authors]
        spans += [f'<i class="date">{date}</i>'] * bool(date)
        spans += ['<i class="section">News</i>'] * (number % 2)
        spans += ['<i class="key">a b</i><i class="sub">The sub</i>'] * (number > 4)
        text = f"<p>The body of {number}{', and some more words' * (number % 3)}.</p>"
        pages[f"/a{number}"] = article(f"<h1>The title {number}</h1>{''.join(spans)}{text}")
    folder = tmp_path_factory.mktemp("rows")
    with crawled_portal(folder, pages, RULES) as portal:
        yield portal


@pytest.fixture
def view(crawled: SmallPortal) -> Iterator[CorpusView]:
    with view_corpus(crawled.corpus, "small") as opened:
        yield opened


@pytest.fixture
def portal(crawled: SmallPortal) -> Portal:
    return crawled.write(RULES)


def select(portal: Portal, *where: str) -> Selection:
    return make_selections(SelectionOptions(where=where), [portal])[0]


def walk(table: ArticleTable, order: RowOrder = LEAST_SURE) -> list[list[str]]:
    """Return the addresses of all pages, and see that the way back leads through the same ones."""
    pages: list[TablePage] = [table.read_page(("title",), order)]
    while pages[-1].behind:
        pages.append(table.read_page(("title",), order, pages[-1].behind))
    back = pages[-1]
    for page in reversed(pages[:-1]):
        back = table.read_page(("title",), order, back.before, is_before=True)
        assert back.rows == page.rows
    assert not back.before
    return [[row.url for row in page.rows] for page in pages]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions_select_what_an_export_selects(
    view: CorpusView, portal: Portal, crawled: SmallPortal, condition: str
):
    from webarticlecurator.corpus.corpora.exporting import with_lookups

    selection = select(portal, condition)
    asked = with_lookups(selection, crawled.corpus)
    paths: dict[str, Path] = {
        row.canonical: Path(row.tei or "") for row in view.frontier.articles("tei")
    }
    exported = {
        url
        for url, path in paths.items()
        if read_file(path.as_posix(), crawled.corpus / "tei", asked).item
    }
    table = ArticleTable([(view, selection)])
    found = [url for page in walk(table) for url in page]
    assert len(found) == len(set(found))
    assert set(found) == exported
    assert table.count() in (None, len(exported))


@pytest.mark.parametrize("field", ORDERS)
@pytest.mark.parametrize("is_descending", [False, True])
def test_every_order_has_all_articles_in_pages(
    view: CorpusView,
    portal: Portal,
    monkeypatch: pytest.MonkeyPatch,
    field: str,
    is_descending: bool,
):
    monkeypatch.setattr(article_rows, "PAGE_ROWS", 3)
    pages = walk(ArticleTable([(view, select(portal))]), RowOrder(field, is_descending))
    assert [len(page) for page in pages] == [3, 3, 1]
    assert len({url for page in pages for url in page}) == len(DATES)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """Another portal of four articles, some of which are sorted by what the first one has too."""
    pages: dict[str, str] = {"/list": listing(*(f"/b{number}" for number in range(4)))}
    for number, (date, name) in enumerate(OTHERS):
        spans = f'<i class="by">{name}</i><i class="date">{date}</i><i class="section">News</i>'
        text = f"<p>The body of {number}.</p>"
        pages[f"/b{number}"] = article(f"<h1>The title {number}</h1>{spans}{text}")
    with crawled_portal(tmp_path_factory.mktemp("other"), pages, OTHER_RULES) as portal:
        yield portal


@pytest.mark.parametrize("field", ORDERS)
@pytest.mark.parametrize("is_descending", [False, True])
def test_several_corpora_are_one_table(
    view: CorpusView,
    portal: Portal,
    other: SmallPortal,
    monkeypatch: pytest.MonkeyPatch,
    field: str,
    is_descending: bool,
):
    monkeypatch.setattr(article_rows, "PAGE_ROWS", 2)
    order = RowOrder(field, is_descending)
    with view_corpus(other.corpus, "other") as second:
        selections = [select(portal), select(other.write(OTHER_RULES))]
        table = ArticleTable([*zip((view, second), selections, strict=True)])
        pages = walk(table, order)
        assert [len(page) for page in pages] == [2, 2, 2, 2, 2, 1]
        rows = table.find_rows(order, 20)
        places = [(row.key, part.portal == "other", row.number) for part, row in rows]
        assert places == sorted(places, reverse=is_descending)
        assert [row.url for _, row in rows] == [url for page in pages for url in page]
        assert {url.rpartition("/")[2][0] for page in pages for url in page} == {"a", "b"}


def test_several_corpora_are_counted_together(view: CorpusView, portal: Portal, other: SmallPortal):
    authors = next(each for each in FACETS if each.where == "authors")
    with view_corpus(other.corpus, "other") as second:
        portals = (portal, other.write(OTHER_RULES))

        def make(*where: str) -> ArticleTable:
            selections = (select(each, *where) for each in portals)
            return ArticleTable([*zip((view, second), selections, strict=True)])

        assert make().count_parts() == {"small": 7, "other": 4}
        assert make().count() == 11
        assert make().count_values(authors)[0] == ("Ann", 4)
        assert make("authors=Ann").count_parts() == {"small": 2, "other": 2}
        assert make("portal=other").count() == 4
        only = make("portal=other", "authors!=Ann").read_page(("authors",), LEAST_SURE).rows
        assert sorted((row.portal, *row.cells["authors"]) for row in only) == [
            ("other", "Bnn"),
            ("other", "Cnn"),
        ]


def test_a_page_of_what_only_the_tei_says_ends_after_many_articles(
    view: CorpusView, portal: Portal, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(article_rows, "MAX_READ", 4)
    table = ArticleTable([(view, select(portal, "subtitle~sub"))])
    first = table.read_page(("title", "keywords"), RowOrder("title"))
    assert (first.rows, first.read) == ((), 4)
    second = table.read_page(("title", "keywords"), RowOrder("title"), first.behind)
    assert [row.cells["title"] for row in second.rows] == [("The title 5",), ("The title 6",)]
    assert second.rows[0].cells["keywords"] == ("a b",)
    assert not second.behind


def test_facets_count_the_selected_articles(view: CorpusView, portal: Portal):
    authors = next(each for each in FACETS if each.where == "authors")
    years = next(each for each in FACETS if each.where == "year")
    everything = ArticleTable([(view, select(portal))])
    assert everything.count_values(authors)[:2] == [("", 2), ("Ann", 2)]
    assert everything.count_values(years) == [("2020", 4), ("", 2), ("2021", 1)]
    some = ArticleTable([(view, select(portal, "year=2020"))])
    assert some.count_values(authors) == [
        *(("", 1), ("Ann", 1), ("Kovacs Janos", 1), ("Kovács János", 1), ("[x] y", 1)),
    ]
    assert some.count_values(years) == [("2020", 4)]
    most = ArticleTable([(view, select(portal, "title!~3"))])
    assert most.count() == 6
    assert most.count_values(authors)[:3] == [("Ann", 2), ("", 1), ("Ilkay İnce", 1)]
    assert most.count_values(years) == [("2020", 3), ("", 2), ("2021", 1)]
    for name, articles in everything.count_values(authors):
        narrowed = ArticleTable([(view, select(portal, write_value_condition("authors", name)))])
        assert narrowed.count() == articles


def test_an_article_whose_tei_is_damaged_keeps_its_row(crawled: SmallPortal, portal: Portal):
    with crawled.damaged_tei() as path, view_corpus(crawled.corpus, "small") as view:
        rows = ArticleTable([(view, select(portal))]).read_page(("title",), RowOrder()).rows
        [row] = [row for row in rows if row.trouble]
        assert path.stem in row.trouble or "left out" in row.trouble
        assert len(rows) == len(DATES)


def test_facts_have_the_cells_of_the_tei(view: CorpusView, portal: Portal, crawled: SmallPortal):
    for name, field in FACT_FIELDS.items():
        rows = view.fact_rows._index.read(
            f"SELECT a.tei, {field.value} FROM article_facts f JOIN articles a ON a.id = f.article"
        )
        assert len(rows) == len(DATES)
        for path, value in rows:
            article = read_file(path, crawled.corpus / "tei", select(portal)).item
            assert article
            cells = make_field_reader(article)(name)
            if name == "published":  # facts have the day in the portal's zone
                days = {parse_days(str(cell), portal.timezone) for cell in cells}
                assert {
                    parse_days(str(cell), portal.timezone) for cell in field.read(value)
                } == days
            elif name == "language":  # what has none is counted as of an undetermined one
                assert field.read(value) == (cells or ("und",))
            else:
                assert field.read(value) == cells, name
