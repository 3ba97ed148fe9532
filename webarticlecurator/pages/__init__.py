"""Bytes → one tree, and rules that select in it.

The bytes of an answer and rules come in, elements and values go out. ``page/`` decodes and parses;
read ``page/page.py`` first. ``rules/`` is the one engine for links, next pages, values and elements
to drop; read ``rules/engine.py`` first. Pure: no network, no disk, no clock. Imports ``base``.
"""
