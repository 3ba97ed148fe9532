"""What may be the name of an author on a page, and what is known of each: where it stands, what it
looks like, what is before it, what markup says of it.

The trees of ``persons.py`` judge them, by whole numbers: the same on every machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from lxml import etree

from webarticlecurator.articles.facts.article_position import ArticlePosition
from webarticlecurator.articles.facts.name_separators import (
    compile_separators,
    cut_at_separators,
    part_grown_words,
)
from webarticlecurator.articles.facts.other_texts import is_elsewhere
from webarticlecurator.articles.facts.page_dates import BYLINE
from webarticlecurator.articles.units.class_names import (
    find_class_word,
    fold_names,
    has_class_word,
)
from webarticlecurator.articles.units.date_labels import fold_line, is_label
from webarticlecurator.articles.units.introductions import (
    LABEL,
    LABEL_ENDS,
    PARTICLES,
    SURE,
    UNKNOWN,
    doubt_introduction,
    find_label_of_cell,
    find_labelled,
    find_names_after_label,
    introduction_end,
    is_marked,
    is_nobody,
    keep_writing,
    pictures,
    without_noun,
)
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import Unit, fold_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.text.character_patterns import LETTER
from webarticlecurator.base.text.word_borders import is_small_letter
from webarticlecurator.base.text.words import phrases_by_language
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.rules.elements import collapse_white_space

MAX_NAME_WORDS = 5
"""Words of the longest name; what is longer is a description of a person."""
_MAX_NAME_LENGTH = 60
_MAX_TITLES_LENGTH = 20
"""Characters of titles and degrees beside it."""
_MAX_UNIT_SIZE = 260
"""Size of the longest unit in which names are looked for; a longer one is text."""
_UNITS_ABOVE = 8
"""Units before the title in which an author may be named."""
_UNITS_AFTER = 4
"""Units after the beginning of the text, and after its end, in which one may be."""
_LAST_UNITS = 2
_MAX_ADDRESS_LENGTH = 200
_LEVELS = 4
"""Elements around a name whose names are looked at."""
ROLE = re.compile(
    r"\b(?:\w*editor|\w*correspondents?|\w*korrespondent\w*|correspons\w+|\w*reporter\w*|writer|journal?ist\w*|redakt\w+|redac\w+|staff"
    r"|columnist|contributor|photographer|analyst|producer|professor\w*|profesor\w*|director|desk|team|agenc\w+|news"
    r"|نامہ نگار|کالم نگار|رپورٹر|خبرنگار|مراسل\w*|صحفي\w*|כתבת?|संवाददाता|पत्रकार|ผู้สื่อข่าว|통신원)\b",
    re.IGNORECASE,
)
"""A function or an organisation, not a name."""
_DAY = re.compile(r"\d\D+\d")
"""Two numbers: a day or a time, in any script, and no name."""
_SECTION = re.compile(r"\bnews\b", re.IGNORECASE)
"""What no person and no editorial team has in its name, and sections have."""
_JUNIOR = (" Jr.", " JR.", " Sr.", " SR.")
_RECIPIENT = re.compile(r" (?:for|FOR) (?:the )?[A-Z].*")
"""What a text was written for, behind the names of its authors."""
_JOINTS = ("joining", "、", ",", "，", "،", "(", "（")
"""What is between the names of one list."""
_ROW_SIGNS = ("/", "／", "|", "-", "–", "—")
"""What is between names, or between a name and a place."""
_LABEL_AHEAD = re.compile(r"\s(?=[^\s\d:：,;|()]{2,24}[:：])")
_TITLE = re.compile(
    r"(?:(?i:(?:univ\.-)?prof|dra?)\.?\s(?:[a-z]{1,5}\.\s)*|(?:Dipl\.-)?(?:Ing|Mag|Mgr)\.\s"
    r"|(?:Rev|Sen|Rep|Gov)\.\s|(?:Δρ|д-р|проф|د|أ\.د|ד[\"״]ר|פרופ['׳]|डॉ)\.?\s)+"
    r"(?=\S+\s)"
)
_DEGREE = (
    r"(?:(?:Ph|D|Ed|Psy|M)\.?\s?D|[BM]\.?(?:A|Sc|S|Ed|Eng|Phil)|MBA|MPH|MPA|MSW|J\.?D"
    r"|LL\.?[BM]|RDN?|R\.?N|CPA|FRCP|CSc|Esq)\.?"
)
_DEGREES = re.compile(rf" (?:{_DEGREE}(?: {_DEGREE})*|(?<=^ )(?:Dr|Prof|[JS]r)\.?)$")
TITLE_AFTER = re.compile(
    r"\s+(?:[가-힣]{0,6}기자|리포터|아나운서|PD|작가|특파원|논설위원|앵커|記者|记者|报道|報導|újságíró|írása|yazdı|tayyorladi|द्वारा)$"
)
"""Functions after a name, and what says that it is an author's."""
PLAIN_NAME = re.compile(
    r"[\u3040-\u30ff\u4e00-\u9fff가-힣·]{2,8}|[\u0f00-\u0fff\u1000-\u109f]{4,}|\S+(?: \S+){1,4}"
)
"""What may be a full name in a script without capitals: one word may be a place."""
_PAPER = re.compile("[\u3040-\u30ff\u4e00-\u9fff]{2,}(?:[報报網网社台]|新[聞闻]|通信|[週周]刊)")
_BEFORE_KOREAN = re.compile(r"^[^\W_]{2,}\s(?:\S+\s)*(?=[가-힣]{2,4}$)")
"""A place or a newspaper before a Korean name, which has one word: *서울 김철수*."""
_NUMBER = re.compile(r"[#@]?\d")
_NO_NAME = frozenset(":：=")
_LINE_WITH_NUMBERS = re.compile(r"\d{4}|\d[./]\d")
_PROFILE = "names of authors"
_PROFILE_PATH = re.compile(
    r"/(?:\w*authors?|autor\w*|users?|u|members?|memberlist|profiles?|people|person|team|staff|contributors?|writers?|by|@\w+)\b|author=",
    re.IGNORECASE,
)
"""The address of a page about a person."""


@dataclass(frozen=True)
class NamePlace:
    """A piece of text of a unit: ``number`` of the unit, the innermost ``element``, what is
    ``before`` it in the unit and whether that introduces names, its place among the pieces of the
    unit, the number of the ``series`` of names in it that signs and words join, whether a word
    joins it to the name before it, and the ``doubt`` whether the words before it are of an author.
    """

    text: str
    number: int
    element: etree._Element
    before: str
    is_introduced: bool
    rank: int
    series: int
    is_joined: bool
    doubt: int


@dataclass(frozen=True)
class NameCandidate:
    """A name (``value``: as it may be an author) and its features, in the order of
    ``NAME_FEATURES``. ``place``: of a name that is shown and not declared; ``doubt``: whether the
    words before it are of an author."""

    value: Value
    features: tuple[int, ...]
    place: NamePlace | None = None
    doubt: int = SURE

    def distance(self, other: NameCandidate) -> int:
        """Return how many units are between two shown names; 0 if both are declared, else many."""
        own, others = self.features, other.features
        if own[_DECLARED] != others[_DECLARED]:
            return len(NAME_FEATURES)
        return 0 if own[_DECLARED] else abs(own[_FROM_TITLE] - others[_FROM_TITLE])

    def is_joined(self, other: NameCandidate) -> bool:
        """Return True for two full names that a word joins, as in *A and B*."""
        own, others = self.place, other.place
        return (
            own is not None
            and others is not None
            and (own.number, own.series) == (others.number, others.series)
            and (own.is_joined or others.is_joined)
            and is_full_name(own.text) == is_full_name(others.text)
        )

    def is_beside(self, other: NameCandidate) -> bool:
        """Return True for a place or a degree in the line of a full name."""
        is_in_line = other.place is not None and self.distance(other) == 0
        return is_in_line and is_full_name(other.value.value) and not is_full_name(self.value.value)


NAME_FEATURES = (
    *"declared declared_person declared_organisation declared_count shown".split(),
    *"from_title from_near from_end zone".split(),
    *"unit_size link_share rank pieces by_before by_glued".split(),
    *"byline_level author_level markup_level profile linked tag".split(),
    *"label_before date_in_unit date_before date_after elsewhere".split(),
    *"words length capitals is_upper is_full digits role lower_start dots".split(),
    *"is_site_name times times_linked title_words".split(),
)
_LINKED = NAME_FEATURES.index("linked")
_SIGNS = tuple(
    map(
        NAME_FEATURES.index,
        "by_before label_before byline_level author_level markup_level profile".split(),
    )
)
_MARKS = tuple(
    NAME_FEATURES.index(name) - NAME_FEATURES.index("from_title")
    for name in ("byline_level", "author_level", "markup_level")
)
"""Places of what markup says, among the features of a place."""
_DECLARED, _FROM_TITLE = NAME_FEATURES.index("declared"), NAME_FEATURES.index("from_title")


def list_name_candidates(
    position: ArticlePosition,
    declared: Sequence[Value],
    kinds: Mapping[str, str],
    site_names: frozenset[str],
    language: str = "und",
) -> list[NameCandidate]:
    """Return the candidates of a page: the ``declared`` authors, then what is shown near the title
    and at the end of the text. ``kinds``: name → Person or Organization, as JSON-LD says;
    ``site_names``: folded; ``language``: that of the words between names."""
    # A name that words introduce in two ways is that of an author.
    places = sorted(_list_places(position, language), key=_is_unknown)
    short = [unit for unit in position.units if unit.size <= _MAX_NAME_LENGTH]
    times = Counter(unit.folded_text for unit in short)
    by_name = group_values((fold_text(place.text), place) for place in places)
    title = set(re.findall(r"\w+", position.units[position.title].text.casefold()))
    declared_names = {fold_text(value.value) for value in declared}
    pieces = Counter((place.number, _is_unknown(place)) for place in places)
    lines = {number: _describe_line(position, number) for number, _ in pieces}
    # How often a short text is the whole of a unit with nothing but links
    linked = Counter(unit.folded_text for unit in short if unit.linked == unit.size)

    is_chinese = language.lower().startswith("zh")

    def describe(name: str, value: Value | None) -> tuple[int, ...]:
        folded_name = fold_text(name)
        shown = by_name.get(folded_name, [])
        kind = kinds.get(name.casefold(), "")
        words = name.split()
        at = _describe_place(position, shown[0], pieces) if shown else _NOWHERE
        # What is before a name or around it says what it is where the script has no capitals.
        is_introduced = bool(shown) and shown[0].is_introduced
        is_plain = name.title() == name.lower() and (
            is_introduced or any(at[n] > 0 for n in _MARKS)
        )
        # two characters are a full name in Chinese alone
        is_whole = PLAIN_NAME.fullmatch(name) is not None and (len(name) > 2 or is_chinese)
        return (
            int(value is not None),
            int(kind == "Person"),
            int(kind == "Organization"),
            len(declared_names) if value is not None else -len(declared_names),
            len(shown),
            *at,
            *(lines[shown[0].number] if shown else _NO_LINE),
            len(words),
            len(name),
            len(words) if is_plain else sum(word[0].isupper() for word in words),
            int(name.isupper()),
            int(is_full_name(name) or (is_plain and (is_introduced or is_whole))),
            int(any(map(str.isdigit, name))),
            int(bool(ROLE.search(name))),
            int(is_small_letter(name[0])),
            name.count("."),
            int(folded_name in site_names) + int(any(folded_name in site for site in site_names)),
            times[folded_name],
            linked[folded_name],
            sum(word.casefold() in title for word in words),
        )

    found = [NameCandidate(value, describe(value.value, value)) for value in declared]
    for folded_name, shown in by_name.items():
        text = shown[0].text
        if folded_name in declared_names or folded_name in site_names:
            continue
        if _SECTION.search(text) or _DAY.search(text):
            continue
        unit, features = position.units[shown[0].number], describe(text, None)
        # Sections and buttons are links, too: a linked name needs a sign that it is one.
        if not features[_LINKED] or any(features[n] for n in _SIGNS):
            value = Value(text, BYLINE, unit.text)
            found.append(NameCandidate(value, features, shown[0], shown[0].doubt))
    return found


def is_full_name(text: str) -> bool:
    """Return True for two to MAX_NAME_WORDS words with capitals, but for particles (*van*)."""
    words = text.split()
    capitalised = [word for word in words if word.casefold() not in PARTICLES]
    return (
        2 <= len(words) <= MAX_NAME_WORDS
        and len(capitalised) >= 2
        and all(word[0].isupper() for word in capitalised)
        and not re.search(r"[\d:!?]", text)
    )


def _list_places(position: ArticlePosition, language: str) -> Iterator[NamePlace]:
    """Yield the pieces of short units near the title, above it, and where the text ends."""
    last = position.near + _UNITS_AFTER
    end = position.text_end
    numbers = [
        *range(position.title + 1, min(last, len(position.units) - 1) + 1),
        *range(max(0, position.title - _UNITS_ABOVE), position.title),
        *range(max(last + 1, end - _LAST_UNITS), min(end + _UNITS_AFTER + 1, len(position.units))),
    ]
    primary = language.lower().partition("-")[0]
    for number in numbers:
        unit = position.units[number]
        if unit.size <= _MAX_UNIT_SIZE and unit.tag != "body":
            yield from list_pieces(unit, number, primary)


def list_pieces(unit: Unit, number: int, language: str) -> list[NamePlace]:
    """Return the pieces of a unit that may be names, each text node by itself: *ByAnn Author* is
    *By* and *Ann Author* in two elements. Those who made the pictures are left out, and names
    behind a label of another meaning (*Judges: Ann Author, Bea Baker*)."""
    separators, places = compile_separators(language), list[NamePlace]()
    before, previous, joint, series, is_introduced = "", "", "", 0, False
    is_row = is_cased = False
    first, label, unknown = unit.text.partition(" ")[0].casefold(), None, list[NamePlace]()
    # *With Ann Author and Bea Baker* at the beginning of a line
    is_about = first in phrases_by_language("bylines", "beside").get(language, ())
    labelled = unit.element if is_about else None
    for element, text in _iterate_texts(unit.element):
        line = without_noun(collapse_white_space(text), element)
        collapsed = part_grown_words(keep_writing(line, language), language)
        at = find_names_after_label(collapsed)
        if at:
            before, is_introduced, labelled, label = collapsed[:at], True, None, element
        is_next = _is_next_label(collapsed, element, label, places) and not separators.fullmatch(
            f" {collapsed.strip()}"
        )
        collapsed, is_introduced = "" if is_next else collapsed, is_introduced and not is_next
        labelled = element.getparent() if is_next else labelled
        line = _RECIPIENT.sub("", collapsed[at:]) if at else collapsed
        for sign, part in cut_at_separators(line, separators):
            joint = sign or joint
            labelled = None if sign in LABEL_ENDS else labelled
            part = part.replace("‧", "·")
            of_pictures = pictures().match(part.strip())
            if of_pictures and of_pictures["word"] == part.strip() and sign in ("(", "（", ","):
                _leave_photographer(places, previous, sign)
                continue
            before, part, is_introduced = (
                (of_pictures[0], part.strip()[of_pictures.end() :], True)
                if of_pictures
                else (before, part, is_introduced)
            )
            name = part.strip(" .:–—-*\u200b\"'“”") + "." * part.rstrip().endswith(_JUNIOR)
            name, inner = _find_label(name, element, is_introduced)
            labelled = None if inner else find_labelled(part.strip(), element, labelled)
            is_behind = labelled is not None and not is_introduced
            name = LABEL.sub("", name, count=1) if is_behind else name
            if 0 < inner < len(name):
                before, name, is_introduced = name[:inner], name[inner:].strip(), True
            function = None if name.isascii() else TITLE_AFTER.search(name)
            if function:
                before, is_introduced, labelled = f"{function[0].strip()}:", True, None
                name = _BEFORE_KOREAN.sub("", name[: function.start()])
                # names of Korea are as long: *홍길동, 김철수 기자*, but *서울, 김철수 기자*
                own = series + (joint not in _JOINTS)
                places = [
                    each
                    if each.is_introduced or len(each.text) != len(name)
                    else replace(
                        each, before=before, is_introduced=True, series=own, is_joined=True
                    )
                    for each in places
                ]
            name = _without_titles(name)
            is_labelled = labelled is not None and labelled in self_and_ancestors(element)
            # *Ann Author, Senior Reporter*
            if (
                joint != "place"
                and _may_be_name(name)
                and not (places and joint != "joining" and ROLE.search(name))
                and not pictures().match(before)
            ):
                series += joint not in _JOINTS
                is_joined = joint in ("joining", "、") or function is not None
                doubt = doubt_introduction(before) if is_introduced else SURE
                doubt = UNKNOWN if is_labelled else doubt
                found = (before, is_introduced, len(places), series, is_joined, doubt)
                is_cased = is_cased or name.title() != name.lower()
                both = [*(each.text for each in places[-1:]), name]
                persons = [each for each in both if not (is_nobody(each) or _PAPER.fullmatch(each))]
                is_row |= joint in _ROW_SIGNS and len(persons) > 1 and not is_introduced
                added = unknown if doubt == UNKNOWN else places
                added.append(NamePlace(name, number, element, *found))
            if name:
                before, previous = before if is_introduced else name, name
                is_introduced = is_introduced or inner > 0
                joint = ""
    if is_row and not is_cased:  # its parts may be places, and no capitals tell
        return [each for each in places if each.is_introduced] + unknown
    # a paper beside a name is no second one
    return ([each for each in places if not _PAPER.fullmatch(each.text)] or places) + unknown


def _is_next_label(
    text: str, element: etree._Element, label: etree._Element | None, places: list[NamePlace]
) -> bool:
    """Return True for a text in an element such as that of the ``label`` of the names before it,
    which are in others: *<b>Author</b> Ann Author <b>Section</b> Book Reviews*."""
    return (
        label is not None
        and element is not label
        and element.tag == label.tag
        and places != []
        and places[-1].element.tag != label.tag
        and LETTER.search(text) is not None
        and not is_full_name(text)
    )


def _is_unknown(place: NamePlace) -> bool:
    return place.doubt == UNKNOWN


def _leave_photographer(places: list[NamePlace], previous: str, sign: str) -> None:
    """Take the last name from ``places`` if a word for pictures is in brackets behind it."""
    if sign == "(" and places and previous == places[-1].text:
        places.pop()


def _find_label(name: str, element: etree._Element, is_introduced: bool) -> tuple[str, int]:
    """Return a name without the next label behind it, and where what introduces it ends: a label
    of any words if the element is marked as a byline."""
    inner = introduction_end(name)
    if ":" in name or "：" in name:
        if is_introduced:
            name = _LABEL_AHEAD.split(name)[0]
        match = None if inner else LABEL.match(name)
        around = islice(self_and_ancestors(element), _LEVELS)
        if match and any(has_class_word(e, "byline") for e in around):
            inner = match.end()
    return name, inner


def _without_titles(text: str) -> str:
    """Return a name without titles and degrees, "" for a degree alone."""
    if len(text) > _MAX_NAME_LENGTH + _MAX_TITLES_LENGTH:  # as the sentences of a text
        return text
    title = _TITLE.match(text)
    name = text if title is None else text[title.end() :]
    bare = _DEGREES.sub("", f" {name}")[1:]
    return bare if bare in ("", name) or is_full_name(bare) else name


def _iterate_texts(element: etree._Element) -> Iterator[tuple[etree._Element, str]]:
    """Yield the texts of a unit with their elements, first a label in the cell before it."""
    label = find_label_of_cell(element)
    if label:
        yield element, f"{label}:"
    for inner in element.iter():
        if isinstance(inner.tag, str) and inner.tag not in ("script", "style") and inner.text:
            yield inner, inner.text
        parent = inner.getparent()
        if inner is not element and inner.tail and parent is not None:
            yield parent, inner.tail


def _may_be_name(text: str) -> bool:
    words = text.split()
    if not (1 <= len(words) <= MAX_NAME_WORDS and 2 <= len(text) <= _MAX_NAME_LENGTH):
        return False
    # An account may have digits; several words with one are a date or a count. Several words with a
    # small letter at the beginning are of a sentence.
    if len(words) > 1 and (
        _NUMBER.search(text) or (is_small_letter(text[0]) and words[0] not in PARTICLES)
    ):
        return False
    if LETTER.search(text) is None or not _NO_NAME.isdisjoint(text):
        return False
    return introduction_end(text) != len(text) and not is_label(fold_line(text))


_NOWHERE = (-99, -99, -99, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, -1)
_NO_LINE = (0, 0, 0, 0, 0)
"""The features of a name that is only declared."""
_TAGS = ("a", "span", "div", "p", "strong", "b", "em", "i", "li", "td", "address")


def _describe_place(
    position: ArticlePosition, place: NamePlace, pieces: Counter[tuple[int, bool]]
) -> tuple[int, ...]:
    number = place.number
    unit = position.units[number]
    around = list(self_and_ancestors(place.element))[:_LEVELS]
    link = next((e for e in around if e.tag in ("a", "button")), None)
    address = (link.get("href") or "")[:_MAX_ADDRESS_LENGTH] if link is not None else ""
    tag = str(place.element.tag)
    return (
        max(-20, min(60, number - position.title)),
        max(-20, min(60, number - position.near)),
        max(-60, min(60, number - position.text_end)),
        0 if number < position.title else 1 if number <= position.near else 2,
        unit.size,
        int(100 * unit.link_share),
        place.rank,
        pieces[number, _is_unknown(place)],
        int(place.is_introduced),
        int(introduction_end(place.before) > 0),
        _find_level(around, "byline"),
        _find_level(around, _PROFILE),
        next((len(around) - n for n, e in enumerate(around) if is_marked(e)), 0),
        int(bool(_PROFILE_PATH.search(address)))
        + int(bool(find_class_word(_PROFILE, fold_names(address)))),
        int(link is not None),
        _TAGS.index(tag) if tag in _TAGS else len(_TAGS) if tag in HEADINGS else -1,
    )


def _describe_line(position: ArticlePosition, number: int) -> tuple[int, ...]:
    """Return what is known of all names in a unit, by its line and those beside it."""
    units = position.units
    unit, before = units[number], units[number - 1] if number else None
    return (
        int(before is not None and 0 < len(before.text) == introduction_end(before.text)),
        int(_has_date(unit)),
        int(before is not None and _has_date(before)),
        int(number + 1 < len(units) and _has_date(units[number + 1])),
        int(is_elsewhere(unit.element, position.page, roots=position.roots)),
    )


def _find_level(around: Sequence[etree._Element], section: str) -> int:
    """Return how near an element with a class name of ``section`` is, 0 for none."""
    return next((len(around) - n for n, e in enumerate(around) if has_class_word(e, section)), 0)


def _has_date(unit: Unit) -> bool:
    return unit.size <= _MAX_UNIT_SIZE and _LINE_WITH_NUMBERS.search(unit.text) is not None
