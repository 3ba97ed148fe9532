"""The names of operations in HTML2TEI's tables, and ours for them."""

from __future__ import annotations

NAMES: dict[str, str] = {
    # what happens to the tag
    "default": "unwrap",
    "null": "unwrap",
    "unwrap": "unwrap",
    "to_unwrap": "unwrap",
    "decompose": "drop",
    "to_decompose": "drop",
    "szakasz": "auto",
    # blocks
    "bekezdes": "paragraph",
    "cimsor": "heading",
    "vez_bekezdes": "lead",
    "idezet": "quote",
    "lista": "list",
    "listaelem": "item",
    "table_text": "table",
    "tablazat_cimsor": "table-heading",
    "sor": "row",
    "oszlop": "cell",
    "doboz": "box",
    "kviz": "quiz",
    "kerdes": "question",
    "valaszblokk": "answers",
    "valasz": "answer",
    "forras": "source",
    "editorial_note": "note",
    # media
    "media_tartalom": "figure",
    "media_hivatkozas": "media-link",
    "abra": "diagram",
    "galeria": "gallery",
    "beagyazott_tartalom": "embed",
    "social_media": "social",
    "beagyazott_social": "social-embed",
    # live feeds and comments
    "kozvetites": "feed-entry",
    "kozvetites_ido": "feed-time",
    "kozvetites_szerzo": "feed-author",
    "kozvetites_meta": "feed-meta",
    "komment_root": "comments",
    "komment": "comment",
    "komment_ido": "comment-time",
    "komment_szerzo": "comment-author",
    "komment_meta": "comment-meta",
    # inside running text
    "hivatkozas": "link",
    "felkover": "bold",
    "dolt": "italic",
    "kiemelt": "emphasis",
    "alahuzott": "underline",
    "athuzott": "strike",
    "felsoindex": "superscript",
    "alsoindex": "subscript",
    "inline_idezet": "inline-quote",
    # names made by later steps of HTML2TEI, with the same meaning in a table
    "sor_valid": "row",
    "oszlop_valid": "cell",
    "oszlop_sor": "row>cell",
    "jegyzet": "note",
    "hi": "emphasis",
    "ref": "link",
    "forum": "unwrap",
}
"""Name in a table → operation of our tag dictionary."""


def operation_of(name: str, tag: str) -> str | None:
    """Return our operation for a name on an element, or None where the name is unknown.
    ``inner;outer`` is ``outer>inner``."""
    inner, split, outer = (part.strip() for part in name.partition(";"))
    if not split:
        # forras is a name for both sources and captions
        return "caption" if name == "forras" and tag == "figcaption" else NAMES.get(name)
    names = (NAMES.get(outer), NAMES.get(inner))
    if None in names or any(n in ("unwrap", "drop", "auto") or ">" in str(n) for n in names):
        return None
    return f"{names[0]}>{names[1]}"
