"""The types of scalars in a portal file: how each is read, its form in words, its JSON Schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalar_readers import (
    GUESS_ELSEWHERE,
    MAX_ANSWER_BYTES,
    MAX_CONNECTIONS,
    read_answer_size,
    read_boolean,
    read_connections,
    read_count,
    read_date_format,
    read_day,
    read_duration,
    read_guess,
    read_hook_name,
    read_host_name,
    read_line,
    read_non_blank,
    read_page_value,
    read_path,
    read_pick,
    read_positive_count,
    read_positive_seconds,
    read_seconds,
    read_step,
    read_template,
    read_until,
    read_whole_number,
)
from webarticlecurator.config.value_fault import ValueFault, quote_value

ANY_SCALAR = ["string", "number", "boolean"]
"""JSON Schema types that an editor may see in an unquoted scalar."""
STRING: dict[str, Any] = {"type": "string"}
_TEXT: dict[str, Any] = {"type": ANY_SCALAR}


@dataclass(frozen=True)
class ScalarType:
    """``expected`` completes "expected …" in messages and the reference; ``read`` converts the
    text and raises ValueFault; ``schema`` is JSON Schema."""

    expected: str
    read: Callable[[str], Any]
    schema: dict[str, Any]


def one_of(names: tuple[str, ...]) -> ScalarType:
    """Return the type of a closed list of names."""

    def read(value: str) -> str:
        if value not in names:
            raise ValueFault(f"unknown value: {quote_value(value)}", nearest_word(value, names))
        return value

    return ScalarType("one of " + ", ".join(names), read, {"enum": list(names)})


def _number_schema(pattern: str) -> dict[str, Any]:
    return {"type": ["number", "string"], "pattern": pattern}


PLAIN: dict[str, ScalarType] = {
    "text": ScalarType("text", read_non_blank, _TEXT),
    "line": ScalarType("one line of text", read_line, _TEXT),
    "whole": ScalarType("a whole number", read_whole_number, _number_schema("^[+-]?[0-9]+$")),
    "count": ScalarType("a whole number from 0", read_count, _number_schema("^[0-9]+$")),
    "at least 1": ScalarType(
        "a whole number from 1", read_positive_count, _number_schema("^[0-9]+$")
    ),
    "bytes of an answer": ScalarType(
        f"a whole number from 1 to {MAX_ANSWER_BYTES}", read_answer_size, _number_schema("^[0-9]+$")
    ),
    "connections": ScalarType(
        f"a whole number from 1 to {MAX_CONNECTIONS}", read_connections, _number_schema("^[1-8]$")
    ),
    "host name": ScalarType("the name of a host, such as cdn.example.org", read_host_name, _TEXT),
    "page value": ScalarType("a page value, or a range such as 7-14", read_page_value, _TEXT),
    "step": ScalarType("a whole number other than 0", read_step, _number_schema("^[+-]?[0-9]+$")),
    "seconds": ScalarType(
        "seconds, such as 1.5", read_seconds, _number_schema(r"^[0-9]+(\.[0-9]+)?$")
    ),
    "some seconds": ScalarType(
        "seconds, more than 0", read_positive_seconds, _number_schema(r"^[0-9]+(\.[0-9]+)?$")
    ),
    "true/false": ScalarType(
        "true or false", read_boolean, {"enum": [True, False, "true", "false"]}
    ),
    "true/false/elsewhere": ScalarType(
        "true, false or elsewhere",
        read_guess,
        {"enum": [True, False, "true", "false", GUESS_ELSEWHERE]},
    ),
    "duration": ScalarType(
        "a number and a unit (w, d, h, m, s), such as 2d or 12h",
        read_duration,
        {"type": "string", "pattern": "^[0-9]+[wdhms]$"},
    ),
    "day": ScalarType(
        "YYYY-MM-DD",
        read_day,
        {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    ),
    "last day": ScalarType(
        "YYYY-MM-DD, yesterday or today",
        read_until,
        {"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2}|yesterday|today)$"},
    ),
    "module:function": ScalarType(
        "module:function",
        read_hook_name,
        {"type": "string", "pattern": "^[A-Za-z_]\\w*:[A-Za-z_]\\w*$"},
    ),
    "pick": ScalarType(
        "first, last, all, earliest, latest, or a whole number other than 0",
        read_pick,
        {"type": ["string", "number"], "pattern": "^(first|last|all|earliest|latest|[+-]?[0-9]+)$"},
    ),
    "path": ScalarType("names joined by dots, such as author.name", read_path, STRING),
    "template": ScalarType("text with {}", read_template, {"type": "string", "pattern": "\\{\\}"}),
    "date format": ScalarType(
        "a date format such as %Y-%m-%d", read_date_format, {"type": "string", "pattern": "%"}
    ),
}
"""Type name in the key table → its type; more in ``identifiers.py`` and ``expressions.py``."""
