"""How right text, metadata and languages are."""
