"""The rule that is running, so that a supervisor that ends the process can name it.

A regex, an XPath or a hook of a portal file can run for ever. Without a listener, watching costs
one comparison for each rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath

from webarticlecurator.base.portal.rule import Place


class Watch:
    """The listeners of this process; None where there is none.

    ``rule`` is called with the name of a rule when it begins, and, when it ends, with that of the
    outer rule or an empty string. ``page`` is called when a page begins.
    """

    def __init__(self) -> None:
        self.rule: Callable[[str], None] | None = None
        self.page: Callable[[], None] | None = None
        self._running: list[str] = []

    def begin_page(self) -> None:
        """Report that another page begins."""
        if self.page is not None:
            self.page()

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Report that the rule ``name`` is running inside the block; call it only where ``rule``
        has a listener."""
        self._running.append(name)
        self._report_rule()
        try:
            yield
        finally:
            self._running.pop()
            self._report_rule()

    def _report_rule(self) -> None:
        if self.rule is not None:
            self.rule(self._running[-1] if self._running else "")


BUILT_IN = "built in"
"""The place of a rule that stands in no file of the user."""
WATCH = Watch()
"""The watch of this process."""


def describe_rule(place: Place, selector: str = "") -> str:
    """Return the name of a rule for messages: the path of its key, its file and line
    (``article.body.root[0] (portal.yaml:12)``)."""
    where = f"{PurePath(place.file).name}:{place.line}" if place.line else BUILT_IN
    return f"{place.path or selector} ({where})"
