"""Analysis of stored pages: tag inventory and suggestions, learned rules, diagnostics of a page."""
