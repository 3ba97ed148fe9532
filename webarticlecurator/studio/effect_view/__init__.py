"""The view of what the edited rules change in stored articles, before the file is saved.

``effect_run.py`` compares the saved file with the draft, ``effect_results.py`` keeps what changes,
``effect_page.py`` shows it; ``difference.py`` shows one article.
"""
