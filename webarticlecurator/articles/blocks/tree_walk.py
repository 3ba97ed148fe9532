"""Walk over the root elements of an article and send events to the builder.

Each element gets its operation from the tag dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from lxml import etree

from webarticlecurator.articles.blocks.attribute_values import read_block_attributes
from webarticlecurator.articles.blocks.block_attributes import (
    component_addresses,
    media_description,
    unshown_noscript_images,
)
from webarticlecurator.articles.blocks.block_values import PageDefaults
from webarticlecurator.articles.blocks.builder import Builder
from webarticlecurator.articles.blocks.content_model import NEED_PARENT
from webarticlecurator.articles.blocks.finish import finish_node
from webarticlecurator.articles.blocks.formulas import SHOWN_FORMULA, Formula
from webarticlecurator.articles.blocks.inline_language import (
    HAS_LANG,
    lift_language,
    other_language,
    own_language,
)
from webarticlecurator.articles.blocks.inner_links import AnchorTargets
from webarticlecurator.articles.blocks.open_elements import ElementState, OpenElement
from webarticlecurator.articles.blocks.post_times import parse_timestamp
from webarticlecurator.articles.blocks.tag_dictionary import (
    UNWRAP,
    Operation,
    TagDecision,
    Tagger,
)
from webarticlecurator.articles.blocks.walk_record import WalkRecord
from webarticlecurator.articles.without_rules.threads import Post
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.blocks import INLINE, Node, rewrite_blocks
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.text.html_tags import FALLBACK_TAGS, UNCLOSED_TAGS
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.inline_style import is_flex_item, keeps_lines, parts_children
from webarticlecurator.pages.page.word_account import (
    BLOCK_TAGS,
    VERBATIM_TAGS,
    WordAccount,
    is_block,
)

_DESCRIPTION_PARTS = frozenset(("dd", "dt"))
"""Each of these ends the one before; libxml2 nests a ``dd`` in the preceding one where the page
leaves out the end tag."""

_RUBY_FORMATS = {"ruby": "ruby", "rt": "reading", "rtc": "reading"}

_STYLES = etree.XPath("descendant-or-self::*/@style", smart_strings=False)

_NOTHING: Iterator[etree._Element] = iter(())
"""The children of an element without any."""

_SELF_DESCRIBING = frozenset(("time", *_RUBY_FORMATS))
"""Tags that mark up their text even without a row in the tag dictionary."""


def _parent_tag(element: etree._Element) -> object:
    parent = element.getparent()
    return None if parent is None else parent.tag


def _is_inside_sentence(element: etree._Element) -> bool:
    """Return True if words stand directly before and after an element, in the same element."""
    before, parent = element.getprevious(), element.getparent()
    text_before = before.tail if before is not None else parent is not None and parent.text
    return bool(text_before and text_before.strip() and element.tail and element.tail.strip())


class Walker:
    """Walks the root elements of one page."""

    def __init__(
        self,
        builder: Builder,
        tagger: Tagger,
        drops: Mapping[etree._Element, str],
        base: str,
        defaults: PageDefaults,
        account: WordAccount,
        entries: Mapping[etree._Element, str],
        figures: Mapping[etree._Element, str],
        record: WalkRecord | None = None,
    ) -> None:
        """``drops``: element → the rule that drops it. ``base``: the base of relative addresses.
        ``account``: what becomes of the words outside comments. ``entries``: element → the block,
        comment or feed-entry, that it is whatever the tag dictionary says. ``figures``: element →
        ``figure`` or ``unwrap``, where no row of the portal matches it. ``record``: what becomes of
        the elements, if that is to be recorded."""
        self.builder = builder
        self.tagger = tagger
        self.drops = drops
        self.base = base
        self.defaults = defaults
        self.account = account
        self._entries, self._figures = entries, figures
        self._has_own_operations = bool(entries or figures)
        self.record = record
        self.comments_account = WordAccount()
        self.ties: dict[tuple[str, TagRow | None, TagRow | None], None] = {}
        self.targets = AnchorTargets((), "", base)
        """The anchors that links in the roots lead to."""
        self.posts: Mapping[etree._Element, Post] = {}
        """Entry → what is known of the post that it is, without a rule."""
        self.formulas: Mapping[etree._Element, Formula] = {}
        self._shows_image: dict[etree._Element, bool] = {}
        self._has_marks = False
        """True if the page declares languages or links to anchors, so every element is examined."""
        self._keeps_lines = self._parts_children = False
        """True if a style in a root does so, so that each element is asked for its own."""
        self._has_foreign = False
        self._heading_parents: list[etree._Element | None] = []
        """Parents of headings in the body itself, until the first live entry."""

    def finish(self) -> tuple[Node, ...]:
        """Close all blocks and return the finished tree."""
        blocks = self.builder.finish()
        if self._has_foreign:
            # Move the language of a block that is all in one other language to the block itself
            lifted = rewrite_blocks(blocks, lambda node: (lift_language(node),))
            blocks = tuple(node for node in lifted if isinstance(node, Node))
        return self.targets.resolve(blocks)

    def walk(self, root: etree._Element) -> None:
        """Walk over one root element.

        The operation of the root itself counts only if it means running text or a whole block.
        """
        if root in self.drops:
            self.account.add_dropped(self.drops[root], root)
            if self.record is not None:
                self.record.dropped[root] = self.drops[root]
            return

        self.builder.add_boundary()
        # The language of `element`: its own or that of its nearest ancestor with `lang`
        languages = (own_language(candidate) for candidate in self_and_ancestors(root))
        language = (
            next((language for language in languages if language), "") or self.defaults.language
        )
        # True if any element in `root` has a `lang` attribute
        self._has_marks = self.targets.exist or self._has_marks or bool(HAS_LANG(root))
        styles = cast("list[str]", _STYLES(root))
        self._keeps_lines |= any(keeps_lines(style) is not None for style in styles)
        self._parts_children |= any(map(parts_children, styles))
        decision = self._choose(root)
        operation = decision.operation
        needs_parent = root not in self._entries and NEED_PARENT.intersection(operation.names)
        # A rule has named this root, so it cannot be dropped or be an entry of a list that is not
        # there.
        if operation.kind == "drop" or needs_parent:
            decision = TagDecision(Operation("auto"), decision.signature, decision.base)
        # a stack instead of recursion, since pages may nest deeply
        open_elements = [self._open(root, decision, ElementState(language=language))]
        while open_elements:
            current = open_elements[-1]
            for child in current.children:  # continues where it stopped
                entered = self._enter(child, current.state)
                if entered is not None:
                    open_elements.append(entered)
                    break
                self.builder.add_text(child.tail, current.state.verbatim)
            else:
                open_elements.pop()
                self._leave(current)
                if open_elements:
                    self.builder.add_text(current.element.tail, open_elements[-1].state.verbatim)
        self.builder.end_root()

    def _choose(self, element: etree._Element) -> TagDecision:
        decision = self.tagger.choose(element)
        if element.tag == "button" and decision.base and _is_inside_sentence(element):
            return replace(decision, operation=UNWRAP)
        # a figure of code or other preformatted text, and not of a picture
        if (
            element.tag == "figure"
            and decision.base
            and element.find(".//pre") is not None
            and element.find(".//img") is None
        ):
            return replace(decision, operation=UNWRAP)
        if not self._has_own_operations:
            return decision
        # A guessed figure gives way to a row of the portal, an entry of article.parts does not.
        name = self._figures.get(element) if decision.base else None
        name = self._entries.get(element, name)
        if name is None:
            return decision
        operation = UNWRAP if name == "unwrap" else Operation("rename", (name,))
        return replace(decision, operation=operation)

    def _enter(self, element: etree._Element, state: ElementState) -> OpenElement | None:
        """Open an element whose children are to be walked.

        None if there are no children to walk: a comment, a dropped element, an element with text
        only. Such an element is already closed.
        """
        tag = element.tag
        if not isinstance(tag, str):
            return None
        if tag in UNCLOSED_TAGS:
            decision = self.tagger.choose(element)
            if element not in self.drops and decision.operation.kind != "drop":
                self._leave(self._apply(element, decision, state))
            # libxml2 puts what follows an unclosed void element into it; in a browser it is
            # behind it.
            self.builder.add_text(element.text, state.verbatim)
            return OpenElement(element, iter(element), state)

        rule = self.drops.get(element)
        if rule:
            self._drop(element, rule, state)
            return None

        decision = self._choose(element)
        formula = self.formulas.get(element)
        if formula is not None and (decision.row is None or decision.base):
            self._add_formula(element, formula)
            return None
        if decision.operation.kind == "drop":
            self._add_script_content(element, decision, state)
            signature = decision.row.signature if decision.row else decision.signature
            self._drop(element, f"tags: {signature}", state)
            return None
        if decision.row is None and not state.flat:
            self._tag_account().add_unclaimed(decision.signature, element)
            if self.record is not None:
                self.record.unclaimed[element] = decision.signature

        opened = self._open(element, decision, state)
        if len(element):
            return opened
        self._leave(opened)
        return None

    def _add_formula(self, element: etree._Element, formula: Formula) -> None:
        """Add the source of a formula in the place of what the page shows of it."""
        self.account.add_dropped(SHOWN_FORMULA, element)
        self._record_block(element, "formula")
        if formula.is_display:
            self.builder.add_text(" ")
        before = self.builder.push_format(
            "formula", {"display": "yes"} if formula.is_display else {}
        )
        self.builder.add_text(formula.tex)
        self.builder.restore_formats(before)
        if formula.is_display:
            self.builder.add_text(" ")

    def _drop(self, element: etree._Element, rule: str, state: ElementState) -> None:
        self.account.add_dropped(rule, element)
        if self.record is not None:
            self.record.dropped[element] = rule
        # What is dropped still parts the words on both of its sides, if it was a block.
        if element.tag in BLOCK_TAGS:
            self.builder.add_boundary(is_line=state.lines)

    def _open(
        self, element: etree._Element, decision: TagDecision, state: ElementState
    ) -> OpenElement:
        opened = self._apply(element, decision, state)
        if element.tag in FALLBACK_TAGS and (decision.operation.names or state.flat):
            # what an embedded medium shows where it cannot be played is not text of the article
            rule = f"tags: {element.tag} (fallback)"
            self.account.add_dropped(rule, element)
            if self.record is not None:
                self.record.fallbacks[element] = rule
            opened.children = _NOTHING
        else:
            self.builder.add_text(element.text, opened.state.verbatim)
        return opened

    def _apply(
        self, element: etree._Element, decision: TagDecision, state: ElementState
    ) -> OpenElement:
        """Apply the operation to an element, without its text and children."""
        if decision.base:
            self._tag_account().add_base_use(decision.signature)
        if decision.tie:
            self.ties[decision.signature, decision.row, decision.tie] = None
        operation = decision.operation
        names = operation.names
        if state.flat and names != ("line-break",):
            names = ()
        flat = operation.kind == "flatten"
        own = keeps_lines(element.get("style") or "") if self._keeps_lines else None
        verbatim = (element.tag in VERBATIM_TAGS or state.verbatim) if own is None else own
        media = "media-link" in names
        inner_state = state
        # Programs that colour code put each of its lines into a block of its own.
        lines = (
            state.lines
            or element.tag in VERBATIM_TAGS
            or ("code" in names and not decision.base and is_block(element))
        )
        if flat or verbatim != state.verbatim or media or lines != state.lines:
            inner_state = ElementState(
                state.flat or flat, verbatim, state.media or media, state.language, lines
            )
        opened = OpenElement(element, iter(element) if len(element) else _NOTHING, inner_state)
        # Where a page declares no language and links to no anchor, attributes of few tags count.
        if self._has_marks or element.tag in _SELF_DESCRIBING:
            self._add_marks(opened, is_renamed=bool(names))

        opened.is_block = is_block(element) or (self._parts_children and is_flex_item(element))
        opened.has_edges = opened.is_block or (operation.kind == "auto" and not state.flat)
        opened.is_line = state.lines
        for name in names:
            self._open_name(opened, name, operation, state)
        if opened.has_edges and not opened.tokens:
            self.builder.add_boundary(is_line=opened.is_line)
        return opened

    def _add_marks(self, opened: OpenElement, *, is_renamed: bool) -> None:
        """Add what attributes declare about an element: language, date, reading, anchor.

        Languages and anchors count whatever the element becomes, dates and readings only if it is
        not ``is_renamed``.
        """
        element, before = opened.element, self.builder.formats
        language = other_language(element, opened.state.language)
        if language:
            opened.state = replace(opened.state, language=language)
            self.builder.push_format("foreign", {"lang": language})
            self._has_foreign = True

        if not is_renamed and not opened.state.flat:
            if element.tag == "time":
                day = parse_timestamp(element.get("datetime") or "", self.defaults.timezone)
                if day:
                    self.builder.push_format("date", {"when": day})
            elif element.tag in _RUBY_FORMATS:
                # Open `ruby` or a reading in it; outside of `ruby`, a reading is ordinary text
                tag = str(element.tag)
                if tag == "ruby" or any(f.name == "ruby" for f in self.builder.formats):
                    self.builder.push_format(_RUBY_FORMATS[tag], {})

        if self.builder.formats is not before:
            opened.outer_formats = before
        self.builder.pending_anchors.extend(self.targets.take_names(element))

    def _open_name(
        self, opened: OpenElement, name: str, operation: Operation, state: ElementState
    ) -> None:
        """Open the block or inline node ``name`` for an element."""
        element = opened.element
        if name == "line-break":
            self.builder.add_line_break()
            return
        if name == "media-link":
            if not state.media:
                self._add_media(element, operation)
            return
        attributes = self._read_attributes(element, name, operation)
        if name in INLINE:
            self._open_format(opened, name, attributes)
            return

        # Without an end tag libxml2 nests the next dd in the one before; browsers end it.
        parts = _DESCRIPTION_PARTS
        if name == "item" and element.tag in parts and _parent_tag(element) in parts:
            self.builder.end_item()
        if name == "feed-entry":
            # The first live entry stands apart if no heading before it is its own: where all
            # headings stand in elements that do not contain the entry, as in an introduction.
            parents, self._heading_parents = self._heading_parents, []
            if parents and set(element.iterancestors()).isdisjoint(parents):
                attributes["apart"] = "yes"
        post = self.posts.get(element) if name == "feed-entry" else None
        if post is not None:
            when = parse_timestamp(post.when, self.defaults.timezone)
            attributes.update({"id": post.id, "who": post.author, "when": when})
        token = self.builder.open_block(name, attributes, is_block=opened.is_block)
        opened.tokens = (*opened.tokens, token)
        self._record_block(element, name)
        self._add_line_of(post)
        if name == "heading" and token == 1:
            self._heading_parents.append(element.getparent())

    def _add_line_of(self, post: Post | None) -> None:
        """Add the line with writer and time, which stands outside the text of a post."""
        if post is not None and post.line:
            token = self.builder.open_block("feed-meta", {})
            self.builder.add_text(post.line)
            self.builder.close_block(token)

    def _record_block(self, element: etree._Element, name: str) -> None:
        if self.record is not None:
            self.record.blocks[element] = (*self.record.blocks.get(element, ()), name)

    def _open_format(self, opened: OpenElement, name: str, attributes: dict[str, str]) -> None:
        if name == "link":
            if not attributes:
                return
            target = self.targets.target_of(opened.element)
            if target:
                attributes["to"] = target

        if opened.has_edges and not opened.tokens:
            self.builder.add_boundary(is_line=opened.is_line)
        before = self.builder.push_format(name, attributes)
        if opened.outer_formats is None:
            opened.outer_formats = before

    def _add_media(self, element: etree._Element, operation: Operation) -> None:
        attributes = self._read_attributes(element, "media-link", operation)
        if attributes:
            attributes["alt"] = media_description(element)
            self.builder.add_media(finish_node("media-link", (), attributes))
            self._record_block(element, "media-link")

    def _read_attributes(
        self, element: etree._Element, name: str, operation: Operation
    ) -> dict[str, str]:
        return read_block_attributes(element, name, operation.keep, self.base, self.defaults)

    def _add_script_content(
        self, element: etree._Element, decision: TagDecision, state: ElementState
    ) -> None:
        """Add what a dropped ``script`` or ``noscript`` shows: a social post, or images.

        Only where the base dictionary drops the tag and nothing else shows the same.
        """
        # A row of the portal that drops the script has decided about what it shows.
        if not decision.base or state.media:
            return
        if element.tag == "script":
            for target in component_addresses(element):
                self.builder.close_block(
                    self.builder.open_block("social-embed", {"target": target})
                )
        elif element.tag == "noscript":
            for image in unshown_noscript_images(element, self._shows_image):
                operation = self.tagger.choose(image).operation
                if image not in self.drops and "media-link" in operation.names:
                    self._add_media(image, operation)

    def _leave(self, opened: OpenElement) -> None:
        if opened.outer_formats is not None:
            self.builder.restore_formats(opened.outer_formats)
        for token in reversed(opened.tokens):
            self.builder.close_block(token)
        if opened.has_edges and not opened.tokens:
            self.builder.add_boundary(is_line=opened.is_line)

    def _tag_account(self) -> WordAccount:
        """Return the account for tags: comments have their own, dropped words have only one."""
        return self.comments_account if self.builder.in_comments() else self.account
