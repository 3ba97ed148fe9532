"""``curator extract``: show what the rules make of article pages."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.portal.hosts import join_address
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_json, print_message, write_data
from webarticlecurator.cli.page_options import (
    damage_code,
    open_given_pages,
    page_options,
    read_given_pages,
)
from webarticlecurator.cli.page_without_rules import (
    OPTIONAL_CONFIG,
    open_portal_of_pages,
)
from webarticlecurator.cli.selection_options import read_selection_options
from webarticlecurator.cli.shared_options import SELECTION
from webarticlecurator.cli.subcommands.extract_corpus import (
    Found,
    extract_from_corpus,
    extract_selected,
    show_rules,
)
from webarticlecurator.corpus.stored_pages.page_store import (
    PageStore,
    StoredPages,
    choose_pages,
    run_supervised,
)
from webarticlecurator.pages.rules.unmatched_rules import hint_unmatched, watch_rules
from webarticlecurator.proposing.trial.one_article import article_json, extract_articles
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines

# ``curator extract``: prints the metadata, the text or the TEI of one article page.


@command(
    "curator extract portal.yaml --url https://www.example.org/2019/a --html saved.html"
    " --format json\n"
    "  curator extract --html saved.html=https://www.example.org/2019/a",
    *OPTIONAL_CONFIG,
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
        help="write the page as an HTML file that shows what the rules keep and drop, and why",
    ),
    option(
        "--format",
        choices=("tei", "json", "text"),
        default="text",
        help="format of the output (default: text, one paragraph per line)",
    ),
    *SELECTION,
    "--corpus",
)
def run(args: argparse.Namespace) -> int:
    given = read_given_pages(args)
    portal = open_portal_of_pages(args, given)
    if args.format == "tei" and not given.names_one:
        raise UsageError(
            "--format tei is for one page",
            "Give one address with --url; `curator build --warc FILE …` writes the TEI of all.",
        )
    _check_html_view(args, given)
    options = read_selection_options(args)
    if not options.is_everything:
        return _print_found(
            extract_selected(args, portal, given, options), portal, args.format, has_heading=True
        )
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
            # without CONFIG, a page is at home on its host
            home = join_address(page.url, "/")
            own = portal if args.config is not None else replace(portal, home=home)
            show_rules(args, own, page.url, page)
            yield run_supervised(own, page.url, extract_articles, page)

    with open_given_pages(portal, given) as store:
        code = _print_found(read_all(store), portal, args.format, has_heading=not given.names_one)
    hints = hint_unmatched(portal, pages, 0) if args.config is not None else ()
    for hint in hints:
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
