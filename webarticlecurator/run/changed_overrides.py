"""What a person has decided about single articles (overrides and exclude list), brought into the
frontier.

Only the articles that a changed row is about are built again: the rows are in no digest of the
portal, the index remembers them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from webarticlecurator.extract import article_id, canonical_address, find_exclusion, part_address
from webarticlecurator.model.overrides import ARTICLE_ID, ManualOverrides
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.store import ArticleRow, Corpus, CorpusView

NOTE = "by-hand"
UNKNOWN = "by-hand-unknown"


def apply_changed_overrides(portal: Portal, corpus: Corpus) -> None:
    """Articles whose rows have changed are to be built again; excluded ones that are not stored yet
    are never asked for; what is excluded no more is as it was. A row about no article of the corpus
    is a remark. Committed when it returns."""
    _readmit(portal, corpus)
    before, unknown = _remembered(corpus)
    now = _digests(portal.by_hand)
    if not (before or now):
        corpus.commit()
        return
    changed = {name for name in {*before, *now} if before.get(name) != now.get(name)} | {*unknown}
    rows = find_named_articles(portal, corpus, changed)
    for name in sorted(rows):
        _decide(portal, corpus, rows[name])
    _reject_waiting(portal, corpus)
    _remark(corpus, unknown, sorted(changed & set(now) - set(rows)))
    corpus.run_log.set_meta(
        NOTE, json.dumps([now, sorted(changed & set(now) - set(rows))], sort_keys=True)
    )
    corpus.commit()


def find_named_articles(
    portal: Portal, corpus: CorpusView, names: Iterable[str]
) -> dict[str, ArticleRow]:
    """The articles that rows name by id or by address; only names of which there is one. Ids cost a
    look at every article."""
    found: dict[str, ArticleRow] = {}
    ids = {name for name in names if ARTICLE_ID.fullmatch(name)}
    for name in {*names} - ids:
        part = portal.divided and "#" in name
        row = corpus.frontier.article(part_address(name, portal.address) if part else name)
        row = row or (
            None if part else corpus.frontier.article(canonical_address(name, portal.address))
        )
        if row is not None:
            found[name] = row
    for row in corpus.frontier.articles() if ids else ():
        id_ = article_id(row.canonical)
        if id_ in ids:
            found[id_] = row
    return found


def reject_excluded(portal: Portal, corpus: Corpus, row: ArticleRow) -> bool:
    """Give an article on the exclude list its verdict; False if it is on none. Waits for
    ``corpus.commit``."""
    why = _excluded(portal, corpus, row)
    if why is not None:
        corpus.frontier.set_state(row.canonical, "rejected", reason="excluded", evidence=why)
    return why is not None


def _excluded(portal: Portal, corpus: Corpus, row: ArticleRow) -> str | None:
    if not portal.by_hand.excluded:
        return None
    return find_exclusion(
        portal, (row.canonical, row.requested, *corpus.frontier.aliases(row.canonical))
    )


def _decide(portal: Portal, corpus: Corpus, row: ArticleRow) -> None:
    page, part, _ = row.requested.partition("#")
    owner = corpus.frontier.page_owner(page) if part else None
    if owner is not None:  # one of several articles on a page is built with it
        corpus.frontier.set_build(owner.canonical, owner.tei, None)
    elif row.reason == "excluded" and _excluded(portal, corpus, row) is None:
        corpus.frontier.set_state(row.canonical, "pending")  # settled at once, if it is stored
    else:
        corpus.frontier.set_build(row.canonical, row.tei, None)


def _reject_waiting(portal: Portal, corpus: Corpus) -> None:
    """Also those that were listed after their row was written."""
    for row in corpus.frontier.articles("pending", "failed") if portal.by_hand.excluded else ():
        reject_excluded(portal, corpus, row)


def _readmit(portal: Portal, corpus: Corpus) -> None:
    """What was never asked for because of a row, and is excluded by none any more; also where the
    index remembers no rows, because it is new."""
    for row in corpus.frontier.rejected_for("excluded"):
        fetch = corpus.captures.last_fetch(row.requested)
        asked = fetch is not None and (fetch.failure is None or fetch.failure.kind != "excluded")
        if not asked and "#" not in row.requested and _excluded(portal, corpus, row) is None:
            corpus.frontier.set_state(row.canonical, "pending")


def _remembered(corpus: Corpus) -> tuple[dict[str, str], list[str]]:
    """Name → digest of its rows at the last run, and the names that no article had then."""
    before, unknown = json.loads(corpus.run_log.get_meta(NOTE) or "[{}, []]")
    return before, unknown


def _digests(by_hand: ManualOverrides) -> dict[str, str]:
    rows = (
        (name, repr((by_hand.overrides.get(name), by_hand.excluded.get(name))))
        for name in by_hand.articles()
    )
    return {name: hashlib.sha256(text.encode("utf-8")).hexdigest()[:16] for name, text in rows}


def _remark(corpus: Corpus, before: list[str], now: list[str]) -> None:
    for name in before:
        corpus.run_log.clear_problems(f"{UNKNOWN} {name}")
    for name in now:
        message = (
            f"{name} is in the overrides or on the exclude list, but no article of this corpus has"
            " this id or address"
        )
        corpus.run_log.add_problem(Problem(UNKNOWN, f"{UNKNOWN} {name}", message))
