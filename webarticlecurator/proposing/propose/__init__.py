"""Rules for a person to accept: what pages suggest for a portal file, with its evidence.

Pages come in; rules and a portal file to start from go out (``new``, ``learn``, ``selectors``,
``tags suggest``). Read ``portal_proposal.py`` first, then ``proposal_steps.py``. Imports ``base``
to ``corpus``.
"""
