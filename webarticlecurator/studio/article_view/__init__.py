"""The article view: the stored pages of an article, their text by the rules, and the rules.

Read ``article_view_page.py`` first, then ``screen_data.py`` (what is shown of an article),
``screen_index.py`` (what belongs together), ``linked_parts.py`` and ``article_panes.py`` (the
panes), ``meanings.py`` (what an element can be said to mean, and what is written then),
``pick_panel.py`` (how that is asked) and ``answer_panel.py`` (what is proposed).
"""
