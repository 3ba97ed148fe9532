"""``curator report corpus``: counts the articles of a corpus by what is known of them."""

from __future__ import annotations

import argparse
from typing import Any

from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.json_words import (
    ARTICLE_COUNT_WORDS,
    GAP_WORDS,
    NUMBERS_WORDS,
    SILENT_WORDS,
    VERDICT_COUNT_WORDS,
)
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_json_option,
    add_quiet_option,
    add_subparser,
)
from webarticlecurator.cli.output import print_json, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.model.corpus_numbers import CorpusNumbers
from webarticlecurator.model.stored_words import to_words


def add_corpus_report(actions: Any) -> None:
    """Add the command ``report corpus``."""
    parser = add_subparser(
        actions,
        "corpus",
        "count articles and words by date, column, section, author, language, access, length and"
        " verdict",
        "curator report corpus portal.yaml",
    )
    add_config_argument(parser)
    add_corpus_option(parser)
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # imported here: they are needed by this report alone
    from webarticlecurator.charts.corpus_text import write_corpus_text
    from webarticlecurator.run.analysis.corpus_numbers import count_corpus, open_counted_corpus

    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    with open_counted_corpus(portal, folder, choose_progress(args.quiet)) as corpus:
        numbers = count_corpus(corpus)
    if args.json:
        print_json(_to_json(numbers))
    else:
        write_lines(write_corpus_text(numbers))
    return PROBLEMS if numbers.unread else DONE


def _to_json(numbers: CorpusNumbers) -> dict[str, Any]:
    """Return the numbers for ``--json``."""
    counts = {
        key: [to_words(bar, ARTICLE_COUNT_WORDS) for bar in bars]
        for key, bars in numbers.counts.items()
    }
    return {
        **to_words(numbers, NUMBERS_WORDS),
        **counts,
        "verdicts": [to_words(each, VERDICT_COUNT_WORDS) for each in numbers.verdicts],
        "gaps": [to_words(gap, GAP_WORDS) for gap in numbers.gaps],
        "silent_spans": [to_words(span, SILENT_WORDS) for span in numbers.silent_spans],
        "same_texts": {"texts": len(numbers.same_texts), "articles": sum(numbers.same_texts)},
    }
