"""The panel in which the text of a portal file is edited: editor, undo, redo, save, problems.

Read ``write_editor`` in ``panel.py`` first; ``line_notes.py`` makes the notes under the lines.
"""

from webarticlecurator.studio.views.editor_panel import EditorPanel, write_editor

__all__ = ["EditorPanel", "write_editor"]
