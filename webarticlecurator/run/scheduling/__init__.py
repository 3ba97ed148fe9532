"""Crawl portals again and again, each by the ``schedule`` of its file. Read ``scheduler.py``
first."""
