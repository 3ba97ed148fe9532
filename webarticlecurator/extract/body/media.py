"""Addresses: of links, images, embeds and social posts, wherever a page keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import urljoin

from lxml import etree

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
"""Elements that say what they show by an id, as AMP and the makers of such components define them →
attribute, address."""


def component_media(element: etree._Element) -> Iterator[str]:
    """The address of what a custom element shows by its id."""
    tag = str(element.tag)
    if "-" in tag or tag == "script":
        for attribute, template in _COMPONENTS.get(tag, ()):
            value = (element.get(attribute) or "").strip()
            if value:
                yield value if "/" in value and "://" in value else template.format(value)


KEEP: dict[str, tuple[str, ...]] = {
    "link": ("href",),
    "media-link": (
        "data-src",
        "data-lazy-src",
        "data-original",
        "data-srcset",
        "src",
        "srcset",
        "href",
    ),
    "embed": ("data-src", "data-lazy-src", "src", "data", "data-href", "href", "value"),
    "social": ("data-instgrm-permalink", "data-href", "cite", "data-url", "src", "href"),
    "social-embed": (
        "data-instgrm-permalink",
        "data-href",
        "cite",
        "data-src",
        "data-url",
        "src",
        "href",
    ),
    "quote": ("cite",),
    "inline-quote": ("cite",),
}
"""Block name → the attributes that may hold its address, in the order in which they are asked;
``keep:`` of a row goes first. What a lazy loader would put in the place of ``src`` is asked before
``src``, which then holds a placeholder."""

_EDGES = "".join(map(chr, range(0x21)))
_INNER = dict.fromkeys(map(ord, "\t\n\r"))
_NO_ADDRESS = re.compile(r"(?:data|about|javascript|blob|vbscript):", re.I)
_CANDIDATE = re.compile(r"[\s,]*(\S+)(?:\s+([\d.]+)[wx])?[^,]*(?:,|\Z)")


def absolute_address(base: str, raw: str) -> str:
    """``raw`` joined with ``base`` (absolute); as written if it cannot be joined; empty if it leads
    nowhere (``javascript:``)."""
    address = raw.strip(_EDGES).translate(_INNER)
    if address.startswith(("http://", "https://")):
        return address
    if not address or _NO_ADDRESS.match(address):
        return ""
    try:
        return urljoin(base, address)
    except ValueError:  # http://[bad
        return address


def media_address(element: etree._Element, name: str, keep: Iterable[str], base: str) -> str:
    """The absolute address of ``element`` as a ``name``, or empty."""
    for raw in _raw(element, name, keep):
        found = absolute_address(base, raw)
        if found:
            return found
    return ""


def _raw(element: etree._Element, name: str, keep: Iterable[str]) -> Iterator[str]:
    yield from component_media(element)
    for attribute in _asked(name, tuple(keep)):
        if attribute == "src" and name == "media-link":
            yield from (raw for image in _unscripted(element) for raw in _raw(image, name, ()))
        value = element.get(attribute)
        if value:
            yield largest_source(value) if attribute.endswith("srcset") else value
    if name == "media-link":
        yield from _picture(element)
    if name in ("embed", "social", "social-embed"):
        yield from _data(element)
        yield from _inside(element, name)


@lru_cache(maxsize=256)
def _asked(name: str, keep: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*keep, *KEEP.get(name, ()))))


def _picture(element: etree._Element) -> Iterator[str]:
    """The sources of the ``picture`` around an image (which libxml2 puts inside them)."""
    picture = next(element.iterancestors("picture"), None)
    for source in picture.iter("source") if picture is not None else ():
        for attribute in ("data-srcset", "srcset"):
            if source.get(attribute):
                yield largest_source(source.get(attribute) or "")


def media_description(image: etree._Element) -> str:
    """What stands for an image where it cannot be seen: ``alt``, else ``title``."""
    for element in (image, *_unscripted(image)):
        for attribute in ("alt", "title"):
            words = (element.get(attribute) or "").split()
            if words:
                return " ".join(words)
    return ""


def _unscripted(image: etree._Element) -> list[etree._Element]:
    """The image in the ``noscript`` right after an image: what is shown where no script puts it
    into the place of ``src``."""
    holder = next(image.iterancestors("picture"), image)
    beside = holder.getnext()
    if beside is None or beside.tag != "noscript" or (holder.tail or "").strip():
        return []
    return picture_sources(beside)[:1]


def picture_sources(noscript: etree._Element) -> list[etree._Element]:
    """The images of a ``noscript``, but for those of one pixel, which count readers."""
    return [
        i
        for i in noscript.iter("img")
        if not {i.get("width"), i.get("height")} & {"0", "1", "0px", "1px"}
    ]


def images_of_noscript(
    noscript: etree._Element, shown: dict[etree._Element, bool]
) -> list[etree._Element]:
    """The images of a ``noscript`` that stands for an image which no tag beside it shows: a script
    would make that tag. ``shown`` remembers which elements show one."""
    around = next(noscript.iterancestors("figure", "picture"), noscript.getparent())
    if around is None:
        return []
    if around not in shown:
        images = around.iter("img", "amp-img", "image")
        shown[around] = any(next(image.iterancestors("noscript"), None) is None for image in images)
    return [] if shown[around] else picture_sources(noscript)


def _data(element: etree._Element) -> Iterator[str]:
    for attribute, value in element.attrib.items():
        if str(attribute).startswith("data-") and re.match(r"(?:https?:)?//\S+\Z", str(value)):
            yield str(value)


def _inside(element: etree._Element, name: str) -> Iterator[str]:
    for inner in element.iter(
        "iframe", "embed", "object", "source", "video", "audio", "amp-iframe"
    ):
        if inner is not element:
            yield from (inner.get(a) or "" for a in ("data-src", "data-lazy-src", "src", "data"))
    links = [a.get("href") or "" for a in element.iter("a")]
    # the address of a post is the last of its links
    yield from links if name == "embed" else reversed(links)


def largest_source(srcset: str) -> str:
    """The candidate of a ``srcset`` with the greatest width or density; the first of equals."""
    best, size = "", -1.0
    for match in _CANDIDATE.finditer(srcset):
        url = match[1].rstrip(",")
        weight = _number(match[2])
        if url and weight > size:
            best, size = url, weight
    return best


def _number(text: str | None) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 1.0
