"""Find articles with the same text or nearly the same, in one corpus or in several.

``signing.py`` makes the signature of an article, with the fingerprints of its text
(``fingerprints.py``). ``candidate_pairs.py`` finds pairs of texts that have fingerprints in common,
``similarity.py`` compares the texts themselves, and ``similar_texts.py`` does both for what is new.
``grouping.py`` decides which article repeats which, among those of ``compared_corpora.py``, and
``duplicate_report.py`` lists them.
"""
