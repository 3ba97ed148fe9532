"""``curator tags inventory|merge|diff|suggest``: makes and keeps the tag dictionary of a portal."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.cli.argument_types import option, parse_share
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.json_words import DIFFERENCE_WORDS
from webarticlecurator.cli.options import CommandSyntax, action
from webarticlecurator.cli.output import print_json, print_message, write_data, write_rows
from webarticlecurator.cli.portal_file import open_portal
from webarticlecurator.cli.selection_options import read_selection_options
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.cli.stored_page_options import INVENTORY, read_inventory
from webarticlecurator.proposing.tags.dictionary_files import load_tag_table
from webarticlecurator.proposing.tags.inventory_table import (
    Table,
    inventory_table,
    tag_table_text,
)
from webarticlecurator.proposing.tags.portal_decisions import (
    PortalDecisions,
    decided_rows,
    read_portal_decisions,
)
from webarticlecurator.proposing.tags.suggest import with_reasons_in_words, with_suggestions
from webarticlecurator.proposing.tags.table_merge import KINDS, STATUS, diff_tables, merge_tables
from webarticlecurator.proposing.tags.tag_suggestions import build_suggester
from webarticlecurator.proposing.tags.tag_trees import (
    bigram_table,
    tree_html,
    tree_yaml,
)

_HTML = (".html", ".htm")
_YAML = (".yaml", ".yml")


_EXAMPLE = "curator tags inventory portal.yaml --output portal.tags.new.tsv"
_TABLES = (
    option("old", metavar="OLD", type=Path, help="the older table, with decisions"),
    option("new", metavar="NEW", type=Path, help="the newer table"),
)


@action(
    "inventory",
    "list all tags of the stored articles, with counts and examples",
    _EXAMPLE,
    *CONFIG,
    *INVENTORY,
    option(
        "--tree",
        type=Path,
        metavar="FILE",
        help="also write the content tree: FILE.yaml, or FILE.html (foldable)",
    ),
    option(
        "--bigrams", type=Path, metavar="FILE", help="also write which tags contain which (TSV)"
    ),
    "--output",
)
def count_tags(args: argparse.Namespace) -> int:
    tree_path: Path | None = args.tree
    if tree_path is not None and tree_path.suffix.lower() not in _HTML + _YAML:
        raise UsageError(
            f"--tree {tree_path}: neither YAML nor HTML", "Give a name that ends in .yaml or .html."
        )
    check_output_paths(args.output, tree_path, args.bigrams)
    portal = open_portal(args)
    inventory = read_inventory(args, portal, with_tree=bool(tree_path or args.bigrams))
    tree, pages = inventory.tree, inventory.pages
    if tree is not None and tree_path is not None:
        is_yaml = tree_path.suffix.lower() in _YAML
        title = f"Tags of {portal.title or portal.id}"
        write_result(
            tree_path, tree_yaml(tree, pages) if is_yaml else tree_html(tree, pages, title)
        )
    if tree is not None and args.bigrams:
        write_result(args.bigrams, bigram_table(tree))
    write_result(args.output, tag_table_text(inventory_table(inventory, portal)))
    return DONE


@action(
    "merge",
    "combine the decisions of an older table with the rows and counts of a newer one",
    "curator tags merge portal.tags.tsv portal.tags.new.tsv --output portal.tags.tsv",
    *_TABLES,
    "--output",
)
def merge(args: argparse.Namespace) -> int:
    check_output_paths(args.output)
    old, new = load_tag_table(args.old), load_tag_table(args.new)
    merged = merge_tables(old, new)
    write_result(args.output, tag_table_text(merged))
    states = [line.get(STATUS) for line in merged.lines if line.key is not None]
    print_message(
        f"{len(states)} rows: {states.count('new')} new, {states.count('gone')} gone,"
        f" {states.count('conflict')} in conflict"
    )
    for line in merged.lines:
        if line.get(STATUS) == "conflict":
            tag = f"{line.get('signature')} {line.get('context')}".rstrip()
            print_message(f"conflict: {tag}: {line.get('operation')} was kept")
    return DONE


@action(
    "diff",
    "list rows that are new, removed or changed",
    "curator tags diff old.tsv new.tsv",
    *_TABLES,
    "--json",
)
def diff(args: argparse.Namespace) -> int:
    differences = diff_tables(load_tag_table(args.old), load_tag_table(args.new))
    if args.json:
        print_json([to_words(difference, DIFFERENCE_WORDS) for difference in differences])
    else:
        write_rows((d.kind, d.signature, d.context, d.old, d.new) for d in differences)
    counts = {kind: sum(d.kind == kind for d in differences) for kind in KINDS}
    print_message(
        ", ".join(f"{number} {kind}" for kind, number in counts.items() if number)
        or "no differences"
    )
    return DONE


@action(
    "suggest",
    "suggest an operation for every undecided tag, with a confidence and the reason",
    "curator tags suggest portal.yaml --output portal.tags.new.tsv",
    option(
        "config",
        metavar="CONFIG|TABLE",
        help=(
            "the portal file (its inventory is taken first), or a table (.tsv) of `tags"
            " inventory` or `tags merge`"
        ),
    ),
    "--allow-hooks",
    option(
        "--accept",
        type=parse_share,
        metavar="C",
        help="fill in suggestions of at least this confidence (0 to 1)",
    ),
    *INVENTORY,
    "--output",
)
def suggest(args: argparse.Namespace) -> int:
    check_output_paths(args.output)
    own, table = _read_decisions(args)
    completed = with_suggestions(table, build_suggester(own), args.accept)
    shown = completed if args.output else with_reasons_in_words(completed)
    write_result(args.output, tag_table_text(shown))
    suggested = sum(bool(line.get("suggestion")) for line in completed.lines)
    accepted = sum(
        bool(new.get("operation")) and not old.get("operation")
        for old, new in zip(table.lines, completed.lines, strict=True)
    )
    print_message(f"{suggested} suggestions, {accepted} of them accepted", args.quiet)
    return DONE


def _read_decisions(args: argparse.Namespace) -> tuple[PortalDecisions, Table]:
    """Return the decisions made so far, and the table to be completed with suggestions."""
    if Path(args.config).suffix.lower() == ".tsv":
        if not read_selection_options(args).is_everything:
            raise UsageError(
                f"options that select articles cannot be used with a table: {args.config}",
                "Leave them out, or give the portal file.",
            )
        table = load_tag_table(Path(args.config))
        return PortalDecisions("this table", decided_rows(table)), table
    portal = open_portal(args)
    return read_portal_decisions(portal), inventory_table(read_inventory(args, portal), portal)


run = CommandSyntax(_EXAMPLE, actions=(count_tags, merge, diff, suggest))
"""What ``curator tags`` runs."""


def write_result(path: Path | None, text: str) -> None:
    """Write a table to a file, completely or not at all, or to standard output."""
    if path is None:
        write_data(text)
        return
    write_file(path, [text.encode("utf-8", "replace")])
    print_message(f"wrote {path}")


def check_output_paths(*paths: Path | None) -> None:
    """Raise UsageError if a file cannot be written, or two results would go to the same file.

    Called before any page is read, since reading a corpus takes long.
    """
    given = [path for path in paths if path is not None]
    for path in given:
        if path.is_dir():
            raise UsageError(f"{path} is a folder", "Give the name of a file.")
        if not path.parent.is_dir():
            raise UsageError(
                f"{path} cannot be written: there is no folder {path.parent}",
                "Create it, or choose another place.",
            )
    # Several results may go to a device such as /dev/null.
    files = [path.resolve() for path in given if path.is_file() or not path.exists()]
    if len(set(files)) < len(files):
        raise UsageError(
            "two results cannot be written to the same file", "Give each its own name."
        )
