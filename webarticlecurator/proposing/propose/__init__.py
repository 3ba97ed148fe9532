"""A portal file for a person to accept: what pages suggest, with its evidence.

Pages come in; a portal file to start from goes out (``new``). Read ``portal_proposal.py`` first,
then ``proposal_steps.py``. Imports ``base`` to ``corpus``, ``list_pages/``, ``fields/``,
``text_rules/``.
"""
