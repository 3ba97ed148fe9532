"""Which texts of the package are translated: those that are passed to ``translate`` and its like,
and those that are passed to what translates them itself, such as a button.

Files are parsed, not searched, so that a text in several lines is one text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from checkout import CHECKOUT

from webarticlecurator.base import errors
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.portal_file.keys.keys import TABLES
from webarticlecurator.portal_file.keys.source_kinds import KINDS

PACKAGE = CHECKOUT / "webarticlecurator"
WORDS = {
    "translate": (0,),
    "make_message": (0,),
    "translate_count": (0, 1),
    "make_count_message": (0, 1),
    "ArticleField": (1,),
    "CommandEnd": (0, 1),
    "OutputChange": (1, 2),
    "Reason": (1, 2),
}
"""Function → its arguments that are texts; where there are two, the second is the plural."""
SINKS = {
    "add_button": (0,),
    "add_portal_view": (2,),
    "add_upload_button": (0,),
    "label_prop": (0,),
    "open_details": (0,),
    "open_form": (2,),
    "open_window": (0,),
    "show_while_waiting": (0,),
    "write_button": (0,),
    "write_choice": (0,),
    "write_field": (0,),
    "write_heading": (0,),
    "_write_views": (0,),
    "write_nav": (0,),
    "write_page_links": (0,),
    "write_rows": (2,),
    "write_table_rows": (2,),
    "write_run_line": (3,),
    "add_fetch_button": (5,),
    "_choice": (0,),
    "_no_permission": (0,),
    "_open_section": (0,),
    "_write_button": (0,),
    "print_message": (0,),
    "show_message": (0,),
    "NameFault": (0,),
    "ScalarType": (0,),
    "ValueFault": (0,),
    "add_problem": (1,),
    "add_unknown": (1,),
    "describe_unknown": (0,),
    "form_reader": (1, 2),
    "html_name_reader": (0,),
    "_fault": (0,),
    "describe_yaml_problem": (2,),
    "Problem": (2,),
    "RequestProblem": (1,),
    "require_extra": (2,),
    "Rejected": (2,),
    "excluded": (1,),
}
"""Functions that translate what they show → their arguments in English."""
ERRORS = {
    name: (0, 1)
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.CuratorError)
}
TRANSLATED = (
    "articles/",
    "base/",
    "corpus/charts/",
    "corpus/stored_pages/",
    "crawling/archive/",
    "crawling/captures/",
    "crawling/crawl/",
    "crawling/fetch/",
    "crawling/states/",
    "crawling/workers/",
    "pages/",
    "portal_file/config/",
    "portal_file/keys/",
    "portal_file/values/",
    "portal_file/written/",
    "portal_file/yaml_file/",
    "proposing/repair/",
    "storage/warc/",
    "studio/",
    "cli/allowed_hooks.py",
    "cli/command_line.py",
    "cli/command_log.py",
    "cli/commands/check.py",
    "cli/subcommands/check_live.py",
    "cli/subcommands/check_tests.py",
    "cli/commands/crawl.py",
    "cli/subcommands/crawl_several.py",
    "cli/commands/demo.py",
    "cli/commands/learn.py",
    "cli/commands/new.py",
    "cli/commands/set.py",
    "cli/commands/watch.py",
    "cli/subcommands/watch_log.py",
    "cli/crawl_outcomes.py",
    "cli/exit_codes.py",
    "cli/interrupts.py",
    "cli/live_display.py",
    "cli/main.py",
    "cli/output.py",
    "cli/portal_file.py",
    "cli/portal_path.py",
    "cli/progress.py",
    "cli/progress_choice.py",
    "cli/run_end.py",
    "corpus/archives/adopting.py",
    "corpus/corpora/corpus_counting.py",
    "corpus/archives/warc_output.py",
    "corpus/export/article_fields.py",
    "corpus/export/exporter.py",
    "corpus/export/tei_articles.py",
    "crawling/building/build.py",
    "crawling/building/build_doubts.py",
    "crawling/building/changed_files.py",
    "crawling/building/changes.py",
    "crawling/building/oversight_check.py",
    "crawling/building/recovery.py",
    "crawling/building/run_drift.py",
    "crawling/building/upgrade.py",
    "crawling/building/writing.py",
    "proposing/propose/article_samples.py",
    "proposing/tags/inventory_table.py",
    "proposing/propose/portal_proposal.py",
    "proposing/tags/suggest.py",
    "proposing/propose/visits.py",
    "proposing/trial/expectation_file.py",
    "proposing/trial/expecting.py",
    "proposing/trial/extracted_article.py",
    "proposing/trial/highlighted_pages.py",
    "proposing/trial/live_check.py",
    "proposing/trial/one_article.py",
    "proposing/trial/recording.py",
    "proposing/trial/verdicts.py",
    "service/guard.py",
    "service/reader_processes.py",
    "service/request_checks.py",
    "storage/store/corpus.py",
    "storage/texts/derived_file.py",
    "storage/index/disk.py",
    "storage/store/file_systems.py",
    "storage/index/index.py",
    "storage/index/index_opening.py",
    "storage/index/lock.py",
    "storage/store/reconcile.py",
    "storage/store/view.py",
)
"""Folders and files whose sentences are all translated, those of errors too; of others, those that
``translate`` and its like are called with."""
KEYWORDS = {
    "RequestProblem": {"cure"},
    "ValueFault": {"cure", "expected"},
    "form_reader": {"expected"},
}
"""Arguments by name that are texts, too; errors of the package have both."""
_DOUBTS = "base/doubts/"
PLURAL = {"translate_count", "make_count_message"}


@dataclass(frozen=True)
class Text:
    """A text with the file that has it first; ``many`` is its plural, or ""."""

    one: str
    many: str
    file: str


@cache
def list_texts() -> tuple[Text, ...]:
    """Return all texts of the package, each once, by file and place."""
    found: dict[str, Text] = {}
    read = (text for path in sorted(PACKAGE.rglob("*.py")) for text in read_texts(path))
    for text in (*read, *read_key_meanings(), *read_doubts()):
        known = found.setdefault(text.one, text)
        if text.many and not known.many:
            found[text.one] = text
        assert not (text.many and known.many) or text.many == known.many, text
    return tuple(found.values())


def read_key_meanings() -> Iterator[Text]:
    """Yield the meanings of the keys that may be reported as missing."""
    needed = {(kind.name, name) for kind in KINDS.values() for name in kind.needs}
    needed |= {("pagination", name) for mode in MODES.values() for name in mode.needs}
    for table, keys in TABLES.items():
        for key in keys:
            if key.required:
                yield Text(key.clause, "", "portal_file/keys/keys.py")
            if (table, key.name) in needed:
                yield Text(key.lower_clause, "", "portal_file/keys/keys.py")


def read_doubts() -> Iterator[Text]:
    """Yield the texts of the table of doubts: what is shown of each row, and its sentences."""
    for kind in DOUBT_KINDS.values():
        if kind.cure:  # of a remark, only the sentence is shown
            yield Text(kind.meaning, "", _DOUBTS)
            yield Text(kind.cure, "", _DOUBTS)
        if kind.question:
            yield Text(kind.question, "", _DOUBTS)
        for sentence in kind.sentences.values():
            one, many = sentence if isinstance(sentence, tuple) else (sentence, "")
            yield Text(one, many, _DOUBTS)


def read_texts(path: Path) -> Iterator[Text]:
    """Yield the texts of a module."""
    file = path.relative_to(PACKAGE).as_posix()
    known = WORDS | (SINKS | ERRORS if file.startswith(TRANSLATED) else {})
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else _name(call.func)
        places = known.get(name, ())
        texts = [[*_strings(call.args[place])] for place in places if place < len(call.args)]
        if name in PLURAL:
            if texts[0]:
                yield Text(texts[0][0], texts[1][0], file)
            continue
        for one in (one for each in texts for one in each if _has_letters(one)):
            yield Text(one, "", file)
        for keyword in call.keywords if places else ():
            if keyword.arg in KEYWORDS.get(name, {"cure", "expected"} if name in ERRORS else ()):
                yield from (
                    Text(one, "", file) for one in _strings(keyword.value) if _has_letters(one)
                )


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _has_letters(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _strings(node: ast.expr) -> Iterator[str]:
    """Yield the strings that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _strings(value)
