"""Reads and checks the keys by which pages are rendered in a browser."""

from __future__ import annotations

from webarticlecurator.base.portal.pagination import BROWSER_LIST
from webarticlecurator.base.portal.portal import BrowserRules, Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Section
from webarticlecurator.portal_file.config.section_merge import merge_sections


def read_browser_rules(section: Section, fetch: Section) -> BrowserRules:
    """Return how the pages of a span are rendered: by ``fetch`` of its column or its own, over
    ``fetch`` of the portal."""
    merged = merge_sections(fetch, section.section("fetch"))
    is_rendered = bool(merged.get("browser", False))
    is_browser_list = section.section("pagination").get("mode", "none") == BROWSER_LIST.name
    return BrowserRules(
        renders_lists=is_rendered or is_browser_list,
        renders_articles=is_rendered,
        wait_for=merged.get("wait_for", ""),
        consent=merged.get("consent", ""),
    )


def check_list_keys(context: LoadContext, paging: Section) -> None:
    """Report a list in the browser that neither scrolls nor clicks."""
    is_browser_list = paging.get("mode", "none") == BROWSER_LIST.name
    if is_browser_list and not paging.get("scroll", True) and not paging.has("click"):
        context.add_problem(
            paging.where("scroll"),
            "nothing makes the list longer: scroll: false without click (expected one of the"
            " two); remove scroll, or add click: with the selector of the button",
            found="false",
            allowed="scroll: true, or click",
        )


def check_browser_keys(context: LoadContext, fetch: Section, portal: Portal) -> None:
    """Report keys of ``fetch`` that have no effect without a browser, or beside one."""
    rules = [span.browser for span in portal.spans.values()]
    if not any(rule.renders_lists or rule.renders_articles for rule in rules):
        keys = ("wait_for", "consent", "browser_hosts", "browser_post")
        for key in (key for key in keys if fetch.has(key) and portal.columns):
            context.add_problem(
                fetch.where(key),
                make_message(
                    "`{key}` has no effect without a browser; write browser: true, or remove it",
                    key=key,
                ),
                found=key,
                allowed="browser: true beside it, or a column in mode browser-list",
            )
    elif portal.fetch.connections > 1:
        context.add_problem(
            fetch.where("connections"),
            make_message(
                "too many connections: {connections} (expected 1, because a browser renders"
                " pages one at a time); remove the key",
                connections=portal.fetch.connections,
            ),
            found=str(portal.fetch.connections),
            allowed="1",
        )
