"""``curator check``: reports every problem of a portal file at once; ``curator set``: writes one
value into one.

On request ``check`` also prints the plan of the archive, compares stored pages with expectations,
and looks at the live portal.
"""

from __future__ import annotations

import argparse
import secrets
from contextlib import AbstractContextManager
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.cli.options import (
    CONFIG,
    NETWORK,
    add_command,
    add_options,
    option,
    parse_day,
)
from webarticlecurator.cli.output import (
    DONE,
    LIST_WORDS,
    MISMATCH_WORDS,
    PLAN_WORDS,
    PROBLEMS,
    USAGE,
    describe_error,
    print_json,
    print_message,
    write_lines,
)
from webarticlecurator.cli.portal_file import (
    change_portal_file,
    corpus_folder,
    open_portal,
    portal_path,
)
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.config.expectations import expectations_path, load_expectations
from webarticlecurator.config.portal_secrets import KEY_BYTES, pseudonym_key_path
from webarticlecurator.config.span_source import describe_pages_before
from webarticlecurator.config.yaml_edit import (
    YamlValue,
    add_value,
    parse_value,
    remove_value,
    set_value,
)
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.installation import describe_older_tool
from webarticlecurator.model.attribute_words import to_words
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.stored_words import PROBLEM_WORDS
from webarticlecurator.text.times import find_zone
from webarticlecurator.text.translation import (
    as_message,
    describe_problems,
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.workers.executor import Runtime, check_overrides, check_template

if TYPE_CHECKING:
    from webarticlecurator.archive import SpanPlan
    from webarticlecurator.store import CorpusView, ForeignWarcs
    from webarticlecurator.trial.expecting import PageComparison
    from webarticlecurator.trial.live_check import LiveAnswer, LiveArticle, LiveList
    from webarticlecurator.trial.recording import RecordedEntry


SHOWN_STARTS = 3
"""Starts of crawls by a schedule that are shown."""


def register(commands: Any) -> None:
    add_command(
        commands,
        "check",
        "curator check portal.yaml --plan --today 2024-01-31",
        run,
        *CONFIG,
        option(
            "--plan",
            action="store_true",
            help="list how many archive pages each column and span has, with sample addresses",
        ),
        option("--today", type=parse_day, metavar="D", help="take this day for today, YYYY-MM-DD"),
        option(
            "--live",
            action="store_true",
            help="try an archive page of each column and two articles on the portal; store nothing",
        ),
        option(
            "--make-key",
            action="store_true",
            help="write the secret for `comments: pseudonyms` beside the portal file, then check"
            " it",
        ),
        *NETWORK,
        option(
            "--tests",
            action="store_true",
            help="compare stored pages with the .tests.yaml file beside the portal file",
        ),
        option(
            "--record",
            metavar="URL",
            help="add what the rules find now on a stored page to the .tests.yaml file",
        ),
        option(
            "--column",
            help="with --record: treat the page as an archive page of this column",
        ),
        option(
            "--warc",
            nargs="+",
            type=Path,
            action="extend",
            metavar="FILE",
            help="WARC files that hold the pages (default: the corpus)",
        ),
        "--corpus",
        "--json",
    )


def run(args: argparse.Namespace) -> int:
    if warning := describe_older_tool():
        print_message(warning)
    path = portal_path(args.config)
    if args.make_key:
        from webarticlecurator.export import create_file

        create_file(pseudonym_key_path(path), f"{secrets.token_hex(KEY_BYTES)}\n", private=True)
        print_message(
            make_message(
                "{file} written: keep it secret and keep a copy, the pseudonyms depend on it",
                file=pseudonym_key_path(path),
            )
        )
    try:
        portal = open_portal(args)
        check_template(portal)
        check_overrides(portal)
        recorded, tests = check_expectations(args, portal)
    except ConfigError as error:
        if args.json:
            problems = [to_words(problem, PROBLEM_WORDS) for problem in error.problems]
            print_json({"problems": problems})
        else:
            write_lines(describe_problems(error))
        return USAGE

    starts = _find_next_starts(portal) if portal.schedule else None
    plan = _plan_archive(args, portal) if args.plan else None
    live = _check_live(args, portal) if args.live else None
    failures = _list_failures(tests, live)

    if args.json:
        answer: dict[str, Any] = {"problems": []}
        if starts is not None:
            answer["next_starts"] = starts
        if plan is not None:
            # the spans are counted from 1, as in all messages
            answer["plan"] = [
                {
                    **to_words(span, PLAN_WORDS),
                    "span": span.span + 1,
                    **({} if span.source == "url" else {"source": span.source}),
                }
                for span in plan
            ]
        answer |= expectation_json(recorded, tests)
        if live:
            answer["live"] = {
                "sound": live.ok,
                "archive_pages": [to_words(page, LIST_WORDS) for page in live.lists],
                "articles": [_article_json(article) for article in live.articles],
                "wrong": list(live.wrong),
            }
        print_json(answer)
    else:
        lines = _plan_lines(plan, portal) if plan else []
        if starts:
            lines.append(translate("schedule: next starts {times}", times=", ".join(starts)))
        lines += expectation_lines(recorded, tests)
        lines += live_lines(live) if live else []
        write_lines([*lines, f"{path}: {'; '.join(failures) or translate('no problems')}"])

    return PROBLEMS if failures else DONE


def _list_failures(tests: tuple[PageComparison, ...] | None, live: LiveAnswer | None) -> list[str]:
    """Return what is not as it should be, in words."""
    failures = []
    failed = sum(not test.passed for test in tests or ())
    if failed:
        failures.append(
            translate_count(
                "{number} page not as expected", "{number} pages not as expected", failed
            )
        )
    if live and not live.ok:
        failures.append(translate("something looks wrong on the portal"))
    return failures


def _find_next_starts(portal: Portal) -> list[str] | None:
    """Return the next times at which ``curator watch`` starts a crawl, in the portal's zone; None,
    after a message, where the library that computes them is not installed."""
    from webarticlecurator.crawl.scheduler import next_starts

    try:
        starts = next_starts(portal, datetime.now(timezone.utc), SHOWN_STARTS)
    except UsageError as error:
        print_message(
            make_message("schedule: no next starts: {error}", error=describe_error(error))
        )
        return None
    zone = find_zone(portal.timezone)
    return [start.astimezone(zone).isoformat(timespec="seconds") for start in starts]


def _check_live(args: argparse.Namespace, portal: Portal) -> LiveAnswer:
    from webarticlecurator.trial.live_check import check_live

    runtime = Runtime(progress=choose_progress(quiet=False))
    return check_live(portal, runtime, args.today, args.proxy, args.ca)


def _plan_archive(args: argparse.Namespace, portal: Portal) -> tuple[SpanPlan, ...]:
    from webarticlecurator.archive import plan_spans, today_in

    return plan_spans(portal, args.today or today_in(portal.timezone, datetime.now(timezone.utc)))


def _plan_lines(plan: tuple[SpanPlan, ...], portal: Portal) -> list[str]:
    """Return the plan for a person: two or more lines per span, then the total."""
    from webarticlecurator.archive import estimate_duration

    lines = []
    for span in plan:
        if span.pages is not None:
            count = translate_count("{number} archive page", "{number} archive pages", span.pages)
        else:
            count = translate_count(
                "at least {number} archive page",
                "at least {number} archive pages",
                span.at_least,
            )
        if span.windows != 1:
            count += translate(" in {number} windows", number=span.windows)
        name = translate("{column}, span {number}", column=span.column, number=span.span + 1)
        lines.append(f"{name}: {count}")
        lines += [f"  {translate(label):<7}{address}" for label, address in _sample_addresses(span)]
        if span.source != "url":
            lines.append(f"  {translate(describe_pages_before(span.source))}")
    total = sum(span.at_least if span.pages is None else span.pages for span in plan)
    duration = translate(estimate_duration(total, portal.fetch.delay))
    sums = (
        translate("{number} archive pages in all, {duration}", number=total, duration=duration)
        if all(span.pages is not None for span in plan)
        else translate(
            "at least {number} archive pages in all, {duration}", number=total, duration=duration
        )
    )
    return [*lines, sums]


def _sample_addresses(span: SpanPlan) -> list[tuple[str, str]]:
    """Return labels and addresses of sample pages of a span, each address once.

    A span that has no windows yet has no addresses.
    """
    labelled = [
        (make_message("first"), span.first),
        (make_message("last"), span.last),
        (make_message("middle"), span.middle),
    ]
    label_of = {address: label for label, address in reversed(labelled) if address}
    return [
        (label, address)
        for label, address in (labelled[0], labelled[2], labelled[1])
        if label_of.get(address) == label
    ]


# The options ``--tests`` and ``--record`` of ``curator check``.
#
# They compare stored pages with what a person expects of them, and record such expectations.


def check_expectations(
    args: argparse.Namespace, portal: Portal
) -> tuple[RecordedEntry | None, tuple[PageComparison, ...] | None]:
    """Carry out ``--record``, then ``--tests``; return what was written and what was found, None
    for an option that is not given.

    Raises UsageError, WarcUnreadable, StoreDamaged, and ConfigError with the problems of the
    file of expectations.
    """
    recording = args.record is not None
    if not recording:
        _refuse_option(args, "column", "--record URL")
    if not recording and not args.tests:
        _refuse_option(args, "warc", "--tests or --record URL")
        _refuse_option(args, "corpus", "--tests or --record URL")
        return None, None
    path = expectations_path(portal)
    if args.tests and not recording and not path.exists():
        raise UsageError(
            make_message("no such file: {path}", path=path),
            "`curator check CONFIG --record URL` creates it; docs/expectations.md shows its form.",
        )
    from webarticlecurator.store import open_warcs, view_corpus
    from webarticlecurator.trial.expecting import compare_pages
    from webarticlecurator.trial.recording import record_expectations

    opened: AbstractContextManager[CorpusView | ForeignWarcs] = (
        open_warcs(args.warc) if args.warc else view_corpus(corpus_folder(args, portal), portal.id)
    )
    with opened as store:
        recorded = (
            record_expectations(portal, store, args.record, args.column) if recording else None
        )
        if not args.tests:
            return recorded, None
        entries = load_expectations(path, tuple(column.name for column in portal.columns))
        return recorded, tuple(compare_pages(portal, entries, store))


def _refuse_option(args: argparse.Namespace, name: str, needed: str) -> None:
    """Raise UsageError if the option ``name`` is given without those that it belongs to."""
    if getattr(args, name) is not None:
        raise UsageError(
            make_message("--{name} has no effect here", name=name),
            make_message("Give it together with {options}.", options=needed),
        )


def expectation_json(
    recorded: RecordedEntry | None, tests: tuple[PageComparison, ...] | None
) -> dict[str, Any]:
    """Return ``recorded`` and ``tests`` for ``--json``, each only if its option was given."""
    answer: dict[str, Any] = {}
    if recorded is not None:
        answer["recorded"] = {
            "file": str(recorded.file),
            "line": recorded.line,
            "kind": recorded.entry.kind,
            "url": recorded.entry.url,
            "text": recorded.text,
        }
    if tests is not None:
        answer["tests"] = [
            {
                "kind": test.entry.kind,
                "url": test.entry.url,
                "line": test.entry.place.line,
                "passed": test.passed,
                "mismatches": [to_words(mismatch, MISMATCH_WORDS) for mismatch in test.mismatches],
            }
            for test in tests
        ]
    return answer


def expectation_lines(
    recorded: RecordedEntry | None, tests: tuple[PageComparison, ...] | None
) -> list[str]:
    """Return the results for a person: the recorded entry, every mismatch, the number of pages."""
    lines = []
    if recorded is not None:
        lines = [
            translate(
                "written to {file}, line {line}; it fails until it is accepted: read it beside the"
                " page, then write `accepted: yes`",
                file=recorded.file,
                line=recorded.line,
            )
        ]
        lines += recorded.text.rstrip("\n").split("\n")
    if tests is None:
        return lines
    for test in tests:
        if test.mismatches:
            entry = test.entry
            lines.append(f"{entry.place.file}:{entry.place.line}: {entry.kind} {entry.url}")
            lines += [f"  {mismatch}" for mismatch in test.mismatches]
    failed = sum(not test.passed for test in tests)
    count = len(tests)
    verdict = translate("all as expected")
    if failed:
        verdict = translate("{number} not as expected", number=failed)
    compared = translate_count("{number} page compared", "{number} pages compared", count)
    return [*lines, f"{compared}: {verdict}"]


# The output of ``curator check --live``, as lines for a person and as JSON.

SHOWN_WORDS = 12
"""Words shown from the beginning of a text."""


def live_lines(answer: LiveAnswer) -> list[str]:
    """Return what would be stored, page by page, and below each page what looks wrong."""
    lines = []
    for page in answer.lists:
        lines += [*_list_lines(page), *(f"  {_looks_wrong(sign)}" for sign in page.wrong)]
    for article in answer.articles:
        lines += [*_article_lines(article), *(f"  {_looks_wrong(sign)}" for sign in article.wrong)]
        lines += ["  " + translate("remark: {line}", line=remark) for remark in article.remarks]
    if not answer.articles:
        lines.append(translate("no article was tried, since none was listed"))
    lines += map(_looks_wrong, answer.wrong)
    end = translate("nothing looks wrong") if answer.ok else translate("something looks wrong")
    return [*lines, end]


def _looks_wrong(sign: str) -> str:
    return translate("LOOKS WRONG: {sign}", sign=as_message(sign))


def _list_lines(page: LiveList) -> list[str]:
    from webarticlecurator.archive import describe_stop

    heading = translate("archive page of {column}: {url}", column=page.column, url=page.url)
    if page.status != 200:
        return [heading]
    count = len(page.articles)
    listed = translate_count(
        "{number} article would be fetched", "{number} articles would be fetched", count
    )
    if page.articles:
        listed += translate(", the first one {url}", url=page.articles[0])
    following = page.next_page or describe_stop(page.ended)
    return [
        heading,
        f"  {listed}",
        "  " + translate("next page: {page}", page=following),
    ]


def _article_lines(article: LiveArticle) -> list[str]:
    heading = translate("article of {column}: {url}", column=article.column, url=article.url)
    if article.read is None and article.wrong:
        return [heading]
    if article.read is None:
        rejected = translate(
            "would be rejected: {reason}, as the portal file says", reason=article.verdict
        )
        return [heading, f"  {rejected}"]
    metadata = article.read.metadata
    words = _text_words(article)
    excerpt = " ".join(words[:SHOWN_WORDS]) + (" …" if len(words) > SHOWN_WORDS else "")
    return [
        heading,
        f"  {translate('title')}: {metadata.first('title') or '–'}",
        f"  {translate('authors')}: {', '.join(metadata.texts('authors')) or '–'}",
        f"  {translate('published')}: {metadata.first('published') or '–'}",
        "  " + translate("text: {number} words: {excerpt}", number=len(words), excerpt=excerpt),
    ]


def _text_words(article: LiveArticle) -> list[str]:
    from webarticlecurator.tei import plain_lines

    return " ".join(plain_lines(article.read.blocks)).split() if article.read else []


def _article_json(article: LiveArticle) -> dict[str, Any]:
    metadata = article.read.metadata if article.read else None
    return {
        "column": article.column,
        "url": article.url,
        "status": article.status,
        "verdict": article.verdict,
        "title": metadata.first("title") if metadata else None,
        "authors": metadata.texts("authors") if metadata else [],
        "published": metadata.first("published") if metadata else None,
        "words": len(_text_words(article)),
        "wrong": list(article.wrong),
        "remarks": list(article.remarks),
    }


# ``curator set``: one value is written; the file keeps its comments and order.


def register_set(commands: Any) -> None:
    parser = add_command(
        commands,
        "set",
        "curator set portal.yaml article.metadata.title h1.entry-title",
        run_set,
        *CONFIG,
        option("key", metavar="KEY", help="the key, with those around it: article.body.drop"),
        option(
            "value",
            metavar="VALUE",
            nargs="?",
            help="the value in YAML: h1, [h1, .title], {css: h1}",
        ),
    )
    how = parser.add_mutually_exclusive_group()
    add_options(
        how,
        option("--add", action="store_true", help="add the value to a list"),
        option("--remove", action="store_true", help="remove the key"),
    )
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def run_set(args: argparse.Namespace) -> int:
    change_portal_file(args, lambda text: _edit(args, text), is_dry=args.dry_run)
    return DONE


def _parse_value(args: argparse.Namespace) -> YamlValue:
    """Return VALUE. Raises UsageError, whose message shows no cookie and no header."""
    try:
        return parse_value(args.value)
    except UsageError:
        if not args.key.startswith(("fetch.cookies", "fetch.headers")):
            raise
        raise UsageError(
            "not a value in YAML, which is not shown", "Put it in quotes, such as '\"a: b\"'."
        ) from None


def _edit(args: argparse.Namespace, text: str) -> str:
    """Return the text with the change. Raises UsageError."""
    key = args.key.split(".")
    if args.remove:
        if args.value is not None:
            raise UsageError("--remove takes no value", "Leave it out.")
        return remove_value(text, key)
    if args.value is None:
        raise UsageError(make_message("no value for {key}", key=args.key), "Give one, or --remove.")
    change = add_value if args.add else set_value
    return change(text, key, _parse_value(args))
