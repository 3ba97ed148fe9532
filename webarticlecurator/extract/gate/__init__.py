"""Is the page an article at all, and may everybody read it? Read ``gate.py`` first; ``teaser.py`` weighs access."""
