"""Words of the trade with what they mean, which the pointer and the keyboard show."""

from __future__ import annotations

from nicegui import ui

from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.studio.frame.widgets import write_element

TERMS = {
    "kept": make_message("Words that are part of the text."),
    "unclaimed": make_message(
        "Words in tags that no tag dictionary knows: they are kept until somebody decides."
    ),
    "dropped": make_message("Words in the text root that a rule, or the dictionary, leaves out."),
    "outside": make_message("Words of the page outside the text root, the elements with the text."),
    "confidence": make_message(
        "How much of the text is probably right, where it was read without a rule for its root."
    ),
    "layout": make_message("Rules for pages that are built in another way than the others."),
    "span": make_message(
        "A part of the archive with dates, or pages, of its own; it is closed once it was read to"
        " its end, and later crawls leave it out."
    ),
    "root": make_message("The elements of a page that hold the text of the article."),
    "TEI": make_message(
        "The XML format of the Text Encoding Initiative, in which editions and corpora are kept."
    ),
    "WARC": make_message(
        "WARC: the format in which web archives keep pages as they were fetched. WACZ packs such"
        " files."
    ),
}
"""A term, and its explanation, as the glossary has it."""
_PLACE_BESIDE = """(e) => {
  const term = e.currentTarget;
  const tip = document.getElementById(term.getAttribute("aria-describedby"));
  const place = () => { // in each frame: the term may be scrolled, or moved
    if (!tip.checkVisibility()) return;
    const at = term.getBoundingClientRect(), box = tip.getBoundingClientRect(), edge = 6;
    const { clientWidth, clientHeight } = document.documentElement;
    const left = Math.max(edge, Math.min(at.left, clientWidth - edge - box.width));
    const below = at.bottom + edge, above = at.top - edge - box.height;
    const top = below + box.height > clientHeight ? above : below;
    Object.assign(tip.style, { margin: 0, left: `${left}px`, top: `${top}px` });
    requestAnimationFrame(place);
  };
  requestAnimationFrame(place);
}"""
"""Shows an explanation below its term, or above it where the window ends, and inside its sides."""
_FORGET_ESCAPE = """(e) => {
  // the pointer also leaves an explanation below it that Escape has closed
  const term = e.currentTarget;
  if (term !== document.activeElement) term.classList.remove("is-closed");
}"""


def write_term(words: str, explanation: str, classes: str = "") -> None:
    """Write words with their explanation, none if it is empty; both are translated already."""
    if not explanation:
        write_element("span", words, classes)
        return
    with write_element("span", classes=f"studio-term {classes}".strip(), tabindex="0") as term:
        write_element("span", words)
        _add_tip(term, explanation)


def explain_element(element: ui.element, term: str) -> None:
    """Write the explanation of a term on a button or a link; to be called where that was
    written."""
    _add_tip(element.classes("has-tip"), explain_term(term))


def _add_tip(element: ui.element, explanation: str) -> None:
    """Write an explanation here, which is shown beside an element."""
    tip = write_element("span", explanation, "studio-tip", role="tooltip")
    element.props["aria-describedby"] = tip.html_id
    element.on("keydown.escape", js_handler="(e) => e.currentTarget.classList.add('is-closed')")
    for entered in ("focus", "mouseenter"):
        element.on(entered, js_handler=_PLACE_BESIDE)
    for left in ("blur", "mouseleave"):
        element.on(left, js_handler=_FORGET_ESCAPE)


def explain_term(term: str) -> str:
    """Return what a term means."""
    return translate(TERMS[term])
