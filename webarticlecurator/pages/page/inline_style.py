"""What the ``style`` attribute of an element declares: CSS Syntax 3, not a search for words.

Of several declarations of a property the last valid one counts, unless an earlier one is
``!important``. What a style sheet of the page says is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from lxml import etree

_SPACE = re.compile(r"[ \t\n\r\f]+")
_OPAQUE = re.compile(
    r"""(?P<comment>/\*(?:.*?\*/|.*))
    | (?P<escape>\\(?:[0-9a-f]{1,6}[ \t\n\r\f]?|[^\n\r\f]))
    | "(?:[^"\\\n\r\f]|\\.)*"? | '(?:[^'\\\n\r\f]|\\.)*'?
    | (?<![\w-])url\([ \t\n\r\f]*(?!["' \t\n\r\f])(?:[^)\\]|\\.)*\)?""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_IMPORTANT = re.compile(r" ?! ?important ?$")
_NOT_A_WORD = "\ufffd"
"""In place of a string, an address or an escaped sign: no keyword has it."""
_OUTSIDE, _INSIDE = "block|inline", "flow|flow-root|table|flex|grid|ruby|math"
_DISPLAY = rf"""
    none | contents | inline-(?:block|table|flex|grid) | -webkit-(?:inline-)?(?:box|flex)
    | (?:{_OUTSIDE})(?:[ ](?:{_INSIDE}))? | (?:{_INSIDE})(?:[ ](?:{_OUTSIDE}))?
    | (?:(?:block|inline|flow|flow-root)[ ]){{0,2}}list-item
      (?:[ ](?:block|inline|flow|flow-root)){{0,2}}
    | table-(?:(?:row|header|footer|column)-group|row|cell|column|caption) | ruby-text
"""
_WIDE = "|inherit|initial|unset|revert|revert-layer"
_COLLAPSE = "collapse|preserve|preserve-breaks|preserve-spaces|break-spaces"
_VALUES = {
    name: re.compile(values + _WIDE, re.VERBOSE)
    for name, values in {
        "display": _DISPLAY,
        "visibility": "visible|hidden|collapse",
        "content-visibility": "visible|auto|hidden",
        "white-space": f"normal|pre|pre-wrap|pre-line|(?:no)?wrap|{_COLLAPSE}"
        f"|(?:{_COLLAPSE})[ ](?:no)?wrap|(?:no)?wrap[ ](?:{_COLLAPSE})",
        "white-space-collapse": _COLLAPSE,
    }.items()
}
"""Property → its keywords (CSS Display 3, Contain 2, Text 4) as Chromium knows them: any other
value is as if it were not there."""
_NAMES = {"white-space": "white-space-collapse"}
"""A short form, of which one part is asked for."""
_WRITTEN = {short: name for name, short in _NAMES.items()}
_VARIABLE = re.compile(r"var\( ?(?P<name>--[^ ,)]+) ?(?:, ?(?P<otherwise>.*))?\)")
"""A variable, and what counts if nothing sets it (CSS Custom Properties 1)."""
_MAX_VARIABLES = 8
_INITIAL = {
    "display": "inline",
    "visibility": "visible",
    "content-visibility": "visible",
    "white-space-collapse": "collapse",
}
_PARTS_CHILDREN = re.compile(r"(?:^|[- ])(?:flex|grid|box)\b")
_BLOCK = re.compile(
    r"(?:block|flow-root|flex|grid|-webkit-(?:flex|box))(?: .*)?|table(?:[- ].*)?|.*list-item.*"
)
_KEEPS_LINES = re.compile("pre|break-spaces")
_INHERITED = ("", "inherit", "unset")


@lru_cache(maxsize=4096)
def read_style(style: str) -> Mapping[str, str]:
    """Return property → keyword of those that ``style`` sets and curator asks for; "" where it
    leaves the value to the style of the browser."""
    found: dict[str, str] = {}
    important = set[str]()
    declared = dict[str, str]()
    for name, value in _list_declarations(style):
        declared[name] = value
        is_important = _IMPORTANT.search(value) is not None
        value = _IMPORTANT.sub("", value)
        values, name = _VALUES.get(name), _NAMES.get(name, name)
        if values is None or not ("var(" in value or values.fullmatch(value)):
            continue
        if is_important or name not in important:
            found[name] = value
            important.update((name,) if is_important else ())
    return {name: _resolve(name, value, declared) for name, value in found.items()}


def _resolve(name: str, value: str, declared: Mapping[str, str]) -> str:
    for _ in range(_MAX_VARIABLES):
        variable = _VARIABLE.fullmatch(value)
        if variable is None:
            break
        # A style sheet, or an element around, may set it, too.
        value = declared.get(variable["name"], variable["otherwise"] or "")
    if value.startswith("revert") or _VALUES[_WRITTEN.get(name, name)].fullmatch(value) is None:
        return ""
    # *unset* of a property that is inherited inherits
    if value == "initial" or (value == "unset" and name == "display"):
        return _INITIAL[name]
    return value


def _list_declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield name and value, in small letters and with single spaces; of what is in quotes, brackets
    or behind a backslash only that it is there."""
    lowered = style.lower()
    if "\\" not in style and not any(name in lowered for name in _VALUES):
        return
    for declaration in _split(_OPAQUE.sub(_simplify, style)):
        name, _, value = declaration.partition(":")
        yield _SPACE.sub(" ", name).strip(" ").lower(), _SPACE.sub(" ", value).strip(" ").lower()


def _simplify(found: re.Match[str]) -> str:
    if found["comment"]:
        return " "
    if found["escape"]:
        digits = _SPACE.sub("", found["escape"][1:])
        try:
            sign = chr(int(digits, 16))
        except (ValueError, OverflowError):
            sign = digits
        return sign if re.fullmatch("[A-Za-z0-9-]", sign) else _NOT_A_WORD
    return _NOT_A_WORD


def _split(style: str) -> Iterator[str]:
    """Yield what is between semicolons that are in no brackets."""
    if not any(sign in style for sign in _BRACKETS):
        yield from style.split(";")
        return
    start, closing = 0, list[str]()
    for place, sign in enumerate(style):
        if sign in _BRACKETS:
            closing.append(_BRACKETS[sign])
        elif closing:
            if sign == closing[-1]:
                closing.pop()
        elif sign == ";":
            yield style[start:place]
            start = place + 1
    yield style[start:]


def get_keyword(element: etree._Element, name: str) -> str:
    """Return what the style of an element sets a property to, "" for nothing."""
    style = element.get("style")  # few elements have one
    return read_style(style).get(name, "") if style else ""


def parts_children(style: str) -> bool:
    """Return True for a style that makes each child a block (CSS Display 3)."""
    return _PARTS_CHILDREN.search(read_style(style).get("display", "")) is not None


def is_flex_item(element: etree._Element) -> bool:
    """Return True for an element that the style of its parent makes a block."""
    parent = element.getparent()
    return parent is not None and parts_children(parent.get("style") or "")


def makes_block(style: str) -> bool:
    """Return True for a style that makes an element end a line of text."""
    return _BLOCK.fullmatch(read_style(style).get("display", "")) is not None


def keeps_lines(style: str) -> bool | None:
    """Return whether a browser shows the ends of lines with a style (CSS Text 4), None where the
    style leaves it to the elements around."""
    value = read_style(style).get("white-space-collapse", "")
    return None if value in _INHERITED else _KEEPS_LINES.match(value) is not None
