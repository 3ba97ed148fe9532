"""Sentences and tokens of stored articles, by rules or by a model of spaCy, Stanza or UDPipe.

Read ``body_units.py`` first (which texts there are), then ``token_model.py`` (what is returned) and
``annotators.py`` (who makes it). ``sentence_rules.py`` has the rules for sentences. Needs the extra
``tokens``.
"""
