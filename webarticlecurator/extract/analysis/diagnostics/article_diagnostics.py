"""What looks wrong with what was read off an article's page, in words: signs, not proofs. For
``curator check --live``."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.model.article import PageExtract, Rejected

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
    "no-root": "no `root` rule finds the article's text",
    "empty": "no text is left",
    "soft-404": "the page says that there is nothing here",
}


def diagnose_article(read: PageExtract | Rejected, next_page: str | None = None) -> tuple[str, ...]:
    """What looks wrong; () if nothing does. ``next_page``: what ``article.next_page`` gave on this
    page. A page that the portal file itself rejects is as it should be."""
    if isinstance(read, Rejected):
        cure = _CURES.get(read.reason)
        return (f"{read.reason}: {cure} ({read.evidence})",) if cure else ()
    signs = [*_missing(read), _text(read)]
    if next_page is not None and next_page == read.url:
        signs.append("its next page is this page: look at article.next_page")
    signs += [f"{problem.kind}: {problem.message}" for problem in read.problems]
    return tuple(sign for sign in signs if sign)


def diagnose_articles(read: Sequence[PageExtract]) -> tuple[str, ...]:
    """What only shows when several articles are looked at together."""
    titles = {page.metadata.first("title") for page in read}
    if len(read) > 1 and len(titles) == 1 and None not in titles:
        return (
            (
                f"different articles have the same title, {titles.pop()!r}: it is probably the"
                " portal's"
            ),
        )
    return ()


def _missing(read: PageExtract) -> list[str]:
    words = {"title": "no title", "published": "no date of publication"}
    return [
        f"{said}: look at metadata.{name}"
        for name, said in words.items()
        if not read.metadata.first(name)
    ]


def _text(read: PageExtract) -> str:
    if read.account.kept == 0:
        return "empty text: the root is there, but no words in it; look at `root` and `drop`"
    if read.account.kept < FEW_WORDS:
        return f"hardly any text: {read.account.kept} words; look at `root` and `drop`"
    return ""
