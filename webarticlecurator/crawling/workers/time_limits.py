"""Time limits for reading a page. They decide only which pages are tried again.

A page has seconds of the processor, which are the same on a busy machine. What waits without
using the processor (a hook that sleeps) is ended by the clock, after ten times as many seconds.
"""

from __future__ import annotations

import os
import signal

from webarticlecurator.base.dataclasses import dataclass

# The largest page within the bounds takes about 5 s of a quiet core
# (tests/pages/page/test_page_bounds.py).
VARIABLE = "CURATOR_PAGE_SECONDS"
"""Environment variable with the seconds of the processor for a page, for slow machines."""
DEFAULT = 30.0
CLOCK_FACTOR = 10
"""Seconds of the clock for each second of the processor, for what uses no processor."""
HAS_PROCESSOR_TIMER = hasattr(signal, "setitimer")
"""Whether the system ends a process that has used its seconds of the processor, also while a regex
or an XPath keeps Python from running anything else. Windows has no such timer: there the parent
looks at what its workers have used (``Worker.processor_seconds``)."""
_FIRST_SHARE = 1 / 2
"""Share of the time for the first attempt. The second attempt, which reports its rules, gets the
rest."""
MAX_FULL_TIMEOUTS = 3
"""Timeouts of a run after which the limit falls to a fifth: three are enough to find the rule."""
MAX_IN_A_ROW = 10
"""Timeouts in a row that end the command: then the rule is the cause, not the page."""


@dataclass(frozen=True)
class Limits:
    """``page`` is the number of seconds of the processor for one page, shared by two attempts."""

    page: float = DEFAULT

    def seconds(self, reports_rules: bool, timeouts: int) -> float:
        """Return the seconds of the processor of one attempt, after ``timeouts`` timeouts of this
        run. ``reports_rules`` is True for the second attempt."""
        total = self.page if timeouts < MAX_FULL_TIMEOUTS else self.page / 5
        return total * (1 - _FIRST_SHARE if reports_rules else _FIRST_SHARE)


def read_limits() -> Limits:
    """Return the limits of the environment variable, or the default."""
    try:
        seconds = float(os.environ.get(VARIABLE, ""))
    except ValueError:
        return Limits()
    return Limits(seconds) if 0 < seconds < 1e6 else Limits()
