"""What a page says about the use of its text, and whether one must pay to read on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import unquote, urljoin, urlsplit

from lxml import etree

from webarticlecurator.article.challenges import count_words, fold_phrase, read_visible_text
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.article import RightsStatement, Value
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import is_not_displayed, self_and_ancestors
from webarticlecurator.rules import select_values
from webarticlecurator.rules.elements import collapse_white_space
from webarticlecurator.rules.selectors import compile_css
from webarticlecurator.text.translation import join_messages, make_message
from webarticlecurator.text.words import list_phrases, phrases_by_language

# What a page and its site say about the use of an article's text.
#
# Read what a page says about the use of its text: headers, ``meta``, licence links, JSON-LD.
#
# Statements are kept as they are written. Of robots directives only those that reserve something
# count; ``index, follow`` or the size of previews say nothing about a corpus.


MAX_STATEMENTS = 30
"""Of one page; a longer list is that of a page about licences."""
MAX_CHARACTERS = 1000
"""Of one statement; the rest is left out, and … stands in its place."""

_HEADERS = ("X-Robots-Tag", "TDM-Reservation", "TDM-Policy")
_RESERVING = frozenset(
    "none noindex noarchive nocache nosnippet noai noimageai unavailable_after".split()
)
_DIRECTIVE_END = re.compile(r"[\s,:;=]+")
_LICENCE_LINK = re.compile(r"<([^<>]*)>([^<]*)")
_IS_LICENCE = re.compile(r";\s*rel\s*=\s*(\"[^\"]*\blicense\b|license\b)", re.IGNORECASE)
_RULES = (
    (Rule("meta", "robots", pick="all"),),
    (Rule("meta", "tdm-reservation", pick="all"),),
    (Rule("meta", "tdm-policy", pick="all"),),
    # a licence is an address, or a node with an address or a name
    (Rule("jsonld", "license.url", pick="all"), Rule("jsonld", "license", pick="all")),
    (Rule("jsonld", "copyrightNotice", pick="all"),),
)


def read_rights(page: Page) -> tuple[RightsStatement, ...]:
    """Return the statements of a page about its use, each once, in a fixed order of their places.

    ``page`` is the page as stored, not a part of it.
    """
    found: dict[RightsStatement, None] = {}
    for each in _find_statements(page):
        if len(each.value) > MAX_CHARACTERS:
            each = RightsStatement(each.source, each.value[: MAX_CHARACTERS - 1] + "…")
        if each.value:
            found[each] = None
    return tuple(found)[:MAX_STATEMENTS]


def _find_statements(page: Page) -> Iterator[RightsStatement]:
    yield from _read_headers(page)
    for rules in _RULES:
        for selected in select_values(rules, page):
            if selected.source != "meta:robots" or _is_reserving(selected.value):
                yield RightsStatement(selected.source, selected.value)
    for element in page.elements.with_attribute("rel"):
        is_link = element.tag in ("link", "a", "area")
        if is_link and "license" in (element.get("rel") or "").lower().split():
            yield RightsStatement("link:license", _join(page, element.get("href") or ""))


def _read_headers(page: Page) -> Iterator[RightsStatement]:
    for name in _HEADERS:
        for key, text in page.headers:
            value = " ".join(text.split())
            if key.lower() != name.lower() or (name == _HEADERS[0] and not _is_reserving(value)):
                continue
            yield RightsStatement(f"header:{name}", value)
    for key, text in page.headers:
        for target, parameters in _LICENCE_LINK.findall(text) if key.lower() == "link" else ():
            if _IS_LICENCE.search(parameters):
                yield RightsStatement("header:Link", _join(page, target))


def _is_reserving(directives: str) -> bool:
    """Return True if a value of X-Robots-Tag, or of ``meta name=robots``, reserves something."""
    return not _RESERVING.isdisjoint(_DIRECTIVE_END.split(directives.lower()))


def _join(page: Page, address: str) -> str:
    try:
        return urljoin(page.base, address.strip()) if address.strip() else ""
    except ValueError:  # http://[bad
        return address.strip()


# Read a tdmrep.json (TDM Reservation Protocol): what it says about one address.

# A file of the portal's making: as many rules as are read, and what must stay encoded in a path.
MAX_RULES = 10_000
_RESERVED = "%2F", "%3F", "%23", "%5B", "%5D", "%40", "%21", "%24", "%26", "%27", "%2A", "%2B"


@dataclass(frozen=True)
class ReservationRule:
    """A rule of a tdmrep.json: a pattern of paths, and what it says about them."""

    location: str
    statements: tuple[RightsStatement, ...]


def read_reservations(content: bytes) -> tuple[ReservationRule, ...]:
    """Return the rules of a tdmrep.json, in the order of the file.

    What is not as the protocol says is left out: a file with errors says nothing.
    """
    try:
        rules = json.loads(content.decode("utf-8-sig"))
    # A file with errors reserves nothing, and nested without end it must not end the crawl.
    except (ValueError, RecursionError):
        return ()
    found = []
    for rule in rules[:MAX_RULES] if isinstance(rules, list) else ():
        if not isinstance(rule, dict) or not isinstance(rule.get("location"), str):
            continue
        reservation, policy = rule.get("tdm-reservation"), rule.get("tdm-policy")
        if str(reservation) in ("0", "1"):
            statements = [RightsStatement("tdmrep:tdm-reservation", str(reservation))]
            if isinstance(policy, str) and policy.strip():
                value = policy.strip()[:MAX_CHARACTERS]
                statements.append(RightsStatement("tdmrep:tdm-policy", value))
            found.append(ReservationRule(rule["location"], tuple(statements)))
    return tuple(found)


def match_reservations(rules: Sequence[ReservationRule], url: str) -> tuple[RightsStatement, ...]:
    """Return the statements of the first rule whose pattern matches the path of ``url``."""
    parts = urlsplit(url)
    path = _normalize(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    matching = (rule for rule in rules if _matches(_normalize(rule.location), path))
    # The first match, as the protocol says, whatever a longer pattern below says.
    return next((rule.statements for rule in matching), ())


def _matches(pattern: str, path: str) -> bool:
    """Return True if a pattern with ``*`` and a final ``$`` matches the beginning of ``path``.

    The earliest place of each piece is the best one: no pattern takes long.
    """
    is_whole = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    position = len(first)
    last = pieces.pop() if is_whole and pieces else None
    for piece in pieces:
        # No regular expression: a pattern of many stars would take time by the power of their
        # number.
        found = path.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    if last is not None:
        return path.endswith(last) and len(path) - len(last) >= position
    return not is_whole or position == len(path)


def _normalize(path: str) -> str:
    """Return a path with its percent-encoding undone, but for reserved characters."""
    for code in _RESERVED:
        path = path.replace(code, f"%25{code[1:]}").replace(code.lower(), f"%25{code[1:]}")
    return unquote(path)


# Paid articles: offers to read on, and how much of the text a page has.
#
# Find offers on a page to read on for money or after a login: in an element marked as a paywall,
# or in words beside the text.


# What an offer is: how long its element, and where none is looked for.
MAX_OFFER_WORDS = 200
"""Words from which an element is not an offer, but holds the article."""

_MIN_OFFER_WORDS = 3
"""Words below which a marked element is a label or a lock symbol."""
_FIRST_UNSPACED = "\u0e00"
"""The first letter of the Thai block: all scripts without spaces have later code points."""
_BOX_PARTS = tuple(
    "wall gate scri paid content- restrict ion-box leaky pmpro rcp mepr mp_ memb gh- "
    "steady lp_ lp- plen poool piano tp- zeph evol ev- blen pelc later swg newsp read- "
    "lock abo offer premium".split()
)
"""Each of ``[box classes]`` in ``words/access.txt`` contains one of them: a fast test before the
slow one."""
_ELSEWHERE = frozenset(("nav", "header", "footer", "aside", "a", "li", "figure"))
"""Elements in which portals advertise subscriptions, and mark other articles that need one."""
_HIDDEN = re.compile(r"visibility\s*:\s*hidden", re.IGNORECASE)
_UNSEEN_TAGS = frozenset(("template", "noscript", "script", "style"))
_SKIPPED_TAGS = _ELSEWHERE | _UNSEEN_TAGS


def find_offer(page: Page) -> str | None:
    """Return where the page offers to read on for money or after a login, in words; None if it
    does not."""
    for element in _offer_boxes(page.root):
        text = read_element_text(element)
        # The class name alone is no evidence: free pages have the empty box of a paywall, too.
        if _MIN_OFFER_WORDS <= count_words(text) < MAX_OFFER_WORDS and (
            find_offers(text)
            or any(stem in text.casefold() for stem in list_phrases("access", "stems in boxes"))
        ):
            # div.paywall, or div#paywall if the id is the mark
            classes = (element.get("class") or "").split()
            box_class = next((name for name in classes if _box_class().search(name)), "")
            mark = f".{box_class}" if box_class else f"#{element.get('id') or ''}"
            return f"{element.tag}{mark} says {text[:80]!r}"
    # Words outside of a marked box count only beside the text: menus and lists advertise on every
    # page.
    phrase = find_offers(" ".join(read_visible_text(page.root, _is_elsewhere)))
    return make_message("the page says {phrase!r}", phrase=phrase) if phrase else None


def find_offers(text: str) -> str | None:
    """Return the first phrase of ``[offers]`` in the text, or None. All words of a phrase but the
    last are whole words; the last one may be longer in the text."""
    folded = text.casefold()
    # Sets of words before phrases: hardly a page has all words of any offer but the last, and then
    # nothing is folded or searched.
    words = {word if word.isalnum() else fold_phrase(word) for word in set(folded.split())}
    unspaced = max(words, default="") >= _FIRST_UNSPACED
    likely = [
        phrase
        for phrase, needed in _offer_phrases()
        if (words.issuperset(needed) if needed else unspaced)
    ]
    plain = fold_phrase(text) if likely else ""
    return next((phrase for phrase in likely if phrase in plain), None)


@lru_cache(maxsize=1)
def _offer_phrases() -> tuple[tuple[str, list[str]], ...]:
    """Return (phrase, its words but the last); no words where the script has no spaces."""
    rows = phrases_by_language("access", "offers").values()
    phrases = dict.fromkeys(fold_phrase(phrase) for row in rows for phrase in row)
    return tuple((phrase, phrase.split()[:-1]) for phrase in phrases)


def _offer_boxes(root: etree._Element) -> Iterator[etree._Element]:
    """Yield the visible elements with class names of paywalls that do not hold the article."""
    for element in root.iter("div", "section", "aside", "p", "dialog", "form"):
        names = f"{element.get('class') or ''} {element.get('id') or ''}"
        if (
            _has_box_class(names)
            and not any(
                outer.tag in _UNSEEN_TAGS or _is_hidden(outer)
                for outer in self_and_ancestors(element)
            )
            # A box with the headline or the article holds the text; an offer is shorter.
            and next(element.iter("h1", "article"), None) is None
        ):
            yield element


@lru_cache(maxsize=4096)
def _has_box_class(names: str) -> bool:
    folded = names.casefold()
    return any(part in folded for part in _BOX_PARTS) and _box_class().search(names) is not None


@lru_cache(maxsize=1)
def _box_class() -> re.Pattern[str]:
    """Return the pattern of the beginning of a class name of paywalls."""
    classes = "|".join(list_phrases("access", "box classes"))
    return re.compile(rf"(?:^|[\s_-])(?:{classes})", re.IGNORECASE)


def _is_elsewhere(element: etree._Element) -> bool:
    """Return True for navigation, asides, footers, lists, links and hidden elements: an offer there
    is not for this article."""
    return element.tag in _SKIPPED_TAGS or _is_hidden(element)


def _is_hidden(element: etree._Element) -> bool:
    return is_not_displayed(element) or bool(_HIDDEN.search(element.get("style") or ""))


def read_element_text(element: etree._Element) -> str:
    """Return the visible text of an element in one line."""
    return collapse_white_space(" ".join(read_visible_text(element)))


_ACCESS_WORDS = {
    "free": ("free", "true", "yes", "1", "unlocked", "public"),
    "partial": ("partial", "metered"),
    "closed": (
        "closed",
        "false",
        "no",
        "0",
        "locked",
        "paid",
        "premium",
        "subscriber",
        "subscribers",
    ),
}
_ACCESS_OF_WORD = {word: access for access, words in _ACCESS_WORDS.items() for word in words}


def read_access_word(text: str) -> str | None:
    """Return ``free``, ``partial`` or ``closed``, None if ``text`` is none of the known words.

    Known are the values of ``isAccessibleForFree`` of Schema.org (``True``, ``false``,
    ``https://schema.org/False``), those of ``article:content_tier`` (``free``, ``metered``,
    ``locked``) and the three words themselves.
    """
    return _ACCESS_OF_WORD.get(text.strip().rpartition("/")[2].casefold())


# Find out how much of a paid article the page has: what it declares about access, compared with
# the text that is there.
#
# ``free``: the page declares it. ``closed``: the page declares that the article is paid.
# ``partial``: it is paid, and the page has only a part of it: the text is shorter than declared, or
# the part marked as paid is missing, or a short text ends in an offer. A page without any of these
# has no ``access``. The script or the empty box of a paywall is not evidence: free pages have them,
# too.

# When a paid article is only a part, by words: with a declared length, by the marked part, else by
# an offer at the end of a short text.
MAX_TEASER_WORDS = 300
"""Words from which a text without a declared length is not taken for a teaser."""
MIN_WHOLE_SHARE, MAX_PART_SHARE = 0.9, 0.7
"""Shares of the declared number of words: from the first on, the text is the whole article; below
the second, a part of it. Between them nothing is decided, since portals count differently."""
MIN_DECLARED_WORDS = 80
"""Words below which a declared length is that of something else (a summary)."""
_MIN_PAID_WORDS = 20
"""Words that the part marked as paid must have, and a quarter of the text, to be there."""
_SOURCE = "page:teaser"


@dataclass(frozen=True)
class AccessResult:
    """``complete``: True for the whole text, False for a part, None if it cannot be known;
    ``evidence``: the reason in words."""

    complete: bool | None = None
    evidence: str = ""


def weigh_access(
    declared: tuple[Value, ...], page: Page, text: str, *, one_page: bool = True
) -> tuple[Value, ...]:
    """Return the values of ``access`` for an article with ``text`` on the page: ``declared``,
    corrected if the text shows something else.

    ``one_page``: False if the article may have more pages, so that its length cannot be compared
    with that of this page.
    """
    # What is declared free stays free: offers on such a page are advertisements.
    if declared and declared[0].value == "free":
        return declared
    words = count_words(text)
    if not declared:
        # Without a declaration only a short text with an offer is doubted; long ones have offers
        # below them.
        offer = find_offer(page) if 0 < words < MAX_TEASER_WORDS else None
        if offer is None:
            return ()
        return (
            Value(
                "partial",
                _SOURCE,
                make_message(
                    "{offer}; the page has {words} words of the text", offer=offer, words=words
                ),
            ),
        )

    # the page counts words between spaces, so other scripts cannot be compared
    has_comparable_length = one_page and words == len(text.split())
    # A number goes before an element that the page marks, and that before words.
    result = _check_length(page, words) if has_comparable_length else AccessResult()
    if result.complete is None:
        result = _check_paid_part(page, words)
    if result.complete is None:
        offer = find_offer(page) if words < MAX_TEASER_WORDS else None
        if offer is None:
            return declared
        evidence = make_message(
            "only a part of the text is here: {words} words, and {offer}", words=words, offer=offer
        )
        result = AccessResult(False, evidence)
    value = declared[0].value if result.complete else "partial"
    original = join_messages("; ", (declared[0].original, result.evidence))
    return (replace(declared[0], value=value, original=original),)


def is_teaser(value: Value) -> bool:
    """Return True if ``weigh_access`` found that the text is only a part of the article."""
    return value.value == "partial" and (
        value.source == _SOURCE or "; only a part" in value.original
    )


def _check_length(page: Page, words: int) -> AccessResult:
    for source, min_whole, length in _declared_lengths(page):
        evidence = make_message(
            "{words} of {length} words ({source})", words=words, length=length, source=source
        )
        # A short declared length is that of a summary, and proves nothing missing.
        if words < MAX_PART_SHARE * length and length >= MIN_DECLARED_WORDS:
            return AccessResult(
                False,
                make_message("only a part of the text is here: {evidence}", evidence=evidence),
            )
        # articleBody may be the teaser, so it proves a whole text only from the length on that no
        # teaser has.
        if words >= MIN_WHOLE_SHARE * length and length >= min_whole:
            return AccessResult(
                True, make_message("the whole text is here: {evidence}", evidence=evidence)
            )
    return AccessResult()


def _declared_lengths(page: Page) -> Iterator[tuple[str, int, int]]:
    """Yield (source, words from which it can be the length of the whole article, declared words).
    ``articleBody`` may itself be the teaser."""
    for found in select_values((Rule(kind="jsonld", expression="wordCount"),), page)[:1]:
        if found.value.isascii() and found.value.isdigit():
            yield "jsonld:wordCount", MIN_DECLARED_WORDS, int(found.value)
    for found in select_values((Rule(kind="jsonld", expression="articleBody"),), page)[:1]:
        yield "jsonld:articleBody", MAX_TEASER_WORDS, count_words(found.value)


def _check_paid_part(page: Page, words: int) -> AccessResult:
    """Return whether the paid part is on the page, which Schema.org marks as ``hasPart`` with
    ``isAccessibleForFree`` false and a ``cssSelector``."""
    paid = select_values((Rule(kind="jsonld", expression="hasPart.isAccessibleForFree"),), page)
    selectors = select_values((Rule(kind="jsonld", expression="hasPart.cssSelector"),), page)
    if not selectors or not any(
        each.value.rpartition("/")[2].casefold() == "false" for each in paid
    ):
        return AccessResult()
    selector = ", ".join(each.value for each in selectors)
    texts: list[str] = []
    for each in selectors:
        try:
            found = compile_css(each.value)(page.root)
        except (ValueError, SyntaxError, etree.XPathError):  # the page's own selector is not CSS
            continue
        elements = found if isinstance(found, list) else []
        texts += [read_element_text(e) for e in elements if isinstance(e, etree._Element)]
    paid_words = sum(count_words(text) for text in texts)
    # The marked element may be on the page and hold nothing but the offer.
    is_offer = paid_words < MAX_OFFER_WORDS and any(find_offers(text) for text in texts)
    if paid_words >= max(_MIN_PAID_WORDS, words // 4) and not is_offer:
        return AccessResult(
            True,
            make_message(
                "the part that is marked as paid ({selector}) is here: {number} words",
                selector=selector,
                number=paid_words,
            ),
        )
    if words < MAX_TEASER_WORDS or is_offer:
        return AccessResult(
            False,
            make_message(
                "only a part of the text is here: what is marked as paid ({selector}) is not, and"
                " {words} words are",
                selector=selector,
                words=words,
            ),
        )
    return AccessResult()
