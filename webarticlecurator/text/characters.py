r"""Text that is safe where it goes: terminals, XML, HTML, tables; character sets and elements by
name.

Escapes for characters that control a terminal: ``\x1b``, ``\x9b``, ``\u202e``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import cache
from html import escape

import webencodings

_ACTING = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
"""C0 except tab and line ends, DEL, C1, and the marks that change the direction of text."""

_IN_TEXT = re.compile(f"\r(?!\n)|[{_ACTING}]")
_IN_CELL = re.compile(f"[\t\n\r\u2028\u2029{_ACTING}]")
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def escape_controls(text: str) -> str:
    """Return text with control characters escaped, except tabs and line ends (LF, CRLF)."""
    return _IN_TEXT.sub(_escape, text)


def escape_cell(text: str) -> str:
    """Return a part of a line with control characters escaped, also tabs and line ends."""
    return _IN_CELL.sub(_escape, text)


def json_safe(text: str) -> str:
    """Return JSON text with control characters as ``\\uXXXX``, which has the same meaning."""
    return _IN_TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def shorten(text: str, size: int) -> str:
    """Return a text of at most ``size`` characters (of at least two), with … for what is left
    out."""
    return text if len(text) <= size else f"{text[: max(size - 1, 1)]}…"


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    return _SHORT.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


# The characters that XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets).

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""The illegal characters; searching for them is a third faster than for anything but legal ones."""


# Text of pages as it may stand in HTML files that we write, and the head of such a file.

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Content Security Policy (W3C CSP3): should a script or an address ever be left, the browser
neither runs it nor asks for it."""
MAX_LABEL = 200
"""Characters of a label; addresses and class names can be of any length."""
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
"""Characters that HTML does not allow."""


def escape_text(text: str | None) -> str:
    """Return running text as HTML."""
    return escape(_CONTROLS.sub("\ufffd", text)) if text else ""


def escape_label(text: str) -> str:
    """Return a text in one line of at most MAX_LABEL characters, as HTML that may also stand in an
    attribute; characters that change the direction of text are escaped."""
    return escape(shorten(escape_cell(" ".join(text.split())), MAX_LABEL))


def escape_address(url: str) -> str:
    """Return an address as the value of an attribute, with all of its characters."""
    return escape(escape_cell(url))


_MAIN = "<main>\n"


def write_page_head(
    title: str,
    style: str,
    policy: str = POLICY,
    *,
    is_in_main: bool = False,
    language: str = "en",
) -> str:
    """Return the file up to the heading of the page, which stands before ``main`` or in it;
    ``style`` is CSS of ours, ``policy`` the Content Security Policy."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta http-equiv="x-dns-prefetch-control" content="off">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape_label(title)}</title>\n"
        f"<style>\n{style}</style>\n</head>\n<body>\n"
        f"{_MAIN * is_in_main}<h1>{escape_label(title)}</h1>\n"
    )


# Rows of tables as text (TSV, CSV), safe for spreadsheets.
#
# A spreadsheet evaluates a cell that looks like a formula, in any file (OWASP, "CSV injection").
# Such a cell is written with an apostrophe in front (``defuse_formula``), which ``restore_cell``
# removes when an edited table is read again.

_UNSEEN = (
    "\\s\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""Invisible characters that may be before a formula: blanks, controls, characters without width."""
_SIGNS = "=+\\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20"
"""Characters with which a formula begins, in every width."""
_QUOTES = "'\"\uff02\uff07"
_FORMULA = re.compile(f"[{_QUOTES}]*[\t\r\n]|[{_UNSEEN}{_QUOTES}]*[{_SIGNS}]")
_NUMBER = re.compile(r" *-(?:\d+(?:[.,]\d+)?)? *", re.ASCII)
"""A negative number, or a dash in place of a value."""
_WORDS = re.compile(
    f"[{_UNSEEN}]*[-@\u2212\ufe63\ufe6b\uff0d\uff20]{{1,2}}[{_UNSEEN}]*(?=[^\\W\\d])(.*)", re.DOTALL
)
"""A name (``@handle``) or speech after a dash: text that begins with a letter."""
_CALLS = re.compile(
    r"[(\[{=|<>^*/&%+#$\uff08\uff1d\uff5c]|!\S|\b[A-Za-z]{1,3}\d|\d[A-Za-z]?\s*[-:]"
)
"""What a formula needs to do anything: a function, a place, another program, an operator."""


def defuse_formula(cell: str) -> str:
    """Return the cell so that no spreadsheet evaluates it; negative numbers, and words after ``-``
    or ``@`` that can be no formula, are unchanged."""
    is_ambiguous = cell.startswith("'") and _may_be_formula(cell[1:])
    return f"'{cell}" if is_ambiguous or _is_formula(cell) else cell


def restore_cell(cell: str) -> str:
    """Return the cell as it was before ``defuse_formula``, also that of earlier versions."""
    return cell[1:] if cell.startswith("'") and _may_be_formula(cell[1:]) else cell


def _is_formula(cell: str) -> bool:
    words = _WORDS.fullmatch(cell)
    return _may_be_formula(cell) and (words is None or _CALLS.search(words[1]) is not None)


def _may_be_formula(cell: str) -> bool:
    return _FORMULA.match(cell) is not None and _NUMBER.fullmatch(cell) is None


def report_line(cells: Iterable[str]) -> str:
    """Return a line of a TSV table for people, ended by LF.

    White space inside a cell becomes one space; characters that control a terminal are escaped.
    """
    return "\t".join(_report_cell(cell) for cell in cells) + "\n"


def _report_cell(cell: str) -> str:
    text = defuse_formula(escape_cell(" ".join(cell.split())))
    # a quote at the beginning of a cell would be read as the start of a quoted cell
    return _quoted(text) if text.startswith('"') else text


def rows_to_tsv(rows: Iterable[Iterable[str]]) -> str:
    """Return rows as TSV with LF, from which ``read_table_file`` reads the same rows; an empty row
    is an empty line."""
    lines = ([defuse_formula(cell) for cell in row] for row in rows)
    return "".join("\t".join(map(_tsv_cell, cells) if any(cells) else ()) + "\n" for cells in lines)


def _tsv_cell(cell: str) -> str:
    """Return the cell, quoted as by spreadsheets if it has a quote, a tab or a line end."""
    return _quoted(cell) if re.search('["\t\r\n]', cell) else cell


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def csv_line(cells: Iterable[str]) -> str:
    """Return a line of CSV by RFC 4180: commas, doubled quotes, CRLF."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow([defuse_formula(cell) for cell in cells])
    return out.getvalue()


# The names of character sets on the web, and the Python codec for each.
#
# The labels are those of the WHATWG Encoding Standard. A name known only to Python is accepted
# where it is another spelling of an encoding of the Standard (``cp949``, ``utf_8``). Every other
# codec of Python is refused: ``rot13``, ``zlib`` and ``hex`` do not decode text, and ``utf-7``
# hides markup in plain characters.

LABELS: tuple[str, ...] = tuple(webencodings.LABELS)
"""Every label of the Encoding Standard, in lower case."""

MAX_CHARSET_LABEL = 40
"""Longest name that is looked up; the longest label of the Standard has 19 characters."""

_NO_TEXT = frozenset(("replacement", "x-user-defined"))


@cache
def _standard_codec(label: str) -> str | None:
    encoding = webencodings.lookup(label)
    if encoding.name in _NO_TEXT:
        return None
    codec: str = encoding.codec_info.name
    return "gb18030" if codec == "gbk" else codec


def _python_name(label: str) -> str:
    normalized = normalize_encoding(label).lower()
    return aliases.get(normalized, normalized)


@cache
def _codecs_by_python_name() -> Mapping[str, str | None]:
    """Return the codecs by Python's names of encodings; to make it, all of them are imported."""
    standard = {label: _standard_codec(label) for label in LABELS}
    return {
        **{_python_name(codec): codec for codec in standard.values() if codec},
        **{_python_name(label): codec for label, codec in standard.items()},
    }


def text_codec(label: str) -> str | None:
    """Return the Python codec for a label, or None if it names no text encoding of the web."""
    name = label.strip("\t\n\f\r ").lower()
    if len(name) > MAX_CHARSET_LABEL or not name.isascii() or not name.isprintable():
        return None
    if name in webencodings.LABELS:
        return _standard_codec(name)
    return _codecs_by_python_name().get(_python_name(name))


def printable_label(label: str) -> str:
    """Return a label for display: printable ASCII, at most ``MAX_CHARSET_LABEL`` characters."""
    shown = label if label.isascii() and label.isprintable() else ascii(label)[1:-1]
    return shorten(shown, MAX_CHARSET_LABEL)


# Properties of HTML elements, by the standard and by the parser, on which all layers agree.

CODE_TAGS = frozenset(("script", "style"))
"""Elements that contain code: the parser finds no tags in it, and it is not text of the page."""

FALLBACK_TAGS = frozenset(("iframe", "video", "audio", "object"))
"""Elements whose content is shown only where the browser cannot play them."""

UNCLOSED_TAGS = frozenset(("bgsound", "command", "embed", "keygen", "source", "track", "wbr"))
"""Void elements (WHATWG HTML) that libxml2 does not know as such: it puts everything after them, to
the end of the parent, into them."""

EMPTY_TAGS = frozenset(
    "area base basefont br col frame hr img input isindex link meta param".split()
)
"""Void elements that libxml2 knows: it puts neither text nor tags into them."""
