"""``curator outline``, ``curator selectors``, ``curator links``: where something is on a page, how
to select it, and what the link rules find on archive pages.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from webarticlecurator.archive import describe_stop, spans_of
from webarticlecurator.article import find_page_address
from webarticlecurator.cli.options import (
    CONFIG,
    SELECTION,
    add_command,
    option,
    parse_address,
    parse_count,
    shared,
)
from webarticlecurator.cli.output import (
    DONE,
    PROBLEMS,
    is_terminal,
    print_json,
    print_message,
    write_lines,
)
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import (
    damage_code,
    open_given_pages,
    page_options,
    parse_saved_page,
    read_given_pages,
    read_selection_options,
    select_pages,
)
from webarticlecurator.dataclasses import asdict
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page
from webarticlecurator.propose.selector_survey import (
    SelectorSupport,
    count_on_articles,
    count_on_pages,
    find_requested_address,
    propose_for_texts,
    rank_proposals,
)
from webarticlecurator.rules.trace import hint_unmatched_links, watch_rules
from webarticlecurator.stored_pages.page_store import (
    StoredPage,
    StoredPages,
    choose_pages,
    read_page_file,
    run_traced,
)
from webarticlecurator.text.characters import shorten
from webarticlecurator.trial.explaining import PageOutline, outline_page
from webarticlecurator.trial.page_links import (
    ArticleNextPage,
    LinksAnswer,
    explain_article_next_page,
    links_json,
    list_links,
)
from webarticlecurator.trial.page_outline import OutlineNode
from webarticlecurator.workers.executor import Runtime

# ``curator outline``: shows a page as a tree of elements.


DEPTH = 5
"""Levels that are shown by default."""
WIDTH = 120
"""Columns of the output if it is not a terminal."""
NO_ADDRESS = "https://saved-page.invalid/"
"""Address of a page that does not say its own: its relative links need one."""
_MIN_TEXT = 12
"""Columns that are worth showing some words in."""


def register(commands: Any) -> None:
    add_command(
        commands,
        "outline",
        "curator outline saved.html\n"
        "  curator outline saved.html div.entry-content --depth 3\n"
        "  curator outline https://www.example.org/2019/a --warc old.warc.gz\n"
        "  curator outline portal.yaml https://www.example.org/2019/a",
        run,
        option(
            "words",
            nargs="+",
            metavar="CONFIG|PAGE",
            help="[CONFIG] PAGE [SELECTOR]: a saved file, or the address of a page of --warc or"
            " of the corpus; a CSS selector, or xpath:…, whose elements alone are shown",
        ),
        shared("--warc", help="WARC files with the page"),
        option("--url", type=parse_address, metavar="URL", help="the address, in place of PAGE"),
        option(
            "--depth",
            type=parse_count,
            default=DEPTH,
            metavar="N",
            help=f"levels of elements to show (default: {DEPTH})",
        ),
        "--corpus",
        "--json",
        "--allow-hooks",
    )


def run(args: argparse.Namespace) -> int:
    args.config, address, selector = _read_words(args)
    page, code = _read_page(args, address)
    if page.json is not None:
        raise UsageError(f"{address}: JSON, not HTML", "Its parts are rules such as {json: …}.")
    outline = outline_page(page, selector, min(args.depth, 100))
    if args.json:
        print_json(
            {
                "url": None if page.url == NO_ADDRESS else page.url,
                "encoding": page.encoding,
                "tree": list(outline.tree),
                "guesses": [asdict(guess) for guess in outline.guesses],
                "outline": [asdict(node) for node in outline.nodes],
            }
        )
    else:
        # of a pipe, only COLUMNS can say it
        is_known = is_terminal() or os.environ.get("COLUMNS", "").isdigit()
        width = shutil.get_terminal_size().columns if is_known else WIDTH
        write_lines(_outline_lines(page, outline, selector, width))
    for line in outline.near:
        print_message(line)
    return code or (DONE if outline.nodes else PROBLEMS)


def _read_words(args: argparse.Namespace) -> tuple[str | None, str, str | None]:
    """Return the portal file, the page and the selector among the words. Raises UsageError."""
    words = list(args.words)
    config = None
    is_address = len(words) > 1 and words[1].lower().startswith(("http://", "https://"))
    if words[0].lower().endswith((".yaml", ".yml")) or is_address:
        config = words.pop(0)
    page = args.url or (words.pop(0) if words else None)
    selector = words.pop(0) if words else None
    if page is None or words:
        raise UsageError(
            f"not clear what is meant: {' '.join(args.words)}",
            "Give a page, then perhaps a selector in quotes: curator outline page.html 'div.a p'",
        )
    return config, page, selector


def _read_page(args: argparse.Namespace, address: str) -> tuple[Page, int]:
    """Return the page, and the exit code that follows from damaged files."""
    portal = open_portal(args) if args.config is not None else None
    encoding = portal.encoding if portal is not None else None
    if not address.lower().startswith(("http://", "https://")):
        saved = parse_saved_page(address)
        try:
            content = read_page_file(saved.path)
        except OSError as error:
            raise UsageError(
                f"{saved.path}: {error.strerror}",
                "Give the file of a saved page, or an address with --warc or --corpus.",
            ) from None
        declared = find_page_address(content) if saved.url is None else None
        url = saved.url or (declared.url if declared else NO_ADDRESS)
        return read_page(url, content, encoding=encoding), DONE
    given, portal = _choose_store(args, portal, parse_address(address))
    with open_given_pages(portal, given) as store:
        return store.find(given.urls[0]).page(portal), damage_code(store)


def _choose_store(
    args: argparse.Namespace, portal: Portal | None, url: str
) -> tuple[StoredPages, Portal]:
    """Return the WARC files or the corpus with the page, and the portal. Raises UsageError."""
    if args.warc:
        return StoredPages(warcs=tuple(args.warc), urls=(url,)), portal or Portal("", url)
    if portal is not None:
        return StoredPages(folder=corpus_folder(args, portal), urls=(url,)), portal
    if args.corpus is not None:
        # imported here: a saved page needs no store
        from webarticlecurator.store import find_owner

        return StoredPages(folder=args.corpus, urls=(url,)), Portal(find_owner(args.corpus), url)
    raise UsageError(
        f"where is it stored? {url}",
        "Give --warc FILE, --corpus DIR or the portal file before the address; to look at the live"
        " page, save it first: curl -s ADDRESS -o page.html",
    )


def _outline_lines(
    page: Page, outline: PageOutline, selector: str | None, width: int
) -> Iterator[str]:
    if page.url != NO_ADDRESS:
        yield f"page: {page.url}"
    yield f"character set: {page.encoding} ({page.evidence})"
    yield from outline.tree
    if selector is not None:
        count = len(outline.nodes)
        yield f"{selector}: {count} match{'' if count == 1 else 'es'}"
    if outline.nodes:
        yield " words  links"
    for node in outline.nodes:
        yield from _node_lines(node, 0, width)
    if outline.guesses:
        yield "guesses, to begin with:"
        yield from (
            shorten(f"  {guess.what:<9}{guess.selector}  ({guess.holds})", width)
            for guess in outline.guesses
        )


def _node_lines(node: OutlineNode, level: int, width: int) -> Iterator[str]:
    """Yield the line of an element and those of its children."""
    counts = f"{node.words:>6,}{node.links or '':>7}  "
    label = _label(node, max(width - len(counts) - 2 * level - _MIN_TEXT, 20))
    line = f"{counts}{'  ' * level}{label}"
    if node.text and len(line) + _MIN_TEXT <= width:
        line += f"  “{shorten(node.text, width - len(line) - 4)}”"
    yield line
    for child in node.children:
        yield from _node_lines(child, level + 1, width)
    if node.hidden:
        elements = "element" if node.hidden == 1 else "elements"
        what = "without text or deeper" if node.children else "inside"
        yield f"{'':15}{'  ' * (level + 1)}… {node.hidden:,} {elements} {what}"


def _label(node: OutlineNode, width: int) -> str:
    """Return the selectors of a node; the middle of a long chain is left out."""
    count = f" × {node.repeated}" if node.repeated > 1 else ""
    label = " > ".join(node.selectors)
    if len(label) + len(count) > width and len(node.selectors) > 2:
        label = f"{node.selectors[0]} > … > {node.selectors[-1]}"
    return shorten(label, width - len(count)) + count


# ``curator selectors``: proposes selectors for what a page shows; tries them on other pages.


PAGES = 100
"""Pages on which the selectors are tried by default."""
_MAX_TEXT = 61


def register_selectors(commands: Any) -> None:
    add_command(
        commands,
        "selectors",
        "curator selectors portal.yaml --url https://www.example.org/2019/a --text 'A headline'",
        run_selectors,
        *CONFIG,
        option(
            "--url",
            type=parse_address,
            required=True,
            metavar="URL",
            help="the address of the page",
        ),
        option(
            "--text",
            action="append",
            required=True,
            metavar="TEXT",
            help="what the element shows, as on the page; several times for elements of one kind",
        ),
        option(
            "--archive",
            action="store_true",
            help="it is an archive page: try the selectors on the other stored ones",
        ),
        option(
            "--limit",
            type=parse_count,
            default=PAGES,
            metavar="N",
            help=f"pages on which the selectors are tried (default: {PAGES})",
        ),
        shared("--warc", help="WARC files with the pages"),
        *SELECTION,
        "--corpus",
        "--json",
        "--quiet",
    )


def run_selectors(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder, warcs = corpus_folder(args, portal), tuple(args.warc)
    options = read_selection_options(args)
    if args.archive and not options.is_everything:
        raise UsageError(
            "--archive together with options that select articles",
            "Leave --archive out, or --from, --until, --column, --where and --sample.",
        )
    url = args.url
    if not warcs and not args.archive and folder.exists():
        url = find_requested_address(portal, folder, url)
    pages = StoredPages(None if warcs else folder, warcs, args.limit)
    with open_given_pages(portal, pages) as store:
        stored = store.find(url)
        proposals = propose_for_texts(portal, stored, args.text)
        selectors = [each.css for each in proposals]
        if not selectors:
            print_message(
                "no selector selects all of them: neither they nor what is around them has a name"
                " that other pages may have; `curator outline` shows the page as a tree"
            )
            return PROBLEMS
        if args.archive:
            every = islice(store.list_pages("archive"), args.limit)
            counted = count_on_pages(portal, every, selectors)
    if not args.archive:
        selected = select_pages(options, portal, folder, has_files=bool(warcs))
        pages = StoredPages(folder, warcs, args.limit, selected=selected)
        runtime = Runtime(progress=choose_progress(args.quiet))
        counted = count_on_articles(portal, pages, selectors, runtime)
    ranked = rank_proposals(proposals, counted, stored.url, is_list=len(args.text) > 1)
    if args.json:
        print_json(
            [
                {
                    "selector": each.proposal.css,
                    "selected": each.proposal.selected,
                    "others": each.proposal.others,
                    "pages": each.pages,
                    "fits": each.fits,
                    "missing": list(each.missing),
                    "example": each.example,
                }
                for each in ranked
            ]
        )
    else:
        write_lines(_lines(ranked))
    return damage_code(store) or DONE


def _lines(ranked: Sequence[SelectorSupport]) -> Iterator[str]:
    width = max(len(each.proposal.css) for each in ranked)
    yield f"{'selector':<{width}}   here  other pages"
    for each in ranked:
        css, selected = each.proposal.css, each.proposal.selected
        text = shorten(each.example, _MAX_TEXT)
        line = f"{css:<{width}}  {selected:>5}  {each.fits} of {each.pages}"
        yield f"{line}  “{text}”" if text else line
    yield from (f"not on {url}: {ranked[0].proposal.css}" for url in ranked[0].missing)


# ``curator links``.


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
            answer, lines = _read_linked_page(args, portal, stored)
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


def _read_linked_page(
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
