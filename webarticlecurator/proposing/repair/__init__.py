"""New rules for a portal that has changed its pages (``repair``), learned from articles whose words
and values are known, with their proof. Read ``portal_repair.py`` first."""
