"""One page of an article, or of several, step by step: read ``article_page.py`` first."""
