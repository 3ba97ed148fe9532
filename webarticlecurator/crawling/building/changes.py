"""What has changed since the last build: rows of the override table, what the rules find in an
article, TEI files.

The rows are not part of the portal's digests; the index stores a digest of each. So only articles
with changed rows are built again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from webarticlecurator.articles.by_rules.identity import article_id, canonical_address
from webarticlecurator.base.portal.overrides import ARTICLE_ID, ManualOverrides, Override
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.corpus_checks import ROWS_READ, note_doubts
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

NOTE = "by-hand"


def apply_changed_overrides(portal: Portal, corpus: WritableCorpus) -> None:
    """Mark articles with changed rows for the build, reject excluded articles that were not
    requested yet, and restore articles that are no longer excluded; commits.

    A row that names no article of the corpus becomes a remark.
    """
    _restore_readmitted(portal, corpus)
    # the digests of the rows at the last run by name, and the names without an article
    before, unknown_before = json.loads(corpus.run_log.get_meta(NOTE) or "[{}, []]")
    now = _digest_rows(portal.manual_overrides)
    if not (before or now):
        corpus.commit()
        return
    changed = {name for name in {*before, *now} if before.get(name) != now.get(name)}
    changed.update(unknown_before)
    rows = find_named_articles(portal, corpus, changed)
    for name in sorted(rows):
        row = rows[name]
        page, part, _ = row.requested.partition("#")
        owner = corpus.frontier.page_owner(page) if part else None
        if owner is not None:  # an article of a split page is built with its page
            corpus.frontier.set_build(owner.canonical, owner.tei, None)
        elif row.reason == "excluded" and _find_exclusion(portal, corpus, row) is None:
            corpus.frontier.set_state(row.canonical, "pending")  # updated at once if it is stored
        else:
            corpus.frontier.set_build(row.canonical, row.tei, None)
    # excluded articles are rejected before their request, also those that were listed later than
    # their row was written
    for row in (
        corpus.frontier.articles("pending", "failed") if portal.manual_overrides.excluded else ()
    ):
        reject_excluded(portal, corpus, row)

    unknown = sorted(changed & set(now) - set(rows))
    note_doubts(portal, corpus, ROWS_READ, unknown)
    corpus.run_log.set_meta(NOTE, json.dumps([now, unknown], sort_keys=True))
    corpus.commit()


def find_named_articles(
    portal: Portal, corpus: CorpusView, names: Iterable[str]
) -> dict[str, ArticleRow]:
    """Return the articles that rows name by id or by address: name → article.

    Names without an article are left out. If a name is an id, all articles are searched.
    """
    from webarticlecurator.articles.by_rules.manual_overrides import part_address

    frontier = corpus.frontier
    found: dict[str, ArticleRow] = {}
    ids = {name for name in names if ARTICLE_ID.fullmatch(name)}
    for name in {*names} - ids:
        if portal.has_split_pages and "#" in name:
            row = frontier.article(part_address(name, portal.address))
        else:
            row = frontier.article(name)
            row = row or frontier.article(canonical_address(name, portal.address))
        if row is not None:
            found[name] = row
    for row in frontier.articles() if ids else ():
        id_ = article_id(row.canonical)
        if id_ in ids:
            found[id_] = row
    return found


def reject_excluded(portal: Portal, corpus: WritableCorpus, row: ArticleRow) -> bool:
    """Reject an article if it is on the exclude list; return whether it is. Needs
    ``corpus.commit``."""
    reason = _find_exclusion(portal, corpus, row)
    if reason is not None:
        corpus.frontier.set_state(row.canonical, "rejected", reason="excluded", evidence=reason)
    return reason is not None


def is_excluded(portal: Portal, corpus: WritableCorpus, row: ArticleRow) -> bool:
    """Return True if an article is on the exclude list."""
    return _find_exclusion(portal, corpus, row) is not None


def _find_exclusion(portal: Portal, corpus: WritableCorpus, row: ArticleRow) -> str | None:
    from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

    if not portal.manual_overrides.excluded:
        return None
    return find_exclusion(
        portal, (row.canonical, row.requested, *corpus.frontier.aliases(row.canonical))
    )


def _restore_readmitted(portal: Portal, corpus: WritableCorpus) -> None:
    """Set articles to pending that were not requested because of a row, and are no longer excluded.
    This does not need the note, which a new index does not have."""
    for row in corpus.frontier.with_verdict("rejected", "excluded"):
        fetch = corpus.captures.last_fetch(row.requested)
        was_requested = fetch is not None and (
            fetch.failure is None or fetch.failure.kind != "excluded"
        )
        if was_requested or "#" in row.requested:
            continue
        if _find_exclusion(portal, corpus, row) is None:
            corpus.frontier.set_state(row.canonical, "pending")


def _digest_rows(overrides: ManualOverrides) -> dict[str, str]:
    """Return article → digest of its rows. The text below the digest is stored: it stays as it is,
    whatever the attributes are called."""
    rows = (
        (name, f"({_stored_rows(overrides.overrides.get(name))}, {overrides.excluded.get(name)!r})")
        for name in overrides.articles()
    )
    return {name: hashlib.sha256(text.encode("utf-8")).hexdigest()[:16] for name, text in rows}


def _stored_rows(rows: Sequence[Override] | None) -> str:
    if rows is None:
        return "None"
    texts = [f"Override(field={r.field!r}, value={r.value!r}, reason={r.reason!r})" for r in rows]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
