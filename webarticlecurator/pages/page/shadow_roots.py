"""Declarative shadow roots (WHATWG HTML 4.12.3, DOM 4.8): what a browser shows in place of the
children of their host.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.base.grouping import first_values

MARK = "shadowrootmode"
_HOSTS = frozenset(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section"
    " span".split()
)
"""Elements that may be hosts, beside those with a name of their own (``x-box``)."""


def show_shadow_roots(root: etree._Element) -> None:
    """Put the content of each ``<template shadowrootmode>`` in the place of the children of its
    host, and these into its slots.

    A child without a slot is not shown: it stays in the template, whose content is not read.
    """
    inner: set[etree._Element] = set()
    # From the innermost: a shadow root may hold the host of another one.
    for template in reversed(list(root.iter("template"))):
        host = template.getparent()
        if not _is_shadow_root(template) or host is None:
            continue
        # Only the first one of a host is attached.
        if any(map(_is_shadow_root, template.itersiblings("template", preceding=True))):
            continue
        light = [child for child in host if child is not template]
        words = "".join(filter(None, (host.text, template.tail)))
        host.text, template.text, template.tail = template.text, None, None
        host[:] = list(template)
        slots = first_values(
            (slot.get("name") or "", slot) for slot in host.iter("slot") if slot not in inner
        )
        inner.update(slots.values())
        _fill_slots(slots, words, light, template)
        if len(template):
            host.append(template)


def _is_shadow_root(template: etree._Element) -> bool:
    host = template.getparent()
    name = host.tag if host is not None else ""
    is_host = isinstance(name, str) and (name in _HOSTS or "-" in name)
    return is_host and (template.get(MARK) or "").lower() in ("open", "closed")


def _fill_slots(
    slots: dict[str, etree._Element],
    words: str,
    light: list[etree._Element],
    rest: etree._Element,
) -> None:
    """Move the children of a host, which begin with ``words``, into ``slots`` (name → slot), or
    into ``rest``. What a slot holds itself is shown where nothing comes into it."""
    filled: set[str] = set()
    if "" in slots and words.strip():
        filled.add("")
        slots[""].text, slots[""][:] = words, []
    for child in light:
        name = (child.get("slot") or "") if isinstance(child.tag, str) else ""
        slot = slots.get(name)
        if slot is not None and name not in filled:
            filled.add(name)
            slot.text, slot[:] = None, []
        (rest if slot is None else slot).append(child)
