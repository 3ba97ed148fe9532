"""Which articles conditions select, and which a sample has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from export_material import PORTAL
from stored_articles import read_articles

from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS, CellType
from webarticlecurator.corpus.export.csv_format import COLUMNS
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
from webarticlecurator.corpus.export.stored_article import StoredArticle


def select(corpus: Path, *where: str, **options: object) -> list[StoredArticle]:
    """Return the selected articles of a corpus."""
    chosen = SelectionOptions(where=where, **options)  # type: ignore[arg-type]
    (selection,) = make_selections(chosen, [PORTAL])
    return list(read_articles(corpus, selection))


def slugs(articles: list[StoredArticle]) -> list[str]:
    return [article.header.url.rpartition("/")[2] for article in articles]


@pytest.fixture
def four(put: Callable[..., Path]) -> None:
    put(
        "fire",
        {
            "published": ["2015-06-01"],
            "title": ["Fire in Pécs"],
            "authors": ["Ann Other", "Bo Third"],
        },
        ("One two three.", "Four five."),
    )
    put("flood", {"published": ["2015-07"], "title": ["Flood"], "authors": ["Ann Other"]})
    put("late", {"published": ["2020-12-31T23:30:00+01:00"], "title": ["A+B"]}, column="sport")
    put("undated", {"title": ["No date"], "copyright_year": ["2013"]}, column=None)


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (["title=Flood"], ["flood"]),
        (["title=flood"], []),
        (["title!=Flood"], ["fire", "late", "undated"]),
        (["title~FLOOD"], ["flood"]),
        ([r"title~^f"], ["fire", "flood"]),
        ([r"title~A\+B"], ["late"]),
        # of several values one is enough, and != is the contrary
        (["authors=Bo Third"], ["fire"]),
        (["authors!=Bo Third"], ["flood", "late", "undated"]),
        (["authors="], ["late", "undated"]),
        (["authors!="], ["fire", "flood"]),
        # all of several conditions must hold
        (["authors=Ann Other", "title~flood"], ["flood"]),
        (["words>=3"], ["fire"]),
        (["words<=2"], ["flood", "late", "undated"]),
        (["words=5"], ["fire"]),
        (["words!=5"], ["flood", "late", "undated"]),
        (["characters>=20"], ["fire"]),
        (["text~two three"], ["fire"]),
        (["copyright_year>=2010"], ["undated"]),
        (["confidence="], ["fire", "flood", "late", "undated"]),
        (["problems=date-unreadable"], ["undated"]),
        (["problems!=date-unreadable"], ["fire", "flood", "late"]),
        (["problems!="], ["undated"]),
        (["column=sport"], ["late"]),
        (["column="], ["undated"]),
        (["year=2015"], ["fire", "flood"]),
        (["year>=2016"], ["late"]),
        (["month=2015-07"], ["flood"]),
        (["month>=2015-07"], ["flood", "late"]),
        (["day<=2020-12-30"], ["fire"]),
        (["day="], ["flood", "undated"]),
        (["portal=echo"], ["fire", "flood", "late", "undated"]),
        (["portal!=echo"], []),
        # a month is all of its days
        (["published>=2015-07-31"], ["flood", "late"]),
        (["published<=2015-06"], ["fire"]),
        (["published=2015"], ["fire", "flood"]),
        (["published=2020-12-31"], ["late"]),
        (["published!=2015"], ["late", "undated"]),
        (["published="], ["undated"]),
        (["published~2015-0[67]"], ["fire", "flood"]),
        (["published>=2015-06", "published<=2015-06"], ["fire"]),
        (["captured>=2024-05-01"], ["fire", "flood", "late", "undated"]),
        (["captured>=2024-05-02"], []),
        (["url~/fire$"], ["fire"]),
        ([" title = Flood "], ["flood"]),
        (["title!~^f"], ["late", "undated"]),
        (["authors!~other"], ["late", "undated"]),
        # a list as in YAML: of its values one is enough
        (["title=[Flood, No date]"], ["flood", "undated"]),
        (['authors=["Bo Third", ""]'], ["fire", "late", "undated"]),
        (["title!=[Flood, No date]"], ["fire", "late"]),
        (["title~[^fl, DATE]"], ["flood", "undated"]),
        (["title!~[^f, DATE]"], ["late"]),
        (["published=[2015-06, 2020]"], ["fire", "late"]),
        (["copyright_year=[2013, 2014]"], ["undated"]),
        (["title=[Flood"], []),
        # the contrary holds also where nothing is known
        (["not title=Flood"], ["fire", "late", "undated"]),
        (["not title!=Flood"], ["flood"]),
        (["not words>=3"], ["flood", "late", "undated"]),
        (["not published>=2016"], ["fire", "flood", "undated"]),
        (["not authors="], ["fire", "flood"]),
        (["not title!~^f"], ["fire", "flood"]),
        # the first sign is the operator
        (["title=a>=b"], []),
    ],
)
def test_conditions(corpus, four, where: list[str], found: list[str]):
    assert slugs(select(corpus, *where)) == found


def test_a_year_alone_is_a_year_without_month_and_day(corpus, put):
    put("year", {"published": ["2015"]})
    (article,) = select(corpus, "year=2015", "month=", "day=")
    assert article.path == f"2015/{article.header.id}.xml"


def test_articles_without_a_date_are_counted_where_dates_are_compared(corpus, four):
    (selection,) = make_selections(SelectionOptions(where=("published>=2015",)), [PORTAL])
    articles = read_articles(corpus, selection)
    assert (len(list(articles)), articles.undated) == (3, 1)


def test_conditions_on_the_date_of_publication_open_only_the_folders_of_their_months(corpus, four):
    (corpus / "tei" / "2015" / "06" / "aaa.xml").write_bytes(b"<TEI/>")
    (selection,) = make_selections(SelectionOptions(where=("published>=2016",)), [PORTAL])
    articles = read_articles(corpus, selection)
    assert slugs(list(articles)) == ["late"]
    assert articles.problems == []


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("titel=x", "--where: not a field: 'titel' (expected id, url, persistent_id, "),
        ("titel=x", "Did you mean title?"),
        ("author=x", "Did you mean authors?"),
        ("length>=5", "Did you mean words?"),
        ("qwertz=1", "Give one of them."),
        ("title", "--where: not a condition: 'title' (expected FIELD=VALUE"),
        ("words>5", "not a condition: 'words>5'"),
        ("title>=a", "--where 'title>=a': title holds text (expected =, !=, ~ or !~)"),
        ("title>=[a, b]", "title holds text"),
        ("words>=[1, 2]", "several values after >= (expected one)"),
        ("words=[1, b]", "not a number: 'b'"),
        ("title=[]", "not a list of values: '[]' (expected one such as [Sport, Culture])"),
        ("title=[{a: 1}]", "not a list of values"),
        ("title=[a, ]]", "not a list: '[a, ]]'"),
        ("title=" + "[" * 5000 + "]" * 5000, "not a list"),
        ("title~[a, (]", "not a regular expression: '('"),
        ("not", "not a condition: 'not'"),
        ("words>=many", "not a number: 'many' (expected one such as 100)"),
        ("words=", None),
        ("words>=", "no value after >="),
        ("title~", "no value after ~"),
        ("published>=yesterday", "not a date: 'yesterday' (expected YYYY, YYYY-MM or YYYY-MM-DD)"),
        ("published=2015-02-30", "not a date: '2015-02-30'"),
        ("title~(", "not a regular expression: '('"),
    ],
)
def test_a_wrong_condition_is_named_with_its_cure(corpus, four, where: str, message: str | None):
    if message is None:
        select(corpus, where)
        return
    with pytest.raises(UsageError) as raised:
        select(corpus, where)
    assert message in str(raised.value)


@pytest.fixture
def sixty(put: Callable[..., Path]) -> None:
    for number in range(60):
        put(
            f"a{number}",
            {"published": [f"{2001 + number % 3}-0{1 + number % 9}-01"]},
            column="sport" if number % 20 == 0 else "news",
        )


def test_a_sample_is_always_the_same_and_a_part_of_larger_ones(corpus, sixty):
    ten = slugs(select(corpus, sample=10))
    assert len(ten) == 10
    assert slugs(select(corpus, sample=10)) == ten
    assert set(ten) < set(slugs(select(corpus, sample=20)))
    assert (
        slugs(select(corpus, sample=60))
        == slugs(select(corpus))
        == slugs(select(corpus, sample=99))
    )


def test_a_sample_comes_in_the_order_of_the_files(corpus, sixty):
    paths = [article.path for article in select(corpus, sample=10)]
    assert paths == sorted(paths)
    # it does not have the first files only
    assert paths != [article.path for article in select(corpus)][:10]


def test_new_articles_replace_few_of_a_sample(corpus, put, sixty):
    before = set(slugs(select(corpus, sample=20)))
    put("new", {"published": ["2001-01-01"]})
    assert len(before & set(slugs(select(corpus, sample=20)))) >= 19


def test_a_sample_by_a_field_has_as_many_of_each_value(corpus, put, sixty):
    put("undated", {})
    by_year = select(corpus, sample=4, by="year")
    assert Counter(article.path[:4] for article in by_year) == {
        "2001": 4,
        "2002": 4,
        "2003": 4,
        "unda": 1,
    }
    by_column = Counter(article.header.column for article in select(corpus, sample=4, by="column"))
    assert by_column == {"news": 4, "sport": 3}


def test_a_sample_is_taken_of_what_the_conditions_leave(corpus, sixty):
    sample = select(corpus, "year=2002", sample=5)
    assert [article.path[:4] for article in sample] == ["2002"] * 5


def test_a_sample_counts_each_problem_and_each_undated_article_once(corpus, put, sixty):
    put("undated", {})
    (corpus / "tei" / "2001" / "01" / "aaa.xml").write_bytes(b"<TEI/>")
    options = SelectionOptions(where=("published>=2001",), sample=3)
    (selection,) = make_selections(options, [PORTAL])
    articles = read_articles(corpus, selection)
    assert len(list(articles)) == articles.selected == 3
    assert (articles.undated, len(articles.problems)) == (1, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "year"}, "--by year has no effect without --sample"),
        ({"sample": 3, "by": "yaer"}, "--by: not a field: 'yaer'"),
        ({"column": "nowhere"}, "echo has no column 'nowhere'"),
    ],
)
def test_options_that_cannot_be_met(corpus, options: dict[str, object], message: str):
    with pytest.raises(UsageError, match=message):
        select(corpus, **options)


def test_every_column_of_the_table_is_a_field_and_reads_the_type_that_it_has(corpus, four):
    assert set(COLUMNS) <= {field.name for field in ARTICLE_FIELDS}
    types = {CellType.INTEGER: int, CellType.NUMBER: float}
    for article in select(corpus):
        for field in ARTICLE_FIELDS:
            values = field.read(article)
            assert all(type(value) is types.get(field.type, str) for value in values), field.name
            assert len(values) < 2 or field.is_list, field.name
