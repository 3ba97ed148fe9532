"""Mistakes in the YAML of a portal file, in words: where, what was expected, what to write.

The parser reports where it could not go on, which is often below the mistake. So the lines from
the beginning of the open part to there are looked at, one by one, for what people get wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import yaml

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import Message, join_messages, make_message
from webarticlecurator.portal_file.values.value_fault import quote_value

_COMMENT_IN_FLOW = re.compile(r"(?:[:,]\s+|[\[{]\s*)(#[A-Za-z_-][^,}\]\s]*)")
_TOP_KEY = re.compile(r"""["']?([A-Za-z_]\w*)""")
_ENTRY = re.compile(
    r"(?P<before>[ \t]*(?:- +)*(?P<key>[\w.-]+):[ \t]+|[ \t]*(?:- +)+)(?P<value>.*)"
)
_GLUED = re.compile(r"(?P<before>[ \t]*(?:- +)*)(?P<key>[A-Za-z_][\w-]*):(?P<value>[^\s/].*)")
_OTHER_SIGN = re.compile(r"(?P<before>[ \t]*(?:- +)*)(?P<key>[A-Za-z_]\w*) *= *(?P<value>.*)")
_WORD = re.compile(r"(?P<before>[ \t]*)(?P<key>[A-Za-z_]\w*)\s*")
_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:(?<=\s)|\A)#.*|["']|[\[\]{}]""")
_SIGNS = "%@`*&!"
"""Signs with which no text without quotes begins."""
_BEGINS = {
    "*": make_message("an unquoted * begins an alias"),
    "&": make_message("an unquoted & begins an anchor"),
    "!": make_message("an unquoted ! begins a tag"),
}
_CLOSING = {"[": "]", "{": "}"}
_OPENING = {close: open_ for open_, close in _CLOSING.items()}


@dataclass(frozen=True)
class YamlMistake:
    """``line`` and ``column`` count from 1; ``message`` has the problem, what was expected and the
    cure."""

    line: int
    column: int
    message: Message


def find_mistake(error: yaml.MarkedYAMLError, lines: Sequence[str]) -> YamlMistake:
    """Return what is wrong in the lines of a file that the parser cannot read."""
    mark = error.problem_mark or error.context_mark
    last = min(mark.line if mark else 0, max(len(lines) - 1, 0))
    opened = error.context_mark
    first = min(opened.line, last) if opened else max(last - 1, 0)
    message = " ".join(part for part in (error.context, error.problem) if part)
    if "expected a single document" in message:
        text = make_message("a second document starts here (---); a portal file is one document")
        return YamlMistake(last + 1, 1, text)
    swallowed = _COMMENT_IN_FLOW.search("\n".join(lines[first : last + 1]))
    if opened and swallowed and "flow" in message:
        line = first + "\n".join(lines[first : last + 1])[: swallowed.start(1)].count("\n")
        hidden = is_in_fetch(lines[: line + 1])
        text = make_message(
            "an unquoted # begins a comment: write {value}",
            value=make_message("it in quotes") if hidden else quote_value(swallowed[1]),
        )
        return YamlMistake(line + 1, lines[line].index(swallowed[1]) + 1, text)
    for number in _lines_to_look_at(first, last, lines):
        for look in _LOOKS:
            found = look(lines[number])
            if found is not None:
                column, problem, written = found
                hidden = is_in_fetch(lines[: number + 1])
                return YamlMistake(
                    number + 1, column + 1, problem if hidden else _add_cure(problem, written)
                )
    return _describe_rest(error, lines)


def _add_cure(problem: Message, written: str) -> Message:
    """Return a problem with the line as it should be."""
    return make_message("{problem}; write  {written}", problem=problem, written=written)


def is_in_fetch(lines: Sequence[str]) -> bool:
    """Return True if the last of these lines may be in the section with cookies and headers."""
    keys = [found[1] for line in lines if (found := _TOP_KEY.match(line))]
    return not keys or keys[-1] == "fetch"


def _lines_to_look_at(first: int, last: int, lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the line where the parser stopped, then of those before it that are
    part of what it was reading, and the one before that."""
    for number in range(last, max(first - 2, -1), -1):
        line = lines[number] if number < len(lines) else ""
        if line.strip() and not line.lstrip().startswith("#"):
            yield number


_Found = tuple[int, Message, str]
"""Column from 0, the problem with what was expected, and the line as it should be."""


def _find_tab(line: str) -> _Found | None:
    blanks = re.match(r"[ ]*\t[ \t]*|[^\"'#]*?:[ ]*\t[ \t]*", line)
    if blanks is None:
        return None
    problem = (
        make_message("a tab before the value (expected spaces)")
        if blanks[0].strip()
        else make_message("a tab in the indentation (expected spaces)")
    )
    return line.index("\t"), problem, line.expandtabs(2).strip()


def _find_glued_value(line: str) -> _Found | None:
    found = _GLUED.fullmatch(line)
    if found is None or (found["key"] in ("http", "https") and found["value"][0] == "/"):
        return None
    written = f"{found['key']}: {found['value']}"
    return found.end("key"), make_message("no space after the colon (expected KEY: VALUE)"), written


def _find_glued_dash(line: str) -> _Found | None:
    found = re.match(r"[ \t]*-(?=[A-Za-z.\"'])", line)
    if found is None:
        return None
    written = f"- {line[found.end() :]}"
    return found.end(), make_message("no space after the dash (expected - VALUE)"), written


def _find_first_sign(line: str) -> _Found | None:
    """Find a value that begins with a sign that means something else in YAML."""
    found = _ENTRY.match(line)
    sign = found["value"][:1] if found else ""
    if found is None or not sign or sign not in f"{_SIGNS}|>?":
        return None
    if sign in "|>" and not re.match(r"[|>][-+\d]*\s*[^\s#]", found["value"]):
        return None  # a block of text begins
    return found.start("value"), _describe_first_sign(sign), _quoted(found)


def _find_quotes(line: str) -> _Found | None:
    """Find a quote that is not closed, and text behind the closing one."""
    found = _ENTRY.match(line)
    value = found["value"].rstrip() if found else ""
    if found is None or value[:1] not in ('"', "'") or not value:
        return None
    quoted = _TOKEN.match(value)
    end = quoted.end() if quoted else 0
    rest = value[end:].lstrip()
    if quoted is not None and end > 1 and (not rest or rest[0] == "#"):
        escape = re.search(r'\\(?![0abt\tnvfre "/\\N_LPxuU\r\n])', quoted[0])
        if value[0] == "'" or escape is None:
            return None
        problem = make_message(
            "{escape} in double quotes (expected single quotes, where \\ is itself)",
            escape=escape[0],
        )
        single = value[1:-1].replace("'", "''")
        return (
            found.start("value") + escape.start(),
            problem,
            f"{found['before'].strip()} '{single}'",
        )
    inner = value.strip(value[0])
    if end <= 1:
        problem = make_message(
            "a quote that is not closed (expected {quote} at the end of the value)", quote=value[0]
        )
    else:
        problem = make_message(
            "text after the closing quote (expected one pair around the whole value)"
        )
        inner = value[1:] if value[-1] != value[0] else value[1:-1]
        inner = inner.replace(value[0], "") if value[-1] != value[0] else inner
    return found.start("value"), problem, f"{found['before'].strip()} {_in_quotes(inner)}"


def _find_inner_colon(line: str) -> _Found | None:
    found = _ENTRY.match(line)
    if found is None or not found["key"] or found["value"][:1] in ("", '"', "'", "[", "{", "#"):
        return None
    colon = re.search(r":(?=\s|\Z)", re.split(r"\s#", found["value"])[0])
    if colon is None:
        return None
    problem = make_message("a colon inside the value (expected quotes around it)")
    return found.start("value") + colon.start(), problem, _quoted(found)


def _find_other_sign(line: str) -> _Found | None:
    """Find ``key = value``, ``key; value`` and a key alone."""
    found = _OTHER_SIGN.fullmatch(line)
    if found is not None:
        problem = make_message("an = after the key (expected a colon)")
        return found.end("key"), problem, f"{found['key']}: {found['value']}"
    found = _WORD.fullmatch(line)
    if found is None:
        return None
    problem = make_message("no colon after the key (expected KEY: VALUE)")
    return found.end("key"), problem, f"{found['key']}: …"


def _find_brackets(line: str) -> _Found | None:
    """Find brackets of one line that do not match, and a semicolon between entries."""
    entry = _ENTRY.match(line)
    stack: list[tuple[int, str]] = []
    for token in _TOKEN.finditer(line):
        sign = token[0]
        if sign in _CLOSING:
            stack.append((token.start(), sign))
        elif sign in _OPENING:
            if not stack or stack[-1][1] != _OPENING[sign]:
                problem = make_message(
                    "a {sign} that closes nothing (expected {opening} before it)",
                    sign=sign,
                    opening=_OPENING[sign],
                )
                return token.start(), problem, line[: token.start()].strip()
            stack.pop()
            if not stack and entry is not None and re.match(r"\s*[^\s,#\]}]", line[token.end() :]):
                problem = make_message(
                    "text after the {sign} (expected quotes around the value)", sign=sign
                )
                return token.end(), problem, _quoted(entry)
    if stack:
        column, sign = stack[-1]
        problem = make_message(
            "a {sign} that is not closed (expected {closing} at the end)",
            sign=sign,
            closing=_CLOSING[sign],
        )
        closing = "".join(_CLOSING[each] for _, each in reversed(stack))
        return column, problem, f"{line.strip()}{closing}"
    semicolon = re.search(r"[\[{][^\"']*(;)", line)
    if semicolon:
        column = semicolon.start(1)
        problem = make_message("a semicolon between the entries (expected a comma)")
        return column, problem, f"{line[:column]},{line[column + 1 :]}".strip()
    return None


_LOOKS: tuple[Callable[[str], _Found | None], ...] = (
    _find_tab,
    _find_glued_value,
    _find_glued_dash,
    _find_first_sign,
    _find_quotes,
    _find_inner_colon,
    _find_other_sign,
    _find_brackets,
)


def _quoted(entry: re.Match[str]) -> str:
    value = re.split(r"\s#", entry["value"])[0].rstrip()
    return f"{entry['before'].strip()} {_in_quotes(value)}"


def _in_quotes(value: str) -> str:
    return "'" + value.replace("'", "''") + "'" if '"' in value or "\\" in value else f'"{value}"'


def _describe_rest(error: yaml.MarkedYAMLError, lines: Sequence[str]) -> YamlMistake:
    """Return the mistake where no line alone shows it: the indentation, or the parser's words."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    problem = error.problem or ""
    if "expected <block end>, but found" in problem and line < len(lines):
        indents = [_indent(each) for each in lines[:line] if each.strip()]
        levels = ", ".join(dict.fromkeys(str(each) for each in sorted(set(indents))))
        if _indent(lines[line]) not in indents[-1:]:
            text = make_message(
                "the indentation fits no line above: {indent} (expected {levels}); put it under the"
                " first letter of the key beside it",
                indent=_indent(lines[line]),
                levels=levels,
            )
            return YamlMistake(line + 1, column + 1, text)
    hidden = is_in_fetch(lines[: line + 1])
    rest = lines[line][column:] if line < len(lines) else ""
    if rest[:1] in _SIGNS and rest:
        token = re.split(r"[,\]}]|\s#", rest)[0].rstrip()
        text = _describe_first_sign(rest[0])
        return YamlMistake(
            line + 1, column + 1, text if hidden else _add_cure(text, _in_quotes(token))
        )
    if hidden:  # it may name the beginning of a cookie
        problem = re.sub("'.*'", "…", problem, flags=re.DOTALL)
    text = join_messages(" ", (part for part in (error.context, problem) if part))
    opened = error.context_mark
    if opened and opened.line != line:
        text = make_message(
            "{problem} (opened in line {line})", problem=text, line=str(opened.line + 1)
        )
    text = make_message("{problem}; put values with such signs in quotes", problem=text)
    return YamlMistake(line + 1, column + 1, text)


def _describe_first_sign(sign: str) -> Message:
    """Return the problem of a value that begins with a sign of YAML."""
    begins = _BEGINS.get(sign, make_message("a value begins with {sign}", sign=sign))
    return make_message("{problem} (expected quotes around the value)", problem=begins)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
