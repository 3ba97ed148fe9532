"""Extract an article from its stored pages: pages and rules in, ``Article`` or ``Rejected`` out.

Read ``one_page.py`` first: it shows the order of the steps on one page. Each step has its own file:

- ``one_page.py`` selects the rules that apply to the page.
- ``page_checks.py`` decides whether the page is an article.
- ``metadata.py`` and ``article_body.py`` read the metadata and the text.
- ``assemble.py`` joins the pages of an article, ``identity.py`` computes its address and id.

``tag_dictionary.py`` chooses the row of the tag dictionary for an element. Pure. Imports ``base``,
``pages``, ``portal_file``, ``without_rules/``.
"""
