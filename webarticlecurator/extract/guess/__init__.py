"""Where the article is, and what it says of itself, where the portal file does not say so: from the page alone.

Read ``article.py`` first.
"""
