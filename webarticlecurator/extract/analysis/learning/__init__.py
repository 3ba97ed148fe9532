"""What the articles of a portal have in common on their pages, as rules. Read ``template.py``
first."""
