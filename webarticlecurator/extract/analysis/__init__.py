"""What many stored pages have in common: inventory, suggestions, learning; and what looks wrong on
one."""
