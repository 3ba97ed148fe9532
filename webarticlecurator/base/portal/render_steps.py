"""What a browser does with a page, and what it is given in place of answers from the network."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from webarticlecurator.base.dataclasses import dataclass, replace


@dataclass(frozen=True)
class RenderSteps:
    """What a browser does with a page before it is taken as rendered.

    It clicks ``consent`` where that is shown, and waits for ``wait_for``. For a list, it scrolls or
    clicks ``click`` as ``archive_rules.Pagination`` describes. All selectors are CSS, empty for
    none. With ``is_known``, a list also ends after two rounds running that bring known links only.
    """

    wait_for: str = ""
    consent: str = ""
    scroll: bool = False
    click: str = ""
    until: str | int = ""
    max_rounds: int | None = None
    is_known: Callable[[str], bool] | None = None

    @property
    def is_list(self) -> bool:
        """True if the page is a list that is made longer."""
        return self.scroll or bool(self.click)

    def with_one_round(self) -> RenderSteps:
        """Return the steps for a sample of a list: it is made longer once."""
        return replace(self, until="", max_rounds=1) if self.is_list else self


@dataclass(frozen=True)
class LoadedAnswer:
    """What the browser is given for a request: the decoded body, and its Content-Type.

    With ``trouble``, a message, there is no usable answer, and the page cannot be rendered.
    """

    url: str
    status: int = 200
    content_type: str = ""
    content: bytes = b""
    trouble: str = ""


@dataclass(frozen=True)
class LoadRequest:
    """What a page requests: address, headers, and the kind of the request; with a ``body``, that is
    sent (POST)."""

    url: str
    headers: Mapping[str, str]
    kind: str
    body: bytes | None = None


Load = Callable[[LoadRequest], LoadedAnswer | None]
"""Request of a page → its answer; None if it must not be requested."""


class RenderingFailed(Exception):
    """A page could not be rendered; the message says why, and what may help."""
