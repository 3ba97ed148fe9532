"""``curator repair``: new rules for a portal that has changed its pages, with their proof.

Articles whose words and values are known come in, rules that find them again go out. Read
``portal_repair.py`` first. Imports ``base`` to ``corpus``, ``list_pages/``, ``fields/``,
``text_rules/``, ``propose/``, ``trial/``.
"""
