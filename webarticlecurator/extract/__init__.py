"""A stored page → what it says as an article: gate, layout version, metadata, body, join of several pages. Pure.

Read ``read_article_page.py`` first: it is the order of everything on one page; ``assemble.py`` makes an article of its pages;
``identity.py`` gives it its address and id. ``body.py`` and what it imports turn the tree of a page into blocks.
"""

from webarticlecurator.extract.assemble import Facts, assemble
from webarticlecurator.extract.body import BodyResult, body
from webarticlecurator.extract.by_hand import exclusion, id_of
from webarticlecurator.extract.dates import DateContext, Reading, read_date
from webarticlecurator.extract.following import next_page
from webarticlecurator.extract.gate import gate
from webarticlecurator.extract.identity import article_id, canonical, canonical_link, declared, public
from webarticlecurator.extract.join import Joined, Missing, join, total
from webarticlecurator.extract.metadata import metadata
from webarticlecurator.extract.outside import outside
from webarticlecurator.extract.read_article_page import read_article_page
from webarticlecurator.extract.read_split_page import read_split_page
from webarticlecurator.extract.signature import signature
from webarticlecurator.extract.split import Part, split
from webarticlecurator.extract.versions import Chosen, choose

__all__ = [
    "BodyResult",
    "Chosen",
    "DateContext",
    "Facts",
    "Joined",
    "Missing",
    "Part",
    "Reading",
    "article_id",
    "assemble",
    "body",
    "canonical",
    "canonical_link",
    "choose",
    "declared",
    "exclusion",
    "gate",
    "id_of",
    "join",
    "metadata",
    "next_page",
    "outside",
    "public",
    "read_article_page",
    "read_date",
    "read_split_page",
    "signature",
    "split",
    "total",
]
