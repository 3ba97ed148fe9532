"""What long work tells while it goes on; the command line shows it, a script may ignore it."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """``say`` is a line worth reading once; ``begin`` starts a stage with the number of steps
    expected (None if unknown); ``expect`` corrects that number; ``step`` is one finished step with
    what it was about; ``end`` closes the stage."""

    def say(self, text: str) -> None: ...

    def begin(self, stage: str, total: int | None, unit: str) -> None: ...

    def expect(self, total: int) -> None: ...

    def step(self, what: str) -> None: ...

    def end(self) -> None: ...


class NullProgress:
    """Tells nothing."""

    def say(self, text: str) -> None:
        pass

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        pass

    def expect(self, total: int) -> None:
        pass

    def step(self, what: str) -> None:
        pass

    def end(self) -> None:
        pass
