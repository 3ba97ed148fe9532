"""Bytes → one tree, and rules that select in it: an answer's bytes in, elements and values out.

``page/`` decodes and parses; read ``page/page.py`` first. ``rules/`` is the one engine for links,
next pages, values and elements to drop; read ``rules/engine.py`` first. Pure: no network, no disk,
no clock. Imports ``base``.
"""
