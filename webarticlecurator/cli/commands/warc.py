"""``curator warc``: reads, copies and makes WARC files."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.system.output_files import write_stream
from webarticlecurator.cli.argument_types import (
    option,
    parse_count,
    parse_output,
    parse_utf8,
)
from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS
from webarticlecurator.cli.json_words import RECORD_WORDS
from webarticlecurator.cli.options import CommandSyntax, action
from webarticlecurator.cli.output import (
    data_stream,
    print_json,
    print_message,
    write_lines,
    write_output,
    write_rows,
)
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.subcommands.warc_addresses import fetch_addresses, list_addresses
from webarticlecurator.cli.subcommands.warc_adopt import adopt
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.portal_file.config.override_tables import load_exclusions
from webarticlecurator.storage.fixity import check_log, copies
from webarticlecurator.storage.store.foreign import cat_url
from webarticlecurator.storage.store.inspect import (
    cat_record,
    check_records,
    list_records,
    sample,
)
from webarticlecurator.storage.store.redact import Redacted
from webarticlecurator.storage.warc.coding_digests import is_segment
from webarticlecurator.storage.warc.record import Record
from webarticlecurator.storage.warc.warc_reader import Finding

_FILES = option("files", nargs="+", type=Path, metavar="FILE", help="WARC files")
_ROWS_AT_ONCE = 200


class _DamageReport:
    """Prints what cannot be read in the files; ``code`` is the exit code that follows from it."""

    def __init__(self) -> None:
        self.code = DONE

    def add(self, finding: Finding) -> None:
        self.code = DAMAGED
        print_message(str(finding))


@action(
    "list",
    "list every record of the files",
    "curator warc list old.warc.gz --json",
    _FILES,
    "--json",
)
def list_warcs(args: argparse.Namespace) -> int:
    damage = _DamageReport()
    rows = list_records(args.files, damage.add)
    if args.json:
        print_json([to_words(row, RECORD_WORDS) for row in rows])
        return damage.code
    count = 0
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        count += len(some)
        write_rows(
            (r.file, str(r.offset), r.kind, str(r.status or "-"), r.date, str(r.size), r.url)
            for r in some
        )
    print_message(f"{count} records")
    return damage.code


@action(
    "check",
    "list the records whose digests do not match their content",
    "curator warc check old.warc.gz",
    _FILES,
)
def check_warcs(args: argparse.Namespace) -> int:
    tally, segments = Counter[bool](), Counter[bool]()
    progress = choose_progress(quiet=False)

    def note(record: Record, has_digest: bool) -> None:
        tally[has_digest] += 1
        segments[is_segment(record)] += 1
        progress.step(record.url)

    with progress_stage(progress, "check", None, "records"):
        findings = list(check_records(args.files, note))
    lines = [*map(str, findings)] or (["all digests match"] if tally[True] else [])
    lines += [] if tally or findings else ["no records"]
    if tally[False]:
        lines.append(f"no digests: {tally[False]} records cannot be checked")
    if segments[True]:
        lines.append(f"{segments[True]} parts of records in segments: no payload is compared")
    write_lines(lines)
    return DAMAGED if findings else DONE


@action(
    "cat",
    "print the body of one page, or one record",
    "curator warc cat a.warc.gz --url https://www.example.org/",
    _FILES,
    option("--url", type=parse_utf8, help="the last response for this address"),
    option("--offset", type=int, metavar="N", help="the record at this offset of the (one) file"),
    option(
        "--raw",
        action="store_true",
        help="the whole HTTP message as stored, not the decoded body",
    ),
    option(
        "--utf8",
        action="store_true",
        help="with --url: the text in UTF-8, whatever its encoding",
    ),
)
def print_page(args: argparse.Namespace) -> int:
    if (args.url is None) == (args.offset is None):
        raise UsageError("no page or record named", "Give either --url or --offset.")
    if args.offset is not None and len(args.files) > 1:
        raise UsageError(
            "--offset needs exactly one file", "Give only the file that the offset belongs to."
        )
    if args.utf8 and (args.raw or args.url is None):
        raise UsageError("--utf8 is for the text of a page", "Give --url, without --raw.")
    content = (
        cat_record(args.files[0], args.offset)
        if args.offset is not None
        else cat_url(args.files, args.url, _DamageReport().add, raw=args.raw, utf8=args.utf8)
    )
    write_stream(data_stream(), [content])
    return DONE


@action(
    "sample",
    "copy some exchanges, always the same ones, into a small WARC file",
    "curator warc sample a.warc.gz --output b.warc.gz",
    _FILES,
    option(
        "--count",
        type=parse_count,
        default=20,
        metavar="N",
        help="number of exchanges (default: 20)",
    ),
    option(
        "--output",
        type=parse_output,
        required=True,
        metavar="FILE",
        help="the new WARC file; - for standard output",
    ),
)
def copy_sample(args: argparse.Namespace) -> int:
    if args.output is not None and args.output.exists():
        raise UsageError(f"{args.output} already exists", "Choose another name with --output.")
    damage = _DamageReport()
    count = 0

    def members() -> Iterator[bytes]:
        nonlocal count
        for member in sample(args.files, args.count, damage.add):
            count += 1
            yield member

    write_output(args.output, members())
    print_message(f"{count} records written to {args.output or 'standard output'}")
    return damage.code


@action(
    "redact",
    "remove excluded articles and secrets of a session from WARC files",
    "curator warc redact portal.yaml --secrets",
    option(
        "files",
        nargs="+",
        metavar="CONFIG|FILE",
        help="the portal file, for the WARC files of its corpus; or WARC files",
    ),
    option(
        "--exclude",
        type=Path,
        metavar="TABLE",
        help="with WARC files: a table with the columns id, reason",
    ),
    option(
        "--secrets",
        action="store_true",
        help="without an exclude list: remove only cookies, headers and other secrets of a"
        " session; without --output, in the files of the corpus itself",
    ),
    option(
        "--output",
        type=Path,
        metavar="PATH",
        help="the new corpus folder, or the new WARC file",
    ),
    "--allow-hooks",
    "--corpus",
    "--quiet",
)
def redact(args: argparse.Namespace) -> int:
    is_warc = args.exclude is not None or any(
        ending in args.files[0].lower() for ending in (".warc", ".wacz")
    )
    if is_warc and args.exclude is None and not args.secrets:
        raise UsageError(
            "no exclude list for the WARC files",
            "Give --exclude TABLE or --secrets with WARC files, or a portal file without them.",
        )
    if not is_warc and len(args.files) > 1:
        raise UsageError("several portal files", "Give one, or WARC files.")
    if args.output is None and (is_warc or not args.secrets):
        raise UsageError("no place for the copy", "Give it with --output.")
    if is_warc:
        # imported here: the other actions need no rules
        from webarticlecurator.corpus.keeping.warc_redaction import redact_files

        files = [Path(file) for file in args.files]
        excluded = load_exclusions(args.exclude) if args.exclude is not None else {}
        _print_redacted(redact_files(files, excluded, args.output), args)
        return DONE
    args.config = args.files[0]
    return _redact_corpus(args) if args.output is not None else _clean_corpus(args)


def _print_redacted(numbers: Redacted, args: argparse.Namespace) -> None:
    cleaned = f", {numbers.cleaned} of them without secrets" if numbers.cleaned else ""
    print_message(
        f"{numbers.left_out} records left out, {numbers.kept} written to {args.output}{cleaned}"
    )


def _clean_corpus(args: argparse.Namespace) -> int:
    from webarticlecurator.corpus.keeping.warc_redaction import clean_corpus

    portal = open_portal(args)
    cleaned = clean_corpus(
        portal, corpus_folder(args, portal), Runtime(progress=choose_progress(args.quiet))
    )
    if not cleaned.cleaned_records:
        print_message(f"the {cleaned.files} WARC files hold no secrets of a session")
        return DONE
    print_message(
        f"secrets of a session left out of {cleaned.cleaned_records} records in"
        f" {cleaned.cleaned_files} of {cleaned.files} WARC files"
    )
    folder = corpus_folder(args, portal)
    _name_other_copies(folder, portal.id, folder)
    print_message("earlier copies and manifests still have them: make these again")
    return DONE


def _name_other_copies(folder: Path, portal: str, cleaned: Path) -> None:
    """Print which copies of the corpus in ``folder`` are not as ``cleaned``."""
    for copy in copies.compare_copies(cleaned, portal, load_settings(folder).copies):
        if copy.state == check_log.DAMAGED:
            print_message(f"{copy.folder} is a copy that still has what was left out")


def _redact_corpus(args: argparse.Namespace) -> int:
    from webarticlecurator.corpus.keeping.warc_redaction import redact_corpus

    portal = open_portal(args)
    result = redact_corpus(
        portal, corpus_folder(args, portal), args.output, only_secrets=args.secrets
    )
    _print_redacted(result.numbers, args)
    for name in result.parts:
        print_message(
            f"{name} is one of several articles on a page, so its text is still in the record of"
            " that page"
        )
    for name in result.unknown:
        print_message(f"{name}: no article of this corpus has this id or address")
    for url in result.listed:
        print_message(
            f"put {url} on the exclude list as well: it leads to an excluded article, and the"
            " next crawl would request it"
        )
    _name_other_copies(corpus_folder(args, portal), portal.id, args.output)
    print_message(f"now: curator verify {args.config} --corpus {args.output} --rebuild")
    return PROBLEMS if result.parts or result.listed else DONE


run = CommandSyntax(
    "curator warc list old.warc.gz",
    actions=(
        list_warcs,
        check_warcs,
        print_page,
        copy_sample,
        redact,
        adopt,
        fetch_addresses,
        list_addresses,
    ),
)
"""What ``curator warc`` runs."""
