"""Extract an article from its stored pages: pages and rules in, values out, without any I/O.

Read ``pages/article_page.py`` first: it shows the order of the steps on one page. Each step has its
own place:

- ``layout.py`` selects the rules that apply to the page.
- ``page_checks/`` decides whether the page is an article.
- ``metadata/`` and ``body/`` read the metadata and the text.
- ``join/`` joins the pages of an article and computes its address and id.

``dates/`` and ``tags/`` serve several steps. ``heuristics/`` decides where the portal file has no
rule. ``analysis/`` compares many pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.extract.analysis.compare_articles import (
        ArticleComparison,
        FieldChange,
        LineChange,
        WordRun,
        compare_articles,
    )
    from webarticlecurator.extract.analysis.diagnostics.unruled import (
        FoundElement,
        HeuristicResult,
        count_words_outside,
        read_without_rules,
    )
    from webarticlecurator.extract.body.article_body import BodyResult, read_body
    from webarticlecurator.extract.body.word_account import sum_accounts
    from webarticlecurator.extract.dates.read_date import DateContext, DateResult, read_date
    from webarticlecurator.extract.join.assemble import ArticleContext, assemble_article
    from webarticlecurator.extract.join.identity import (
        IN_FRAGMENT,
        article_id,
        canonical_address,
        canonical_link,
        declared_url,
        find_page_address,
        public_url,
    )
    from webarticlecurator.extract.join.join_pages import JoinedPages, MissingPage, join_pages
    from webarticlecurator.extract.layout import Layout, select_layout
    from webarticlecurator.extract.metadata.manual_overrides import (
        article_id_of,
        find_exclusion,
        part_address,
    )
    from webarticlecurator.extract.metadata.read_fields import read_metadata
    from webarticlecurator.extract.page_checks.checks import check_by_words, check_page
    from webarticlecurator.extract.page_checks.visible_text import hash_shown_text
    from webarticlecurator.extract.pages.article_page import (
        find_next_page,
        has_article_pager_without_current,
        read_article_page,
    )
    from webarticlecurator.extract.pages.loaded_parts import (
        LoadedPart,
        find_loaded_parts,
        find_next_part_page,
        find_single_page,
        read_loaded_part,
    )
    from webarticlecurator.extract.pages.page_images import find_images
    from webarticlecurator.extract.pages.page_parts import PagePart, split_page
    from webarticlecurator.extract.pages.split_page import read_split_page
    from webarticlecurator.extract.tags.signature import signature
    from webarticlecurator.extract.tdm_reservations import (
        ReservationRule,
        match_reservations,
        read_reservations,
    )

__all__ = [
    "IN_FRAGMENT",
    "ArticleComparison",
    "ArticleContext",
    "BodyResult",
    "DateContext",
    "DateResult",
    "FieldChange",
    "FoundElement",
    "HeuristicResult",
    "JoinedPages",
    "Layout",
    "LineChange",
    "LoadedPart",
    "MissingPage",
    "PagePart",
    "ReservationRule",
    "WordRun",
    "article_id",
    "article_id_of",
    "assemble_article",
    "canonical_address",
    "canonical_link",
    "check_by_words",
    "check_page",
    "compare_articles",
    "count_words_outside",
    "declared_url",
    "find_exclusion",
    "find_images",
    "find_loaded_parts",
    "find_next_page",
    "find_next_part_page",
    "find_page_address",
    "find_single_page",
    "has_article_pager_without_current",
    "hash_shown_text",
    "join_pages",
    "match_reservations",
    "part_address",
    "public_url",
    "read_article_page",
    "read_body",
    "read_date",
    "read_loaded_part",
    "read_metadata",
    "read_reservations",
    "read_split_page",
    "read_without_rules",
    "select_layout",
    "signature",
    "split_page",
    "sum_accounts",
]

__getattr__ = import_lazily(__name__)
