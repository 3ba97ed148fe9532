"""Where the article is, and what it says of itself, where the portal file does not say so: from the
page alone.

Read ``article_text.py`` first: it finds the text. ``heuristic_metadata.py`` puts right what the
default sources give. ``refine_root.py`` reads roots that rules have found as if they had been
guessed; ``embedded_page.py`` finds an article inside a script.
"""
