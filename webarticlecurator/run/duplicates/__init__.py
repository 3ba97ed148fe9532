"""Find articles with the same text or nearly the same, in one corpus or in several.

``shingles.py`` makes the signature of a text, ``candidate_pairs.py`` finds pairs of texts that may
be alike by their signatures, ``similarity.py`` compares the texts themselves, ``grouping.py``
decides which article repeats which, and ``duplicate_report.py`` joins them.
"""
