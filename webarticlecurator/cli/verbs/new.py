"""``curator new`` and ``curator learn``: propose a portal file, and rules for one."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import (
    CONFIG,
    NETWORK,
    SELECTION,
    STANDARD_OUTPUT,
    add_command,
    option,
    parse_count,
    removed_option,
)
from webarticlecurator.cli.output import DAMAGED, DONE, print_message, write_data
from webarticlecurator.cli.portal_file import corpus_folder, open_portal, portal_path
from webarticlecurator.cli.progress import choose_progress, plain_progress
from webarticlecurator.cli.selection_options import (
    page_options,
    read_given_pages,
    read_selection_options,
    select_pages,
)
from webarticlecurator.config import (
    body_yaml,
    is_untouched,
    learned_path,
    learned_yaml,
    load_portal,
    propose_portal_id,
    proposed_yaml,
    starting_yaml,
)
from webarticlecurator.config.files import MAX_YAML, NameFault, read_regular, resolve_named_path
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import PortalUnreachable, UsageError
from webarticlecurator.export import create_file, write_file
from webarticlecurator.model.hosts import hide_userinfo, without_userinfo
from webarticlecurator.model.plug_in import MAX_MODEL, find_classifier_fault
from webarticlecurator.model.portal import NamedFile
from webarticlecurator.model.proposal import Proposal
from webarticlecurator.propose.induce_rules import MIN_PAGES, KeptText
from webarticlecurator.propose.learning import (
    MAX_ARTICLES,
    LearningResult,
    learn_rules,
    list_rule_lines,
)
from webarticlecurator.stored_pages.page_store import StoredPages, keep_pages
from webarticlecurator.text.translation import Message, as_message, join_messages, make_message
from webarticlecurator.workers.executor import Runtime

# ``curator new``: writes a commented portal file to start from.
#
# It is filled in with what a page of the portal suggests.


_NO_PAGE = make_message("no page was read: plain starting file")


def register(commands: Any) -> None:
    add_command(
        commands,
        "new",
        "curator new https://www.example.org/archive/",
        run,
        option(
            "name",
            metavar="NAME|URL",
            nargs="?",
            help=(
                "the address of a page that lists articles (best an archive page), or just a name"
                " for the portal"
            ),
        ),
        option(
            "--output",
            metavar="FILE",
            type=Path,
            help="file to write (default: NAME.yaml here; -: standard output)",
        ),
        option(
            "--offline",
            action="store_true",
            help="send no request to the portal: write the plain starting file",
        ),
        option(
            "--classifier",
            metavar="FILE",
            type=Path,
            help=(
                "a model in the form of the package's, in the folder of the new file: it judges the"
                " text of articles, and the file names it"
            ),
        ),
        option(
            "--keep",
            metavar="FILE",
            type=Path,
            help="keep the pages that are fetched in this WARC file (for warc adopt, --warc)",
        ),
        *page_options(
            "the page that lists most of the others; several: pages of one list, or of one kind"
        ),
        *NETWORK,
    )


def run(args: argparse.Namespace) -> int:
    # imported here: to learn takes neither a crawl nor the network
    from webarticlecurator.propose.portal_proposal import propose_from_files

    addresses = list_addresses_of(args.name or "")
    args.name = addresses[0] if addresses else args.name
    given = _read_given(args)
    addresses = addresses or given.urls[:1]
    classifier = read_given_classifier(args.classifier, args.output)
    proposal, code = None, DONE
    if given.has_files:
        _check_free(args.output)  # before anything is read
        proposal, damage = propose_from_files(given, Runtime(progress=plain_progress()), classifier)
        code = DAMAGED if damage else DONE
    name = proposal.url if proposal is not None else args.name
    path: Path = args.output or Path(f"{propose_portal_id(name)}.yaml")
    _check_free(path)  # before any request is sent
    is_live = proposal is None and not args.offline and bool(addresses)
    if is_live:
        proposal = _look_at_portal(addresses, given.urls[1:], args, classifier)
    text = proposed_yaml(proposal) if proposal else starting_yaml(name)
    lines = _proposal_lines(proposal) if proposal else [_NO_PAGE]
    if path == STANDARD_OUTPUT:
        write_data(text)
        print_message(join_messages("\n", lines))
        return code
    create_file(path, text)
    load_portal(path)

    print_message(join_messages("\n", lines))
    if classifier is not None and not proposal:
        print_message(
            make_message("write into it: article: {{classifier: {name}}}", name=classifier.name)
        )
    live = " --live" if proposal and is_live else ""
    print_message(
        make_message(
            "wrote {path}. Edit it, then: curator check {path} --plan{live}",
            path=path,
            live=live,
        )
    )
    return code


def list_addresses_of(word: str) -> tuple[str, ...]:
    """Return the addresses that a word of the user stands for, the first to be tried first: none
    for a name. A word with a dot, a colon or a slash is an address; without a scheme it is that of
    https, else of http."""
    word = word.strip()
    if "://" in word:
        return (word,)
    is_address = not set(word).isdisjoint(".:/") and not re.search(r"\s", word)
    page = word.lstrip("/") if "/" in word else f"{word}/"
    return tuple(f"{scheme}://{page}" for scheme in ("https", "http") if is_address)


def _look_at_portal(
    addresses: Sequence[str],
    others: Sequence[str],
    args: argparse.Namespace,
    classifier: NamedFile | None,
) -> Proposal:
    """Return what the first of the addresses at which something answers suggests, with the
    ``others`` of its kind. Raises the error of the first one if nothing does."""
    from webarticlecurator.crawl.page_visits import PageVisit
    from webarticlecurator.propose.portal_proposal import propose_portal

    runtime = Runtime(progress=choose_progress(quiet=False))
    first_error: PortalUnreachable | None = None
    fetched: list[PageVisit] = []
    for address in addresses:
        try:
            proposal = propose_portal(
                (address, *others), args.proxy, args.ca, runtime, classifier, fetched
            )
        except PortalUnreachable as error:
            first_error = first_error or error
        else:
            if args.keep is not None:
                good = [visit for visit in fetched if not visit.trouble]
                pages = [(visit.answered, visit.content, visit.content_type) for visit in good]
                keep_pages(args.keep, pages, runtime.clock.now())
            return proposal
    assert first_error is not None
    raise first_error


def _read_given(args: argparse.Namespace) -> StoredPages:
    """Return the files to read; none for the live portal. Raises UsageError."""
    if args.name is not None and without_userinfo(args.name) != args.name:
        raise UsageError(
            make_message(
                "an address with a user name or password: {name}", name=hide_userinfo(args.name)
            ),
            "Leave out the part before the @: the portal file is stored in the corpus.",
        )
    given = read_given_pages(args)
    if args.name is None and not given.has_files and given.urls:
        args.name, *rest = given.urls
        given = replace(given, urls=tuple(rest))
    if args.name is None and not given.has_files:
        raise UsageError(
            "no page given", "Give the address of a page that lists articles, or a name."
        )
    if args.name is not None and (given.has_files or given.urls):
        if "://" not in args.name:
            raise UsageError(
                make_message("a name together with files or addresses: {name}", name=args.name),
                "Leave it out: the portal is named after the address; --output names the file.",
            )
        given = replace(given, urls=(args.name, *given.urls))
    return replace(given, urls=tuple(dict.fromkeys(given.urls)))


def _check_free(path: Path | None) -> None:
    """Raise UsageError if a file is there already."""
    if path is not None and path != STANDARD_OUTPUT and path.exists():
        raise UsageError(
            make_message("{path} already exists", path=path),
            "Give another name with --output, or move it away.",
        )


def _proposal_lines(proposal: Proposal) -> list[str]:
    """Return the best guesses, one per line."""
    roots = ", ".join(line.rule for line in proposal.article.roots)
    found = roots or make_message("not found; it is looked for on each page")
    paging = _describe_pagination(proposal)
    lines: list[str] = [make_message("links: {links}", links=_describe_links(proposal))]
    if proposal.has_list:
        lines.append(make_message("pagination: {paging}", paging=paging))
    if proposal.whole:
        lines.append(make_message("sitemap: {words}", words=proposal.whole.describe()))
    lines.append(make_message("article root: {root}", root=found))
    lines += proposal.readings
    lines += [
        make_message("look at this: {trouble}", trouble=as_message(trouble))
        for trouble in proposal.troubles
    ]
    return lines


def _describe_links(proposal: Proposal) -> Message:
    if not proposal.has_list:
        return make_message("none; the articles are the given pages (archive: none)")
    if proposal.data and not (proposal.feed or proposal.sitemap):
        return make_message(
            "{url}, which a script loads, lists {number}",
            url=proposal.data.url,
            number=len(proposal.data.links),
        )
    if proposal.feed:
        source, number = proposal.feed.url, proposal.feed.entries
    elif proposal.sitemap:
        source, number = proposal.sitemap.url, proposal.sitemap.addresses
    elif proposal.links:
        source, number = proposal.links[0].css, len(proposal.links[0].links)
    else:
        return make_message("no list of articles was recognised")
    return make_message("{source} lists {number}", source=source, number=number)


def _describe_pagination(proposal: Proposal) -> Message:
    growing = proposal.growing
    if growing is not None and growing.button is not None:
        button = growing.button.css
        paging = make_message("a browser clicks {button} (docs/browser.md)", button=button)
        if growing.added is None:
            paging = make_message(
                "a browser clicks {button} (docs/browser.md, not tried: no browser is installed)",
                button=button,
            )
    elif proposal.is_rendered or growing is not None:
        paging = make_message("a browser scrolls (docs/browser.md)")
    elif proposal.data and proposal.data.template:
        paging = make_message("page numbers")
    elif proposal.next:
        paging = make_message("a link to the next page")
    elif proposal.numbered:
        paging = make_message("page numbers")
    else:
        paging = make_message("none recognised")
    if not proposal.dated:
        return paging
    return make_message(
        "{paging} in {step}s ({template})",
        paging=paging,
        step=proposal.dated.step,
        template=proposal.dated.template,
    )


# ``--classifier FILE`` of ``curator new``: a model for a portal file that is yet to be written.


def read_given_classifier(path: Path | None, output: Path | None) -> NamedFile | None:
    """Return the model file, by its name from the folder of the portal file ``output``; None for no
    file. Raises UsageError for one that the portal file could not name."""
    if path is None:
        return None
    folder = output.parent if output is not None else Path()
    name = os.path.relpath(path, folder).replace(os.sep, "/")
    try:
        content = read_regular(resolve_named_path(folder, name), MAX_MODEL)
    except NameFault as refusal:
        raise UsageError(
            make_message("--classifier {path}: {refusal}", path=path, refusal=refusal),
            "Copy it beside the new file.",
        ) from None
    except OSError as error:
        raise UsageError(
            make_message("--classifier {path}: {strerror}", path=path, strerror=error.strerror),
            "Give a model file, as bench/train_units.py writes it.",
        ) from None
    fault = find_classifier_fault(content)
    if fault:
        raise UsageError(
            make_message(
                "--classifier {path}: not a classifier for this version, since {fault}",
                path=path,
                fault=fault,
            ),
            "Leave it out, or train a model with bench/train_units.py.",
        )
    return NamedFile(name, content)


# ``curator learn``: learns rules from stored pages and writes ``<portal>.learned.yaml``.


_NO_MATCH = (
    "no page of the WARC files is known to be an article; write the key `article.match` into the"
    " portal file: a regex that finds the addresses of articles"
)


def register_learn(commands: Any) -> None:
    add_command(
        commands,
        "learn",
        "curator learn portal.yaml",
        run_learn,
        *CONFIG,
        removed_option(
            "--train", "learn the rules of each portal from its own pages: curator learn CONFIG"
        ),
        *page_options("all articles"),
        *SELECTION,
        "--corpus",
        option(
            "--limit",
            type=parse_count,
            metavar="N",
            help=f"number of articles to read (default: {MAX_ARTICLES})",
        ),
        option(
            "--output",
            type=Path,
            metavar="FILE",
            help=(
                "file to write (default: NAME.learned.yaml beside the portal file, the only place"
                " where it takes effect); - prints it, as --dry-run does"
            ),
        ),
        option("--dry-run", action="store_true", help="print the file instead of writing it"),
        "--jobs",
        "--quiet",
    )


def run_learn(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    portal = open_portal(args, learned=False)
    to_standard_output = args.dry_run or args.output == STANDARD_OUTPUT
    target = learned_path(path) if to_standard_output else args.output or learned_path(path)
    before = read_regular(target, MAX_YAML).decode("utf-8", "replace") if target.exists() else ""
    if before and not to_standard_output and not is_untouched(before):
        raise UsageError(
            make_message(
                "{target} was changed by hand, or was not written by `curator learn`", target=target
            ),
            "Move your changes into the portal file, which takes precedence, and delete the file;"
            " or give another name with --output.",
        )
    folder = corpus_folder(args, portal)
    given, options = read_given_pages(args, folder), read_selection_options(args)
    pages = replace(
        given,
        limit=args.limit or MAX_ARTICLES,
        jobs=args.jobs,
        selected=select_pages(options, portal, folder, has_files=given.has_files),
    )
    result = learn_rules(portal, pages, Runtime(progress=choose_progress(args.quiet)))
    has_own_root = bool(portal.article.body.root)
    rules = list_rule_lines(None if has_own_root else result.induced, result.affixes)
    lines = [f"{result.articles} stored articles read"]
    if not result.affixes:
        lines.append("titles: no beginning or ending in common that could be removed")
    lines += _compared(result) if has_own_root else _not_learned(result)
    print_message("\n".join(lines))
    if not result.articles and args.warc and not portal.match:
        print_message(_NO_MATCH)
    text = learned_yaml(rules) if rules else ""
    if to_standard_output:
        write_data(text)
    elif not rules:
        print_message(
            make_message("no rules learned; {target} is left as it is", target=target)
            if before
            else "no rules learned"
        )
    else:
        print_message("\n".join(list_rule_changes(before, text)))
        write_file(target, [text.encode("utf-8")])
        print_message(
            make_message(
                "wrote {target}. Read it, then: curator build {config}",
                target=target,
                config=args.config,
            )
        )
        if target == learned_path(path) and open_portal(args).tei_digest == portal.tei_digest:
            print_message("it has no effect: the portal file has its own rules for all of this")
    return DONE


def _compared(result: LearningResult) -> Iterator[str]:
    """Yield what the root of the portal file keeps, and what learned rules would."""
    found, induced = result.comparison, result.induced
    if found is None or induced is None:
        yield "root: that of the portal file stays; no better one is found"
        return
    yield (
        f"root: that of the portal file keeps {_percent(found.own)}; what would be learned from"
        f" {found.pages} pages keeps {_percent(found.learned)}"
    )
    if not found.is_better:
        yield "that of the portal file stays: it is as good"
        return
    yield "to use this, write it into the portal file in place of its root, drop and guess:"
    yield from body_yaml(list_rule_lines(induced)).splitlines()


def _percent(kept: KeptText) -> str:
    return f"{round(100 * kept.text)} % of the text, and {round(100 * kept.rest)} % of it is none"


def _not_learned(result: LearningResult) -> Iterator[str]:
    """Yield what could not be learned, and why."""
    if result.induced is None:
        yield "root: not learned, since the portal file has page or split"
    elif result.induced.of < MIN_PAGES:
        yield (
            "root: not learned, too few pages with running text:"
            f" {result.induced.of} (expected at least {MIN_PAGES})"
        )
    elif result.induced.is_worse:
        yield (
            f"root: not learned, the elements that hold the text on most of {result.induced.of}"
            " pages hold too much else; reading without a root is better"
        )
    elif not result.induced.roots:
        yield (
            f"root: not learned, no element holds the text on most of {result.induced.of} pages;"
            " it is still guessed page by page"
        )


def list_rule_changes(before: str, after: str) -> list[str]:
    """Return the rules that only the old file has (``-``) or only the new one (``+``)."""
    old, new = _rule_lines(before), _rule_lines(after)
    old_rules, new_rules = {rule for rule, _ in old}, {rule for rule, _ in new}
    removed = [f"- {line}" for rule, line in old if rule not in new_rules]
    added = [f"+ {line}" for rule, line in new if rule not in old_rules]
    return [*removed, *added] or ["the same rules as before"]


def _rule_lines(text: str) -> list[tuple[str, str]]:
    """Return each rule of a file of learned rules, and its line with the evidence."""
    lines = [line.strip() for line in text.splitlines() if "  #" in line]
    return [(line.partition("  #")[0], line) for line in lines]
