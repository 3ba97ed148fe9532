"""Which unlisted articles ``build --prune`` has taken the TEI of.

It is a decision of a person, which follows from no record. So it is kept in a file, from which an
index that is made again learns it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.frontier.unlisted_articles import UNLISTED, UNLISTED_REASON
from webarticlecurator.storage.store.corpus import WritableCorpus

PRUNED = "pruned.txt"
"""The file in the corpus folder: the requested address of each article, one a line."""


def list_pruned(corpus: WritableCorpus) -> list[str]:
    """Return the requested addresses of the articles whose TEI was taken and that are still
    unlisted, in the order of listing."""
    return [row.requested for row in corpus.frontier.with_verdict("rejected", UNLISTED_REASON)]


def read_pruned(folder: Path) -> list[str]:
    """Return the addresses in the file, [] without a file."""
    path = folder / PRUNED
    return path.read_text("utf-8").splitlines() if path.is_file() else []


def write_pruned(corpus: WritableCorpus) -> None:
    """Write the file, or remove it where no TEI is taken any more; a file that would be the same is
    left as it is."""
    path, pruned = corpus.folder / PRUNED, list_pruned(corpus)
    if pruned == read_pruned(corpus.folder):
        return
    if not pruned:
        path.unlink(missing_ok=True)
        return
    draft = path.with_suffix(".new")
    draft.write_text("".join(f"{url}\n" for url in pruned), "utf-8", newline="\n")
    draft.replace(path)


def reject_again(corpus: WritableCorpus, pruned: Sequence[str]) -> None:
    """Reject the articles of these addresses that are unlisted. Needs ``corpus.commit``."""
    for requested in pruned:
        article = corpus.frontier.article(requested)
        if article is not None and corpus.unlisted.has(article.canonical):
            corpus.frontier.set_state(
                article.canonical,
                "rejected",
                reason=UNLISTED_REASON,
                evidence=describe_last_listing(corpus, article.canonical),
            )


def describe_last_listing(corpus: WritableCorpus, canonical: str) -> str:
    """Return which page listed an unlisted article last; "" if that is not known."""
    pages = [page for page in corpus.listings.of(canonical) if page.walk == UNLISTED]
    return make_message("once on {page}", page=pages[0].page) if pages else ""
