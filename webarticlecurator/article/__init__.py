"""Extract an article from its stored pages: pages and rules in, values out, without any I/O.

Read ``one_page.py`` first: it shows the order of the steps on one page. Each step has its own
file:

- ``one_page.py`` selects the rules that apply to the page.
- ``page_checks.py`` decides whether the page is an article.
- ``metadata.py`` and ``article_body.py`` read the metadata and the text.
- ``assemble.py`` joins the pages of an article, ``identity.py`` computes its address and id.

``tag_dictionary.py`` is the tag dictionary at work. ``guess/`` decides where the portal file has no
rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.article.article_body import BodyResult, read_body
    from webarticlecurator.article.assemble import ArticleContext, assemble_article
    from webarticlecurator.article.challenges import hash_shown_text
    from webarticlecurator.article.identity import (
        IN_FRAGMENT,
        article_id,
        canonical_address,
        canonical_link,
        declared_url,
        find_page_address,
        public_url,
    )
    from webarticlecurator.article.join_pages import JoinedPages, MissingPage, join_pages
    from webarticlecurator.article.layout_choice import Layout, select_layout
    from webarticlecurator.article.loaded_parts import (
        LoadedPart,
        find_loaded_parts,
        find_next_part_page,
        find_single_page,
        read_loaded_part,
    )
    from webarticlecurator.article.manual_overrides import (
        article_id_of,
        find_exclusion,
        part_address,
    )
    from webarticlecurator.article.metadata import read_metadata
    from webarticlecurator.article.one_page import (
        find_next_page,
        has_article_pager_without_current,
        read_article_page,
    )
    from webarticlecurator.article.page_assets import (
        find_assets,
        find_style_assets,
        list_page_assets,
    )
    from webarticlecurator.article.page_checks import check_by_words, check_page
    from webarticlecurator.article.split_pages import read_split_page
    from webarticlecurator.article.split_parts import PagePart, split_page
    from webarticlecurator.article.tdm_reservations import (
        ReservationRule,
        match_reservations,
        read_reservations,
    )


__all__ = [
    "IN_FRAGMENT",
    "ArticleContext",
    "BodyResult",
    "JoinedPages",
    "Layout",
    "LoadedPart",
    "MissingPage",
    "PagePart",
    "ReservationRule",
    "article_id",
    "article_id_of",
    "assemble_article",
    "canonical_address",
    "canonical_link",
    "check_by_words",
    "check_page",
    "declared_url",
    "find_assets",
    "find_exclusion",
    "find_loaded_parts",
    "find_next_page",
    "find_next_part_page",
    "find_page_address",
    "find_single_page",
    "find_style_assets",
    "has_article_pager_without_current",
    "hash_shown_text",
    "join_pages",
    "list_page_assets",
    "match_reservations",
    "part_address",
    "public_url",
    "read_article_page",
    "read_body",
    "read_loaded_part",
    "read_metadata",
    "read_reservations",
    "read_split_page",
    "select_layout",
    "split_page",
]

__getattr__ = import_lazily(__name__)
