"""The view of a corpus in numbers: the bars of ``curator report corpus``, each with its articles.

``corpus_reading.py`` asks the index, ``corpus_page.py`` writes the view.
"""
