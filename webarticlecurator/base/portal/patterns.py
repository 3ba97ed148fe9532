"""Limits on the rules of a portal file: regexes that may take long, and the rule that is running.

Regexes of the portal file on addresses, with a time limit for each.

Addresses are matched everywhere, also inside a transaction, where a worker process cannot be used.
The ``regex`` package matches as ``re`` does (a test compares them for every shipped rule) and has a
timeout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.text.translation import make_message

SECONDS = 5.0
"""Time limit of one regex on one address."""


def search_pattern(pattern: str, address: str, rule: str) -> bool:
    """Return True if ``pattern`` is found in ``address`` (``re.search``).

    Raises PageUnreadable with the name of the ``rule`` where that takes too long.
    """
    try:
        return _compile(pattern).search(address, timeout=SECONDS) is not None
    except TimeoutError:
        raise _too_slow(rule, address) from None


def substitute_pattern(pairs: Iterable[tuple[str, str]], address: str, rule: str) -> str:
    """Return ``address`` after ordered (regex, replacement) pairs (``re.sub``).

    Raises PageUnreadable with the name of the ``rule`` where that takes too long.
    """
    try:
        for pattern, replacement in pairs:
            address = _compile(pattern).sub(replacement, address, timeout=SECONDS)
    except TimeoutError:
        raise _too_slow(rule, address) from None
    return address


def _too_slow(rule: str, address: str) -> PageUnreadable:
    return PageUnreadable(
        make_message(
            "{rule} ran for more than {seconds:g} seconds on {address}",
            rule=rule,
            seconds=SECONDS,
            address=address[:200],
        ),
        "Correct the rule, then run the same command again.",
    )


@lru_cache(maxsize=1024)
def _compile(pattern: str) -> Any:
    import regex  # takes longer than most portal files, which have no regex for addresses

    try:
        return regex.compile(pattern, regex.VERSION0)
    except regex.error:  # syntax that only ``re`` knows
        return _WithoutLimit(re.compile(pattern))


class _WithoutLimit:
    """A pattern of ``re``, used like one of ``regex`` but without a time limit."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def search(self, text: str, timeout: float) -> object:  # noqa: ARG002
        return self._pattern.search(text)

    def sub(self, replacement: str, text: str, timeout: float) -> str:  # noqa: ARG002
        return self._pattern.sub(replacement, text)
