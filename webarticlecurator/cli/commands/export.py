"""``curator export``: writes the corpus for a spreadsheet, a concordancer or a script."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.plug_in import EXPORTER, find_plug_in
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import describe_install
from webarticlecurator.cli.argument_types import option, parse_output
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import SIGN, WITH_SUBSCRIBER, command
from webarticlecurator.cli.output import data_stream, print_message, write_output
from webarticlecurator.cli.portal_file import (
    OpenedCorpora,
    corpus_folder,
    each_portal,
    open_corpora,
)
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import (
    print_left_out,
    print_tei_problems,
    read_selection_options,
    select_corpora,
)
from webarticlecurator.cli.shared_options import (
    CONFIGS,
    CORPUS_HELP,
    SELECTION,
    cluster_options,
    shared,
)
from webarticlecurator.cli.stored_page_options import choose_runtime, write_zips
from webarticlecurator.corpus.corpora.exporting import TEI_OPTION, ExportedCorpus, export_corpora
from webarticlecurator.corpus.export.article_fields import MARKS
from webarticlecurator.corpus.export.exporter import Exporter, ExportOptions
from webarticlecurator.corpus.export.formats import (
    EDITS,
    EXPORTERS,
    WACZ,
    WHOLE_CORPUS,
    find_exporter,
    list_formats,
)
from webarticlecurator.corpus.export.selection import make_selections
from webarticlecurator.corpus.export.tei_articles import FOLDER
from webarticlecurator.corpus.keeping.packing import pack_wacz
from webarticlecurator.corpus.keeping.wacz import Sign, read_signing_key
from webarticlecurator.crawling.workers.run_options import Runtime

if TYPE_CHECKING:
    from webarticlecurator.proposing.trial.edit_rows import EditTable


def _describe_formats() -> str:
    """Return a line for each format."""
    lines = ["formats (--format):"]
    for each in list_formats():
        lines.append(f"  {each.name:<12} {each.summary}")
        if each.extra:
            lines.append(f"  {'':<12} needs: {describe_install(each.extra)}")
    return "\n".join(lines)


def _name_formats(is_meant: Callable[[Exporter], object]) -> str:
    """Return the names of the formats of which something is true."""
    *names, last = (name for name, each in EXPORTERS.items() if is_meant(each))
    return f"{', '.join(names)} and {last}"


def _parse_names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


_OF_TOKENS = _name_formats(lambda each: each.has_tokens)


@command(
    "curator export portal.yaml --format csv --output portal.csv --from 2015-01-01",
    *CONFIGS,
    option("--format", metavar="FORMAT", required=True, help="one of the formats below"),
    shared("--corpus", help=CORPUS_HELP + "; for several portals, the folder that holds theirs"),
    option(
        "--output",
        metavar="PATH",
        type=parse_output,
        help=(
            "file to write (default, or -: standard output); with"
            f" {_name_formats(lambda each: each.suffix)} a new folder, unless PATH ends in the"
            " name of the format (tei: .xml); with zip,"
            f" {_name_formats(lambda each: each.files and not each.chunks)} a folder"
        ),
    ),
    option(
        "--columns",
        type=_parse_names,
        default=(),
        metavar="FIELDS",
        help="of a table: only these columns, such as title,authors,text",
    ),
    option(
        "--model",
        metavar="MODEL",
        help=(
            f"with {_OF_TOKENS}: lemmas, tags and trees by a model: name of a spaCy"
            " pipeline, stanza:LANGUAGE, or a file of UDPipe (.udpipe)"
        ),
    ),
    option(
        "--skip-language",
        action="store_true",
        help=(
            f"with {_OF_TOKENS}: leave out articles in a language that the model"
            " is not for, or for which there are no rules (default: divide them by other rules)"
        ),
    ),
    option(
        "--detect-language",
        action="store_true",
        help=(
            f"with {_OF_TOKENS}: use the language of the text if another one is"
            " declared and clearly wrong"
        ),
    ),
    WITH_SUBSCRIBER,
    SIGN,
    *SELECTION,
    "--jobs",
    *cluster_options(TEI_OPTION, "TEI files of the corpus", "s3://bucket/tei"),
    "--quiet",
    notes=f"{_describe_formats()}\n\n",
)
def run(args: argparse.Namespace) -> int:
    if args.format == EDITS:
        return _export_edits(args)
    if args.format in WHOLE_CORPUS and find_plug_in(EXPORTER, args.format) is None:
        return _export_whole_corpus(args)
    if args.sign is not None:
        raise _no_signature(args.format)
    # raises before the portal files are read
    options = ExportOptions(
        args.columns,
        model=args.model,
        skip_language=args.skip_language,
        detect_language=args.detect_language,
    )
    if find_exporter(args.format, options).chunks is None and args.output is None:
        raise _no_stream(args.format)
    output = args.output or data_stream()
    opened = open_corpora(args)
    options = replace(options, title=opened.file.title, more=MARKS if opened.compares else ())
    articles = export_corpora(_read_corpora(args, opened), args.format, output, args.jobs, options)
    target = args.output if args.output is not None else "standard output"
    print_message(f"{articles.selected} articles written to {target}", args.quiet)
    for remark in articles.remarks:
        print_message(remark)
    return print_left_out(articles)


def _no_signature(format_name: str) -> UsageError:
    return UsageError(
        f"--sign has no effect with --format {format_name} (expected {WACZ})", "Leave it out."
    )


def _no_stream(format_name: str) -> UsageError:
    return UsageError(f"--format {format_name} is not written to standard output", "Give --output.")


def _read_corpora(args: argparse.Namespace, opened: OpenedCorpora) -> list[ExportedCorpus]:
    """Return the corpora with what is selected. Raises UsageError."""
    if len(opened.portals) > 1 and args.tei_at is not None:
        raise UsageError(
            f"{TEI_OPTION} {args.tei_at} is the folder of one corpus, but several portal files"
            " are given",
            "Export each corpus separately, or put the corpora where the workers find them"
            " under the same path as here.",
        )
    progress = choose_progress(args.quiet or args.output is None)
    return select_corpora(
        args,
        opened,
        read_selection_options(args),
        lambda folder: choose_runtime(args, folder, progress, TEI_OPTION, FOLDER),
    )


def _export_edits(args: argparse.Namespace) -> int:
    # what compares articles is imported by the format that does
    from webarticlecurator.proposing.trial.edit_rows import EditTable

    return max(_write_edits(EditTable, *each) for each in each_portal(args, ".edits.csv"))


def _write_edits(table: type[EditTable], args: argparse.Namespace, portal: Portal) -> int:
    options = replace(read_selection_options(args), where=tuple(args.where))
    (selection,) = make_selections(options, [portal])
    edits = table(portal, corpus_folder(args, portal), selection)
    write_output(args.output, edits.chunks())
    target = args.output if args.output is not None else "standard output"
    print_message(
        f"{edits.edits} edits of {edits.articles} articles written to {target}", args.quiet
    )
    return print_tei_problems(edits.problems)


def _export_whole_corpus(args: argparse.Namespace) -> int:
    """Pack the whole corpus. Raises UsageError for options that choose or divide articles."""
    options = {
        "--from": args.since,
        "--until": args.until,
        "--column": args.column,
        "--where": args.where or None,
        "--sample": args.sample,
        "--by": args.by or None,
        "--columns": args.columns or None,
        "--model": args.model,
        "--skip-language": args.skip_language or None,
        "--detect-language": args.detect_language or None,
        "--jobs": args.jobs,
        "--cluster": args.cluster,
        TEI_OPTION: args.tei_at,
    }
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise _no_choice(args.format, given)
    if args.output is None:
        raise _no_stream(args.format)
    if args.sign is not None and args.format != WACZ:
        raise _no_signature(args.format)
    sign = None if args.sign is None else read_signing_key(args.sign)
    portals = each_portal(args, f".{WACZ}" if args.format == WACZ else "")
    if any(own.where for own, _ in portals):
        raise _no_choice(args.format, ["`where` of corpus.yaml"])
    return max(_pack_corpus(own, portal, sign) for own, portal in portals)


def _no_choice(format_name: str, given: Sequence[str]) -> UsageError:
    return UsageError(
        f"{' and '.join(given)} cannot be used with --format {format_name}, which holds the"
        " files of the corpus unchanged, not single articles",
        "Leave it out, or choose another format.",
    )


def _pack_corpus(args: argparse.Namespace, portal: Portal, sign: Sign | None) -> int:
    folder = corpus_folder(args, portal)
    progress = choose_progress(args.quiet)
    if args.format != WACZ:
        write_zips(portal, folder, args.output, progress, is_quiet=args.quiet)
        return DONE
    packed = pack_wacz(
        portal,
        folder,
        args.output,
        Runtime(progress=progress),
        with_subscriber=args.with_subscriber,
        sign=sign,
    )
    print_message(
        f"{packed.warcs} WARC files with {packed.articles} articles written to {args.output}",
        args.quiet,
    )
    return print_tei_problems(packed.problems)
