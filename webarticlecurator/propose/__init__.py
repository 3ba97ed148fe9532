"""Rules for a person to accept: what pages suggest for a portal file (``new``, ``learn``,
``selectors``, ``tags suggest``), with its evidence. Read ``portal_proposal.py`` first."""
