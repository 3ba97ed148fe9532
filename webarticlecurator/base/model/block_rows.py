"""The types of blocks: one row for each.

From its row follow what it may hold, its TEI and the schema, the plain text, the names of the tag
dictionary, their reference, and the suggestions for tag dictionaries.
"""

from __future__ import annotations

from webarticlecurator.base.model.block_types import (
    BlockGroup,
    BlockType,
    Children,
    Content,
    TeiForm,
)

_RUN = (Content.RUN,)
_RICH_RUN = (Content.RUN, Content.MEDIA, "note")
_MEDIA_PARTS = ("media-link", "caption", "source")


def _highlight(name: str, meaning: str, rendition: str = "") -> BlockType:
    """Return a type that becomes ``hi``; ``rendition``: its ``@rend``, if it is not the name."""
    return BlockType(
        name,
        BlockGroup.INLINE,
        TeiForm.HIGHLIGHT,
        meaning,
        holds=_RICH_RUN,
        tei_type=rendition or name,
    )


def _mark(name: str, form: TeiForm, meaning: str, holds: Children, attributes: str) -> BlockType:
    return BlockType(name, BlockGroup.MARK, form, meaning, holds=holds, attributes=attributes)


def _post_line(name: str, kind: str, meaning: str, class_words: str = "") -> BlockType:
    """Return a type for a line about a live entry or a comment; ``kind``: its ``ab/@type``."""
    return BlockType(
        name,
        BlockGroup.PART,
        TeiForm.LINE,
        meaning,
        holds=_RUN,
        attributes="lang",
        tei_type=kind,
        in_plain_text=False,
        class_words=class_words,
    )


BLOCK_TYPES: tuple[BlockType, ...] = (
    BlockType(
        "body",
        BlockGroup.BODY,
        TeiForm.BY_PARENT,
        "The article itself.",
        holds=(Content.FLOW, "feed-entry", "comments", "page-break", "gap"),
    ),
    # text
    BlockType(
        "paragraph",
        BlockGroup.FLOW,
        TeiForm.PARAGRAPH,
        "A paragraph.",
        holds=_RICH_RUN,
        attributes="lang",
    ),
    BlockType(
        "heading",
        BlockGroup.FLOW,
        TeiForm.LINE,
        "A heading inside the article; the section under it goes on to the next one.",
        holds=_RICH_RUN,
        attributes="lang level",  # level: 1–6 as on the page
        tei_type="heading",
        tei='div type="section" / head, @n its level',
        tei_elsewhere='inside another block: ab type="heading"',
        class_words="heading headline subheading subheadline subhead subtitle crosshead",
    ),
    BlockType(
        "lead",
        BlockGroup.FLOW,
        TeiForm.FLOATING_TEXT,
        "The introduction that stands out before the text.",
        holds=(Content.BOXED,),
        tei_type="lead",
        class_words="lead lede intro introduction standfirst excerpt deck dek abstract",
    ),
    BlockType(
        "quote",
        BlockGroup.FLOW,
        TeiForm.QUOTE,
        "A quotation set apart.",
        holds=(Content.BOXED,),
        attributes="target",
        addresses="cite",
        class_words="quote blockquote pullquote quotation",
    ),
    BlockType(
        "list",
        BlockGroup.FLOW,
        TeiForm.LIST,
        "A list.",
        holds=("item",),
        # numbered="yes"; start: integer; marks: CSS list-style-type; reversed="yes";
        # kind="description": terms and what they mean
        attributes="numbered start marks reversed kind",
        tei=(
            'list, rend="numbered" (with lower-alpha, upper-alpha, lower-roman, upper-roman,'
            ' reversed) or "description"'
        ),
        implied_by=("item",),
    ),
    BlockType(
        "item",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "An item of a list.",
        holds=(Content.FLOW,),
        attributes="n role",  # n: integer, where the page has its own; role="term"
        tei='item; @n where the page gives its number; rend="term" in a description list',
        implied_by=(Content.FLOW, "media-link"),
        implied_in="list",
    ),
    BlockType(
        "table",
        BlockGroup.FLOW,
        TeiForm.TABLE,
        "A table.",
        holds=("table-heading", "row"),  # table-heading first, at least one row
        tei="table, @rows @cols",
    ),
    BlockType(
        "row",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "A row of a table.",
        holds=("cell",),  # at least one
        attributes="role",  # role="label" for the rows of a thead
        tei='row, role="label"',
        implied_by=(Content.FLOW, "cell", "media-link"),
        implied_in="table",
    ),
    BlockType(
        "cell",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "A cell of a table.",
        holds=(Content.FLOW,),
        attributes="rows cols role",  # role="label" for th
        tei='cell, @rows @cols role="label"',
        implied_by=(Content.FLOW, "media-link"),
        implied_in="row",
    ),
    BlockType(
        "table-heading",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "The heading of a table.",
        holds=_RUN,
        attributes="lang",
        tei="table / head",
        tei_elsewhere=(
            'of a table without rows: floatingText type="table" / body / ab type="table-heading"'
        ),
        in_plain_text=False,
    ),
    # media: only addresses and captions
    BlockType(
        "figure",
        BlockGroup.MEDIA,
        TeiForm.FIGURE,
        "A picture with its captions and credits.",
        holds=_MEDIA_PARTS,  # exactly one media-link or none
        attributes="target",  # of a linked image
        tei="figure, @corresp where the picture leads to",
        in_plain_text=False,
        implied_by=("media-link",),
        class_words="figure photo picture image img",
    ),
    BlockType(
        "diagram",
        BlockGroup.MEDIA,
        TeiForm.FIGURE,
        "A chart or drawing.",
        holds=_MEDIA_PARTS,
        tei_type="diagram",
        in_plain_text=False,
    ),
    BlockType(
        "gallery",
        BlockGroup.MEDIA,
        TeiForm.FIGURE,
        "Several pictures.",
        holds=("figure", "caption", "source"),
        tei_type="gallery",
        tei='figure type="gallery" around figures',
        in_plain_text=False,
        class_words="gallery slideshow carousel slider album",
    ),
    BlockType(
        "media-link",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "The address of a picture.",
        attributes="target alt",
        tei="graphic, @url; the alt text in figDesc",
        tei_elsewhere='impossible address: head type="unresolvable" / ref',
        addresses="data-src data-lazy-src data-original data-srcset src srcset href",
    ),
    BlockType(
        "caption",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "The caption of a picture.",
        holds=_RUN,
        attributes="lang",
        tei="head of its figure",
        class_words="caption figcaption cutline legend",
    ),
    BlockType(
        "embed",
        BlockGroup.MEDIA,
        TeiForm.EMBED,
        "A film, a map or another page shown in a frame.",
        holds=_RUN,
        attributes="target",
        tei_type="embed",
        in_plain_text=False,
        addresses="data-src data-lazy-src src data data-href href value",
        class_words="embed oembed video player iframe youtube vimeo",
    ),
    BlockType(
        "social-embed",
        BlockGroup.MEDIA,
        TeiForm.EMBED,
        "A post of a social network of which the page has only the address.",
        holds=_RUN,
        attributes="target",
        tei_type="social-embed",
        in_plain_text=False,
        addresses="data-instgrm-permalink data-href cite data-src data-url src href",
    ),
    # blocks set apart
    BlockType(
        "social",
        BlockGroup.FLOW,
        TeiForm.FLOATING_TEXT,
        "A post of a social network with its text.",
        holds=(Content.FLOW,),
        attributes="target",
        tei_type="social",
        tei='post type="social", @source',
        tei_elsewhere='inside another block: floatingText type="social" / body',
        in_plain_text=False,
        addresses="data-instgrm-permalink data-href cite data-url src href",
        class_words="tweet twitter instagram facebook tiktok",
    ),
    BlockType(
        "box",
        BlockGroup.FLOW,
        TeiForm.FLOATING_TEXT,
        "A box with text of its own.",
        holds=(Content.FLOW,),
        tei_type="box",
        in_plain_text=False,
        class_words="infobox factbox factfile sidenote callout",
    ),
    BlockType(
        "quiz",
        BlockGroup.FLOW,
        TeiForm.FLOATING_TEXT,
        "A quiz: questions and their answers.",
        holds=(Content.FLOW,),
        tei_type="quiz",
        in_plain_text=False,
        class_words="quiz",
    ),
    BlockType(
        "poll",
        BlockGroup.FLOW,
        TeiForm.FLOATING_TEXT,
        "A poll of the readers: a question, the answers to choose from, and how many chose each.",
        holds=(Content.FLOW,),
        tei_type="poll",
        in_plain_text=False,
        class_words="poll survey",
    ),
    BlockType(
        "question",
        BlockGroup.FLOW,
        TeiForm.LINE,
        "A question, in a quiz or an interview.",
        holds=(Content.RUN, Content.MEDIA),
        attributes="lang",
        tei_type="question",
    ),
    BlockType(
        "answers",
        BlockGroup.FLOW,
        TeiForm.LIST,
        "The answers to choose from.",
        holds=("answer",),
        tei_type="answers",
        implied_by=("answer",),
    ),
    BlockType(
        "answer",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "One of several answers.",
        holds=(Content.FLOW,),
        tei="item",
        implied_by=(Content.FLOW, "media-link"),
        implied_in="answers",
    ),
    # live blogs and comments
    BlockType(
        "feed-entry",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "An entry of a live blog.",
        holds=(Content.FLOW, "feed-time", "feed-author", "feed-meta"),
        attributes="when who id apart",  # when: ISO; apart="yes": before any heading
        tei='post type="entry", @when @who @xml:id',
        class_words="live liveblog livepost liveticker ticker timeline update",
    ),
    _post_line("feed-time", "time", "When an entry was written.", "time timestamp date datetime"),
    _post_line("feed-author", "author", "Who wrote an entry.", "author authors byline"),
    _post_line("feed-meta", "meta", "A line about an entry."),
    BlockType(
        "comments",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "All readers' comments.",
        holds=("comment", "heading", "paragraph"),  # heading only first; paragraph: loose text
        tei='div type="comments", last in the body',
        in_plain_text=False,
        class_words="comments commentlist",
    ),
    BlockType(
        "comment",
        BlockGroup.PART,
        TeiForm.BY_PARENT,
        "A reader's comment.",
        holds=(Content.FLOW, "comment-time", "comment-author", "comment-meta"),
        attributes="when who id reply-to level",  # level counts from 0
        tei='post type="comment", @when @who @replyTo @indentLevel @xml:id',
        class_words="comment",
    ),
    _post_line("comment-time", "time", "When a comment was written."),
    _post_line("comment-author", "author", "Who wrote a comment."),
    _post_line("comment-meta", "meta", "A line about a comment."),
    # remarks
    BlockType(
        "note",
        BlockGroup.FLOW,
        TeiForm.NOTE,
        "A remark of the editors; also inside running text.",
        holds=(Content.RUN, "paragraph", "list", "quote"),
        attributes="lang",
        tei='note type="editorial"',
        tei_elsewhere='with blocks, in running text: note / floatingText type="note" / body',
        class_words="footnote correction",
    ),
    BlockType(
        "source",
        BlockGroup.FLOW,
        TeiForm.LINE,
        "Where the text or a picture comes from.",
        holds=_RUN,
        attributes="lang",
        tei_type="source",
        tei_elsewhere='inside a figure: head type="source"',
        class_words="credit credits copyright photographer",
    ),
    # inside running text
    _highlight("bold", "Bold."),
    _highlight("italic", "Italic."),
    _highlight("emphasis", "Emphasis of another kind."),
    _highlight("underline", "Underlined."),
    _highlight("strike", "Struck out.", "strikethrough"),
    _highlight("superscript", "Superscript."),
    _highlight("subscript", "Subscript."),
    BlockType(
        "inline-quote",
        BlockGroup.INLINE,
        TeiForm.INLINE_QUOTE,
        "A quotation inside a sentence.",
        holds=_RICH_RUN,
        attributes="target",
        tei="q, @source",
        addresses="cite",
    ),
    BlockType(
        "code",
        BlockGroup.INLINE,
        TeiForm.CODE,
        "Code or what somebody typed.",
        holds=_RICH_RUN,
        tei_elsewhere='with elements inside: hi rend="code"',
    ),
    BlockType(
        "formula",
        BlockGroup.INLINE,
        TeiForm.FORMULA,
        "A formula in TeX.",
        holds=_RICH_RUN,
        attributes="display",  # display="yes": on a line of its own
        tei='formula, notation="TeX"; rend="display" on a line of its own',
        tei_elsewhere='with elements inside: hi rend="formula"',
    ),
    BlockType(
        "link",
        BlockGroup.INLINE,
        TeiForm.LINK,
        "A link.",
        holds=_RICH_RUN,
        attributes="target to",  # to: the id of an anchor on the same page
        tei="ref, @target",
        tei_elsewhere='impossible address: ref type="unresolvable", @n as on the page',
        addresses="href",
    ),
    BlockType(
        "line-break",
        BlockGroup.INLINE,
        TeiForm.LINE_BREAK,
        "The end of a line inside a paragraph.",
        tei="lb, after a space",
    ),
    # made of attributes of the page
    _mark("foreign", TeiForm.FOREIGN, "Another language.", _RICH_RUN, "lang"),  # BCP 47
    _mark("date", TeiForm.DATE, "A date.", _RICH_RUN, "when"),  # ISO with zone or a date
    _mark("anchor", TeiForm.ANCHOR, "Where a link of the same page leads to.", (), "id"),
    _mark("ruby", TeiForm.RUBY, "Text followed by its reading.", _RICH_RUN, ""),
    _mark("reading", TeiForm.READING, "How the text before it is pronounced.", _RICH_RUN, ""),
    # inserted where pages are joined
    BlockType(
        "page-break",
        BlockGroup.JOINT,
        TeiForm.PAGE_BREAK,
        "The beginning of another page.",
        attributes="target n",
    ),
    BlockType(
        "gap",
        BlockGroup.JOINT,
        TeiForm.GAP,
        "A missing page.",
        attributes="reason target",
    ),
)
"""The order of the rows is that of docs/tei-reference.md. Addresses in attributes are absolute and
not yet percent-encoded, which ``tei/`` does."""
