"""The usual meaning of words in ids and classes.

Page templates are in English whatever the language of the text. The list comes from general
knowledge of templates, not from the pages with which bench/tags_suggest.py measures.
"""

from __future__ import annotations

from webarticlecurator.model.block_rows import BLOCK_TYPES

_DROP = """
    ad ads adv advert advertisement advertising adsense banner billboard breadcrumb breadcrumbs
    cookie disclaimer donate follow hidden like likes login mailto menu mostread nav navigation
    newsletter outbrain pager pagination paywall placeholder popular popup print promo promoted
    promotion rating readmore recommend recommendation recommendations recommended related reklam
    share shares sharing sidebar skyscraper sponsored subscribe subscription taboola teaser toolbar
    tooltip upsell
"""
_OF_IMAGES = "avatar icon logo pixel spacer tracking"
OF_IMAGES = dict.fromkeys(_OF_IMAGES.split(), "drop")
"""Word in the name of an image → operation."""
OF_PROPERTIES = dict.fromkeys(
    "dateModified interactionStatistic logo mainEntityOfPage position publisher wordCount".split(),
    "drop",
)
"""Schema.org property (``itemprop``) that is meant for machines → operation for its element."""
MEANING = {
    **dict.fromkeys(_DROP.split(), "drop"),
    **{word: block.name for block in BLOCK_TYPES for word in block.class_words.split()},
}
"""Word → operation; those that mean a block are in its row of the table of blocks."""
