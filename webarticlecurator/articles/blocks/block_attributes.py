"""What a block takes from its element: its attributes, and the addresses of links, images and
embeds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.portal.hosts import ADDRESS_EDGES, join_address

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

_REMOVED = dict.fromkeys(map(ord, "\t\n\r"))
_NO_ADDRESS = re.compile(r"(?:data|about|javascript|blob|vbscript):", re.I)
_HTTP = re.compile(r"(?:https?:)?//\S+\Z")
_CANDIDATE = re.compile(r"[\s,]*(\S+)(?:\s+([\d.]+)[wx])?[^,]*(?:,|\Z)")


def absolute_address(base: str, raw: str) -> str:
    """Return ``raw`` joined with the absolute address ``base``.

    An address that cannot be joined is returned as written. Empty if it is not an address of a
    resource (``javascript:``, ``data:``).
    """
    address = raw.strip(ADDRESS_EDGES).translate(_REMOVED)
    if address.startswith(("http://", "https://")):
        return address
    if not address or _NO_ADDRESS.match(address):
        return ""
    return join_address(base, address)


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
    return (
        largest_source(source.get(attribute) or "")
        for source in (picture.iter("source") if picture is not None else ())
        for attribute in ("data-srcset", "srcset")
        if source.get(attribute)
    )


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
