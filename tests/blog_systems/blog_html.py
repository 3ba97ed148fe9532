"""Plain HTML of the parts of a post, as editors write it that have no markup of their own."""

from __future__ import annotations

from html import escape

from blog_posts import Piece, inline


def plain_block(piece: Piece, heading: str = "h2") -> str:
    """A paragraph, lines, a heading, a list, a quote or a listing; empty for others."""
    texts = [inline(text) for text in piece.texts]
    items = "".join(f"<li>{text}</li>" for text in texts)
    return {
        "p": f"<p>{texts[0]}</p>",
        "lines": f"<p>{'<br>'.join(texts)}</p>",
        "h2": f"<{heading}>{texts[0]}</{heading}>",
        "list": f"<ul>{items}</ul>",
        "numbered": f"<ol>{items}</ol>",
        "quote": f"<blockquote>{''.join(f'<p>{text}</p>' for text in texts)}</blockquote>",
        "pre": f'<pre><code class="language-python">{escape(piece.texts[0])}</code></pre>',
    }.get(piece.kind, "")


def table_rows(piece: Piece, head: bool) -> str:
    """The rows of a table, the first one as its head if it has one."""
    rows = [text.split("\t") for text in piece.texts]
    lines = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    if not head:
        return f"<tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody>"
    first = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join(f"<tr>{line}</tr>" for line in lines[1:])
    return f"<thead><tr>{first}</tr></thead><tbody>{body}</tbody>"
