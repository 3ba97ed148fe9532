"""``curator judge``: a person judges a random sample of a corpus, by keys alone."""

from __future__ import annotations

import argparse
import getpass
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path

from webarticlecurator.base.dataclasses import asdict
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import write_folder
from webarticlecurator.base.text.translation import join_messages, make_message
from webarticlecurator.cli.argument_types import option, parse_count, parse_utf8
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.keys import has_keys, read_key, read_line, single_keys
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import (
    print_answer,
    print_json,
    print_message,
    show_screen,
    write_lines,
    write_report,
)
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.corpus.judging.judgements import JudgedSample, check_judge, list_judges
from webarticlecurator.proposing.judged.gold_pages import GoldScore, list_gold_files, score_rules
from webarticlecurator.proposing.judged.judged_article import ArticleToJudge
from webarticlecurator.proposing.judged.judged_faults import compare_repairs, list_judged_faults
from webarticlecurator.proposing.judged.judged_summary import (
    describe_end,
    describe_result,
    write_summary,
)
from webarticlecurator.proposing.judged.judging_session import (
    HALF_WIDTH,
    KEYS,
    SEED,
    JudgingSession,
    describe_judged,
    find_sample,
)

_WIDTH = round(100 * HALF_WIDTH)
_MINUTES = 0.8
"""How long an article takes a careful person."""


@command(
    "curator judge portal.yaml --judge anna",
    *CONFIG,
    option(
        "--judge",
        type=parse_utf8,
        metavar="NAME",
        help="who judges; each person has judgements of their own (default: your login name)",
    ),
    option(
        "--width",
        type=parse_count,
        metavar="POINTS",
        help="the interval that is wanted, plus or minus so many percentage points"
        f" (default: {_WIDTH}); it chooses the size of the sample",
    ),
    option(
        "--seed",
        type=parse_count,
        metavar="N",
        help="draws other articles, always the same ones for a number",
    ),
    option(
        "--new-sample",
        action="store_true",
        help="draw the sample again, as after a crawl; judgements of texts that are the same count",
    ),
    option("--summary", action="store_true", help="only print what the judgements say"),
    option(
        "--faults",
        action="store_true",
        help="only list the judged faults by layout, with the rule that each comes from",
    ),
    option(
        "--gold",
        type=Path,
        metavar="FOLDER",
        help="only write the articles that are judged right, with their pages, into a new folder",
    ),
    option(
        "--score",
        type=Path,
        metavar="FOLDER",
        help="only measure today's rules against such a folder, by words",
    ),
    "--corpus",
    "--json",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    if args.faults:
        return write_report(None, list_judged_faults(portal, folder))
    if args.gold is not None:
        write_folder(args.gold, list_gold_files(portal, folder))
        return DONE
    if args.score is not None:
        return _print_score(args, score_rules(portal, folder, args.score))
    judge = check_judge(args.judge or getpass.getuser())
    sample = _find_sample(args, portal, folder)
    progress = choose_progress(args.quiet)
    if has_keys() and not (args.summary or args.json):
        with closing(JudgingSession(portal, folder, judge, sample)) as session:
            _judge(session)
            write_lines(describe_end(portal, folder, session, progress))
            return DONE
    written = write_summary(portal, folder, sample, progress)
    if written is None:
        print_message(_describe_wait(folder, sample))
    elif args.json:
        print_json(written[1])
    else:
        write_lines([*describe_result(written[0]), *compare_repairs(folder).lines()])
    return DONE


def _find_sample(args: argparse.Namespace, portal: Portal, folder: Path) -> JudgedSample:
    """Return the sample to judge; say if it is not the one that the options ask for."""
    width, seed = args.width or _WIDTH, SEED if args.seed is None else args.seed
    today = datetime.now(timezone.utc).date()
    sample = find_sample(portal, folder, seed, width / 100, today, is_new=args.new_sample)
    drawn = round(100 * sample.half_width), sample.seed
    if args.width not in (None, drawn[0]) or args.seed not in (None, drawn[1]):
        print_message(
            make_message(
                "the sample of {day} stays: --width {width} --seed {seed}; --new-sample draws"
                " another one",
                day=sample.drawn,
                width=drawn[0],
                seed=drawn[1],
            )
        )
    return sample


def _print_score(args: argparse.Namespace, score: GoldScore) -> int:
    lines: list[str] = [
        make_message(
            "{articles} articles: precision {precision:.1f} %, recall {recall:.1f} % of the words",
            articles=score.articles,
            precision=100 * score.precision,
            recall=100 * score.recall,
        )
    ]
    lines += [f"F1 {100 * f1:.1f} %  {url}" for f1, url in score.worst]
    print_answer(args.json, asdict(score), lines)
    return DONE


def _describe_wait(folder: Path, sample: JudgedSample) -> str:
    if list_judges(folder):
        return make_message(
            "no share yet: articles that were skipped, have changed or are new wait before others"
            " that are judged, and no share is right without them; run `curator judge`"
        )
    return make_message(
        "nothing is judged yet: {number} articles are drawn, about {minutes} minutes",
        number=len(sample.articles),
        minutes=round(len(sample.articles) * _MINUTES),
    )


def _judge(session: JudgingSession) -> None:
    """Let a person judge until no article is left or they stop."""
    with single_keys():
        while (article := session.article()) is not None:
            show_screen(_describe_screen(session, article))
            key = read_key()
            if key in ("", "q"):
                return
            if key == "m":
                session.note = read_line(make_message("note"))
            else:
                session.press(key)


def _describe_screen(session: JudgingSession, article: ArticleToJudge) -> Iterator[str]:
    """Yield the lines of the screen of one article."""
    yield session.describe_place()
    yield article.url
    yield from describe_judged(article, session.view)
    yield ""
    yield from filter(None, (", ".join(sorted(session.faults)), session.note))
    yield join_messages(" · ", (KEYS, make_message("q stop")))
