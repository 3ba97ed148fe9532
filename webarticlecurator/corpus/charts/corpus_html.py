"""The numbers of a corpus as one HTML file: charts whose bars open lists of articles.

It needs no script and asks for nothing; the same numbers give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.corpus_dimensions import (
    CAPTURED,
    CHARTED,
    DIMENSIONS_BY_KEY,
    SAME_TEXTS,
    VERDICTS,
)
from webarticlecurator.base.model.corpus_numbers import ArticleCount, CorpusNumbers
from webarticlecurator.base.model.doubts import DOUBTS_HEADING, Doubt
from webarticlecurator.base.text.html_text import escape_label, escape_line, write_page_head
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import (
    current_language,
    format_number,
    make_message,
    translate,
)
from webarticlecurator.corpus.charts.bar_articles import ArticleLists
from webarticlecurator.corpus.charts.bar_names import (
    UNITS,
    count_articles,
    count_words,
    describe_gaps,
    list_words,
    name_bar,
)
from webarticlecurator.corpus.charts.corpus_charts import choose_bars, draw_dimension, list_bars
from webarticlecurator.corpus.charts.growth_chart import (
    GROWTH,
    HEADING,
    choose_runs,
    describe_other_runs,
)
from webarticlecurator.corpus.charts.svg import write_svg

STYLE = Path(__file__).with_name("corpus_parts.css")
"""The style of what ``write_corpus_parts`` yields."""
_PAGE_STYLE = Path(__file__).with_name("corpus_html.css")
_IN_YEARS = "months"
"""The dimension whose bars stand within those of the years."""
_OTHERS = {
    VERDICTS: make_message("Verdicts"),
    GROWTH: HEADING,
    "gaps": make_message("Gaps"),
    SAME_TEXTS: make_message("Same texts"),
}
"""Sections besides those of the dimensions, with their headings."""
LONGEST_GAPS = 10
"""Gaps that are named, of the corpus and of each column."""
HEADINGS = {
    **{each.key: each.heading for each in CHARTED},
    **_OTHERS,
    CAPTURED: make_message("First captured"),
}
"""The headings of the lists of articles that bars open."""


@dataclass(frozen=True)
class _Row:
    """A bar of the page. ``within``: bars that it opens, besides its articles. ``note``: a text
    that it opens before its articles."""

    key: str
    name: str
    shown: str
    articles: int
    numbers: str
    within: tuple[_Row, ...] = ()
    note: str = ""


def write_corpus_page(numbers: CorpusNumbers, lists: ArticleLists) -> Iterator[bytes]:
    """Yield the file in pieces (UTF-8)."""
    yield from (piece.encode("utf-8", "replace") for piece in _write_page(numbers, lists))


def _write_page(numbers: CorpusNumbers, lists: ArticleLists) -> Iterator[str]:
    title = numbers.description.title or numbers.portal
    yield write_page_head(
        translate("The corpus {portal}", portal=title),
        _PAGE_STYLE.read_text(encoding="utf-8") + STYLE.read_text(encoding="utf-8"),
        is_in_main=True,
        language=current_language(),
    )
    yield from write_corpus_parts(numbers, lists)
    yield "</main>\n</body>\n</html>\n"


def write_corpus_parts(numbers: CorpusNumbers, lists: ArticleLists) -> Iterator[str]:
    """Yield the parts below the heading of the page: doubts, facts, charts."""
    yield from _write_doubts(numbers.doubts)
    yield from _write_facts(numbers)
    shown = [dimension for dimension in CHARTED if dimension.key != _IN_YEARS]
    headings: dict[str, str] = {"doubts": DOUBTS_HEADING} if numbers.doubts else {}
    headings |= {each.key: each.heading for each in shown if numbers.counts.get(each.key)} | _OTHERS
    label = escape_label(translate("Charts"))
    yield f'<nav aria-label="{label}">\n<ul>\n'
    for key, name in headings.items():
        yield f'<li><a href="#{key}">{translate(name)}</a></li>\n'
    yield "</ul>\n</nav>\n"
    if numbers.articles:
        months = DIMENSIONS_BY_KEY[_IN_YEARS]
        drawing = draw_dimension(months.key, months.heading, numbers.counts[months.key])
        yield f"<figure>\n{write_svg(drawing)}</figure>\n"
    for dimension in shown:
        is_time = dimension.key == "years"
        rows = _list_years(numbers) if is_time else _list_rows(dimension.key, numbers)
        if rows:
            left_out = len(numbers.counts[dimension.key]) - len(rows)
            note = ""
            if left_out > 0:
                note = translate("{number:,} smaller bars are left out.", number=left_out)
            yield from _write_section(dimension.key, dimension.heading, note, rows, lists)
    yield from _write_others(numbers, lists)


def _write_doubts(doubts: Sequence[Doubt]) -> Iterator[str]:
    """Yield what is doubtful, which is said before all numbers."""
    if doubts:
        yield from _open_section("doubts", DOUBTS_HEADING, "")
        items = ("<br>".join(escape_label(translate(x)) for x in each.lines()) for each in doubts)
        yield "<ul>\n{}</ul>\n</section>\n".format("".join(f"<li>{i}</li>\n" for i in items))


def _write_facts(numbers: CorpusNumbers) -> Iterator[str]:
    months = [write_date(count.name) for count in numbers.counts[_IN_YEARS] if count.name]
    addresses = sum(each.articles for each in numbers.verdicts)
    described, last = numbers.description, choose_runs(numbers.runs)[-1:]
    facts = {
        translate("how to cite"): [described.citation],
        translate("articles in TEI"): [
            format_number(numbers.articles),
            translate("TEI: the XML format of the Text Encoding Initiative"),
        ],
        translate(UNITS[numbers.unit]): [list_words(numbers)],
        translate("published"): [
            translate("{first} to {last}", first=months[0], last=months[-1]) if months else ""
        ],
        translate("addresses listed"): [format_number(addresses)],
        translate("completeness"): [*map(translate, described.proofs)],
        translate("judged"): [*described.judged],
        translate("last run"): [f"{each.name}: {each.details}" for each in last],
        translate("next run"): [write_date(described.next_run)],
        translate("not counted"): [
            translate(
                "{articles}: their TEI cannot be read", articles=count_articles(numbers.unread)
            )
            if numbers.unread
            else ""
        ],
    }
    rows = "".join(
        f"<dt>{name}</dt>" + "".join(f"<dd>{escape_label(text)}</dd>" for text in texts) + "\n"
        for name, texts in facts.items()
        if any(texts)
    )
    yield f'<dl class="facts">\n{rows}</dl>\n'
    words = translate(
        "A bar opens the list of its articles; an article with several authors, or sections, counts"
        " for each."
    )
    yield f'<p class="quiet">{words}</p>\n'


def _list_years(numbers: CorpusNumbers) -> list[_Row]:
    """Return the years, with the months within each; last, the articles without a month, of which
    some may have a year."""
    months = group_values(
        (count.name[:4], _to_row(_IN_YEARS, count)) for count in numbers.counts[_IN_YEARS]
    )
    without = months.pop("", ())
    years = numbers.counts["years"]
    return [
        *(_to_row("years", each, tuple(months.get(each.name, ()))) for each in years),
        *without,
    ]


def _list_rows(key: str, numbers: CorpusNumbers) -> list[_Row]:
    return [_to_row(key, count) for count in choose_bars(DIMENSIONS_BY_KEY[key], numbers)]


def _to_row(key: str, count: ArticleCount, within: tuple[_Row, ...] = ()) -> _Row:
    counted = f"{count_articles(count.articles)}, {count_words(count.words, count.unit)}"
    return _Row(key, count.name, name_bar(key, count.name), count.articles, counted, within)


def _write_others(numbers: CorpusNumbers, lists: ArticleLists) -> Iterator[str]:
    verdicts = [
        _Row(
            VERDICTS,
            each.name,
            name_bar(VERDICTS, each.name),
            each.articles,
            format_number(each.articles),
        )
        for each in numbers.verdicts
    ]
    note = translate("All addresses that the archive lists, by what happened to them.")
    yield from _write_section(VERDICTS, _OTHERS[VERDICTS], note, verdicts, lists)

    runs = [
        _Row(*each.bar, each.name, each.counts.tei, each.size, note=each.details)
        for each in choose_runs(numbers.runs, numbers.unit)
    ]
    note = " ".join(
        (
            translate(
                "Articles in TEI when a run had ended. A bar opens those first captured on its"
                " days."
            ),
            *describe_other_runs(numbers.runs),
        )
    )
    yield from _write_section(GROWTH, HEADING, note, runs, lists)

    gaps, longest = describe_gaps(numbers.gaps), describe_gaps(numbers.gaps, LONGEST_GAPS)
    note = translate("Months without an article between months that have some.")
    yield from _open_section("gaps", _OTHERS["gaps"], note)
    nothing = translate("None.")
    yield _write_list(longest) if gaps else f"<p>{nothing}</p>\n"
    if gaps != longest:
        every = translate("All gaps")
        yield f"<details>\n<summary>{every}</summary>\n{_write_list(gaps)}</details>\n"
    yield "</section>\n"

    drawn = {name for key, name in list_bars(numbers) if key == SAME_TEXTS}
    same = [
        _Row(
            SAME_TEXTS,
            str(number),
            name_bar(SAME_TEXTS, str(number)),
            articles,
            count_articles(articles),
        )
        for number, articles in enumerate(numbers.same_texts, 1)
        if str(number) in drawn
    ]
    note = translate(
        "{number:,} texts belong to several articles and differ only in white space.",
        number=len(numbers.same_texts),
    )
    if numbers.duplicates is not None:
        near = translate("Near-duplicates: {counts}.", counts=numbers.duplicates.describe())
        note += f" {near}"
    yield from _write_section(SAME_TEXTS, _OTHERS[SAME_TEXTS], note, same, lists)


def _write_list(lines: Sequence[str]) -> str:
    items = "".join(f"<li>{escape_line(line)}</li>\n" for line in lines)
    return f"<ul>\n{items}</ul>\n"


def _open_section(key: str, heading: str, note: str) -> Iterator[str]:
    yield f'<section aria-labelledby="{key}">\n<h2 id="{key}">{translate(heading)}</h2>\n'
    if note:
        yield f'<p class="quiet">{note}</p>\n'


def _write_section(
    key: str, heading: str, note: str, rows: Sequence[_Row], lists: ArticleLists
) -> Iterator[str]:
    yield from _open_section(key, heading, note)
    yield from _write_rows(rows, lists)
    yield "</section>\n"


def _write_rows(rows: Sequence[_Row], lists: ArticleLists) -> Iterator[str]:
    if not rows:
        return
    most = max(row.articles for row in rows) or 1
    yield '<ul class="bars">\n'
    for row in rows:
        content = (
            f'<bdi class="name">{escape_label(row.shown)}</bdi>'
            f'<span class="track" aria-hidden="true">'
            f'<span style="width:{100 * row.articles / most:.1f}%"></span></span>'
            f'<span class="number">{row.numbers}</span>'
        )
        note = f"<p>{escape_label(row.note)}</p>\n" if row.note else ""
        address = escape_line(lists.find_address((row.key, row.name)))
        if address and not (row.within or note):
            yield f'<li><a class="bar-row" href="{address}"><span></span>{content}</a></li>\n'
            continue
        link = f'<p><a href="{address}">{count_articles(row.articles)}</a></p>\n'
        found = note + (link if address else lists.write(row.key, row.name, row.articles))
        if not found:
            yield f'<li><div class="bar-row"><span></span>{content}</div></li>\n'
            continue
        yield f'<li><details>\n<summary class="bar-row">{content}</summary>\n'
        yield from _write_rows(row.within, lists)
        yield f'<div class="found">\n{found}</div>\n</details></li>\n'
    yield "</ul>\n"
