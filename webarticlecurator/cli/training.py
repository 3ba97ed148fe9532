"""``curator learn --train``: makes a classifier of text units from configured portals."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.cli.argument_types import STANDARD_OUTPUT
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.output import print_message, write_data
from webarticlecurator.cli.portal_file import open_portal_file, portal_path
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.portal import Portal
from webarticlecurator.run import Runtime
from webarticlecurator.run.analysis.survey import StoredPages
from webarticlecurator.run.analysis.training import (
    MIN_PORTALS,
    LeftOutScore,
    TrainingResult,
    require_scikit_learn,
    train_classifier,
)
from webarticlecurator.run.analysis.training_pages import MAX_ARTICLES, label_portal

DEFAULT_OUTPUT = Path("portals.classifier.json")


def run_training(args: argparse.Namespace) -> int:
    """Train a classifier on the corpora of all portal files of ``args.config``, and write it unless
    it reads portals that it has not seen worse than the classifier of the package."""
    _check_options(args)
    require_scikit_learn()
    portals = list(_open_portals(args))
    target: Path = args.output or DEFAULT_OUTPUT
    runtime = Runtime(progress=choose_progress(args.quiet))
    folder: Path = args.corpus or Path("corpora")
    limit = args.limit or MAX_ARTICLES
    labelled = [
        label_portal(portal, StoredPages(folder / portal.id, limit=limit, jobs=args.jobs), runtime)
        for portal in portals
    ]
    result = train_classifier(labelled, runtime)
    print_message("\n".join(_list_scores(result)))
    if result.after < result.before:
        print_message(
            "nothing written: portals that it has not seen would be read worse. More portals, or"
            " other ones, may teach more"
        )
        return PROBLEMS
    if args.dry_run or target == STANDARD_OUTPUT:
        write_data(result.content.decode("utf-8"))
        return DONE
    write_file(target, [result.content])
    print_message(
        f"wrote {target}. To use it, put it beside a portal file, and write there: article:"
        f" {{classifier: {target.name}}}"
    )
    return DONE


def _check_options(args: argparse.Namespace) -> None:
    """Raise UsageError for options that choose the pages of one portal, and for too few portals."""
    given = [
        name
        for name, value in (
            ("--warc", args.warc),
            ("--html", args.html),
            ("--table", args.table),
            ("--url", args.url),
            ("--from", args.since),
            ("--until", args.until),
            ("--column", args.column),
            ("--where", args.where),
            ("--sample", args.sample),
            ("--by", args.by),
        )
        if value
    ]
    if given:
        raise UsageError(
            f"{given[0]} together with --train",
            "Leave it out: training reads the corpora of the portals (--corpus names the folder"
            " that holds them).",
        )
    if len(args.config) < MIN_PORTALS:
        raise UsageError(
            f"too few portal files: {len(args.config)} (expected at least {MIN_PORTALS})",
            "Name more of them: each is left out in turn, to see whether the others help it.",
        )


def _open_portals(args: argparse.Namespace) -> Iterator[Portal]:
    """Yield the portals. Raises UsageError for two with one id."""
    configs: dict[str, str] = {}
    for config in args.config:
        # without learned rules: they are what the classifier itself has found
        portal = open_portal_file(portal_path(config), args.allow_hooks, learned=False)
        if portal.id in configs:
            raise UsageError(
                f"the portal {portal.id} twice: {configs[portal.id]} and {config}",
                "Name each portal once.",
            )
        configs[portal.id] = config
        yield portal


def _list_scores(result: TrainingResult) -> Iterator[str]:
    """Yield what the model is worth, portal by portal, the one that loses most last."""
    yield "F1 of the text of portals read without rules, each by a model that has not seen it:"
    width = max(len(score.id) for score in result.scores)
    yield f"{'':{width}}  articles  the package's  trained"
    for score in sorted(result.scores, key=_gain, reverse=True):
        yield f"{score.id:{width}}  {score.pages:8}  {score.before:13.4f}  {score.after:7.4f}"
    yield f"{'mean':{width}}  {_count(result.scores):8}  {result.before:13.4f}  {result.after:7.4f}"


def _gain(score: LeftOutScore) -> float:
    return score.after - score.before


def _count(scores: Sequence[LeftOutScore]) -> int:
    return sum(score.pages for score in scores)
