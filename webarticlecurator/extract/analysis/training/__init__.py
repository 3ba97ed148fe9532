"""Pages with known text, from which the unit classifier learns."""
