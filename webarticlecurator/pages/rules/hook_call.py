"""The ``hook`` selector: a function of the user finds values on a page."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hooks import Hook, hook_function
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.rules.rule_values import RuleCall


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
    cause: Exception | None = None
    try:
        values = hook_function(hook)(text, url)
        if (
            isinstance(values, Sequence)
            and not isinstance(values, str)
            and all(isinstance(value, str) for value in values)
        ):
            return list(values)
        fault: str = make_message("not a list of texts: {values}", values=f"{values!r:.80}")
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
        cause = error
    raise UsageError(
        make_message(
            "the hook {name} fails on {url}: {fault}", name=hook.name, url=url, fault=fault
        ),
        make_message(
            "Correct {name}.py; then run the same command again.",
            name=hook.name.partition(":")[0],
        ),
    ) from cause
