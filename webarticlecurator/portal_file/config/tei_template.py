"""The TEI skeleton that a portal file names."""

from __future__ import annotations

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import is_own_template
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Section, describe_unknown
from webarticlecurator.portal_file.values.nearest_name import nearest_word


def read_tei_template(context: LoadContext, tei: Section) -> str:
    """Return the text of the TEI skeleton: a shipped one by name, or an .xml file next to the
    portal file."""
    name = tei.get("template", "default")
    if is_own_template(name):
        return context.read_file(name, tei.where("template")) or ""

    folder = data_folder("tei_templates")
    shipped = sorted(path.stem for path in folder.glob("*.xml"))
    if name in shipped:
        return (folder / f"{name}.xml").read_text(encoding="utf-8")
    if tei.has("template") and not tei.is_broken("template") and name != "default":
        nearest = nearest_word(name, shipped)
        expected = (*shipped, make_message("or an .xml file next to the portal file"))
        context.add_problem(
            tei.where("template"),
            describe_unknown("template", name, expected, nearest),
            found=name,
            allowed=", ".join(shipped),
            nearest=nearest,
        )
    return ""
