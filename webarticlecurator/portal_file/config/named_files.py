"""Files that a portal file names and that are read whole: the TEI skeleton, the classifier."""

from __future__ import annotations

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import NamedFile, is_own_template
from webarticlecurator.base.portal.trained_models import MAX_MODEL, find_classifier_fault
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Section, describe_unknown
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.value_fault import quote_value


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


def read_named_classifier(context: LoadContext, article: Section) -> NamedFile | None:
    """Return the model file that the portal file names."""
    name, at = article.get("classifier", ""), article.where("classifier")
    if not name or context.read_file(name, at, MAX_MODEL) is None:
        return None
    content = context.files[name]
    fault = find_classifier_fault(content)
    if fault:
        context.add_problem(
            at,
            make_message(
                "this version cannot use the classifier {name}, because {fault}; leave the key"
                " out, or train a model with bench/train_units.py",
                name=quote_value(name),
                fault=fault,
            ),
            found=name,
            allowed="a model in the form of the package's",
        )
    return NamedFile(name, content)
