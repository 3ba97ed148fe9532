"""A stored page → what it says as an article: gate, layout version, metadata, body, join of several pages. Pure.

Read ``read_article_page.py`` first: it is the order of everything on one page; ``assemble.py`` makes an article of its pages;
``identity.py`` gives it its address and id. Each folder is one step (``gate``, ``metadata``, ``body``), what a step stands on
(``dates``, ``tags``; ``guess`` where the portal file is silent), or a look: at one page that is tried (``trial``), at many
pages (``inventory``, ``suggest``, ``learn``).
"""

from webarticlecurator.extract.account import total
from webarticlecurator.extract.assemble import Facts, assemble
from webarticlecurator.extract.body.body import BodyResult, body
from webarticlecurator.extract.by_hand import exclusion, id_of, part_address
from webarticlecurator.extract.dates.dates import DateContext, Reading, read_date
from webarticlecurator.extract.following import has_lost_article_pager, next_page
from webarticlecurator.extract.gate.gate import by_words, gate
from webarticlecurator.extract.identity import IN_FRAGMENT, article_id, canonical, canonical_link, declared, public
from webarticlecurator.extract.join import Joined, Missing, join
from webarticlecurator.extract.metadata.metadata import metadata
from webarticlecurator.extract.read_article_page import read_article_page
from webarticlecurator.extract.read_split_page import read_split_page
from webarticlecurator.extract.split import Part, split
from webarticlecurator.extract.tags.signature import signature
from webarticlecurator.extract.trial.outside import outside
from webarticlecurator.extract.trial.unruled import Piece, Unruled, unruled
from webarticlecurator.extract.versions import Chosen, choose

__all__ = [
    "IN_FRAGMENT",
    "BodyResult",
    "Chosen",
    "DateContext",
    "Facts",
    "Joined",
    "Missing",
    "Part",
    "Piece",
    "Reading",
    "Unruled",
    "article_id",
    "assemble",
    "body",
    "by_words",
    "canonical",
    "canonical_link",
    "choose",
    "declared",
    "exclusion",
    "gate",
    "has_lost_article_pager",
    "id_of",
    "join",
    "metadata",
    "next_page",
    "outside",
    "part_address",
    "public",
    "read_article_page",
    "read_date",
    "read_split_page",
    "signature",
    "split",
    "total",
    "unruled",
]
