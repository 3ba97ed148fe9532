"""``curator warc list|check|cat|sample|redact|adopt``: looks into WARC files of any origin."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import parse_count, parse_utf8
from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS
from webarticlecurator.cli.json_words import RECORD_WORDS
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_hooks_option,
    add_json_option,
    add_verb,
)
from webarticlecurator.cli.output import (
    data_stream,
    print_json,
    print_message,
    write_lines,
    write_rows,
)
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.config import load_exclusions
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file, write_stream
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.run.adopting import adopt
from webarticlecurator.run.redacting import redact_corpus, redact_files
from webarticlecurator.store import (
    Finding,
    cat_record,
    cat_url,
    check_records,
    list_records,
    sample,
)


def register(commands: Any) -> None:
    parser = add_command(commands, "warc", "curator warc list old.warc.gz")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = _action(
        actions, "list", "every record of the files", "curator warc list old.warc.gz --json", _list
    )
    add_json_option(listing)
    _action(
        actions,
        "check",
        "records whose digests do not fit their content",
        "curator warc check old.warc.gz",
        _check,
    )
    cat = _action(
        actions,
        "cat",
        "one page's body, or one record",
        "curator warc cat a.warc.gz --url https://www.example.org/",
        _cat,
    )
    cat.add_argument("--url", type=parse_utf8, help="the last response for this address")
    cat.add_argument(
        "--offset", type=int, metavar="N", help="the record at this offset of the (one) file"
    )
    cat.add_argument(
        "--raw", action="store_true", help="the whole HTTP message as stored, not the decoded body"
    )
    example = "curator warc sample a.warc.gz --output b.warc.gz"
    part = _action(
        actions, "sample", "a small WARC of some exchanges, always the same", example, _sample
    )
    part.add_argument(
        "--count", type=parse_count, default=20, metavar="N", help="exchanges (default: 20)"
    )
    part.add_argument(
        "--output", type=Path, required=True, metavar="FILE", help="the new WARC file"
    )
    example = "curator warc redact portal.yaml --output corpora/public"
    without = add_verb(
        actions, "redact", "new WARC files without the articles of an exclude list", example
    )
    without.add_argument(
        "files",
        nargs="+",
        metavar="CONFIG|FILE",
        help="the portal file: its corpus is meant; or WARC files",
    )
    without.add_argument(
        "--exclude",
        type=Path,
        metavar="TABLE",
        help="for WARC files: a table with the columns id, reason",
    )
    without.add_argument(
        "--output",
        type=Path,
        required=True,
        metavar="PATH",
        help="the new corpus folder, or the new WARC file",
    )
    add_hooks_option(without)
    add_corpus_option(without)
    without.set_defaults(run=_redact)
    taking = add_verb(
        actions,
        "adopt",
        "copy foreign captures into a corpus",
        "curator warc adopt portal.yaml old.warc.gz",
    )
    add_config_argument(taking)
    taking.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add_corpus_option(taking)
    taking.set_defaults(run=_adopt)


def _action(actions: Any, name: str, words: str, example: str, run: Any) -> argparse.ArgumentParser:
    parser = add_verb(actions, name, words, example)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(run=run)
    return parser


class _Damage:
    """Says what of the files cannot be read; ``code`` is the exit code then."""

    def __init__(self) -> None:
        self.code = DONE

    def tell(self, finding: Finding) -> None:
        self.code = DAMAGED
        print_message(str(finding))


def _list(args: argparse.Namespace) -> int:
    damage = _Damage()
    rows = list_records(args.files, damage.tell)
    if args.json:
        print_json([to_words(row, RECORD_WORDS) for row in rows])
        return damage.code
    number = 0
    for row in rows:
        number += 1
        write_rows(
            [
                (
                    str(row.file),
                    str(row.offset),
                    row.kind,
                    str(row.status or "-"),
                    row.date,
                    str(row.size),
                    row.url,
                )
            ]
        )
    print_message(f"{number} records")
    return damage.code


def _check(args: argparse.Namespace) -> int:
    findings = list(check_records(args.files))
    write_lines([str(finding) for finding in findings] or ["every digest fits"])
    return DAMAGED if findings else DONE


def _cat(args: argparse.Namespace) -> int:
    if (args.url is None) == (args.offset is None):
        raise UsageError("which page or record?", "Give either --url or --offset.")
    if args.offset is not None and len(args.files) > 1:
        raise UsageError("--offset needs one file", "Name only the file that it counts in.")
    if args.offset is not None:
        found = cat_record(args.files[0], args.offset)
    else:
        found = cat_url(args.files, args.url, raw=args.raw, told=_Damage().tell)
    write_stream(data_stream(), [found])
    return DONE


def _sample(args: argparse.Namespace) -> int:
    if args.output.exists():
        raise UsageError(f"{args.output} is there already", "Give another name with --output.")
    damage = _Damage()
    number = 0

    def members() -> Iterator[bytes]:
        nonlocal number
        for member in sample(args.files, args.count, damage.tell):
            number += 1
            yield member

    write_file(args.output, members())
    print_message(f"{number} records written to {args.output}")
    return damage.code


def _redact(args: argparse.Namespace) -> int:
    if args.exclude is not None:
        done = redact_files(
            [Path(file) for file in args.files], load_exclusions(args.exclude), args.output
        )
        print_message(f"{done.left_out} records left out, {done.kept} written to {args.output}")
        return DONE
    if len(args.files) > 1 or ".warc" in args.files[0]:
        raise UsageError(
            "what is to be left out?",
            "Give --exclude TABLE with WARC files, or a portal file without them.",
        )
    args.config = args.files[0]
    portal = open_portal(args)
    found = redact_corpus(portal, corpus_folder(args, portal), args.output)
    print_message(
        f"{found.numbers.left_out} records left out, {found.numbers.kept} written below"
        f" {args.output}"
    )
    for name in found.parts:
        print_message(
            f"{name} is one of several articles on a page: its text is still in the record of that"
            " page"
        )
    for name in found.unknown:
        print_message(f"{name}: no article of this corpus has this id or address")
    for url in found.listed:
        print_message(
            f"put {url} on the exclude list, too: it leads to an excluded article, and the next"
            " crawl would ask for it"
        )
    print_message(f"now: curator verify {args.config} --corpus {args.output} --rebuild")
    return PROBLEMS if found.parts or found.listed else DONE


def _adopt(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    found = adopt(portal, corpus_folder(args, portal), args.files)
    beside = (
        f", {found.passed_over} passed over (errors, pictures, robots.txt)"
        if found.passed_over
        else ""
    )
    print_message(
        f"{found.captures} captures copied, {found.known} were there already, {len(found.refused)}"
        f" refused{beside}"
    )
    for record, words in found.refused:
        print_message(f"refused {record}: {words}")
    for finding in found.damage:
        print_message(str(finding))
    return PROBLEMS if found.refused or found.damage else DONE
