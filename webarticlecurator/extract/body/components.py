"""Elements that name a video or a post by its id, not by an address."""

from __future__ import annotations

from collections.abc import Iterator

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
"""Elements that say what they show by an id, as AMP and the makers of such components define them → attribute, address."""


def of_component(element: etree._Element) -> Iterator[str]:
    """The address of what a custom element shows by its id."""
    tag = str(element.tag)
    if "-" in tag or tag == "script":
        for attribute, template in _COMPONENTS.get(tag, ()):
            value = (element.get(attribute) or "").strip()
            if value:
                yield value if "/" in value and "://" in value else template.format(value)
