"""Article → TEI P5, and back: its text, its tokens.

An article comes in, the bytes of a TEI document go out. ``documents/`` writes, reads and validates
TEI; read ``documents/document.py`` first. ``tokens/`` divides stored TEI into sentences and tokens;
read ``tokens/token_model.py`` first. The same article and rules result in the same bytes. Pure.
Imports ``base``.
"""
