"""Extract an article from its stored pages: pages and rules in, ``Article`` or ``Rejected`` out.

Read ``one_page.py`` first: it shows the order of the steps on one page:

- ``one_page.py`` selects the rules that apply to the page.
- ``walls/page_checks.py`` decides whether the page is an article.
- ``metadata.py`` and ``blocks/article_body.py`` read the metadata and the text.
- ``assemble.py`` joins the pages of an article, ``identity.py`` computes its address and id.

Pure. Imports ``base``, ``pages``, ``portal_file``, ``units/``, ``facts/``, ``blocks/``, ``walls/``,
``rights/``.
"""
