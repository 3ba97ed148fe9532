"""How long the reading of a page may take. Only what is ``failed``, and so tried again, depends on
it."""

from __future__ import annotations

import os
from dataclasses import dataclass

VARIABLE = "CURATOR_PAGE_SECONDS"
"""Environment variable: seconds of a page instead of the default, for slow machines."""
DEFAULT = 30.0
_FIRST = 1 / 2
"""The share of the first attempt. The second one tells which rule is at work, and ends with the
rest."""
PATIENT = 3
"""Pages of a run that get the whole time before the limit falls to a fifth: who has seen three
knows the rule."""
IN_A_ROW = 10
"""Pages running that ran out of time: then it is the rule, not the page, and the command ends."""


@dataclass(frozen=True)
class Limits:
    """``page`` seconds for one page, in two attempts."""

    page: float = DEFAULT

    def seconds(self, telling: bool, timeouts: int) -> float:
        """Of one attempt, after ``timeouts`` pages of this run ran out of time."""
        whole = self.page if timeouts < PATIENT else self.page / 5
        return whole * (1 - _FIRST if telling else _FIRST)


def read_limits() -> Limits:
    """The default, or what the environment says."""
    try:
        seconds = float(os.environ.get(VARIABLE, ""))
    except ValueError:
        return Limits()
    return Limits(seconds) if 0 < seconds < 1e6 else Limits()
