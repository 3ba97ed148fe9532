"""Pages to try rules on: saved to files, in WARC files, or in a corpus.

Addresses and files come in, pages go out. Read ``page_store.py`` first. Imports ``base`` to
``crawling``.
"""
