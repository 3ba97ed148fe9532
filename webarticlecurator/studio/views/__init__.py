"""The views of the studio: home, new portal, archive, article, tags, metadata, effect, run, corpus.

Clicks and edits of a person come in, elements of the window go out. What a view shows begins in its
``…_page.py``; the other files are what it asks and its parts. Read ``article_page.py`` first.
Imports ``base`` to ``proposing``, ``service``, ``frame/``.
"""
