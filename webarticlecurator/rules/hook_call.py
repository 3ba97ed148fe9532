"""The ``hook`` selector: what a function of the user's finds on a page."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.errors import UsageError
from webarticlecurator.model.hook import Hook, hook_function
from webarticlecurator.rules.item import RuleCall


def call_hook(hook: Hook, call: RuleCall) -> list[str]:
    """What the function gives for the page's text, or for the source of each element that the rule
    is narrowed to.

    Raises UsageError where it fails or gives anything but a list of texts: a page that seemed empty
    would end a walk.
    """
    if call.scope is None:
        return _called(hook, call.page.text, call.page.url)
    sources = (
        etree.tostring(e, encoding="unicode", method="html", with_tail=False) for e in call.scope
    )
    return [value for source in sources for value in _called(hook, source, call.page.url)]


def _called(hook: Hook, text: str, url: str) -> list[str]:
    try:
        found = hook_function(hook)(text, url)
    except Exception as error:
        raise _failed(hook, url, f"{type(error).__name__}: {error}") from error
    if (
        not isinstance(found, Sequence)
        or isinstance(found, str)
        or not all(isinstance(value, str) for value in found)
    ):
        raise _failed(hook, url, f"it gives {found!r:.80}, not a list of texts")
    return list(found)


def _failed(hook: Hook, url: str, why: str) -> UsageError:
    file = hook.name.partition(":")[0]
    return UsageError(
        f"the hook {hook.name} fails on {url}: {why}",
        f"Mend {file}.py; then run the same command again.",
    )
