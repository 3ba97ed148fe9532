"""Extract an article from its stored pages. Pure: pages and rules in, values out.

Read ``pages/article_page.py`` first: it has the order of the steps on one page. Each step has its place:
``layout.py`` (which rules count) → ``page_checks/`` (is it an article?) → ``metadata/`` → ``body/`` →
``join/`` (the pages of an article, its address and id). ``dates/`` and ``tags/`` serve several steps;
``heuristics/`` speak where the portal file does not; ``analysis/`` looks at many pages.
"""

from webarticlecurator.extract.analysis.diagnostics.unruled import Piece, Unruled, outside, unruled
from webarticlecurator.extract.body.article_body import BodyResult, body
from webarticlecurator.extract.body.word_account import total
from webarticlecurator.extract.dates.read_date import DateContext, Reading, read_date
from webarticlecurator.extract.join.assemble import Facts, assemble
from webarticlecurator.extract.join.identity import IN_FRAGMENT, article_id, canonical, canonical_link, declared, public
from webarticlecurator.extract.join.join_pages import Joined, Missing, join
from webarticlecurator.extract.layout import Chosen, choose
from webarticlecurator.extract.metadata.fields import metadata
from webarticlecurator.extract.metadata.manual_overrides import exclusion, id_of, part_address
from webarticlecurator.extract.page_checks.checks import by_words, gate
from webarticlecurator.extract.pages.article_page import has_lost_article_pager, next_page, read_article_page
from webarticlecurator.extract.pages.page_parts import Part, split
from webarticlecurator.extract.pages.split_page import read_split_page
from webarticlecurator.extract.tags.signature import signature

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
