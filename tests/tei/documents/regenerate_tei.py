"""Writes what is made from the tables of metadata fields and of blocks: ``python
tests/tei/documents/regenerate_tei.py``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape

from header_place_words import describe_place

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.block_types import BlockGroup, BlockType, TeiForm
from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.model.fields import FIELDS, FieldKind, HeaderPlace, fields_at

CHECKOUT = Path(__file__).resolve().parents[3]
SCHEMA = CHECKOUT / "schemas" / "webarticle.rng"
PAGE = CHECKOUT / "docs" / "tei-reference.md"
START = "  <!-- from here on made from the tables of the code by tests/tei/documents/regenerate_tei.py -->\n"
END = "</grammar>\n"

_CONTENT_OF_KIND = {
    FieldKind.TEXT: "<text/>",
    FieldKind.LANGUAGE: "<text/>",
    FieldKind.DATE: '<ref name="dateContent"/>',
    FieldKind.YEAR: '<ref name="yearContent"/>',
    FieldKind.PERSON: '<ref name="agentNode"/>',
    FieldKind.ORGANISATION: '<ref name="agentNode"/>',
}
"""Kind of a field → the content of its property; what accompanies ``ACCESS`` is written by hand."""


_FORMS: dict[TeiForm, tuple[str, str]] = {
    TeiForm.LINE: ('ab type="{type}"', ""),
    TeiForm.FLOATING_TEXT: ('floatingText type="{type}" / body', ""),
    TeiForm.QUOTE: ("quote, @source", ""),
    TeiForm.LIST: ('list type="{type}"', ""),
    TeiForm.FIGURE: ('figure type="{type}"', ""),
    TeiForm.EMBED: (
        'figure type="{type}" / ab / ref',
        'in running text: figure type="{type}" / head / ref',
    ),
    TeiForm.HIGHLIGHT: ('hi rend="{type}"', ""),
}
"""Form → its elements among blocks, and elsewhere; other forms are named as their element."""


def _describe_elements(block: BlockType) -> tuple[str, str, str]:
    here, elsewhere = _FORMS.get(block.form, (block.form.value, ""))
    return (
        block.name,
        block.tei or here.format(type=block.tei_type),
        block.tei_elsewhere or elsewhere.format(type=block.tei_type),
    )


ELEMENTS: tuple[tuple[str, str, str], ...] = tuple(
    _describe_elements(block) for block in BLOCK_TYPES if block.name in NAMES
)
"""Every name that a tag dictionary may use, its elements among blocks, and elsewhere (inside
running text, or where noted)."""


def schema_text(current: str) -> str:
    """Return the schema with its hand-written part as it is, and the lists of today."""
    return current.partition(START)[0] + START + "".join(_defines()) + END


def _defines() -> Iterable[str]:
    yield _values("otherTitleType", (f.title_type for f in fields_at(HeaderPlace.OTHER_TITLE)))
    yield _values("sourceDateType", (f.schema_property for f in fields_at(HeaderPlace.SOURCE_DATE)))
    schemes = (
        f"https://schema.org/{field.schema_property}" for field in fields_at(HeaderPlace.KEYWORDS)
    )
    yield _values("keywordsScheme", schemes)
    properties = "".join(
        _properties(content) for content in dict.fromkeys(_CONTENT_OF_KIND.values())
    )
    yield f'  <define name="fieldProperty" ns="https://schema.org/">\n    <choice>\n{properties}    </choice>\n  </define>\n'
    flow, part = BlockGroup.FLOW, BlockGroup.PART
    yield _values("lineType", _block_types(TeiForm.LINE, flow))
    yield _values("postLineType", _block_types(TeiForm.LINE, part))
    yield _values("floatingTextType", _block_types(TeiForm.FLOATING_TEXT, flow))
    yield _values("listType", _block_types(TeiForm.LIST, flow))
    yield _values("embedType", _block_types(TeiForm.EMBED, BlockGroup.MEDIA))
    yield _values("highlightRendition", _block_types(TeiForm.HIGHLIGHT, BlockGroup.INLINE))


def _block_types(form: TeiForm, group: BlockGroup) -> Iterable[str]:
    return (b.tei_type for b in BLOCK_TYPES if (b.form, b.group) == (form, group) and b.tei_type)


def _values(define: str, values: Iterable[str]) -> str:
    """Return a definition of one of several values of an attribute."""
    choice = "".join(f"<value>{escape(value)}</value>" for value in dict.fromkeys(values))
    return f'  <define name="{define}"><choice>{choice}</choice></define>\n'


def _properties(content: str) -> str:
    """Return the element of the Schema.org properties with this content; nothing without any."""
    names = dict.fromkeys(
        field.schema_property for field in FIELDS if _CONTENT_OF_KIND.get(field.kind) == content
    )
    choice = "".join(f"<name>{name}</name>" for name in names)
    element = f'<element><choice>{choice}</choice><ref name="statement"/>{content}</element>'
    return f"      {element}\n" if names else ""


def page_text(current: str) -> str:
    """Return docs/tei-reference.md with the tables of today."""
    fields = (
        f"| `{field.name}` | `{field.schema_property}` | {describe_place(field)} |"
        for field in FIELDS
    )
    blocks = (f"| `{name}` | {here} | {elsewhere} |" for name, here, elsewhere in ELEMENTS)
    page = _replace_rows(current, "| field | Schema.org | place |", fields, "| `publisher` of")
    return _replace_rows(page, "| name | where blocks stand | elsewhere |", blocks, "\n")


def _replace_rows(page: str, head: str, rows: Iterable[str], end: str) -> str:
    """Return the page with ``rows`` between the head of a table and the line that begins with
    ``end``."""
    pattern = rf"(?ms)^{re.escape(head)}\n(\|[-|]+\|\n).*?^(?={re.escape(end)})"
    table = f"{head}\n\\g<1>" + "".join(f"{row}\n".replace("\\", r"\\") for row in rows)
    replaced, count = re.subn(pattern, table, page)
    assert count == 1, f"no table {head!r} before {end!r} in docs/tei-reference.md"
    return replaced


if __name__ == "__main__":
    for path, text in ((SCHEMA, schema_text), (PAGE, page_text)):
        current = path.read_text(encoding="utf-8")
        path.write_text(text(current), encoding="utf-8", newline="\n")
