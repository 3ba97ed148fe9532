"""The lines of a proposed portal file that say where a list is, and how it goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from webarticlecurator.config.yaml_text import YamlValue, yaml_value
from webarticlecurator.model.proposal import GrowingList, NextProposal, NumberedProposal, Proposal
from webarticlecurator.model.visible import escape_cell


def list_address(found: Proposal) -> str:
    """Return the archive address: with dates as fields, and with {page} where there is no link to
    the next page. A walk along such links begins at page 1."""
    if found.numbered is None:
        return found.dated.template if found.dated else literal_address(found.url)
    template = found.numbered.template
    if found.next is None:
        return template
    if not _has_number(found.numbered, _page_address(found)):
        return _page_address(found)
    return template.replace("{page}", str(found.numbered.first))


def _page_address(found: Proposal) -> str:
    return found.dated.template if found.dated else literal_address(found.url)


def literal_address(url: str) -> str:
    """Return an address as a template that has no fields."""
    return url.replace("{", "%7B").replace("}", "%7D")


def pagination_lines(found: Proposal) -> Iterator[str]:
    """Yield the lines of ``pagination``, with remarks."""
    growing = found.growing
    if found.is_rendered:
        yield "  # The page lists nothing by itself, and no data with its list were found: a browser renders it (docs/browser.md)."
    if found.is_rendered or (growing is not None and growing.added is not None):
        yield f"  pagination: {_browser_list(growing)}      # {_describe_growth(growing)}"
        return
    numbers = yaml_value(_numbers(found)) if found.numbered else ""
    if found.next:
        links = yaml_value({"mode": "next-link", "next": _next(found.next)})
        yield f"  pagination: {links}      # here it leads to {found.next.url}"
        if found.numbered:
            yield f"  # Or by the page numbers:  url: {yaml_value(found.numbered.template)}   with   pagination: {numbers}"
    elif found.numbered:
        yield f"  pagination: {numbers}      # the page has links with page numbers; up to the first page that lists nothing"
    else:
        yield "  pagination: {mode: none}      # no link to a next page and no page numbers were recognised on this page"
        if growing is not None and growing.button is not None:
            yield f"  # A button seems to load more ({_quote(growing.button.text)}). In a browser (docs/browser.md):  pagination: {_browser_list(growing)}"
        if found.counter:
            numbers = "pagination: {mode: infinite-scroll}"
            yield f"  # If the number in its address counts pages:  url: {yaml_value(found.counter)}   with   {numbers}"


def _browser_list(growing: GrowingList | None) -> str:
    button = growing.button if growing is not None else None
    click = {} if button is None else {"click": button.css}
    value: dict[str, YamlValue] = {"mode": "browser-list", **click}
    return yaml_value(value)


def _describe_growth(growing: GrowingList | None) -> str:
    if growing is None:
        return "scrolls to the end; if a button loads more:  click: button.more"
    if growing.button is None:
        return f"in a browser (docs/browser.md); to scroll once has added {growing.added} links"
    text = _quote(growing.button.text)
    return f"in a browser (docs/browser.md); one click ({text}) has added {growing.added} links"


def _quote(text: str) -> str:
    """Return the text of a page for a remark."""
    return f'"{escape_cell(text)}"' if text else "without text"


def _next(proposal: NextProposal) -> YamlValue:
    if not proposal.text:
        return proposal.css
    return {"css": proposal.css, "text": {"contains": proposal.text}}


def _numbers(found: Proposal) -> dict[str, YamlValue]:
    assert found.numbered is not None
    numbers: dict[str, YamlValue] = {"mode": "infinite-scroll"}
    if found.numbered.first != 1:
        numbers["first"] = found.numbered.first
    if found.numbered.step != 1:
        numbers["step"] = found.numbered.step
    if not _has_number(found.numbered, _page_address(found)):
        numbers["first_url"] = _page_address(found)
    return numbers


def _has_number(numbered: NumberedProposal, address: str) -> bool:
    """True if an address has a page number, as the others of its list."""
    before, _, after = numbered.template.partition("{page}")
    return re.fullmatch(re.escape(before) + r"\d+" + re.escape(after), address) is not None
