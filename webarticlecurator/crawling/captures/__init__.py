"""From the stored captures of one article to the article: which capture counts, which pages belong
together, which version is its text.

Read ``article_pages.py`` first, then ``page_choice.py``, ``article_reading.py`` and
``article_versions.py``. Imports ``base`` to ``storage``, ``archive/``, ``workers/``.
"""
