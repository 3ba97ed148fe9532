"""Pages that are sent in place of an article: bot challenges and consent walls.

A challenge has the markup of the service that protects the portal, else its title. How much a
person can read on the page is counted by its visible text: words, titles, short lines.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.page import Page
from webarticlecurator.text.translation import make_message
from webarticlecurator.text.words import list_phrases

MAX_COUNTED_WORDS = 1500
"""Words at which counting stops: no wall has more."""
MIN_PROSE_LETTERS = 4000
"""Letters in paragraphs from which the words of a page need not be counted: it is not a wall."""
_LETTERS_PER_COUNTED_WORD = 12
"""Letters of visible text that are read for each counted word: more than words have on average."""

MIN_HASHED_WORDS = 4
"""Words of a notice at the least, title included; fewer are a caption, the same on many pages."""
MAX_HASHED_LETTERS = 10_000
"""Letters that are compared: the beginning of old pages is the same on all of them, title
included."""
_VARYING_WORD = re.compile(
    r"\W*(?:\d{1,2}[:.]\d\d(?:[:.]\d\d)?|(?=[\w-]*\d)[0-9a-fA-F][0-9a-fA-F-]{10,}[0-9a-fA-F])\W*"
)
"""A time of day, and twelve or more hexadecimal digits: the number of a request or a session."""
_SESSION = re.compile(r"\W*((?=[\w-]*\d)(?=[\w-]*[a-fA-F])[0-9a-fA-F-]{7,})\W*")
"""A shorter number of a session, if it is in the address of the page (a gate). Other words of the
address may well be all that an article has of its own: a date, a name, a number."""

_DIGIT = re.compile(r"\d")
"""Both have one: to ask this first takes half the time."""

_INVISIBLE_TAGS = frozenset(("script", "style", "template", "title"))
"""Not ``noscript``: some portals put the article there for crawlers. Not ``head``: if a page has no
body tag, libxml2 puts elements that it does not know (``main``) there."""
_UNSPACED = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
)
"""Letters of the scripts without spaces between words: Han, Kana, Thai, Lao, Burmese, Khmer."""
_UNSPACED_LETTERS_PER_WORD = 2
_PUNCTUATION = re.compile(r"[^\w\s]|_")
_TITLE_SEPARATOR = re.compile(r"\s+[-–—|•·:»/]+\s+|\s*[|»]\s*")
_LINE_TAGS = ("h1", "h2", "h3", "h4", "p", "strong", "b", "li", "td", "div", "span")
_MAX_LINE_LENGTH = 120
"""Characters; a longer text is not a title or a short line."""


@dataclass(frozen=True)
class TextLine:
    """A title, heading or short line: as it is compared (``fold_phrase``), and as written."""

    folded: str
    written: str


class VisibleText:
    """The visible text of ``page``; each attribute is computed when it is first used."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def text(self) -> str:
        """The visible text, case folded, with single spaces; cut off beyond the length of any
        wall."""
        pieces: list[str] = []
        letters = 0
        for text in read_visible_text(self.page.root):
            pieces.append(text)
            letters += len(text)
            if letters > MAX_COUNTED_WORDS * _LETTERS_PER_COUNTED_WORD:
                break
        return " ".join(" ".join(pieces).split()).casefold()

    @cached_property
    def word_count(self) -> int:
        """The number of visible words; MAX_COUNTED_WORDS for a page with much prose."""
        # On older pages, cells with line breaks are paragraphs.
        letters = 0
        for element in self.page.root.iter("p", "td", "div", "br"):
            letters += len((element.text or "").strip())
            letters += len((element.tail or "").strip()) if element.tag == "br" else 0
            letters += sum(len(inner.tail or "") for inner in element) if element.tag == "p" else 0
            if letters > MIN_PROSE_LETTERS:
                return MAX_COUNTED_WORDS
        return count_words(self.text)

    @cached_property
    def titles(self) -> tuple[TextLine, ...]:
        """The page's title and first-level headings, each as a whole and in its parts."""
        titles = [" ".join(e.text_content().split()) for e in self.page.root.iter("title", "h1")]
        parts = (part for title in titles for part in (title, *_TITLE_SEPARATOR.split(title)))
        return tuple(_to_line(part) for part in parts if 0 < len(part) <= _MAX_LINE_LENGTH)

    @cached_property
    def lines(self) -> tuple[TextLine, ...]:
        """The titles, and all short lines and their sentences."""
        short_lines: list[str] = []
        for element in self.page.root.iter(*_LINE_TAGS):
            text = " ".join((element.text or "").split())
            if text and len(text) <= _MAX_LINE_LENGTH:
                whole = " ".join(element.text_content().split())
                short_lines += [line for line in (whole, text) if len(line) <= _MAX_LINE_LENGTH]
        parts = (part for line in short_lines for part in (line, *split_sentences(line)))
        return (*self.titles, *(_to_line(part) for part in dict.fromkeys(parts)))


def is_invisible(element: etree._Element) -> bool:
    """Return True for scripts, styles and other elements whose content is never visible."""
    return element.tag in _INVISIBLE_TAGS


def read_visible_text(
    root: etree._Element, is_left_out: Callable[[etree._Element], bool] = is_invisible
) -> Iterator[str]:
    """Yield the text nodes in an element in document order, without those in elements that are left
    out."""
    pending: list[etree._Element | str] = [root]
    while pending:  # not recursive: some pages are nested thousands deep
        part = pending.pop()
        if isinstance(part, str):
            yield part
            continue
        if part.tail and part is not root:
            pending.append(part.tail)  # it comes after the content of the element
        if isinstance(part.tag, str) and not is_left_out(part):
            pending.extend(reversed(part))
            if part.text:
                yield part.text


def hash_shown_text(page: Page) -> int | None:
    """Return a hash (64 bits, signed) of what a page shows, None if it shows less than
    MIN_HASHED_WORDS words.

    Pages that differ in links alone (a menu, a box of what others read), in numbers of requests and
    sessions, in times of day or in the address of the page have the same hash: so a notice that a
    portal sends in place of any page is found, although no two are equal byte by byte.
    """
    words: list[str] = []
    letters = 0
    for text in _read_own_texts(page):
        letters += len(text)
        words += text.split()
        if letters > MAX_HASHED_LETTERS:
            break
    shown = []
    for word in words:
        if not word.isalpha() and _DIGIT.search(word):
            session = _SESSION.fullmatch(word)
            if _VARYING_WORD.fullmatch(word) or (session and session[1] in page.url):
                continue
        shown.append(word)
    if len(shown) < MIN_HASHED_WORDS:
        return None
    digest = hashlib.blake2b(" ".join(shown).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _read_own_texts(page: Page) -> Iterator[str]:
    """Yield the texts that stand directly in titles, headings, paragraphs and cells: links have
    elements of their own. (All text nodes outside links take five times as long.)"""
    for element in page.root.iter("title", "h1", "h2", "p", "td", "div", "br"):
        if element.text:
            yield element.text
        if element.tail and element.tag == "br":
            yield element.tail
        elif element.tag == "p":
            yield from (inner.tail for inner in element if inner.tail)


def split_sentences(line: str) -> list[str]:
    """Return the sentences of a line, without their punctuation."""
    return [piece for piece in re.split(r"[.!?…。！？।]+\s*", line) if piece]


def count_words(text: str) -> int:
    """Return the number of words of a text: runs without white space; in scripts without spaces,
    two letters count as one word."""
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text))
    spaced_text = _UNSPACED.sub("", text) if unspaced else text
    return len(spaced_text.split()) + unspaced // _UNSPACED_LETTERS_PER_WORD


def fold_phrase(text: str) -> str:
    """Return ``text`` as it is compared: case folded, without punctuation and combining marks, with
    single spaces."""
    return " ".join(_PUNCTUATION.sub("", text.casefold()).split())


@lru_cache(maxsize=16)
def folded_phrases(topic: str, section: str) -> frozenset[str]:
    """Return the phrases of a section of a word list as they are compared (``fold_phrase``)."""
    return frozenset(map(fold_phrase, list_phrases(topic, section)))


def _to_line(written: str) -> TextLine:
    return TextLine(fold_phrase(written), written)


# The visible text of a page.

MAX_WORDS = 250
"""Words from which a page is not a challenge: challenges have a paragraph or two, and an article
may quote their markup."""
MAX_WORDS_SHARED = 40
"""The same for markup that a service also puts into ordinary pages: then the page must have hardly
any other text."""
_MAX_SOURCE = 200_000
"""Characters of the source that are searched."""


def find_challenge(visible: VisibleText) -> str | None:
    """Return the evidence that a page is a bot challenge, or None."""
    if visible.word_count >= MAX_WORDS:
        return None
    source = visible.page.text[:_MAX_SOURCE]
    found = _first_service(CHALLENGE_MARKUP, source)
    if found is None and visible.word_count < MAX_WORDS_SHARED:
        found = _first_service(SHARED_MARKUP, source)
    if found is not None:
        service, markup = found
        return make_message(
            "it has the markup of a bot challenge of {service} ({markup!r}) and only"
            " {number} words",
            service=service,
            markup=markup,
            number=visible.word_count,
        )
    known_titles = folded_phrases("challenges", "titles")
    title = next((line for line in visible.titles if line.folded in known_titles), None)
    return make_message("its title says {line!r}", line=title.written) if title else None


def _first_service(services: dict[str, tuple[str, str]], source: str) -> tuple[str, str] | None:
    """Return the first service whose markup is in the source, and the markup. Its plain texts are
    searched before its expression: that is a hundred times faster than one expression for all."""
    for service, (texts, expression) in services.items():
        if any(text in source for text in texts.split("|")):
            match = re.search(expression, source)
            if match:
                return service, match.group()
    return None


# Markup of bot challenges, by service.

_ID = r"id=[\"']?"
CHALLENGE_MARKUP: dict[str, tuple[str, str]] = {
    # service: (texts, one of which is in its challenge pages only; the expression around them)
    "cloudflare": (
        "_cf_chl_opt|challenge-form|challenge-running|challenge-stage|challenge-error-text|cf-wrapper|cf-error-details",
        rf"_cf_chl_opt|{_ID}(?:challenge-(?:form|running|stage|error-text)|cf-(?:challenge-running|wrapper|error-details))\b",
    ),
    "datadome": ("captcha-delivery.com", r"(?:geo|ct)\.captcha-delivery\.com"),
    "human perimeterx": (
        "px-captcha|_pxBlockedUrl",
        rf"(?:{_ID}|class=[\"']?)px-captcha\b|window\._pxBlockedUrl",
    ),
    "akamai": (
        "sec-if-cpt|sec-cpt-if|cp_challenge|errors.edgesuite.net",
        r"sec-if-cpt|sec-cpt-if|/_sec/cp_challenge/|errors\.edge",
    ),
    "imperva": (
        "Incapsula incident|distil_ident_block",
        rf"Incapsula incident ID|{_ID}distil_ident_block\b",
    ),
    "aws waf": (
        "gokuProps|AwsWafIntegration.checkForce",
        r"window\.gokuProps|AwsWafIntegration\.checkForce",
    ),
    "anubis": (
        "anubis_challenge|anubis_version|cmd/anubis/",
        rf"{_ID}anubis_(?:challenge|version)\b|x/cmd/anubis/",
    ),
    "ddos guard": (
        "ddos-guard|ddg-captcha|ddg-l10n",
        rf"/\.well-known/ddos-guard/|{_ID}ddg-(?:captcha|l10n)|check\.ddos-guard\.net",
    ),
    "sucuri": (
        "sucuri_cloudproxy_js|Sucuri WebSite",
        r"sucuri_cloudproxy_js|Sucuri WebSite Firewall - Access Denied",
    ),
    "google": ("captcha-form|google.com/sorry/", rf"{_ID}captcha-form\b|google\.com/sorry/"),
    "qrator": ("/__qrator/qauth", "/__qrator/qauth"),
    "vercel": (
        ".well-known/vercel/security|Vercel Security",
        r"/\.well-known/vercel/security/|Vercel Security Checkpoint",
    ),
    "kasada": ("149e9513-01fa-4fb0-aad4-566afd725d1b", "/149e9513-01fa-4fb0-aad4-566afd725d1b/"),
    "radware": ("validate.perfdrive.com", r"validate\.perfdrive\.com"),
    "yandex": ("/showcaptcha|/checkcaptcha", "/(?:showcaptcha|checkcaptcha)"),
    "aliyun": ("aliyun_waf_aa|acw_sc__v2", "aliyun_waf_aa|acw_sc__v2"),
    "wordfence": ("Generated by Wordfence", "Generated by Wordfence"),
    "f5": ("Your support ID is|TSPD_101", "Your support ID is|TSPD_101"),
    "fastly": ("/_fs-ch-", "/_fs-ch-[A-Za-z0-9]"),
    "bunny": ("/.bunny-shield/", r"/\.bunny-shield/"),
}
"""Service → markup that is in its challenge pages only."""
SHARED_MARKUP: dict[str, tuple[str, str]] = {
    # the same for markup that services put into ordinary pages, too
    "cloudflare": ("/cdn-cgi/challenge-platform/h/", "/cdn-cgi/challenge-platform/h/"),
    "imperva": ("_Incapsula_Resource", "_Incapsula_Resource"),
    "aws waf": (".awswaf.com/", r"\.awswaf\.com/"),
    "human perimeterx": ("window._pxAppId", r"window\._pxAppId"),
    "radware": ("ray-id", r"\bray-id\b"),
}
"""Service → markup that is in its challenge pages and in ordinary pages."""


# Find consent walls: pages about cookies and data in place of the article, with a button to agree.
#
# Four features together: few words, many of them about consent, a button, and no article beside the
# box with the button.

MIN_CONSENT_SHARE = 1 / 12
"""Share of the words of a page from which on, if they are about consent, it may be a wall; half of
it with a title of consent walls."""
MIN_CONSENT_WORDS = 6
"""Number of these words; half of it with a title of consent walls."""
MIN_PROSE_WORDS = 60
"""Words in paragraphs outside the box with the button from which a page is an article with a
banner."""
_MIN_BOX_WORDS = 4
"""Words of a box beside its buttons: fewer are labels of the buttons."""
_MAX_BUTTON_LENGTH = 60
"""Characters; a longer text is not that of a button."""

_HEAD_LENGTH = 3
_HAS_PARTS = re.compile("[\u0111\u0590-\u07ff\u0900-\u0dff\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]")
"""Letters of the scripts of ``[parts]`` in ``words/consent.txt``."""
_NO_STEMS: tuple[str, ...] = ()
_WORD = re.compile(r"\w+")

_BUTTON_TAGS = ("button", "a", "input")


def find_consent_wall(visible: VisibleText) -> str | None:
    """Return the evidence that a page is a consent wall, or None."""
    if not 0 < visible.word_count < MAX_COUNTED_WORDS:
        return None

    stems = _stems_by_head()
    words = [
        word
        for word in _WORD.findall(visible.text)
        if word.startswith(stems.get(word[:_HEAD_LENGTH], _NO_STEMS))
    ]
    parts = _consent_parts().findall(visible.text) if _HAS_PARTS.search(visible.text) else []
    consent_words = len(words) + len(parts)
    known_titles = folded_phrases("consent", "titles")
    has_title = any(title.folded in known_titles for title in visible.titles)
    needed = 0.5 if has_title else 1.0
    least_share = MIN_CONSENT_SHARE * needed
    if (
        consent_words < MIN_CONSENT_WORDS * needed
        or consent_words / visible.word_count <= least_share
    ):
        return None

    # The first button whose text begins like one that gives consent, or None
    starts = list_phrases("consent", "buttons")
    buttons = (
        element
        for element in visible.page.root.iter(*_BUTTON_TAGS)
        if _button_text(element).casefold().startswith(starts)
    )
    button = next(buttons, None)
    if button is None or (not has_title and _has_article_outside(visible, button)):
        return None
    return make_message(
        "{consent_words} of its {number} words are about consent to cookies and data,"
        " and it has a button to give it",
        consent_words=consent_words,
        number=visible.word_count,
    )


@lru_cache(maxsize=1)
def _stems_by_head() -> dict[str, tuple[str, ...]]:
    """Return the stems by their first letters, so that most words need one look."""
    groups: dict[str, list[str]] = {}
    for stem in dict.fromkeys(list_phrases("consent", "stems")):
        groups.setdefault(stem[:_HEAD_LENGTH], []).append(stem)
    return {head: tuple(group) for head, group in groups.items()}


@lru_cache(maxsize=1)
def _consent_parts() -> re.Pattern[str]:
    return re.compile("|".join(list_phrases("consent", "parts")))


def _all_text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _button_text(element: etree._Element) -> str:
    """Return the text of a button, empty if it is too long for one."""
    value = element.get("value") if element.tag == "input" else _all_text(element)
    text = (value or "").strip()
    return text if len(text) <= _MAX_BUTTON_LENGTH else ""


def _has_article_outside(visible: VisibleText, button: etree._Element) -> bool:
    """Return True if the page has a heading and several paragraphs outside the box with the
    button."""
    box = _find_box(button)
    outside = [e for e in visible.page.root.iter("h1", "h2", "p") if box not in e.iterancestors()]
    prose_words = sum(count_words(_all_text(e)) for e in outside if e.tag == "p")
    return prose_words >= MIN_PROSE_WORDS and any(e.tag != "p" for e in outside)


def _find_box(button: etree._Element) -> etree._Element:
    """Return the innermost element around the button with text beside that of its buttons."""
    for outer in button.iterancestors():
        button_words = sum(count_words(_all_text(e)) for e in outer.iter(*_BUTTON_TAGS))
        if count_words(_all_text(outer)) - button_words >= _MIN_BOX_WORDS:
            return outer
    return button
