"""Rules for a person to accept: what pages suggest for a portal file (``new``, ``learn``,
``selectors``, ``tags suggest``), with its evidence. Read ``proposal_steps.py`` first."""
