"""Sentences and tokens of stored articles, by rules or by a model of spaCy, Stanza or UDPipe.

Texts come in, sentences of tokens go out. Read ``token_model.py`` first (which texts there are,
what is returned), then ``annotators.py`` (who makes it). ``rule_annotator.py`` has the rules for
sentences. Needs the extra ``tokens``. Imports ``base``, ``documents/``.
"""
