"""``curator derive``: writes derived forms of texts that may not be given away themselves."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.cli.argument_types import option, parse_count
from webarticlecurator.cli.exit_codes import PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_json, print_message
from webarticlecurator.cli.portal_file import OpenedCorpora, corpus_folder, open_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import (
    print_tei_problems,
    read_filter_options,
    select_corpora,
)
from webarticlecurator.cli.shared_options import CONFIG, FILTERS
from webarticlecurator.corpus.derived.derivation import FORMS, PERIODS, Derivation
from webarticlecurator.corpus.derived.deriving import derive
from webarticlecurator.corpus.derived.reconstruction import RUN
from webarticlecurator.crawling.workers.run_options import Runtime

_FORMS = "".join(f"  {name:<12} {what}\n" for name, what in FORMS.items())


@command(
    "curator derive portal.yaml frequencies --output portal-frequencies",
    *CONFIG,
    option("form", choices=tuple(FORMS), metavar="FORM", help="one of the forms below"),
    "--corpus",
    option("--output", metavar="DIR", type=Path, required=True, help="the new folder to write"),
    option(
        "--segment",
        type=parse_count,
        default=0,
        metavar="N",
        help="frequencies, words: in segments of N words (default: the whole article)",
    ),
    option(
        "--size",
        type=int,
        choices=range(1, 6),
        default=3,
        metavar="N",
        help="ngrams: of N words, 1 to 5 (default: 3)",
    ),
    option(
        "--least",
        type=parse_count,
        default=5,
        metavar="N",
        help="ngrams: only those in at least N articles of their period (default: 5)",
    ),
    option(
        "--by",
        choices=PERIODS,
        metavar="PERIOD",
        help=(
            "ngrams: counted by year, month, section or for the whole corpus (default: year);"
            " sentences: shuffled over a month or the corpus (default: month)"
        ),
    ),
    option(
        "--keep",
        default="",
        metavar="TAGS",
        help="masked: parts of speech to keep, such as ADP,DET,PRON (default: punctuation)",
    ),
    option("--model", metavar="MODEL", help="what finds lemmas and parts of speech"),
    option(
        "--term",
        choices=("form", "lemma", "upos"),
        default="form",
        help="frequencies, ngrams, words: what is counted (default: form, in lower case)",
    ),
    option(
        "--without-names",
        action="store_true",
        help="replace proper nouns in texts, and leave authors out",
    ),
    option(
        "--anyway",
        action="store_true",
        help="write the folder even if it, or it together with earlier ones, reveals reserved"
        " texts",
    ),
    *FILTERS,
    "--jobs",
    "--json",
    "--quiet",
    notes=f"forms:\n{_FORMS}\n",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    derivation = Derivation(
        args.form,
        args.segment,
        args.size,
        args.least,
        args.by or ("month" if args.form == "sentences" else "year"),
        tuple(filter(None, args.keep.split(","))),
        args.model,
        args.term,
        args.without_names,
    )
    runtime = Runtime(progress=choose_progress(args.quiet))
    (corpus,) = select_corpora(
        args, OpenedCorpora([portal], [folder]), read_filter_options(args), lambda _folder: runtime
    )
    done = derive(corpus, derivation, args.output, args.jobs, anyway=args.anyway)
    print_message(f"{done.articles} articles written to {args.output}", args.quiet)
    shares = {"alone": done.alone, "together": done.together}
    if args.json:
        print_json(
            {
                name: {"words": each.words, "articles": each.articles, "looked_at": each.looked_at}
                for name, each in shares.items()
            }
        )
    words = f"of the words (by their letters) can be reconstructed in runs of {RUN} or more"
    is_open = bool(done.alone.words)
    print_message(
        f"{'problem: ' * is_open}{done.alone.words:.1%} {words}", args.quiet and not is_open
    )
    if done.others:
        more = f"with {done.others} other derived forms of this corpus"
        print_message(f"{done.together.words:.1%} {words} {more}", args.quiet)
    return PROBLEMS if print_tei_problems(done.problems) or is_open else 0
