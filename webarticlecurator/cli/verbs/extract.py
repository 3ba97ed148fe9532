"""``curator extract`` and ``curator links``: what the rules make of article pages, and of archive
pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.archive import describe_stop, spans_of
from webarticlecurator.build.changes import hint_unmatched, hint_unmatched_links, watch_rules
from webarticlecurator.cli.options import CONFIG, SELECTION, add_command, option
from webarticlecurator.cli.output import (
    DONE,
    PROBLEMS,
    print_json,
    print_message,
    write_data,
    write_lines,
)
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.selection_options import (
    damage_code,
    open_given_pages,
    page_options,
    read_given_pages,
    read_selection_options,
    select_rows,
)
from webarticlecurator.errors import PageUnreadable, UsageError
from webarticlecurator.export import SelectionOptions, write_file
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.stored_pages.page_store import (
    PageStore,
    StoredPage,
    StoredPages,
    choose_pages,
    run_supervised,
    run_traced,
)
from webarticlecurator.tei import build_document, plain_lines
from webarticlecurator.trial.explaining import (
    explain,
    explain_stored,
    highlight_page,
    highlight_stored,
)
from webarticlecurator.trial.one_article import article_json, extract_articles, extract_stored
from webarticlecurator.trial.page_links import (
    ArticleNextPage,
    LinksAnswer,
    explain_article_next_page,
    links_json,
    list_links,
)

# ``curator extract``: prints the metadata, the text or the TEI of one article page.


def register(commands: Any) -> None:
    add_command(
        commands,
        "extract",
        "curator extract portal.yaml --url https://www.example.org/2019/a --html saved.html"
        " --format json",
        run,
        *CONFIG,
        *page_options("all articles of the WARC files"),
        option(
            "--explain",
            action="store_true",
            help="show for each rule what it selected and what became of it",
        ),
        option(
            "--html-view",
            type=Path,
            metavar="FILE",
            help="write the page as an HTML file that shows what is kept and dropped, and why",
        ),
        option(
            "--format",
            choices=("tei", "json", "text"),
            default="text",
            help="form of the output (default: text, one paragraph per line)",
        ),
        *SELECTION,
        "--corpus",
    )


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    given = read_given_pages(args)
    if args.format == "tei" and not given.names_one:
        raise UsageError(
            "--format tei is for one page",
            "Give one address with --url; `curator build --warc FILE …` writes the TEI of all.",
        )
    _check_html_view(args, given)
    options = read_selection_options(args)
    if not options.is_everything:
        found = extract_selected(args, portal, given, options)
        return _print_found(found, portal, args.format, has_heading=True)
    if not given.has_files:
        if not given.urls:
            raise UsageError(
                "no page given",
                "Give addresses of the corpus with --url, or pages with --html or --warc, or select"
                " articles with --where or --sample; `curator export` writes all articles of a"
                " corpus.",
            )
        stored = extract_from_corpus(args, portal, given.urls)
        return _print_found(stored, portal, args.format, has_heading=not given.names_one)
    watch_rules(portal)
    pages = 0

    def read_all(store: PageStore) -> Iterator[Found]:
        nonlocal pages
        for page in choose_pages(store, given, "article"):
            pages += 1
            _show_rules(args, portal, page.url, (explain, highlight_page), page)
            yield run_supervised(portal, page.url, extract_articles, page)

    with open_given_pages(portal, given) as store:
        every = read_all(store)
        code = _print_found(every, portal, args.format, has_heading=not given.names_one)
    for hint in hint_unmatched(portal, pages, 0):
        print_message(f"hint: {hint}")
    return damage_code(store) or code


def _check_html_view(args: argparse.Namespace, given: StoredPages) -> None:
    """Raise UsageError if ``--html-view`` is given for several pages, or would replace the page."""
    if args.html_view is None:
        return
    if not given.names_one:
        raise UsageError("--html-view is for one page", "Give one address with --url.")
    if args.html_view.resolve() in {saved.path.resolve() for saved in given.saved}:
        raise UsageError(
            f"--html-view would replace the saved page: {args.html_view}", "Give another file."
        )


def _print_found(found: Iterable[Found], portal: Portal, form: str, *, has_heading: bool) -> int:
    """Print the articles of each page: one as it is, several as a list, or below headings.

    Returns the exit code. Raises UsageError for the TEI of several articles of one page, since a
    TEI document holds one article.
    """
    code, answers = DONE, []
    for articles in found:
        if any(isinstance(article, Rejected) for article in articles):
            code = PROBLEMS
        if form == "json":
            answers.append([article_json(article) for article in articles])
        elif has_heading or len(articles) > 1:
            if form == "tei":
                addresses = "".join(f"\n  {article.url}" for article in articles)
                raise UsageError(
                    f"the page holds {len(articles)} articles (article.split):{addresses}",
                    "Give the address of one of them.",
                )
            write_data("\n".join(_text_with_heading(article) for article in articles))
        else:
            _print_article(articles[0], portal, form)
    if form == "json" and has_heading:
        print_json([article for articles in answers for article in articles])
    elif form == "json":
        print_json(answers[0] if len(answers[0]) > 1 else answers[0][0])
    return code


def _print_article(result: Article | Rejected, portal: Portal, form: str) -> None:
    """Print the text or the TEI of an article, or why the page is rejected."""
    if isinstance(result, Rejected):
        print_message(f"{result.url}: {result.reason}: {result.evidence}")
        return
    text = (
        build_document(result, portal).content.decode("utf-8")
        if form == "tei"
        else "\n".join(plain_lines(result.blocks)) + "\n"
    )
    for problem in result.problems:
        print_message(f"problem: {problem.kind}: {problem.message}")
    write_data(text)


def _text_with_heading(part: Article | Rejected) -> str:
    """Return the text of an article below a line with its address, date and title."""
    if isinstance(part, Rejected):
        return f"# {part.url}\t{part.reason}: {part.evidence}\n"
    published, title = (part.metadata.first(name) or "" for name in ("published", "title"))
    heading = f"# {part.url}\t{published}\t{title}"
    return "".join(f"{line}\n" for line in (heading, *plain_lines(part.blocks)))


# The articles of a corpus for ``curator extract``: at given addresses, or selected ones.

Found = tuple[Article | Rejected, ...]
"""The articles of one page."""


def extract_from_corpus(
    args: argparse.Namespace, portal: Portal, urls: Iterable[str]
) -> Iterator[Found]:
    """Yield the articles of the corpus at some addresses, each with all its pages."""
    folder = corpus_folder(args, portal)
    for url in urls:
        _show_rules(args, portal, url, (explain_stored, highlight_stored), folder, url)
        yield (run_supervised(portal, url, extract_stored, folder, url),)


def _show_rules(
    args: argparse.Namespace, portal: Portal, url: str, ways: tuple[Any, Any], *page: Any
) -> None:
    """Print what ``--explain`` says of a page and write the file of ``--html-view``, by the two
    ``ways`` to make them."""
    explain_page, highlight = ways
    if args.explain:
        for line in run_supervised(portal, url, explain_page, *page):
            print_message(line)
    if args.html_view is not None:
        write_file(args.html_view, run_supervised(portal, url, highlight, *page))


def extract_selected(
    args: argparse.Namespace, portal: Portal, given: StoredPages, options: SelectionOptions
) -> Iterator[Found]:
    """Yield the selected articles of the corpus, as the present rules read them, and the selected
    addresses without TEI; what cannot be read in time is one of these."""
    if given.urls:
        raise UsageError(
            "--url together with options that select articles",
            "Leave --url out, or --from, --until, --column, --where and --sample.",
        )
    rows = select_rows(options, portal, corpus_folder(args, portal), has_files=given.has_files)
    for row in rows:
        try:
            yield from extract_from_corpus(args, portal, (row.canonical,))
        except PageUnreadable as error:
            yield (Rejected(row.canonical, error.reason, error.message),)


# ``curator links``: shows what the link rules find on archive pages.


def register_links(commands: Any) -> None:
    add_command(
        commands,
        "links",
        "curator links portal.yaml --url https://www.example.org/news?page=2 --html saved.html"
        " --explain",
        run_links,
        *CONFIG,
        *page_options("all archive pages of the WARC files or of the corpus"),
        "--corpus",
        option("--column", help="the column of the archive pages, if their addresses do not tell"),
        option(
            "--article",
            action="store_true",
            help="they are pages of articles: find only the next page, by article.next_page",
        ),
        option(
            "--explain",
            action="store_true",
            help="show for each rule what it selected and what became of it",
        ),
        "--json",
    )


def run_links(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    spans_of(portal, args.column)  # an unknown column is an error before any page is read
    given = read_given_pages(args, corpus_folder(args, portal))
    watch_rules(portal)
    answers = []
    with open_given_pages(portal, given) as store:
        for stored in choose_pages(store, given, "article" if args.article else "archive"):
            located = stored.located
            if located is not None and args.column not in (None, located.column):
                continue
            answer, lines = _read_page(args, portal, stored)
            answers.append(answer)
            if not args.json:
                write_lines(lines if given.names_one else [f"# {answer['url']}", *lines])
    if args.json:
        print_json(answers[0] if given.names_one else answers)
    hints = () if args.article else _list_hints(portal, answers)
    for hint in hints:
        print_message(f"hint: {hint}")
    # a single page may rightly list nothing, such as the last one of an archive
    return damage_code(store) or (PROBLEMS if hints and len(answers) > 1 else DONE)


def _list_hints(portal: Portal, answers: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return hints for rules that match nothing on any of the pages."""
    stored = [answer for answer in answers if answer.get("reason") != "not-found"]
    found = sum(len(answer["articles"]) + len(answer.get("pages", ())) for answer in stored)
    return hint_unmatched_links(portal, len(stored), found)


def _read_page(
    args: argparse.Namespace, portal: Portal, stored: StoredPage
) -> tuple[dict[str, Any], list[str]]:
    """Return what the rules find on a page: the answer for ``--json``, and lines for a person.

    Prints the trace of ``--explain``.
    """
    find = explain_article_next_page if args.article else list_links
    column = args.column if stored.located is None else None
    found, trace_lines = run_traced(portal, stored.url, args.explain, find, stored, column)
    for line in trace_lines:
        print_message(line)
    answer = _article_json(stored.url, found) if args.article else links_json(found)
    lines = list(_article_lines(found) if args.article else _links_lines(portal, found))
    lines.append(f"next page: {answer['next_page'] or describe_stop(found.reason)}")
    return answer, lines


def _article_json(url: str, found: ArticleNextPage) -> dict[str, Any]:
    parts = [{"as": kind, "url": address} for kind, address in found.parts]
    return {
        "url": url,
        "next_page": found.address,
        **({"single_page": found.single_page} if found.single_page else {}),
        **({"parts": parts} if parts else {}),
        **({"reason": found.reason} if found.reason else {}),
    }


def _article_lines(found: ArticleNextPage) -> Iterator[str]:
    if found.single_page:
        yield f"whole article: {found.single_page}"
    yield from (f"part ({kind}): {address}" for kind, address in found.parts)


def _links_lines(portal: Portal, links: LinksAnswer) -> Iterator[str]:
    yield from links.articles
    yield from (f"archive page: {page}" for page in links.pages)
    yield from [f"problem: {links.trouble}"] if links.trouble else []
    yield f"{_describe_count(links)}; {_describe_column(portal, links)}"


def _describe_count(links: LinksAnswer) -> str:
    articles = "1 article" if len(links.articles) == 1 else f"{len(links.articles)} articles"
    if not links.pages:
        return articles
    pages = "1 archive page" if len(links.pages) == 1 else f"{len(links.pages)} archive pages"
    return f"{articles}; {pages}"


def _describe_column(portal: Portal, links: LinksAnswer) -> str:
    """Return the column of the page; or, if none is known, whose rules were used."""
    if links.column is not None:
        return f"column: {links.column}"
    if len(portal.columns) == 1:
        return "no archive page has such an address; the rules of the archive were used"
    return (
        "no column has such an address, so the rules of the archive were used (--column NAME uses"
        " those of a column)"
    )
