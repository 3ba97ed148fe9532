"""What looks doubtful in one extracted article, and what every source of its metadata says.

What looks wrong with an extracted article page, in words, for ``curator check --live``.

These are signs, not proofs.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.model.article import PageExtract, Rejected

FEW_WORDS = 20
"""An article with fewer words has probably lost its text."""

_CURES = {
    "consent-wall": (
        "the portal shows a page about cookies instead; `fetch: {cookies: …}` may give consent"
    ),
    "challenge": "the portal shows a test for robots instead",
    "geo-block": (
        "the portal does not show it here; `fetch: {proxy: …}` may go through another country"
    ),
    "login-wall": "the portal asks to log in; `fetch: {cookies: …}` may hold a session of yours",
    "maintenance": "the portal is closed for maintenance; try again later",
    "error-page": "the portal sends an error of its own; try again later",
    "no-root": "no `root` rule finds the article's text",
    "empty": "no text is left",
    "soft-404": "the page says that there is nothing here",
}


def diagnose_article(read: PageExtract | Rejected, next_page: str | None = None) -> tuple[str, ...]:
    """Return what looks wrong with a page; an empty tuple if nothing does.

    ``next_page`` is what ``article.next_page`` found on this page. A page that the portal file
    itself rejects is as it should be.
    """
    if isinstance(read, Rejected):
        cure = _CURES.get(read.reason)
        return (f"{read.reason}: {cure} ({read.evidence})",) if cure else ()
    fields = {"title": "no title", "published": "no date of publication"}
    signs = [
        f"{sign}: look at metadata.{name}"
        for name, sign in fields.items()
        if not read.metadata.first(name)
    ]
    if read.account.kept == 0:
        signs.append("empty text: there is a root, but no words in it; look at `root` and `drop`")
    elif read.account.kept < FEW_WORDS:
        count = read.account.kept
        signs.append(f"hardly any text: {count} words; look at `root` and `drop`")
    if next_page is not None and next_page == read.url:
        signs.append("its next page is this page: look at article.next_page")
    signs += [f"{problem.kind}: {problem.message}" for problem in read.problems]
    return tuple(signs)


def diagnose_articles(read: Sequence[PageExtract]) -> tuple[str, ...]:
    """Return what looks wrong when several articles are compared."""
    titles = {page.metadata.first("title") for page in read}
    if len(read) > 1 and len(titles) == 1 and None not in titles:
        title = titles.pop()
        return (f"different articles have the same title, {title!r}: it is probably the portal's",)
    return ()
