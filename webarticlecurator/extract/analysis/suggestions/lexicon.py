"""The usual meaning of words in ids and classes.

Page templates are in English whatever the language of the text. The list comes from general
knowledge of templates, not from the pages with which bench/tags_suggest.py measures.
"""

from __future__ import annotations

_MEANINGS = {
    "drop": (
        """ad ads adv advert advertisement advertising adsense banner billboard breadcrumb
        breadcrumbs cookie disclaimer donate follow hidden like likes login mailto menu mostread
        nav navigation newsletter outbrain pager pagination paywall placeholder popular popup
        print promo promoted promotion rating readmore recommend recommendation recommendations
        recommended related reklam share shares sharing sidebar skyscraper sponsored subscribe
        subscription taboola teaser toolbar tooltip upsell"""
    ),
    "lead": "lead lede intro introduction standfirst excerpt deck dek abstract",
    "heading": "heading headline subheading subheadline subhead subtitle crosshead",
    "caption": "caption figcaption cutline legend",
    "source": "credit credits copyright photographer",
    "figure": "figure photo picture image img",
    "gallery": "gallery slideshow carousel slider album",
    "embed": "embed oembed video player iframe youtube vimeo",
    "social": "tweet twitter instagram facebook tiktok",
    "quote": "quote blockquote pullquote quotation",
    "box": "infobox factbox factfile sidenote callout",
    "note": "footnote correction",
    "comments": "comments commentlist",
    "comment": "comment",
    "feed-entry": "live liveblog livepost liveticker ticker timeline update",
    "feed-time": "time timestamp date datetime",
    "feed-author": "author authors byline",
    "quiz": "quiz poll survey",
}
_OF_IMAGES = "avatar icon logo pixel spacer tracking"
OF_IMAGES = dict.fromkeys(_OF_IMAGES.split(), "drop")
"""Word in the name of an image → operation."""
OF_PROPERTIES = dict.fromkeys(
    "dateModified interactionStatistic logo mainEntityOfPage position publisher wordCount".split(),
    "drop",
)
"""Schema.org property (``itemprop``) that is meant for machines → operation for its element."""
MEANING = {word: operation for operation, words in _MEANINGS.items() for word in words.split()}
"""Word → operation."""
