"""Why an article is rejected: the closed list of reasons, with what the user can do about each."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """Why an article is rejected. ``meaning``: for the user, after the address and a colon.

    ``cure``: what the user can do about it, empty where
    nothing is to do. ``counts_as_missing``: False where there is no article
    that the corpus could lack.
    ``transient``: the answer is odd, so the article is ``failed`` and asked for at every crawl; it
    is rejected when ``judge_looks`` says that this is final.
    ``seen_once``: a plain "nothing here", which is asked for again before it is final.
    ``page_check``: found on a page without a rule; ``article.gate_off`` switches it off.
    ``wall``: found on a page that the portal sends in place of any other, archive pages included.
    ``without_page``: no page is stored that could be read, so that no build changes it.
    ``fetch_failure``: found without an answer, and no later try can mend it.
    ``problem``: also a problem (exit code 1): the rules or a bound of this program may be at fault.
    """

    name: str
    meaning: str
    cure: str
    counts_as_missing: bool = True
    transient: bool = False
    seen_once: bool = False
    page_check: bool = False
    wall: bool = False
    without_page: bool = False
    fetch_failure: bool = False
    problem: bool = False


REASONS = (
    Reason(
        "gone",
        "the portal answers 404 or 410 for it",
        "take it from a web archive that has it, with `curator warc adopt`",
        seen_once=True,
        without_page=True,
    ),
    Reason(
        "dns",
        "no such host was found on two days, while the archive of the portal answered",
        "if it should be an article, correct it with `address.replace` in the portal file",
        seen_once=True,
        without_page=True,
    ),
    Reason(
        "robots",
        "robots.txt forbids it",
        "if the portal has given you permission, set `fetch.robots` in the portal file",
        without_page=True,
        fetch_failure=True,
    ),
    Reason(
        "bad-address",
        "the address cannot be requested: not http(s), no such host or port, control"
        " characters, too long",
        "if it should be an article, correct it with `address.replace` in the portal file",
        without_page=True,
        fetch_failure=True,
    ),
    Reason(
        "private-address",
        "it leads to a private, loopback or link-local address, unlike the portal itself",
        "leave it out with a line in <portal>.exclude.tsv",
        without_page=True,
        fetch_failure=True,
    ),
    Reason(
        "off-portal",
        "it redirects to a page outside the portal",
        "if the portal has moved, write its new address as `home`",
        counts_as_missing=False,
        seen_once=True,
        without_page=True,
    ),
    Reason(
        "not-article",
        "a reject rule of the portal file matches: the page is not an article",
        "if it is an article, change `article.reject` in the portal file",
        counts_as_missing=False,
    ),
    Reason(
        "consent-wall",
        "a cookie-consent page was stored instead of the article",
        "set the cookie of the consent under `fetch.cookies`, or use `fetch.consent`",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "challenge",
        "a bot challenge was stored instead of the article",
        "ask the portal for access, or crawl more slowly (`fetch.delay`)",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "geo-block",
        "the portal does not show the article to readers in the country from which it was fetched",
        "crawl from a country to which the portal shows the article",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "login-wall",
        "a page that asks to log in was stored instead of the article",
        "give a session with `fetch.cookies`, or leave such addresses out (`article.match`)",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "maintenance",
        "the portal was closed for maintenance when the page was fetched",
        "crawl again later",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "error-page",
        "the portal sent an error of its database or programs, or JSON, instead of the page",
        "crawl again later",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "soft-404",
        "the page says 'not found' although its status is 200, or the address leads to the home"
        " page or the archive",
        "if it is an article, name `soft-404` under `article.gate_off`",
        transient=True,
        page_check=True,
    ),
    Reason(
        "not-html",
        "the portal sends a file (a PDF, an image, a film), not a page",
        "leave such addresses out with `article.match`",
        counts_as_missing=False,
    ),
    Reason(
        "too-large",
        "the page is larger than a page of text can be",
        "look at it with `curator warc cat`; a line in <portal>.exclude.tsv leaves it out",
        problem=True,
    ),
    Reason(
        "empty",
        "the page has no text where the article should be",
        "look at the page with `curator extract`: it may need `fetch.browser` or `article.page`",
        transient=True,  # a page without any text; one whose text the rules drop is rejected
        seen_once=True,
        page_check=True,
    ),
    Reason(
        "no-root",
        "no root rule finds the article on the page",
        "add a root for its layout (`article.body.root`), or reject the page (`article.reject`)",
        seen_once=True,
        problem=True,
    ),
    Reason(
        "continuation",
        "it is a later page of another article",
        "",
        counts_as_missing=False,
    ),
    Reason(
        "duplicate",
        "it redirects to the address of another listed article",
        "",
        counts_as_missing=False,
    ),
    Reason(
        "excluded",
        "it is on the portal's exclude list",
        "to fetch it, remove its line from the exclude list",
        counts_as_missing=False,
    ),
    Reason(
        "unlisted",
        "no rule of the portal file lists it any more, and `build --prune` removed its TEI",
        "add a column or a link rule that lists it, then crawl",
        without_page=True,
    ),
    Reason(
        "shared-redirect",
        "it redirects to an unlisted page to which other listed addresses redirect, too",
        "see where it leads: `address.replace` follows articles that the portal has moved",
        transient=True,
        without_page=True,
    ),
    Reason(
        "truncated",
        "the answer broke off every time",
        "crawl again later; raise `fetch.timeout` if it always breaks off",
        transient=True,
        without_page=True,
    ),
    Reason(
        "out-of-order",
        "the portal was out of order when it answered: many articles in a row were not as expected",
        "crawl again later",
        transient=True,
        without_page=True,
    ),
    Reason(
        "shared-text",
        "other addresses show the same page, too: it is a notice, not an article",
        "look at the page; if it is an article, name `shared-text` under `article.gate_off`",
        transient=True,
        page_check=True,
        without_page=True,
    ),
    Reason(
        "other-article",
        "the portal sent the page of another article: its title is the headline of that article",
        "crawl again later; if it is the right article, name `other-article` under"
        " `article.gate_off`",
        transient=True,
        page_check=True,
        without_page=True,
    ),
    Reason(
        "split",
        "it contains several articles, each of which is stored at its own address",
        "",
        counts_as_missing=False,
    ),
)
"""The closed list of reasons, in the order of the documents. A new one is a row here; the portal
file, its schema, the reference, ``curator why`` and the account follow."""
