"""Which rule is at work, for a supervisor that has to end a process and wants to name the rule.

A regex, an XPath or a hook of a portal file can run for ever. Nothing is noted unless somebody
listens: it costs one comparison per rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath

from webarticlecurator.model.rule import Place


class Watch:
    """``rule`` is called with the name of a rule when it begins (and with that of the outer one, or
    an empty text, when it ends); ``page`` when the reading of a page begins. None: nobody listens.
    """

    def __init__(self) -> None:
        self.rule: Callable[[str], None] | None = None
        self.page: Callable[[], None] | None = None
        self._outer: list[str] = []

    def begin_page(self) -> None:
        """Say that what comes now is about another page."""
        if self.page is not None:
            self.page()

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Say that the rule ``name`` is at work; only where somebody listens to rules."""
        self._outer.append(name)
        self._tell()
        try:
            yield
        finally:
            self._outer.pop()
            self._tell()

    def _tell(self) -> None:
        if self.rule is not None:
            self.rule(self._outer[-1] if self._outer else "")


WATCH = Watch()
"""The one of this process."""


def describe_rule(place: Place, selector: str = "") -> str:
    """A rule in words: the path of its key, and where it stands (``article.body.root[0]
    (portal.yaml:12)``)."""
    where = f"{PurePath(place.file).name}:{place.line}" if place.line else "built in"
    return f"{place.path or selector} ({where})"
