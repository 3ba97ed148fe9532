"""One walk over the root of an article: elements → operations of the tag dictionary → events for
the builder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lxml import etree

from webarticlecurator.extract.body.block_attributes import attributes_of
from webarticlecurator.extract.body.builder import Builder
from webarticlecurator.extract.body.finish import finish_node
from webarticlecurator.extract.body.frame import PageDefaults
from webarticlecurator.extract.body.inline_language import (
    declares_language,
    language_around,
    lift_language,
    other_language,
)
from webarticlecurator.extract.body.inner_links import AnchorTargets
from webarticlecurator.extract.body.line_breaks import BLOCK_TAGS, is_block
from webarticlecurator.extract.body.live_entries import parse_timestamp
from webarticlecurator.extract.body.media import (
    component_media,
    images_of_noscript,
    media_description,
)
from webarticlecurator.extract.body.open_element import ElementState, OpenElement, enter_element
from webarticlecurator.extract.body.word_account import WordAccount
from webarticlecurator.extract.tags.dictionary import TagDecision, Tagger
from webarticlecurator.extract.tags.operation import Operation
from webarticlecurator.model.blocks import INLINE, Node
from webarticlecurator.model.html_tags import FALLBACK_TAGS, UNCLOSED_TAGS
from webarticlecurator.model.portal import TagRow

_PARTS = frozenset(("dd", "dt"))
"""Of which one ends another; libxml2 puts a ``dd`` into the one before it where the page leaves its
end out."""
_READINGS = {"ruby": "ruby", "rt": "reading", "rp": "reading", "rtc": "reading"}
_MARKED = frozenset(("time", *_READINGS))
"""Tags that say something about their text themselves."""
_NOT_ROOTS = frozenset(("cell", "row", "item", "answer"))


def _tag_above(element: etree._Element) -> object:
    parent = element.getparent()
    return None if parent is None else parent.tag


class Walker:
    """Walks the roots of one page. ``drops``: element → the rule that drops it. ``base``: what
    addresses are relative to."""

    def __init__(
        self,
        builder: Builder,
        tagger: Tagger,
        drops: Mapping[etree._Element, str],
        base: str,
        setting: PageDefaults,
    ) -> None:
        self.builder = builder
        self.tagger = tagger
        self.drops = drops
        self.base = base
        self.setting = setting
        self.places = AnchorTargets((), "", base)
        self.shown: dict[etree._Element, bool] = {}
        self.marked = self.foreign = False
        self.ledger = WordAccount()
        self.ledger_of_comments = WordAccount()
        self.ties: dict[tuple[str, TagRow | None, TagRow | None], None] = {}
        self.headed: list[etree._Element | None] = []
        """Elements that hold headings of the body itself, as long as no live entry came."""

    def begin(self, url: str, roots: Sequence[etree._Element]) -> None:
        """Look for what links in all ``roots`` of the page ``url`` lead to on the page itself."""
        self.places = AnchorTargets(roots, url, self.base)

    def blocks(self) -> tuple[Node, ...]:
        """What was walked, as blocks."""
        made = self.builder.finish()
        if self.foreign:
            made = lift_language(made)
        return self.places.settled(made)

    def walk(self, root: etree._Element) -> None:
        """Everything in ``root``; its own tag counts only if it means running text or a whole
        block."""
        if root in self.drops:
            self.ledger.drop(self.drops[root], root)
            return
        self.builder.boundary()
        language = language_around(root) or self.setting.language
        self.marked = self.places.any or self.marked or declares_language(root)
        choice = self.tagger.choose(root)
        if choice.operation.kind == "drop" or _NOT_ROOTS.intersection(choice.operation.names):
            choice = TagDecision(Operation("auto"), choice.signature, choice.base)
        self._run(self._open(root, choice, ElementState(language=language)))
        self.builder.end_root()

    def _run(self, first: OpenElement) -> None:
        visits = [first]
        while visits:
            visit = visits[-1]
            for child in visit.children:  # it goes on where it stood
                entered = self._enter(child, visit.state)
                if entered is not None:
                    visits.append(entered)
                    break
                self.builder.text(child.tail, visit.state.verbatim)
            else:
                visits.pop()
                self._leave(visit)
                if visits:
                    self.builder.text(visit.element.tail, visits[-1].state.verbatim)

    def _enter(self, element: etree._Element, state: ElementState) -> OpenElement | None:
        """Begin an element; None if there is nothing to go into (comments, dropped elements, text
        alone): then it has ended, too."""
        tag = element.tag
        if not isinstance(tag, str):
            return None
        if tag in UNCLOSED_TAGS:
            return self._void(element, state)
        rule = self.drops.get(element)
        if rule:
            self._drop(element, rule)
            return None
        choice = self.tagger.choose(element)
        if choice.operation.kind == "drop":
            self._unscripted(element, choice, state)
            self._drop(element, f"tags: {choice.row.signature if choice.row else choice.signature}")
            return None
        if choice.row is None and not state.flat:
            self._ledger().unknown(choice.signature, element)
        visit = self._open(element, choice, state)
        if len(element):
            return visit
        self._leave(visit)
        return None

    def _void(self, element: etree._Element, state: ElementState) -> OpenElement:
        """An element that ends at once; what libxml2 put into it comes after it."""
        choice = self.tagger.choose(element)
        if element not in self.drops and choice.operation.kind != "drop":
            self._leave(self._begun(element, choice, state))
        self.builder.text(element.text, state.verbatim)
        return OpenElement(element, iter(element), state)

    def _drop(self, element: etree._Element, rule: str) -> None:
        self.ledger.drop(rule, element)
        if element.tag in BLOCK_TAGS:
            self.builder.boundary()

    def _open(
        self, element: etree._Element, choice: TagDecision, state: ElementState
    ) -> OpenElement:
        visit = self._begun(element, choice, state)
        if element.tag in FALLBACK_TAGS and (choice.operation.names or state.flat):
            self._fallback(element)
            visit.children = iter(())
        else:
            self.builder.text(element.text, visit.state.verbatim)
        return visit

    def _begun(
        self, element: etree._Element, choice: TagDecision, state: ElementState
    ) -> OpenElement:
        """The element's operation, without its text and children."""
        self._note(choice)
        operation = choice.operation
        names = () if state.flat and operation.names != ("line-break",) else operation.names
        visit = OpenElement(element, iter(element), enter_element(state, element, operation, names))
        if self.marked or element.tag in _MARKED:
            self._mark(visit, named=bool(names))
        visit.block = is_block(element)
        visit.edge = visit.block or (operation.kind == "auto" and not state.flat)
        for name in names:
            self._begin(visit, name, operation, state)
        if visit.edge and not visit.tokens:
            self.builder.boundary()
        return visit

    def _mark(self, visit: OpenElement, *, named: bool) -> None:
        """What attributes say about the text of an element, whatever it becomes; ``named``: it
        becomes something."""
        element, before = visit.element, self.builder.formats
        language = other_language(element, visit.state.language)
        if language:
            visit.state = replace(visit.state, language=language)
            self.builder.push_format("foreign", {"lang": language})
            self.foreign = True
        day = (
            parse_timestamp(element.get("datetime") or "", self.setting.timezone)
            if element.tag == "time" and not named
            else ""
        )
        if day and not visit.state.flat:
            self.builder.push_format("date", {"when": day})
        if element.tag in _READINGS and not named and not visit.state.flat:
            self._read(str(element.tag))
        if self.builder.formats is not before:
            visit.formats = before
        self.builder.anchors.extend(self.places.met(element))

    def _read(self, tag: str) -> None:
        """Text with its reading above it; the brackets (``rp``) belong to the reading. Outside of
        ``ruby`` they are text."""
        if tag == "ruby" or any(f.name == "ruby" for f in self.builder.formats):
            self.builder.push_format(_READINGS[tag], {})

    def _begin(
        self, visit: OpenElement, name: str, operation: Operation, state: ElementState
    ) -> None:
        element = visit.element
        if name == "line-break":
            self.builder.line_break()
        elif name == "media-link":
            if not state.media:
                self._media(element, operation)
        elif name in INLINE:
            self._format(visit, name, operation)
        else:
            if name == "item" and element.tag in _PARTS and _tag_above(element) in _PARTS:
                self.builder.end_item()
            found = attributes_of(element, name, operation.keep, self.base, self.setting)
            if name == "feed-entry" and self._is_apart(element):
                found["apart"] = "yes"
            token = self.builder.open(name, found, block=visit.block)
            visit.tokens = (*visit.tokens, token)
            if name == "heading" and token == 1:
                self.headed.append(element.getparent())

    def _is_apart(self, entry: etree._Element) -> bool:
        """True for the first live entry after headings that all stand in elements it is no part of
        (an introduction): they are not its headings."""
        around = set(entry.iterancestors()) if self.headed else set()
        apart = bool(self.headed) and not around.intersection(self.headed)
        self.headed.clear()
        return apart

    def _format(self, visit: OpenElement, name: str, operation: Operation) -> None:
        found = attributes_of(visit.element, name, operation.keep, self.base, self.setting)
        if name == "link":
            if not found:
                return
            to = self.places.led_to(visit.element)
            found.update({"to": to} if to else {})
        if visit.edge and not visit.tokens:
            self.builder.boundary()
        before = self.builder.push_format(name, found)
        visit.formats = before if visit.formats is None else visit.formats

    def _media(self, element: etree._Element, operation: Operation) -> None:
        found = attributes_of(element, "media-link", operation.keep, self.base, self.setting)
        if found:
            self.builder.media(
                finish_node("media-link", (), {**found, "alt": media_description(element)})
            )

    def _unscripted(
        self, element: etree._Element, choice: TagDecision, state: ElementState
    ) -> None:
        """What shows only with, or only without, scripts: the post that a ``script`` names, the
        images of a ``noscript``, where nothing else shows them and the base dictionary drops the
        tag."""
        if not choice.base or state.media:
            return
        if element.tag == "script":
            for target in component_media(element):
                self.builder.close(self.builder.open("social-embed", {"target": target}))
        elif element.tag == "noscript":
            for image in images_of_noscript(element, self.shown):
                found = self.tagger.choose(image).operation
                if image not in self.drops and "media-link" in found.names:
                    self._media(image, found)

    def _leave(self, visit: OpenElement) -> None:
        if visit.formats is not None:
            self.builder.restore(visit.formats)
        for token in reversed(visit.tokens):
            self.builder.close(token)
        if visit.edge and not visit.tokens:
            self.builder.boundary()

    def _note(self, choice: TagDecision) -> None:
        if choice.base:
            self._ledger().fell_back(choice.signature)
        if choice.tie:
            self.ties[choice.signature, choice.row, choice.tie] = None

    def _ledger(self) -> WordAccount:
        """Of tags, where the walk stands; what rules drop stands in one ledger for all."""
        return self.ledger_of_comments if self.builder.in_comments() else self.ledger

    def _fallback(self, element: etree._Element) -> None:
        """What an embedded medium shows where it cannot be played is no text of the article."""
        self.ledger.drop(f"tags: {element.tag} (fallback)", element)
