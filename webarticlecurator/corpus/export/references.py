"""The formats ``ris`` and ``bibtex``: a reference per article, for Zotero, EndNote and LaTeX."""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import quote

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.corpus.export.article_fields import make_field_reader, read_mark
from webarticlecurator.corpus.export.exporter import Exporter, ExportOptions
from webarticlecurator.corpus.export.stored_article import StoredArticle

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


def convert_to_ris(article: StoredArticle, *, is_marked: bool = False) -> bytes:
    """Return the reference of an article; lines end in CRLF, as RIS has it.
    ``is_marked``: with the article that it repeats."""
    kind = article.header.kind
    usual = "NEWS" if kind.endswith("Article") else "ELEC"
    day = _read_day(article)
    values = {
        "TI": _read(article, "title"),
        "AU": _read(article, "authors"),
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
_JOINS_NAMES = re.compile(r"\sand\s|,", re.IGNORECASE)
"""What parts names or their parts."""


_BRACES = re.compile(r"\\textbraceleft\{\}((?:(?!\\textbrace).)*)\\textbraceright\{\}", re.DOTALL)
"""Two that belong together, of which BibTeX does not lose count; few programs know the names."""


def _escape_latex(text: str) -> str:
    return _BRACES.sub(r"\\{\1\\}", text.translate(_ESCAPES))


def _write_name(name: str) -> str:
    """Return a name, which stays whole where BibTeX would divide it."""
    written = _escape_latex(name)
    return f"{{{written}}}" if _JOINS_NAMES.search(name) else written


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
    values["author"] = " and ".join(map(_write_name, _read(article, "authors")))
    values.update(zip(("year", "month", "day"), _read_day(article), strict=False))
    values["url"] = quote(article.header.url, safe="%/:?#[]@!$&'()*+,;=~")
    values["urldate"] = "".join(_read(article, "captured"))[:10]
    values["annote"] = "".join(_describe_mark(article)) if is_marked else ""
    kind = "article" if article.header.kind.endswith("Article") else "misc"
    if kind == "misc":
        values["howpublished"] = values.pop("journal")
    lines = [f"  {name} = {{{value}}}," for name, value in values.items() if value]
    entry = "\n".join([f"@{kind}{{{article.header.id},", *lines, "}\n\n"])
    return entry.encode("utf-8", "replace")


def _describe_mark(article: StoredArticle) -> list[str]:
    mark = read_mark(article)
    return [f"duplicate of {mark}"] if mark else []


def _mark_references(name: str, options: ExportOptions) -> Exporter:
    return replace(FORMATS[name], convert=partial(_CONVERT[name], is_marked=bool(options.more)))


_CONVERT = {"ris": convert_to_ris, "bibtex": convert_to_bibtex}
FORMATS = {
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
