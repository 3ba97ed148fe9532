"""``curator search``: shows where words are in the articles of a corpus."""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import fields
from itertools import chain, islice

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.characters import escape_cell
from webarticlecurator.base.text.terminal_columns import count_columns, cut_columns
from webarticlecurator.cli.argument_types import option, parse_count, parse_utf8
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import (
    is_terminal,
    print_json,
    print_message,
    write_marked_lines,
    write_output,
    write_report,
)
from webarticlecurator.cli.portal_file import open_corpora
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import (
    print_tei_problems,
    print_undated,
    read_filter_options,
    select_corpora,
)
from webarticlecurator.cli.shared_options import CONFIG, FILTERS, shared
from webarticlecurator.corpus.charts.corpus_charts import draw_time
from webarticlecurator.corpus.charts.svg import write_svg
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
from webarticlecurator.corpus.search.search_hits import Hit
from webarticlecurator.corpus.search.search_query import parse_query
from webarticlecurator.corpus.search.searching import (
    BARS,
    ArticleHits,
    CorpusSearch,
    HitCount,
    choose_sample,
    count_hits,
    merge_hits,
    open_corpus_search,
)
from webarticlecurator.corpus.search.word_counts import (
    WINDOW,
    WordCount,
    count_collocates,
    count_key_words,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.tei.tokens.annotators import explain_characters

LINES = 100
"""Lines that a terminal shows by default."""
HIT_HEAD = ("published", "column", "part", "left", "match", "right", "title", "id", "url")
ARTICLE_HEAD = ("published", "hits", "title", "url")
WORD_HEAD = tuple(each.name for each in fields(WordCount))
CHART = ".svg"
_DATES = ("year", "month")
COUNT_HEAD = ("articles", "hits", "all_articles", "all_words", "hits_per_million", "unit")


@command(
    "curator search portal.yaml 'climate AND (\"global warming\" OR glob*)'",
    *CONFIG,
    option(
        "words",
        nargs="+",
        type=parse_utf8,
        metavar="WORDS",
        help=(
            'words that an article must all contain, "a phrase", beg*, AND, OR, NOT and'
            " parentheses; with --against also '*', for all articles"
        ),
    ),
    option("--exact", action="store_true", help="also require the same letter case and diacritics"),
    option(
        "--by",
        metavar="FIELD",
        help=(
            f"count articles and hits by {', '.join(BARS)}, instead of lines; with --sample: N"
            " articles of each value of any field"
        ),
    ),
    option("--articles", action="store_true", help="list the articles, instead of lines"),
    option(
        "--collocates",
        action="store_true",
        help=(
            f"list the words that are more often within {WINDOW} words of a hit than elsewhere,"
            " the surest first (log-likelihood), instead of lines"
        ),
    ),
    option(
        "--against",
        action="append",
        default=[],
        metavar="CONDITION",
        help=(
            "list the words that are more often in the selected articles than in those of this"
            " condition (as for --where), the surest first, instead of lines; may be repeated"
        ),
    ),
    option(
        "--limit",
        type=parse_count,
        metavar="N",
        help=f"at most N lines or articles (default: {LINES} lines on a terminal, else all)",
    ),
    *FILTERS,
    "--sample",
    shared(
        "--output",
        help=(
            "write to this file instead of standard output, as TSV or, by its ending, csv,"
            " xlsx or ods; with --by year or month also svg, a chart"
        ),
    ),
    "--json",
    "--corpus",
    "--jobs",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    counted_by = _read_counted(args)
    query = None if _takes_all(args) else parse_query(" ".join(args.words))
    opened = open_corpora(args)
    options = read_filter_options(args)
    if counted_by is None:
        options = replace(options, sample=args.sample, by=args.by or "")
    runtime = Runtime(progress=choose_progress(args.quiet))
    corpora = select_corpora(args, opened, options, lambda _: runtime)
    with ExitStack() as stack:
        searches = [
            stack.enter_context(
                open_corpus_search(corpus, query, is_exact=args.exact, jobs=args.jobs)
            )
            for corpus in corpora
        ]
        choose_sample(searches)
        if args.against:
            against = SelectionOptions(where=(*opened.file.where, *args.against))
            others = make_selections(against, opened.portals, "--against")
            _write_words(args, count_key_words(searches, others))
        elif args.collocates:
            _write_words(args, count_collocates(searches))
        elif counted_by is not None:
            _write_counts(args, count_hits(searches, counted_by))
        elif args.articles:
            found = islice(merge_hits(searches), args.limit)
            rows = (
                (each.article.published, len(each.hits), each.article.title, each.article.url)
                for each in found
            )
            _write_table(args, ARTICLE_HEAD, rows)
        else:
            _write_hits(args, searches)
        print_undated(sum(search.undated for search in searches))
        return print_tei_problems([each for search in searches for each in search.problems])


def _read_counted(args: argparse.Namespace) -> str | None:
    """Return what articles and hits are counted by; None if they are listed. Raises UsageError."""
    if args.by is None or args.sample is not None:
        return None
    if args.by not in BARS:
        raise UsageError(
            f"--by: search cannot count by {args.by!r} (expected {', '.join(BARS)})",
            "Give one of them, or --sample N for a sample by any field.",
        )
    if args.articles:
        raise UsageError("--by together with --articles", "Give one of them, or --sample N, too.")
    return str(args.by)


def _takes_all(args: argparse.Namespace) -> bool:
    """Return True if all articles are compared, and nothing is looked for. Raises UsageError for
    options that do not go together."""
    given = {
        "--against": args.against,
        "--collocates": args.collocates,
        "--by": args.by,
        "--articles": args.articles,
    }
    names = [name for name, value in given.items() if value]
    if len(names) > 1 and names[0] in ("--against", "--collocates"):
        raise UsageError(f"{names[0]} together with {names[1]}", "Give one of them.")
    if args.sample is not None and names[:1] in (["--against"], ["--collocates"]):
        raise UsageError(f"{names[0]} together with --sample", "Give one of them.")
    can_be_drawn = args.by in _DATES and not args.json and args.sample is None
    if args.output is not None and args.output.suffix.lower() == CHART and not can_be_drawn:
        raise UsageError(
            f"--output {args.output}: a chart needs hits by year or month",
            "Give --by year or --by month, without --json and --sample.",
        )
    return bool(args.against) and args.words == ["*"]


def _write_table(
    args: argparse.Namespace,
    head: Sequence[str],
    rows: Iterable[Sequence[str | int | float | None]],
) -> None:
    """Write a table, or print it as JSON, in which a cell without a value is null."""
    if args.json:
        print_json([dict(zip(head, row, strict=True)) for row in rows])
    else:
        cells = (["" if value is None else value for value in row] for row in rows)
        write_report(args.output, chain([head], cells))


def _write_words(args: argparse.Namespace, counts: list[WordCount]) -> None:
    fault, cure = explain_characters(" ".join(each.word for each in counts))
    if fault:
        print_message(f"{fault}; {cure}")
    limit = LINES if args.limit is None and is_terminal() and not args.output else args.limit
    rows = [tuple(vars(each).values()) for each in islice(counts, limit)]
    _write_table(args, WORD_HEAD, rows)


def _write_hits(args: argparse.Namespace, searches: list[CorpusSearch]) -> None:
    for_person = is_terminal() and not (args.json or args.output)
    limit = args.limit if args.limit is not None or not for_person else LINES
    hits = ((article, hit) for article in merge_hits(searches) for hit in article.hits)
    found = islice(hits, limit)
    if for_person:
        width = shutil.get_terminal_size().columns
        lines = write_marked_lines(
            format_hit(article.article.published, hit, width) for article, hit in found
        )
        known = [search.count_articles() for search in searches]
        articles = sum(each for each in known if each is not None)
        total = "" if None in known else f"; {articles:,} articles meet the query"
        more = f" (--limit N shows more than {limit:,})" if limit and lines == limit else ""
        print_message(f"{lines:,} lines{more}{total}", args.quiet)
    else:
        _write_table(args, HIT_HEAD, (_hit_row(*each) for each in found))


def _hit_row(found: ArticleHits, hit: Hit) -> tuple[str, ...]:
    article = found.article
    return (
        article.published,
        article.column,
        hit.part,
        hit.left,
        hit.match,
        hit.right,
        article.title,
        article.article,
        article.url,
    )


def _write_counts(args: argparse.Namespace, counts: list[HitCount]) -> None:
    head = (args.by, *COUNT_HEAD)
    if args.output is not None and args.output.suffix.lower() == CHART:
        units = Counter(each.unit for each in counts)
        if len(units) > 1:
            raise UsageError(
                f"--output {args.output}: hits per million {' and '.join(units)} in one chart",
                "Select articles of one script, such as --where language=en.",
            )
        shares = {each.name: round(each.per_million or 0) for each in counts}
        label = f"hits per million {''.join(units)}"
        drawing = draw_time(f"{args.by}s", " ".join(args.words), shares, label)
        write_output(args.output, [write_svg(drawing).encode()])
    else:
        _write_table(args, head, map(_count_values, counts))


def _count_values(count: HitCount) -> tuple[str | int | float | None, ...]:
    """Return the values of a bar; the share of the words is None if it has none."""
    per_million = count.per_million
    return (
        count.name,
        count.articles,
        count.hits,
        count.all_articles,
        count.all_words,
        None if per_million is None else round(per_million, 1),
        count.unit,
    )


_LEAST = 20
"""Columns on the left at least, however narrow the terminal is."""
_DAY = 10


def format_hit(published: str, hit: Hit, width: int) -> tuple[str, str, str]:
    """Return the line of a hit in three parts, of which the middle is what was found: its date,
    and its context as far as ``width`` columns take it.

    Wide characters take two columns; those that act on a terminal are shown as escapes.
    """
    left, match, right = (escape_cell(text) for text in (hit.left, hit.match, hit.right))
    side = max((width - _DAY - 2) * 2 // 5, _LEAST)
    left = cut_columns(left, side, keeps_end=True)
    space = max(width - _DAY - 2 - side, _LEAST)
    match = cut_columns(match, space)
    head = f"{escape_cell(published):<{_DAY}}  {' ' * (side - count_columns(left))}{left}"
    return head, match, cut_columns(right, space - count_columns(match))
