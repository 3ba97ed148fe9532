"""``curator learn``: writes ``<portal>.learned.yaml``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import parse_count
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import add_config_argument, add_quiet_option
from webarticlecurator.cli.output import print_message, write_data
from webarticlecurator.cli.portal_file import open_portal, portal_path
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.stored_pages import add_pages, read_page_options
from webarticlecurator.config import (
    LearnedLine,
    LearnedRules,
    is_untouched,
    learned_path,
    learned_yaml,
)
from webarticlecurator.config.files import MAX_YAML, read_regular
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.extract.analysis.learning.affixes import Affix
from webarticlecurator.extract.analysis.learning.induce_rules import (
    ENOUGH,
    InducedRules,
    ValidatedSelector,
)
from webarticlecurator.run import Runtime
from webarticlecurator.run.analysis.learning import ARTICLES, Learned, learn_rules


def register(commands: Any) -> None:
    parser = add_command(commands, "learn", "curator learn portal.yaml")
    add_config_argument(parser)
    add_pages(parser)
    parser.add_argument(
        "--limit",
        type=parse_count,
        default=ARTICLES,
        metavar="N",
        help=f"articles to look at (default: {ARTICLES})",
    )
    words = "where to write it (default: NAME.learned.yaml beside the portal file, where it counts)"
    parser.add_argument("--output", type=Path, metavar="FILE", help=words)
    parser.add_argument(
        "--dry-run", action="store_true", help="print the file instead of writing it"
    )
    parser.add_argument(
        "--jobs", type=parse_count, metavar="N", help="processes (default: as many as pay)"
    )
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    path = portal_path(args.config)
    portal = open_portal(args, learned=False)
    target = args.output or learned_path(path)
    before = _read(target)
    if not args.dry_run:
        _check_ours(target, before)
    found = learn_rules(
        portal,
        read_page_options(args, portal),
        Runtime(progress=choose_progress(args.quiet)),
        args.jobs,
    )
    rules = _rules(found)
    print_message("\n".join([f"{found.articles} stored articles were looked at", *_missing(found)]))
    text = learned_yaml(rules) if rules else ""
    if args.dry_run:
        write_data(text)
    elif not rules:
        print_message(f"nothing was learned{f'; {target} stays as it is' if before else ''}")
    else:
        print_message("\n".join(_changes(before, text)))
        write_file(target, [text.encode("utf-8")])
        print_message(f"wrote {target}. Read it, then: curator build {args.config}")
        if target == learned_path(path) and open_portal(args).tei_digest == portal.tei_digest:
            print_message(
                "but it changes nothing: the portal file has rules of its own for all of this"
            )
    return DONE


def _missing(found: Learned) -> Iterator[str]:
    """What could not be learned, and why."""
    if not found.affixes:
        yield "their titles have nothing in common that could be taken off"
    if found.template is None:
        yield "the portal file says where the text is (root, page or split): no root is learned"
    elif found.template.of < ENOUGH:
        yield (
            f"too few pages with running text to learn where it is: {found.template.of}, and"
            f" {ENOUGH} are needed"
        )
    elif not found.template.roots:
        yield (
            f"no element holds the text on most of {found.template.of} pages: it is guessed page by"
            " page as before"
        )


def _rules(found: Learned) -> LearnedRules:
    titles = tuple(LearnedLine(affix.pair[0], _of_affix(affix)) for affix in found.affixes)
    parts = found.template or InducedRules(0)
    return LearnedRules(
        titles,
        tuple(
            LearnedLine(", ".join((*root.leads, root.selector)), _of(root, "of the text"))
            for root in parts.roots
        ),
        tuple(_drop(drop) for drop in parts.drops),
        tuple(
            LearnedLine(lead.selector, f"on {lead.pages} of {lead.of} pages")
            for lead in parts.leads
        ),
    )


def _drop(rule: ValidatedSelector) -> LearnedLine:
    if rule.starts:
        test = ("equals" if rule.whole else "starts", rule.starts)
        return LearnedLine(rule.selector, f"word for word on {rule.pages} of {rule.of} pages", test)
    return LearnedLine(rule.selector, _of(rule, "of it no text of the article"))


def _of(rule: ValidatedSelector, what: str) -> str:
    return f"on {rule.pages} of {rule.of} pages, {round(100 * rule.share)} % {what}"


def _of_affix(affix: Affix) -> str:
    return f"{affix.count} of {affix.of} titles from {affix.source}"


def _changes(before: str, text: str) -> list[str]:
    """What the new file says that the old one did not (``+``), and the other way round (``-``)."""
    old, new = _said(before), _said(text)
    gone = [
        f"- {line}"
        for line in old
        if line.partition("  #")[0] not in {each.partition("  #")[0] for each in new}
    ]
    come = [
        f"+ {line}"
        for line in new
        if line.partition("  #")[0] not in {each.partition("  #")[0] for each in old}
    ]
    return [*gone, *come] or ["the rules are those that were learned before"]


def _said(text: str) -> list[str]:
    """The lines that are rules."""
    return [line.strip() for line in text.splitlines() if "  #" in line]


def _read(target: Path) -> str:
    return read_regular(target, MAX_YAML).decode("utf-8", "replace") if target.exists() else ""


def _check_ours(target: Path, text: str) -> None:
    """Only what this command has written, and nobody has changed since, is written anew."""
    if text and not is_untouched(text):
        cure = (
            "Move your changes into the portal file, which wins, and delete it; or give another"
            " name with --output."
        )
        raise UsageError(
            f"{target} was changed by hand, or was not written by `curator learn`", cure
        )
