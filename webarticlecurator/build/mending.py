"""Find TEI files that were deleted, truncated or edited since they were written.

What is looked at does not grow with the corpus: the files of folders that have changed, in which
files were added, removed or replaced; and of the others, where only an edit in place can have
changed a file, as many as one build looks at, each build going on where the last one ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lxml import etree

from webarticlecurator.model.patterns import describe_rule
from webarticlecurator.model.portal import Portal, list_archive_rules, list_rules
from webarticlecurator.model.rule import Rule
from webarticlecurator.rules.trace import RULE_USE, summarize_rule
from webarticlecurator.store import CorpusView, TeiFile, WritableCorpus, digest_of
from webarticlecurator.workers.progress import Progress

BATCH = 1000
FILES_PER_BUILD = 5_000
"""Files in unchanged folders that one build looks at: all of them in most corpora."""
NEXT_NOTE = "tei-looked-at"
"""Name of the note with the path of the file that was looked at last; "" after the last one."""


def mark_changed_files(
    corpus: WritableCorpus, build_again: Callable[[TeiFile], None], progress: Progress
) -> None:
    """Call ``build_again`` for every TEI file that is found to have changed since it was written;
    commits.

    A file with unchanged size and modification time is not read; `curator verify` reads every file.
    A file of an older version has no digest: it is accepted if it is well-formed, with a message.
    """
    folder = corpus.folder / "tei"
    changed = unknown = 0
    for number, file in enumerate(_files_to_look_at(corpus), 1):
        stat = file.on_disk(folder)
        if stat is None or (stat != file.stat and not _is_unchanged(corpus, folder, file)):
            changed += 1
            build_again(file)
        elif file.digest is None:
            unknown += 1
        if number % BATCH == 0:
            corpus.commit()
    corpus.commit()
    if changed:
        progress.show_message(
            f"{changed} TEI files are missing or have changed: they are built again"
        )
    if unknown:
        progress.show_message(
            f"{unknown} TEI files of an older version had no digest and are accepted as they are;"
            " `--all` builds them again"
        )


def _files_to_look_at(corpus: WritableCorpus) -> Iterator[TeiFile]:
    """Yield the files of changed folders, then some of the others, each once."""
    changed = corpus.tei_folders.changed()
    for folder in changed:
        yield from corpus.tei_files.in_folder(folder.path)
        corpus.tei_folders.note(folder)

    last = corpus.run_log.get_meta(NEXT_NOTE) or ""
    files = corpus.tei_files.following(last, FILES_PER_BUILD)
    changed_paths = {folder.path for folder in changed}
    yield from (file for file in files if file.path.rpartition("/")[0] not in changed_paths)
    is_end = not files or len(files) < FILES_PER_BUILD
    if (last, is_end) != ("", True):
        corpus.run_log.set_meta(NEXT_NOTE, "" if is_end else files[-1].path)


def was_edited(corpus: CorpusView, canonical: str, path: str) -> bool:
    """Return True if the TEI file of an article exists, and is not as it was written."""
    folder = corpus.folder / "tei"
    file = corpus.tei_files.of(canonical, path)
    stat = file.on_disk(folder)
    if stat is None or file.digest is None or stat == file.stat:
        return False
    return digest_of((folder / path).read_bytes()) != file.digest


def _is_unchanged(corpus: WritableCorpus, folder: Path, file: TeiFile) -> bool:
    """Compare the content of a file, and note its new modification time if it is the same."""
    content = (folder / file.path).read_bytes()
    digest, stat = digest_of(content), file.on_disk(folder)
    if file.digest is not None:
        unchanged = digest == file.digest
    else:
        unchanged = _is_well_formed(content)
    if unchanged and stat is not None:
        corpus.tei_files.record(file.path, digest, stat)
    return unchanged


def _is_well_formed(content: bytes) -> bool:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return False
    return True


# Rules that match nothing anywhere: a hint that names rule, file and line.
#
# Hints need pages that stand for the whole corpus: a run that reads all of them.

MIN_PAGES = 10
"""Pages from which a rule that matches none of them is worth a hint."""
MAX_HINTS = 10
"""Hints of one run."""


def watch_rules(portal: Portal) -> None:
    """Begin to count which rules match, for one run of a command."""
    RULE_USE.watch(list_rules(portal))


def describe_unmatched(rule: Rule, where: str) -> str:
    """Return the hint for a rule; ``where`` says on which pages it finds nothing."""
    selector = summarize_rule(rule)
    return f"{describe_rule(rule.place, selector)}: {selector} matches nothing on {where}"


def hint_unmatched(portal: Portal, articles: int, archive_pages: int) -> tuple[str, ...]:
    """Return hints for the rules that have matched nothing in this run.

    ``articles`` and ``archive_pages`` are the pages that were read, 0 where they are not all.
    """
    for_archive = {rule.place for rule in list_archive_rules(portal)}
    hints = []
    for rule in RULE_USE.unmatched(list_rules(portal)):
        is_archive = rule.place in for_archive
        count = archive_pages if is_archive else articles
        what = "archive pages" if is_archive else "articles"
        if count >= MIN_PAGES:
            hints.append(describe_unmatched(rule, f"any of {count} {what}"))
    rest = len(hints) - MAX_HINTS
    return tuple(hints[:MAX_HINTS]) + ((f"and {rest} more rules",) if rest > 0 else ())


def hint_unmatched_links(portal: Portal, pages: int, found: int) -> tuple[str, ...]:
    """Return hints for the archive rules that have matched nothing on the given ``pages``.

    ``found`` is the number of links on all of them. One page proves little: it has a hint only if
    it lists nothing at all.
    """
    if pages == 0 or (pages == 1 and found):
        return ()
    where = "the page" if pages == 1 else f"any of {pages} pages"
    rules = RULE_USE.unmatched(list_archive_rules(portal))
    return tuple(describe_unmatched(rule, where) for rule in rules)
