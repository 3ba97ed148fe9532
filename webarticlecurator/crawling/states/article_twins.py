"""Articles that the corpus has twice, under two addresses: a twin for mobiles, a session number.

Both show the same text, or have it in TEI, and declare the same canonical address, or the addresses
of several articles differ in the same names of the query, in a number at the same place of the
path, or in the same part of it; or all those of one form have the titles and days of others, as
pages to print do; or the address of one is gone, as where a portal gave its articles others. What
unites them, or leaves them out, is a line of the portal file, which a person writes.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from itertools import combinations, permutations
from typing import TypeAlias
from urllib.parse import parse_qsl, urlsplit

from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.crawling.states.doubtful_answers import judge_gone
from webarticlecurator.storage.store.view import CorpusView

Form: TypeAlias = tuple[str, ...]

KIND = "article-twins"
_SIGNS = "/._;=~,-"
_SIGN, _DIGIT = re.compile(f"([{_SIGNS}])"), re.compile(r"\d")
_NUMBER, _HEXADECIMAL = re.compile(r"(\D*)\d+(\D*)"), re.compile("[0-9a-f]+")
_PART = re.compile(r"[./][a-z_-]+|[a-z_-]+[./]", re.IGNORECASE)
_BEGINNINGS = {2: "https?://", 3: "https?://[^/]+/"}
"""Signs before a part that addresses may have more → the expression for what is before it."""
MIN_PAIRS = 3
"""Articles at two addresses from which that is the way of the portal: a few may be listed twice,
and a text of an agency may have several."""
MAX_UNITED = 8
"""Articles that a line makes one whose texts are compared."""
MIN_WORDS_OF_COPY, MIN_COPIES = 0.5, 0.9
"""The least share of the words of an article in a copy, and of copies among articles of a form."""
_REPLACED = re.compile(r"\{replace: \[\['(.*)', '(.*)']]}")
_FILE = re.compile(r"/?[a-z_-]+\.[a-z]+", re.IGNORECASE)
"""The file of a folder, such as *index.html*, which servers send for the folder."""
_TO_HTTPS = "{replace: [['^http:', 'https:']]}"
_BEGINNING_OF_GONE = make_problem(KIND, "", "gone", url="\n").message.partition("\n")[0]
_SAME_PLACE = re.compile(
    rf"\A{re.escape(_TO_HTTPS)}\Z|\)/?[a-z_-]+\\\.[a-z]+(?:\(\?=\$\))?'", re.IGNORECASE
)
"""The line for a scheme, or for the file of a folder: few articles are enough, then."""


def find_article_twins(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the articles that the last crawl has found a second time, and those known before."""
    for problem in corpus.run_log.problems((KIND,)):
        article = corpus.frontier.article(problem.where)
        is_there = article is not None and article.state in ("stored", "tei")
        # what is gone is found each time: it may be there again
        is_known = is_there and not problem.message.startswith(_BEGINNING_OF_GONE)
        if article is not None and is_known and article.canonical == problem.where:
            yield problem
    yield from _find_gone(portal, corpus)
    found: dict[str, dict[tuple[tuple[str, ...], str], Problem]] = defaultdict(dict)
    for pages in corpus.headlines.same_texts():
        for (one, declared), (other, also) in combinations(sorted(pages), 2):
            is_declared = declared != "" and declared == also
            by_link = "{canonical: link}", (declared,)
            line, rest = by_link if is_declared else _find_line(one, other)
            # the canonical address stays; without it, the one that sorts first, or to which the
            # line leads
            kept, twin = (other, one) if other in (declared, *rest) else (one, other)
            found[line][rest, twin] = make_problem(KIND, twin, url=kept, line=line)
    found.pop("", None)
    united = {twin for problems in found.values() for _, twin in problems}
    for line, problems in found.items():
        is_usual = len({rest for rest, _ in problems}) >= MIN_PAIRS or _SAME_PLACE.search(line)
        if is_usual and _unites_others(corpus, line):
            for _, twin in problems:
                yield make_problem(KIND, twin, "others", line=line)
        elif is_usual:
            yield from problems.values()
    yield from _find_copies(corpus, united)


def _find_gone(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the articles whose address is gone and is not asked for again, while another article
    with the same text is there."""
    for addresses in corpus.headlines.same_texts_of_gone():
        looks = {url: judge_gone(portal, corpus, asked) for url, asked in addresses.items()}
        gone = [url for url, look in looks.items() if look is not None and look.is_final]
        there = [url for url, look in looks.items() if look is None]
        for url in gone if there else ():
            yield make_problem(KIND, url, "gone", url=there[0])


def _find_copies(corpus: CorpusView, united: Container[str]) -> Iterator[Problem]:
    """Yield the articles at addresses of one form that have, nearly all of them, the title and the
    day of one at another form, and no more words, as pages to print do."""
    pairs: dict[Form, dict[str, str]] = defaultdict(dict)
    for pages in corpus.headlines.same_titles():
        for one, other in permutations(pages, 2):
            is_like = MIN_WORDS_OF_COPY * pages[other] <= pages[one] <= pages[other]
            if _form_of(one) != _form_of(other) and is_like and one not in united:
                pairs[_form_of(one)][one] = other
    if max(map(len, pairs.values()), default=0) < MIN_PAIRS:
        return
    rows = (row for row in corpus.frontier.articles_by_address() if row.state == "tei")
    total = Counter(_form_of(row.canonical) for row in rows)
    kept: set[str] = set()
    for form, copies in sorted(pairs.items(), key=lambda each: (-len(each[1]), each[0])):
        own = {one: other for one, other in copies.items() if one not in kept}
        if len(own) >= max(MIN_PAIRS, MIN_COPIES * total[form]):
            kept.update(own.values())
            for one, other in own.items():
                yield make_problem(KIND, one, "copies", url=other)


def _form_of(url: str) -> Form:
    """Return the host of an address, its folders with any numbers in them, the names in its
    query."""
    parts = urlsplit(url)
    folder = DIGITS.sub("0", parts.path.rpartition("/")[0])
    return (parts.netloc, folder, *(name for name, _ in parse_qsl(parts.query)))


def _unites_others(corpus: CorpusView, line: str) -> bool:
    """Return True if a line that replaces a part of addresses makes one of two articles of the
    corpus that never showed the same text."""
    pattern = _REPLACED.fullmatch(line)
    if pattern is None:
        return False
    addresses = group_values(
        (re.sub(pattern[1], pattern[2], row.canonical), row)
        for row in corpus.frontier.articles_by_address()
        if row.state in ("stored", "tei")
    )
    for rows in addresses.values():
        texts = [corpus.headlines.texts_of_pages(row.id) for row in rows[:MAX_UNITED]]
        if any(one and two and not one & two for one, two in combinations(texts, 2)):
            return True
    return False


def _find_line(one: str, other: str) -> tuple[str, tuple[str, ...]]:
    """Return the value of ``address`` that makes one of two addresses which differ in names of the
    query, in one number of the path, or in a part that only one of them has, "" for others; and
    what they have in common."""
    added = _find_added_part(*sorted((one, other), key=len))
    if added:
        return f"{{replace: [['{added}', '\\1']]}}", (min(one, other, key=len),)
    ours, theirs = urlsplit(one), urlsplit(other)
    if one != other and ours._replace(scheme="") == theirs._replace(scheme=""):
        return _TO_HTTPS, (max(one, other),)
    if ours._replace(path="") == theirs._replace(path=""):
        number = _find_number(ours.path, theirs.path)
        rest = (re.sub(number, r"\1", one),) if number else ()
        return (f"{{replace: [['{number}', '\\1']]}}" if number else ""), rest
    values, more = {*parse_qsl(ours.query)}, {*parse_qsl(theirs.query)}
    names = sorted({name for name, _ in values ^ more})
    is_one = len(names) == 1 or {*names} <= {*dict(values)} & {*dict(more)}
    if not (names and is_one) or ours._replace(query="") != theirs._replace(query=""):
        return "", ()
    return f"{{drop: [{', '.join(names)}]}}", (
        ours.netloc,
        ours.path,
        *map(str, sorted(values & more)),
    )


def _find_added_part(short: str, long: str) -> str:
    """Return an expression for the part between signs, without digits, that the longer one of two
    addresses has more than the other, such as a folder for mobiles; group 1 is what stays before
    it. "" without one."""
    size = len(long) - len(short)
    for begin in range(len("http://"), len(short) + 1 if size > 0 else 0):
        before, part, behind = long[:begin], long[begin : begin + size], long[begin + size :]
        kind = _PART.fullmatch(part) or (None if behind else _FILE.fullmatch(part))
        is_part = kind and (part[0] in "./" or before[-1] == "/")
        if before + behind != short or "?" in before or not is_part:
            continue
        beginning = _BEGINNINGS.get(before.count("/")) if before[-1] == "/" else None
        if beginning:
            return f"^({beginning}){re.escape(part)}"
        if "/" not in behind.strip("/"):
            sign = "/" if before[-1] == "/" else ""
            return f"^(.+{sign}){re.escape(part)}(?={re.escape(behind)}$)"
    return ""


def _find_number(path: str, other: str) -> str:
    """Return an expression for the one part of a path between signs, with digits, in which another
    one differs, such as a session number; group 1 is what stays. "" without one. A part of the last
    name must be its last one: there may be any number of others before it."""
    parts, others = _SIGN.split(path), _SIGN.split(other)
    pairs = enumerate(zip(parts, others, strict=False))
    unlike = [place for place, pair in pairs if len({*pair}) > 1]
    if len(parts) != len(others) or len(unlike) != 1:
        return ""
    place = unlike[0]
    if not all(_DIGIT.search(each[place]) for each in (parts, others)):
        return ""
    number = _describe_number(parts[place], others[place])
    if "/" in parts[place:]:
        # the name before it tells it from numbers that belong to articles; further ones may differ
        before = parts[max(place - 3, 0) : place]
        named = "".join(
            f"[^{_SIGNS}]*" if _DIGIT.search(each) else re.escape(each) for each in before
        )
        more = f"(?:[{_SIGNS}][^{_SIGNS}]*){{{place // 2 - 2}}}" if place > 4 else ""
        return f"^(https?://[^/]+{more}{named}){number}/?"
    behind = "".join(parts[place + 1 :])
    is_last = parts[place - 1] != "/" and (not behind or behind.startswith("."))
    return f"^(.+){re.escape(parts[place - 1])}{number}{re.escape(behind)}$" if is_last else ""


def _describe_number(one: str, other: str) -> str:
    """Return an expression for two parts of addresses with digits: for a number between the letters
    that both have around it, else for the signs of both."""
    ours, theirs = _NUMBER.fullmatch(one), _NUMBER.fullmatch(other)
    if ours and theirs and ours.groups() == theirs.groups():
        return rf"{re.escape(ours[1])}\d+{re.escape(ours[2])}"
    return "[0-9a-f]+" if _HEXADECIMAL.fullmatch(one + other) else f"[^{_SIGNS}]+"
