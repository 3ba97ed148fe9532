"""Where the bytes of an HTML document end: as a document does, or in the middle of it."""

from __future__ import annotations

MAX_AROUND = 5000
"""Bytes at both ends of a page in which its end is looked for: servers write lines around it."""
MAX_LAST = 60
"""Bytes of the end of a page that are shown."""
_CLOSED = (b"div", b"p>", b"article", b"main", b"section", b"table", b"script")
"""Elements that portals close."""


def has_end(content: bytes) -> bool | None:
    """Return whether HTML ends with ``</html>``, but for what servers write behind it; None for
    what is no HTML. Minified pages begin with a doctype alone."""
    last = content[-MAX_AROUND:]
    if b"</html" in last or b"</html" in last.lower():
        return True
    first = content[:MAX_AROUND].lower()
    return False if b"<html" in first or b"<!doctype html" in first else None


def find_last_end(content: bytes) -> str:
    """Return the end tag that an HTML document ends with: ``</html>``, whatever servers write
    behind it, else the last tag but for comments; "" for any other end, and for what is no HTML."""
    if has_end(content) is not False:
        return "</html>" if has_end(content) else ""
    last = content[-MAX_AROUND:].lower().rstrip()
    while last.endswith(b"-->"):
        last = last[: max(last.rfind(b"<!--"), 0)].rstrip()
    tag = last[max(last.rfind(b"<"), 0) :].decode("utf-8", "replace")
    return tag if tag.startswith("</") and tag.endswith(">") else ""


def find_break(content: bytes) -> str:
    """Return the last characters of HTML that breaks off: it does not end with ``</html>``, and an
    element is open, or its last character is one of text; "" for any other bytes."""
    if has_end(content) is not False:
        return ""
    lower = content.rstrip().lower()
    is_open = any(lower.count(b"<" + name) > lower.count(b"</" + name) for name in _CLOSED)
    if lower.endswith(b">") and not is_open:
        return ""
    return " ".join(content[-MAX_LAST:].decode("utf-8", "replace").split())
