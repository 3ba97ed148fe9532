"""Where the article is, and what it says of itself, where the portal file does not say so: from the page alone.

Read ``article.py`` first: it finds the text. ``metadata.py`` puts right what the default sources give. ``guided.py`` reads roots
that rules have found as if they had been guessed; ``carried.py`` finds an article inside a script.
"""
