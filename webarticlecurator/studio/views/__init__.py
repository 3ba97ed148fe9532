"""The views of the studio: home, new portal, archive, article, tags, metadata, effect, run, corpus.

What a view shows begins in its ``…_page.py``; the other files are what it asks and its parts.
"""
