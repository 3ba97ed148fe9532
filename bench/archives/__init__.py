"""Archives that other programs write."""
