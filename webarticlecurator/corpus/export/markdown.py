"""Markdown (CommonMark) of documents and names, with code and formulas as they are."""

from __future__ import annotations

import re
from copy import deepcopy

from lxml import etree

from webarticlecurator.tei.documents.read import TEI
from webarticlecurator.tei.tokens.body_units import HEADING, RUNNING_TEXT, find_units

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#&])")
"""Signs that mean something in Markdown."""
_BEGINS_BLOCK = re.compile(r"^(?=[-+~=])|(?<=\d)(?=[.)]\s)")
_TEX = r"[^$<>\ufdd0]"
_FORMULA = re.compile(
    rf"(\$\$?)(?=[^\s$])(?={_TEX}*[\\^_{{]){_TEX}*(?<=[^\s$])\1(?!\d)"
    rf"|\\\({_TEX}+?\\\)|\\\[{_TEX}+?\\\]"
)
"""TeX in a text, with the signs by which MathJax and pandoc know it, and
something that prices do not have."""
_PLACE = re.compile("\ufdd0(\\d+)\ufdd0")
"""The place of code or a formula in a text: U+FDD0 is no character (Unicode 23.7)."""


def escape_markdown(text: str) -> str:
    """Return ``text`` in one line, without a sign that Markdown would read as markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def write_markdown(title: str, root: etree._Element) -> str:
    """Return the title and the running text of a document with its headings, lists and quotes, as
    Markdown."""
    marks = {"item": "- ", "quote": "> "}
    blocks = [f"# {escape_markdown(title)}"] if title else []
    root = deepcopy(root)
    kept = _take_verbatim(root)
    for unit in find_units(root):
        if unit.part == RUNNING_TEXT:
            mark, text = marks.get(unit.kind, ""), _write_text(unit.text, kept)
            if unit.kind == HEADING and "\n" not in text:
                mark = "#" * min(max(int(unit.level or 2), 2), 6) + " "
            # The lines of code inside an item or a quote begin as its first one does.
            blocks.append(mark + text.replace("\n", "\n" + mark.replace("-", " ")))
    return "".join(f"{block}\n\n" for block in blocks).rstrip("\n") + "\n"


def _take_verbatim(root: etree._Element) -> list[str]:
    """Return code and formulas of a document in Markdown; in there is a place for each."""
    kept: list[str] = []
    for element in [*root.iter(f"{TEI}code", f"{TEI}formula", f"{TEI}hi")]:
        kind = element.get("rend") if element.tag == f"{TEI}hi" else etree.QName(element).localname
        if kind not in ("code", "formula"):
            continue
        for line_break in element.iter(f"{TEI}lb"):
            line_break.text = "\n"
        text = "".join(map(str, element.itertext())).replace(" \n", "\n")
        sign = "$$" if element.get("rend") == "display" else "$"
        kept.append(_write_code(text) if kind == "code" else f"{sign}{text}{sign}")
        element[:] = []
        element.text = f"\ufdd0{len(kept) - 1}\ufdd0"
    return kept


def _write_code(text: str) -> str:
    """Return code between more backticks than stand together in it; lines in a fence."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    if "\n" in text:
        fence = "`" * max(3, longest + 1)
        return f"{fence}\n{text}\n{fence}"
    signs = "`" * (longest + 1)
    space = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{signs}{space}{text}{space}{signs}"


def _write_text(text: str, kept: list[str]) -> str:
    is_alone = _PLACE.fullmatch(text)

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\ufdd0{len(kept) - 1}\ufdd0"

    def write(found: re.Match[str]) -> str:
        written = kept[int(found[1])]
        return written if is_alone or "\n" not in written else f"\n\n{written}\n\n"

    escaped = escape_markdown(_FORMULA.sub(keep, text))
    return _PLACE.sub(write, _BEGINS_BLOCK.sub(r"\\", escaped, count=1)).strip()
