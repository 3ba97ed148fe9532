"""The TEI element and type of every name of the block model.

The writer and the documentation use the same tables.
"""

from __future__ import annotations

RENDITIONS: dict[str, str] = {
    "bold": "bold",
    "italic": "italic",
    "emphasis": "emphasis",
    "underline": "underline",
    "strike": "strikethrough",
    "superscript": "superscript",
    "subscript": "subscript",
}
"""Inline name → value of ``hi/@rend``."""

LINES: dict[str, str] = {
    "heading": "heading",
    "question": "question",
    "source": "source",
    "feed-time": "time",
    "feed-author": "author",
    "feed-meta": "meta",
    "comment-time": "time",
    "comment-author": "author",
    "comment-meta": "meta",
}
"""Block of running text → value of ``ab/@type``."""

FLOATING: dict[str, str] = {"lead": "lead", "box": "box", "quiz": "quiz", "social": "social"}
"""Block that is set apart → value of ``floatingText/@type``."""

LIST_MARKS = ("lower-alpha", "upper-alpha", "lower-roman", "upper-roman")
"""List numbers other than decimal, as values in ``list/@rend``."""

ELEMENTS: tuple[tuple[str, str, str], ...] = (
    # name, form among blocks, form elsewhere (inside running text, or where noted)
    ("paragraph", "p", ""),
    (
        "heading",
        'div type="section" / head, @n its level',
        'inside another block: ab type="heading"',
    ),
    ("lead", 'floatingText type="lead" / body', ""),
    ("quote", "quote, @source", ""),
    (
        "list",
        (
            'list, rend="numbered" (with lower-alpha, upper-alpha, lower-roman, upper-roman,'
            ' reversed) or "description"'
        ),
        "",
    ),
    ("item", 'item; @n where the page gives its number; rend="term" in a description list', ""),
    ("table", "table, @rows @cols", ""),
    ("row", 'row, role="label"', ""),
    ("cell", 'cell, @rows @cols role="label"', ""),
    (
        "table-heading",
        "table / head",
        'of a table without rows: floatingText type="table" / body / ab type="table-heading"',
    ),
    ("figure", "figure, @corresp where the picture leads to", ""),
    ("diagram", 'figure type="diagram"', ""),
    ("gallery", 'figure type="gallery" around figures', ""),
    (
        "media-link",
        "graphic, @url; the alt text in figDesc",
        'impossible address: head type="unresolvable" / ref',
    ),
    ("caption", "head of its figure", ""),
    (
        "embed",
        'figure type="embed" / ab / ref',
        'in running text: figure type="embed" / head / ref',
    ),
    (
        "social-embed",
        'figure type="social-embed" / ab / ref',
        'in running text: figure type="social-embed" / head / ref',
    ),
    (
        "social",
        'post type="social", @source',
        'inside another block: floatingText type="social" / body',
    ),
    ("box", 'floatingText type="box" / body', ""),
    ("quiz", 'floatingText type="quiz" / body', ""),
    ("question", 'ab type="question"', ""),
    ("answers", 'list type="answers"', ""),
    ("answer", "item", ""),
    ("feed-entry", 'post type="entry", @when @who @xml:id', ""),
    ("feed-time", 'ab type="time"', ""),
    ("feed-author", 'ab type="author"', ""),
    ("feed-meta", 'ab type="meta"', ""),
    ("comments", 'div type="comments", last in the body', ""),
    ("comment", 'post type="comment", @when @who @replyTo @indentLevel @xml:id', ""),
    ("comment-time", 'ab type="time"', ""),
    ("comment-author", 'ab type="author"', ""),
    ("comment-meta", 'ab type="meta"', ""),
    (
        "note",
        'note type="editorial"',
        'with blocks, in running text: note / floatingText type="note" / body',
    ),
    ("source", 'ab type="source"', 'inside a figure: head type="source"'),
    *((name, f'hi rend="{rend}"', "") for name, rend in RENDITIONS.items()),
    ("inline-quote", "q, @source", ""),
    ("code", "code", 'with elements inside: hi rend="code"'),
    ("link", "ref, @target", 'impossible address: ref type="unresolvable", @n as on the page'),
    ("line-break", "lb, after a space", ""),
)
"""Every name that a tag dictionary may use, for the documentation."""
