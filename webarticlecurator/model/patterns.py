"""Regexes of the portal file on addresses, each with a time of its own.

Addresses are looked at everywhere, also between two steps of a transaction, where no other process
can be asked. The ``regex`` package matches them as ``re`` does (a test holds that for every shipped
rule) and gives up in time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import regex

from webarticlecurator.errors import PageUnreadable

SECONDS = 5.0
"""For one regex on one address."""


def search_pattern(pattern: str, address: str, rule: str) -> bool:
    """True if ``pattern`` is found in ``address`` (``re.search``). ``rule`` says in words which
    rule it is of. Raises PageUnreadable."""
    try:
        return _compiled(pattern).search(address, timeout=SECONDS) is not None
    except TimeoutError:
        raise _too_slow(rule, address) from None


def substitute_pattern(pairs: Iterable[tuple[str, str]], address: str, rule: str) -> str:
    """``address`` after ordered (regex, replacement) pairs (``re.sub``). Raises PageUnreadable."""
    try:
        for pattern, replacement in pairs:
            address = _compiled(pattern).sub(replacement, address, timeout=SECONDS)
    except TimeoutError:
        raise _too_slow(rule, address) from None
    return address


def _too_slow(rule: str, address: str) -> PageUnreadable:
    return PageUnreadable(f"{rule} ran for more than {SECONDS:g} seconds on {address[:200]}")


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> Any:
    try:
        return regex.compile(pattern, regex.VERSION0)
    except regex.error:  # written in a way that only ``re`` knows
        return _WithoutLimit(re.compile(pattern))


class _WithoutLimit:
    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def search(self, text: str, timeout: float) -> object:  # noqa: ARG002
        return self._pattern.search(text)

    def sub(self, replacement: str, text: str, timeout: float) -> str:  # noqa: ARG002
        return self._pattern.sub(replacement, text)
