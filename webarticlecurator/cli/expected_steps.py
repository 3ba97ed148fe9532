"""What is expected of the rest of a work, in words: how many steps, how much time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Expected:
    """The expected number of steps: at least ``low``, at most about ``high``, None if unknown."""

    low: int = 0
    high: int | None = None

    def describe_total(self) -> str:
        """Return what follows the number of steps that are done: "" if nothing is expected."""
        if self.high is None:
            return f" of at least {self.low}" if self.low else ""
        if self.is_certain:
            return f" of {self.high}" if self.high else ""
        return f" of about {self.low}–{self.high}"

    def describe_time_left(self, done: int, rate: float) -> str:
        """Return the remaining time at ``rate`` steps per second; "" without one."""
        if not rate or (self.low <= done and (self.high or 0) <= done):
            return ""
        shortest = _describe_seconds(max(self.low - done, 0) / rate)
        if self.high is None:
            return f"at least {shortest} left"
        longest = _describe_seconds((self.high - done) / rate)
        if self.is_certain or shortest == longest:
            return f"about {longest} left"
        number, _, unit = shortest.partition(" ")
        return f"{number if longest.endswith(f' {unit}') else shortest}–{longest} left"

    @property
    def is_certain(self) -> bool:
        """True if both numbers are the same, or nearly so."""
        return self.high is not None and self.high - self.low <= 0.05 * self.high


def _describe_seconds(seconds: float) -> str:
    """Return a length of time in words: ``40 s``, ``12 min``, ``5 h``, ``9 days``."""
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
