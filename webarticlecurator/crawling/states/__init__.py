"""What became of each address, by what is stored alone: a crawl, a crawl after a kill, and a
rebuilt index say the same. Read ``article_state.py`` first; ``walking.py`` is the same for archive
pages."""
