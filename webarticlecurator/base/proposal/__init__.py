"""Rules that the tool proposes, with their evidence and their doubts.

Read ``proposal.py`` first. Pure. Imports ``text/``, ``doubts/``, ``model/``, ``portal/``.
"""
