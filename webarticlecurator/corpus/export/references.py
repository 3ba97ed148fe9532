"""The formats ``csl-json``, ``ris`` and ``bibtex``: a reference per article, for Zotero, pandoc,
EndNote and LaTeX."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.corpus.export.article_fields import make_field_reader, read_mark
from webarticlecurator.corpus.export.exporter import Exporter, ExportOptions
from webarticlecurator.corpus.export.stored_article import StoredArticle, parse_article
from webarticlecurator.tei.documents.read import TEI

_RIS_TYPES = {"BlogPosting": "BLOG", "LiveBlogPosting": "NEWS", "ScholarlyArticle": "JOUR"}
"""Schema.org type → type of RIS; others are NEWS if they are articles, else ELEC."""


def _read(article: StoredArticle, name: str) -> list[str]:
    """Return the values of a field, each in one line."""
    return [" ".join(str(value).split()) for value in make_field_reader(article)(name)]


def _read_day(article: StoredArticle) -> list[str]:
    """Return year, month and day of publication, as many of them as are known."""
    days = parse_days(article.header.metadata.first("published") or "", article.timezone)
    if days is None:
        return []
    first, last = (day.isoformat().split("-") for day in days)
    return [one for one, other in zip(first, last, strict=True) if one == other]


_FAMILY_FIRST = frozenset(("hu", "vi"))
"""Languages in which the family name comes first."""
_TWO_FAMILIES = frozenset("ca es gl ja ko pt zh".split())
"""Those in which a name of several words may have two family names, or either order."""
_PARTICLES = frozenset(
    "af al bin da das de del della den der di dos du el ibn la le ten ter van von zu zur".split()
)
_MANY = re.compile(r"\s(?:and|with|et|und|y|e|og|och|és|a|i)\s|[&/()]")
"""What parts several names, or says more than a name."""
_SUFFIX = re.compile(r"[\s,](?:jun|jr|sr|sen|[iv]{2,3}|ph\.?d|md|mp)\.?$", re.IGNORECASE)


@dataclass(frozen=True)
class CitedName:
    """A name as it is cited: ``whole``, or the family name with its particles, and the given ones.
    ``is_told``: the parts are in another order than in most languages, or the page divides them."""

    whole: str
    family: str = ""
    given: str = ""
    is_told: bool = False


def divide_name(
    name: str, language: str, home: str = "", *, is_organisation: bool = False
) -> CitedName:
    """Return how the name of an author is cited in a text of a language (BCP 47); ``home``: that of
    its portal.

    Names stay whole where nothing shows their parts: organisations, scripts without case, in which
    BibTeX takes given names for particles, titles, several names in one, and where the authors of a
    portal have their family names first, and the language of the text does not.
    """
    words = name.split()
    base, home = (each.partition("-")[0] for each in (language, home))
    family, comma, given = (each.strip() for each in name.partition(","))
    is_whole = (
        is_organisation
        or name.upper() == name.lower()
        or _MANY.search(name) is not None
        or _SUFFIX.search(name) is not None
        or words[0] == "The"
        or words[0].endswith(".")
        or "," in given
    )
    if comma and family and given and not is_whole:
        return CitedName(name, family, given, is_told=True)
    is_foreign = home in _FAMILY_FIRST and base not in _FAMILY_FIRST
    if is_whole or comma or len(words) < 2 or is_foreign:
        return CitedName(name)
    if base in _FAMILY_FIRST:
        is_told = base == "vi" or len(words) == 2
        return CitedName(name, words[0], " ".join(words[1:]), True) if is_told else CitedName(name)
    lower = [n for n, word in enumerate(words) if word.islower()]
    if lower and {words[n] for n in lower} <= _PARTICLES and 0 < lower[0] < len(words) - 1:
        place = lower[0]
    elif lower or base in ("ja", "ko", "zh") or (len(words) > 2 and base in _TWO_FAMILIES):
        return CitedName(name)
    else:
        place = len(words) - 1
    return CitedName(name, " ".join(words[place:]), " ".join(words[:place]))


def _read_authors(article: StoredArticle) -> list[CitedName]:
    author = f"{TEI}titleStmt/{TEI}author/{TEI}orgName"
    found = parse_article(article.content).iterfind(f".//{author}")
    organisations = {" ".join("".join(map(str, each.itertext())).split()) for each in found}
    return [
        divide_name(
            name,
            article.header.language,
            article.portal_language,
            is_organisation=name in organisations,
        )
        for name in _read(article, "authors")
    ]


def convert_to_csl(article: StoredArticle, *, is_marked: bool = False) -> bytes:
    """Return the reference of an article as an item of CSL-JSON
    (https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html).
    ``is_marked``: with the article that it repeats."""
    kind = article.header.kind
    usual = "article-newspaper" if kind.endswith("Article") else "webpage"
    captured = "".join(_read(article, "captured"))[:DAY_LENGTH].split("-")
    item = {
        "id": article.header.id,
        "type": "post-weblog" if kind == "BlogPosting" else usual,
        "title": "".join(_read(article, "title")),
        "author": [
            {"family": each.family, "given": each.given} if each.family else {"literal": each.whole}
            for each in _read_authors(article)
        ],
        "issued": _write_date(_read_day(article)),
        "container-title": "".join(_read(article, "publisher")),
        "section": ", ".join(_read(article, "section")),
        "URL": article.header.url,
        "accessed": _write_date(captured),
        "language": article.header.language,
        "keyword": ", ".join(_read(article, "keywords")),
        "abstract": "".join(_read(article, "description")),
        "note": "".join(_describe_mark(article)) if is_marked else "",
    }
    filled = {name: value for name, value in item.items() if value}
    return json.dumps(filled, ensure_ascii=False).encode("utf-8", "replace")


def _write_date(parts: Sequence[str]) -> dict[str, Any]:
    numbers = [int(each) for each in parts if each]
    return {"date-parts": [numbers]} if numbers else {}


def _join_items(items: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a list of JSON, an item in each line."""
    before = b"["
    for item in items:
        yield before + b"\n" + item
        before = b","
    yield b"[]\n" if before == b"[" else b"\n]\n"


def convert_to_ris(article: StoredArticle, *, is_marked: bool = False) -> bytes:
    """Return the reference of an article; lines end in CRLF, as RIS has it.
    ``is_marked``: with the article that it repeats."""
    kind = article.header.kind
    usual = "NEWS" if kind.endswith("Article") else "ELEC"
    day = _read_day(article)
    values = {
        "TI": _read(article, "title"),
        "AU": [
            f"{each.family}, {each.given}" if each.family else each.whole
            for each in _read_authors(article)
        ],
        "PY": day[:1],
        "DA": ["/".join((*day, "", "", "")[:3]) + "/"] if day else [],
        "T2": _read(article, "publisher"),
        "SE": _read(article, "section"),
        "UR": [article.header.url],
        "Y2": [found[:10].replace("-", "/") + "/" for found in _read(article, "captured")],
        "LA": [article.header.language],
        "KW": _read(article, "keywords"),
        "AB": _read(article, "description"),
        "N1": _describe_mark(article) if is_marked else [],
        "ID": [article.header.id],
    }
    lines = [f"TY  - {_RIS_TYPES.get(kind, usual)}"]
    lines += [f"{tag}  - {value}" for tag, found in values.items() for value in found if value]
    return "".join(f"{line}\r\n" for line in [*lines, "ER  - ", ""]).encode("utf-8", "replace")


_LATEX = {
    "\\": "\\textbackslash{}", "{": "\\textbraceleft{}", "}": "\\textbraceright{}",
    "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}  # fmt: skip
_ESCAPES = str.maketrans(dict[str, str | int | None](_LATEX))

_BRACES = re.compile(r"\\textbraceleft\{\}((?:(?!\\textbrace).)*)\\textbraceright\{\}", re.DOTALL)
"""Two that belong together, of which BibTeX does not lose count; few programs know the names."""


def _escape_latex(text: str) -> str:
    return _BRACES.sub(r"\\{\1\\}", text.translate(_ESCAPES))


def _write_name(name: CitedName) -> str:
    """Return a name, which stays whole where BibTeX would divide it: pandoc removes one pair of
    braces, and divides what was in it."""
    if name.family:
        return _escape_latex(f"{name.family}, {name.given}" if name.is_told else name.whole)
    return f"{{{{{_escape_latex(name.whole)}}}}}"


def convert_to_bibtex(article: StoredArticle, *, is_marked: bool = False) -> bytes:
    """Return the reference of an article. Letter case of the title stays.
    ``is_marked``: with the article that it repeats."""
    values = {
        name: _escape_latex(", ".join(_read(article, field)))
        for name, field in (
            ("title", "title"), ("journal", "publisher"), ("keywords", "keywords"),
            ("abstract", "description"), ("language", "language"),
        )
    }  # fmt: skip
    values["title"] = values["title"] and f"{{{values['title']}}}"
    values["author"] = " and ".join(map(_write_name, _read_authors(article)))
    values.update(zip(("year", "month", "day"), _read_day(article), strict=False))
    values["url"] = quote(article.header.url, safe="%/:?#[]@!$&'()*+,;=~")
    values["urldate"] = "".join(_read(article, "captured"))[:10]
    values["annote"] = "".join(_describe_mark(article)) if is_marked else ""
    kind = "article" if article.header.kind.endswith("Article") else "misc"
    if kind == "misc":
        values["howpublished"] = values.pop("journal")
    else:  # of journals pandoc prints the month alone
        values["entrysubtype"] = "newspaper"
    lines = [f"  {name} = {{{value}}}," for name, value in values.items() if value]
    entry = "\n".join([f"@{kind}{{{article.header.id},", *lines, "}\n\n"])
    return entry.encode("utf-8", "replace")


def _describe_mark(article: StoredArticle) -> list[str]:
    mark = read_mark(article)
    return [f"duplicate of {mark}"] if mark else []


def _mark_references(name: str, options: ExportOptions) -> Exporter:
    return replace(FORMATS[name], convert=partial(_CONVERT[name], is_marked=bool(options.more)))


_CONVERT = {"csl-json": convert_to_csl, "ris": convert_to_ris, "bibtex": convert_to_bibtex}
FORMATS = {
    "csl-json": Exporter(
        "a reference per article, for Zotero, pandoc and citation programs",
        _join_items,
        convert=convert_to_csl,
        prepare=partial(_mark_references, "csl-json"),
    ),
    "ris": Exporter(
        "a reference per article, for Zotero and EndNote",
        iter,
        convert=convert_to_ris,
        prepare=partial(_mark_references, "ris"),
    ),
    "bibtex": Exporter(
        "a reference per article, for LaTeX and JabRef",
        iter,
        convert=convert_to_bibtex,
        prepare=partial(_mark_references, "bibtex"),
    ),
}
