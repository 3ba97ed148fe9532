"""What a block takes from its element: its attributes, and the addresses of links, images and
embeds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import cast
from urllib.parse import unquote, urljoin

from lxml import etree

from webarticlecurator.article.comment_threads import (
    find_timestamp,
    parse_timestamp,
    read_kept_timestamp,
)
from webarticlecurator.article.open_blocks import PageDefaults
from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.blocks import Node, blocks_below, rewrite_blocks
from webarticlecurator.page.page_elements import self_and_ancestors

# Find the addresses of links, images, embeds and social posts, wherever a page keeps them.


_YOUTUBE = "https://www.youtube.com/watch?v={}"
_COMPONENTS: dict[str, tuple[tuple[str, str], ...]] = {
    "amp-youtube": (("data-videoid", _YOUTUBE),),
    "lite-youtube": (("videoid", _YOUTUBE),),
    "youtube-video": (("src", _YOUTUBE),),
    "amp-vimeo": (("data-videoid", "https://vimeo.com/{}"),),
    "lite-vimeo": (("videoid", "https://vimeo.com/{}"),),
    "amp-dailymotion": (("data-videoid", "https://www.dailymotion.com/video/{}"),),
    "amp-twitter": (("data-tweetid", "https://twitter.com/i/status/{}"),),
    "amp-instagram": (("data-shortcode", "https://www.instagram.com/p/{}/"),),
    "amp-tiktok": (("data-src", "https://www.tiktok.com/embed/v2/{}"),),
    "amp-soundcloud": (("data-trackid", "https://api.soundcloud.com/tracks/{}"),),
    "script": (("data-telegram-post", "https://t.me/{}"),),
}
"""Elements that show a medium by its id, as AMP and the makers of such components define them →
attribute with the id, template of the address."""


def component_addresses(element: etree._Element) -> Iterator[str]:
    """Yield the addresses of the media that a custom element shows by their ids."""
    tag = str(element.tag)
    if "-" in tag or tag == "script":
        for attribute, template in _COMPONENTS.get(tag, ()):
            value = (element.get(attribute) or "").strip()
            if value:
                yield value if "/" in value and "://" in value else template.format(value)


ADDRESS_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    block.name: tuple(block.addresses.split()) for block in BLOCK_TYPES if block.addresses
}
"""Block name → the attributes that may hold its address, best first; ``keep:`` of a row comes
before them."""

_STRIPPED = "".join(map(chr, range(0x21)))
_REMOVED = dict.fromkeys(map(ord, "\t\n\r"))
_NO_ADDRESS = re.compile(r"(?:data|about|javascript|blob|vbscript):", re.I)
_HTTP = re.compile(r"(?:https?:)?//\S+\Z")
_CANDIDATE = re.compile(r"[\s,]*(\S+)(?:\s+([\d.]+)[wx])?[^,]*(?:,|\Z)")


def absolute_address(base: str, raw: str) -> str:
    """Return ``raw`` joined with the absolute address ``base``.

    An address that cannot be joined is returned as written. Empty if it is not an address of a
    resource (``javascript:``, ``data:``).
    """
    address = raw.strip(_STRIPPED).translate(_REMOVED)
    if address.startswith(("http://", "https://")):
        return address
    if not address or _NO_ADDRESS.match(address):
        return ""
    try:
        return urljoin(base, address)
    except ValueError:  # http://[bad
        return address


def media_address(element: etree._Element, name: str, keep: Iterable[str], base: str) -> str:
    """Return the absolute address of ``element`` as the block ``name``, or an empty string.

    ``keep``: attributes that the row of the tag dictionary keeps. ``base``: the base of relative
    addresses.
    """
    addresses = (absolute_address(base, raw) for raw in _raw_addresses(element, name, keep))
    return next((address for address in addresses if address), "")


def _raw_addresses(element: etree._Element, name: str, keep: Iterable[str]) -> Iterator[str]:
    """Yield all candidates for the address of ``element``, best first."""
    yield from component_addresses(element)
    for attribute in _attributes_to_read(name, tuple(keep)):
        if attribute == "src" and name == "media-link":
            for image in _noscript_alternative(element):
                yield from _raw_addresses(image, name, ())
        value = element.get(attribute)
        if value:
            yield largest_source(value) if attribute.endswith("srcset") else value
    if name == "media-link":
        yield from _picture_addresses(element)
    if name in ("embed", "social", "social-embed"):
        data = (value for key, value in element.attrib.items() if str(key).startswith("data-"))
        yield from filter(_HTTP.match, map(str, data))
        for inner in element.iter(
            "iframe", "embed", "object", "source", "video", "audio", "amp-iframe"
        ):
            if inner is not element:
                yield from (
                    inner.get(a) or "" for a in ("data-src", "data-lazy-src", "src", "data")
                )
        links = [a.get("href") or "" for a in element.iter("a")]
        # the last link of a social post leads to the post itself
        yield from links if name == "embed" else reversed(links)


@lru_cache(maxsize=256)
def _attributes_to_read(name: str, keep: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*keep, *ADDRESS_ATTRIBUTES.get(name, ()))))


def _picture_addresses(element: etree._Element) -> Iterator[str]:
    """Yield the sources of the ``picture`` around an image.

    libxml2 nests the image in the ``source`` elements.
    """
    picture = next(element.iterancestors("picture"), None)
    for source in picture.iter("source") if picture is not None else ():
        for attribute in ("data-srcset", "srcset"):
            if source.get(attribute):
                yield largest_source(source.get(attribute) or "")


def list_image_addresses(image: etree._Element, base: str) -> Iterator[str]:
    """Yield the addresses of an image that is there in several sizes, or "" for a missing one.

    They are the one that the TEI refers to, the one in ``src``, and the largest one.
    """
    yield media_address(image, "media-link", (), base)
    for source in (image.get("src"), largest_source(image.get("srcset") or "")):
        yield absolute_address(base, source or "")


def media_description(image: etree._Element) -> str:
    """Return the text alternative of an image: ``alt``, else ``title``, else an empty string."""
    for element in (image, *_noscript_alternative(image)):
        for attribute in ("alt", "title"):
            words = (element.get(attribute) or "").split()
            if words:
                return " ".join(words)
    return ""


def _noscript_alternative(image: etree._Element) -> list[etree._Element]:
    """Return the image in the ``noscript`` right after an image, if there is one.

    A browser without scripts shows it in place of a lazily loaded image.
    """
    outer = next(image.iterancestors("picture"), image)
    following = outer.getnext()
    if following is None or following.tag != "noscript" or (outer.tail or "").strip():
        return []
    return noscript_images(following)[:1]


def noscript_images(noscript: etree._Element) -> list[etree._Element]:
    """Return the images of a ``noscript`` without tracking pixels."""
    return [
        image
        for image in noscript.iter("img")
        if not {image.get("width"), image.get("height")} & {"0", "1", "0px", "1px"}
    ]


def unshown_noscript_images(
    noscript: etree._Element, shows_image: dict[etree._Element, bool]
) -> list[etree._Element]:
    """Return the images of a ``noscript`` if no element next to it shows an image.

    A script would create that element. ``shows_image``: a cache, container → whether it shows an
    image outside of ``noscript``.
    """
    container = next(noscript.iterancestors("figure", "picture"), noscript.getparent())
    if container is None:
        return []
    if container not in shows_image:
        images = container.iter("img", "amp-img", "image")
        shows_image[container] = any(
            next(image.iterancestors("noscript"), None) is None for image in images
        )
    return [] if shows_image[container] else noscript_images(noscript)


def largest_source(srcset: str) -> str:
    """Return the candidate of a ``srcset`` with the greatest width or density."""
    best, best_size = "", -1.0
    for match in _CANDIDATE.finditer(srcset):
        url = match[1].rstrip(",")
        # a number with two points is none
        size = float(match[2]) if match[2] and match[2].count(".") < 2 else 1.0
        if url and size > best_size:
            best, best_size = url, size
    return best


# Read the attributes of a block from the element that becomes it.


_DEPTH_ATTRIBUTES = (
    "data-depth",
    "data-level",
    "data-comment-depth",
    "data-comment-level",
    "data-indent",
    "aria-level",
)
_DEPTH_CLASS = re.compile(
    r"(?:(?:comment|thread|reply|item|post)s?[-_]*)?(?:depth|level|lvl|indent|indentation|nest|nested|nesting)[-_]*(\d{1,2})",
    re.IGNORECASE,
)
"""A class that states a depth: ``depth-2`` (WordPress), ``comment--level-3``, ``indent2``; not
``user-level-3``."""
_INDENT_CLASS = re.compile(
    r"(?:(?:comment|thread|repl(?:y|ies))s?[-_]*)?(?:indent|indented|children|replies|is-reply|reply|child|answers|nested)",
    re.IGNORECASE,
)
"""A class of an element that is one level deeper than what comes before it: ``indented`` (Drupal),
``children``."""
_MAX_WRAPPERS = 4
"""How many elements, beginning with the comment's own, may state its depth."""


def read_comment_depth(element: etree._Element) -> str:
    """Return the depth of a comment as digits, counted from whatever the page begins with.

    It is an attribute, a number in a class, or the number of indented elements around the comment
    (including its own). Empty if the page states none.
    """
    for candidate in islice(self_and_ancestors(element), _MAX_WRAPPERS):
        for attribute in _DEPTH_ATTRIBUTES:
            value = (candidate.get(attribute) or "").strip()
            if value.isascii() and value.isdigit() and len(value) < 3:
                return value
        for name in _classes(candidate):
            match = _DEPTH_CLASS.fullmatch(name)
            if match:
                return match[1]
    indents = sum(
        any(_INDENT_CLASS.fullmatch(name) for name in _classes(candidate))
        for candidate in self_and_ancestors(element)
    )
    return str(indents) if indents else ""


def _classes(element: etree._Element) -> list[str]:
    return (element.get("class") or "").split()


_LIST_STYLES = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
"""``type`` of an HTML ``ol`` → its CSS list-style-type, which does not depend on letter case."""

_ID_ATTRIBUTE = re.compile(r"(?:^|-)id\Z")
"""Names of kept attributes that hold the id of a comment."""
_PARENT_ATTRIBUTE = re.compile("parent|reply|answer")
"""Names of kept attributes that hold the id of the comment it replies to."""

_MAX_SPAN = 1000
"""The limit of HTML for colspan; a larger rowspan is a mistake of the page."""


def read_block_attributes(
    element: etree._Element, name: str, keep: tuple[str, ...], base: str, defaults: PageDefaults
) -> dict[str, str]:
    """Return the attributes of the block ``name`` that ``element`` becomes, in a new dict.

    ``keep``: attributes that the row of the tag dictionary keeps. ``base``: the base of relative
    addresses.
    """
    if name in ADDRESS_ATTRIBUTES:
        target = media_address(element, name, keep, base)
        return {"target": target} if target else {}
    read = _READERS.get(name)
    if read:
        return read(element)
    if name in ("feed-time", "comment-time"):
        return {"when": find_timestamp(element, keep, defaults)}
    if name == "item":
        role = "term" if element.tag == "dt" else ""
        return {"n": _parse_integer(element.get("value")), "role": role}
    if name == "row":
        parent = element.getparent()
        return {"role": "label"} if parent is not None and parent.tag == "thead" else {}
    if name == "heading":
        level = re.fullmatch("h([1-6])", str(element.tag))
        return {"level": level[1]} if level else {}
    if name == "feed-entry":
        return _post_attributes(element, keep, defaults)
    if name == "comment":
        return {**_post_attributes(element, keep, defaults), "depth": read_comment_depth(element)}
    return {}


def _list_attributes(element: etree._Element) -> dict[str, str]:
    if element.tag != "ol":
        return {"kind": "description"} if element.tag == "dl" else {}
    style = _LIST_STYLES.get((element.get("type") or "").strip(), "")
    attributes = {"numbered": "yes", "marks": style}
    start = _parse_integer(element.get("start"))
    if start != "1":
        attributes["start"] = start
    if element.get("reversed") is not None:
        attributes["reversed"] = "yes"
    return attributes


def _parse_integer(text: str | None) -> str:
    """Return a whole number as in HTML's ``start`` and ``value``, or an empty string."""
    value = (text or "").strip()
    is_integer = (
        value.isascii() and value.lstrip("-").isdigit() and value.count("-") < 2 and len(value) < 10
    )
    return str(int(value)) if is_integer else ""


def _cell_attributes(element: etree._Element) -> dict[str, str]:
    attributes = {"role": "label"} if element.tag == "th" else {}
    for name, declared in (("rows", element.get("rowspan")), ("cols", element.get("colspan"))):
        span = _parse_span(declared) if declared else ""
        if span:
            attributes[name] = span
    return attributes


def _parse_span(text: str) -> str:
    """Return a row or column span; empty for 1 and for anything invalid."""
    value = text.strip()
    span = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 1
    return str(min(span, _MAX_SPAN)) if span > 1 else ""


def _post_attributes(
    element: etree._Element, keep: tuple[str, ...], defaults: PageDefaults
) -> dict[str, str]:
    """Return id, time and parent of a live entry or comment.

    The names of the attributes ``keep`` decide what they hold: the parent, the id (for an element
    without ``id``), or else the time.
    """
    ids = [name for name in keep if _ID_ATTRIBUTE.search(name)]
    answers = [name for name in keep if _PARENT_ATTRIBUTE.search(name)]
    dates = tuple(name for name in keep if name not in ids and name not in answers)
    when = parse_timestamp(element.get("datetime") or "", defaults.timezone)
    if not when:
        when = read_kept_timestamp(element, dates, defaults)
    id_ = _first_value(element, ("id", *(name for name in ids if name not in answers)))
    parent = _first_value(element, answers).removeprefix("#")
    attributes = {"id": id_, "when": when, "answers": parent}
    return {key: value for key, value in attributes.items() if value}


def _first_value(element: etree._Element, names: Iterable[str]) -> str:
    values = ((element.get(name) or "").strip() for name in names)
    return next((value for value in values if value), "")


_READERS: dict[str, Callable[[etree._Element], dict[str, str]]] = {
    "list": _list_attributes,
    "cell": _cell_attributes,
}


# Links within a page: footnotes, tables of contents, key moments of a live blog.
#
# The target of such a link becomes an ``anchor`` in front of the first word there. Ids without a
# link to them are layout and are ignored.

_HREFS = etree.XPath(".//a[contains(@href, '#')]/@href", smart_strings=False)


def link_fragment(href: str, url: str, base: str) -> str:
    """Return the decoded fragment of a link within the page ``url``; empty for any other link.

    ``base``: the base of relative addresses. A bare ``#x`` means this page whatever the base is.
    """
    address = href.strip()
    if "#" not in address:
        return ""
    if (
        not address.startswith("#")
        and absolute_address(base, address).partition("#")[0] != url.partition("#")[0]
    ):
        return ""
    return unquote(address.partition("#")[2])


class AnchorTargets:
    """The targets of links within the page ``url``, which a walk over the page finds one by one.

    ``exist``: True if there are any.
    """

    def __init__(self, roots: Iterable[etree._Element], url: str, base: str) -> None:
        """Collect the links in ``roots``; ``base``: the base of relative addresses."""
        self._url = url
        self._base = base
        # The fragments that links in `roots` use for places on the page itself
        hrefs = (str(href) for root in roots for href in cast("list[str]", _HREFS(root)))
        self._not_found_yet = {name for href in hrefs if (name := link_fragment(href, url, base))}
        self.exist = bool(self._not_found_yet)

    def target_of(self, link: etree._Element) -> str:
        """Return the name of the target on this page; empty if the link leads elsewhere."""
        return link_fragment(link.get("href") or "", self._url, self._base) if self.exist else ""

    def take_names(self, element: etree._Element) -> Iterator[str]:
        """Yield the names of the targets that ``element`` is; each name is taken only once."""
        if self._not_found_yet:
            for name in (element.get("id"), element.get("name") if element.tag == "a" else None):
                if name in self._not_found_yet:
                    self._not_found_yet.discard(name)
                    yield name

    def resolve(self, blocks: tuple[Node, ...]) -> tuple[Node, ...]:
        """Return the blocks of the whole page with matching links and anchors."""
        if not self.exist:
            return blocks
        nodes = list(blocks_below(blocks))
        anchors = {n.get("id") for n in nodes if n.name == "anchor"}
        links = {n.get("to") for n in nodes if n.name == "link"}
        return _rename_anchors(blocks, {name: name for name in anchors & links if name})


def rename_anchors(blocks: Sequence[Node], page: int, used: set[str]) -> tuple[Node, ...]:
    """Return the blocks of one page of an article with anchors that are unique in the article.

    An anchor that an earlier page has used gets the number of its ``page`` as a prefix. ``used``:
    the names used so far; those of this page are added.
    """
    own = [n.get("id") or "" for n in blocks_below(blocks) if n.name == "anchor"]
    new_names = {name: f"page-{page}-{name}" if name in used else name for name in own}
    used.update(new_names.values())
    return _rename_anchors(blocks, new_names) if new_names else tuple(blocks)


def _rename_anchors(blocks: Sequence[Node], new_names: Mapping[str, str]) -> tuple[Node, ...]:
    """Rename anchors and the links to them; names that are not in ``new_names`` are removed."""

    def rename(node: Node) -> tuple[Node, ...]:
        if node.name == "anchor":
            name = new_names.get(node.get("id") or "")
            return (Node("anchor", (), (("id", name),)),) if name else ()
        if node.name == "link" and node.get("to") is not None:
            attributes = (
                (key, new_names.get(value, "") if key == "to" else value)
                for key, value in node.attributes
            )
            return (Node("link", node.children, tuple((k, v) for k, v in attributes if v)),)
        return (node,)

    return tuple(n for n in rewrite_blocks(blocks, rename) if isinstance(n, Node))
