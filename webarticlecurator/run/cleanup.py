"""Below tei/ lies what the index says and nothing else of ours: also after a build or a renaming
that broke off.

A build writes files before the index is committed. If it is killed, there may be files at places
that only its rules gave, and files at known places whose content its rules made. So it says
beforehand, in the index, that it is at work, and with which rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.store import SWEEP_KEY, ArticleRow, Corpus

UNDER_WAY = "tei-build"
OURS = re.compile(r"a[a-z2-7]{16}\.xml(\.new)?")


def clean_before_build(corpus: Corpus, key: str) -> None:
    """Say that a build with ``key`` (``build.build_key``) is at work. If the last one never ended:
    everything is built again where its key was another, for then nobody knows which files it got
    to. Committed when it returns."""
    broken_off = corpus.run_log.get_meta(UNDER_WAY)
    if broken_off:
        mark_for_sweep(corpus)
        if broken_off != key:
            corpus.index_reset.forget_builds()
    corpus.run_log.set_meta(UNDER_WAY, key)
    corpus.commit()


def mark_for_sweep(corpus: Corpus) -> None:
    """Files are about to lose their articles: should the process be killed, the next build removes
    them. Waits for ``corpus.commit``."""
    corpus.run_log.set_meta(SWEEP_KEY, "yes")


def clean_after_build(corpus: Corpus) -> None:
    """The build is done: remove what no article owns, if there may be such files (in a new index
    nobody can know). Committed when it returns."""
    if corpus.run_log.get_meta(SWEEP_KEY) != "no":
        for path in list(_ownerless(corpus)):
            path.unlink(missing_ok=True)
            prune_folders(path.parent, corpus.folder / "tei")
        corpus.tei_files.forget_unowned()
    corpus.run_log.set_meta(SWEEP_KEY, "no")
    corpus.run_log.set_meta(UNDER_WAY, "")
    corpus.commit()


def remove_tei(corpus: Corpus, article: ArticleRow) -> None:
    """Take away the TEI of an article, if it has one. The index change waits for ``corpus.commit``;
    a build after a kill before that finds the file missing and makes it again."""
    if article.tei is not None:
        path = corpus.folder / "tei" / article.tei
        path.unlink(missing_ok=True)
        prune_folders(path.parent, corpus.folder / "tei")
        corpus.frontier.set_build(article.canonical, None, None)


def prune_folders(folder: Path, top: Path) -> None:
    """Remove folders that are empty now, up to ``top``."""
    while folder != top and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _ownerless(corpus: Corpus) -> Iterator[Path]:
    """Files named as ours that the index does not know; a year's at a time."""
    top = corpus.folder / "tei"
    for year in sorted(top.iterdir()) if top.is_dir() else ():
        known = corpus.index_reset.tei_below(year.name)
        for path in sorted(year.rglob("*")):
            if OURS.fullmatch(path.name) and path.relative_to(top).as_posix() not in known:
                yield path
