"""The ``hook`` selector: a function of the user finds values on a page."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.errors import UsageError
from webarticlecurator.model.hook import Hook, hook_function
from webarticlecurator.rules.item import RuleCall


def call_hook(hook: Hook, call: RuleCall) -> list[str]:
    """Return what the function finds in the page, or in each element that the rule is narrowed to.

    It is called with the text of the page or the source of the element. Raises UsageError where the
    function fails or returns anything but a list of texts: if the page seemed empty instead, the
    walk would end.
    """
    if call.scope is None:
        return _call_function(hook, call.page.text, call.page.url)
    sources = (
        etree.tostring(e, encoding="unicode", method="html", with_tail=False) for e in call.scope
    )
    return [value for source in sources for value in _call_function(hook, source, call.page.url)]


def _call_function(hook: Hook, text: str, url: str) -> list[str]:
    try:
        values = hook_function(hook)(text, url)
    except Exception as error:
        raise _hook_error(hook, url, f"{type(error).__name__}: {error}") from error
    if (
        not isinstance(values, Sequence)
        or isinstance(values, str)
        or not all(isinstance(value, str) for value in values)
    ):
        raise _hook_error(hook, url, f"not a list of texts: {values!r:.80}")
    return list(values)


def _hook_error(hook: Hook, url: str, cause: str) -> UsageError:
    file = hook.name.partition(":")[0]
    return UsageError(
        f"the hook {hook.name} fails on {url}: {cause}",
        f"Correct {file}.py; then run the same command again.",
    )
