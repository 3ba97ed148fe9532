"""Leave the values of ``fetch.cookies`` and ``fetch.headers`` out of a portal file that is stored.

PyYAML says where each value begins and ends; MASK is put there, and in place of the comments of
the section, which may hold earlier values. The result is read again: a file whose values cannot be
located for certain (which no way of writing YAML is known to bring about) is left out as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import yaml

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.portal import NamedFile
from webarticlecurator.base.portal.session_secrets import MASK, SessionSecrets
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.yaml_file.yaml_places import MERGE, list_entries, walk_nodes
from webarticlecurator.portal_file.yaml_file.yaml_tree import NotReadable, compose_yaml

SECTION = "fetch"
KEYS = ("cookies", "headers")
COMMENTS = f"comments of {SECTION}"
"""What is left out besides values, in the words of the record."""
WHOLE = "the whole file"
_BOM = b"\xef\xbb\xbf"
_COMMENT = re.compile("#[^\r\n\x85\u2028\u2029]+")
_COMMENT_BEHIND = re.compile("[ \t,}\\]]*#[^\r\n\x85\u2028\u2029]+")
_Span: TypeAlias = tuple[int, int]
"""Beginning and end of a piece of the text."""


def leave_out_secrets(policy: FetchPolicy, files: Mapping[str, bytes]) -> tuple[NamedFile, ...]:
    """Return the portal file, which is the first of ``files``, and those that it names, without the
    secrets of the portal file."""
    secrets = SessionSecrets.of(policy)
    name, *named = files
    return (
        mask_portal_file(NamedFile(name, files[name]), secrets),
        *(mask_values(NamedFile(each, files[each]), secrets) for each in named),
    )


def mask_portal_file(file: NamedFile, secrets: SessionSecrets) -> NamedFile:
    """Return a portal file without its secrets, and without ``secrets``, which may be others."""
    try:
        text, root = compose_yaml(file.content, file.name)
    except NotReadable:
        return mask_values(file, secrets)
    found = _Section.of(root)
    # what is put in place of which pieces of the text; nothing without secrets
    written = {_span(node): node for _, _, node in found.pairs}
    masks = {
        (start, end): _mask_scalar(text, node)
        for (start, end), node in written.items()
        # a value without quotes may be read as the name of an anchor
        if text[start:end].strip("'\"")
    }
    comments = list(_find_comments(text, root, found.regions))
    commented_out = rf"#.*\b(?:{'|'.join(KEYS)})\b"
    has_old_values = any(re.search(commented_out, text[start:end]) for start, end in comments)
    if masks or has_old_values:
        masks.update(dict.fromkeys(comments, f"# {MASK}"))
    if not masks:
        return mask_values(file, secrets)
    bom = _BOM if file.content.startswith(_BOM) else b""
    masked = bom + _replace(text, masks).encode("utf-8")
    values = found.secrets() | secrets
    names = tuple(
        dict.fromkeys([*found.names, *[COMMENTS] * any(text[start] == "#" for start, _ in masks)])
    )
    result = NamedFile(file.name, values.hide_in_file(masked), (*file.left_out, *names))
    return result if _is_masked(result, found) else NamedFile(file.name, b"", (WHOLE,))


def mask_values(file: NamedFile, secrets: SessionSecrets) -> NamedFile:
    """Return a file without the long values among ``secrets``."""
    masked = secrets.hide_in_file(file.content)
    if masked == file.content:
        return file
    words = make_message("values of {keys}", keys=" and ".join(f"{SECTION}.{key}" for key in KEYS))
    return NamedFile(file.name, masked, (*file.left_out, words))


def read_session_secrets(content: bytes) -> SessionSecrets:
    """Return the secrets of a stored portal file, without values that were left out of it; none if
    it is not readable as YAML."""
    try:
        _, root = compose_yaml(content, "")
    except NotReadable:
        return SessionSecrets()
    return _Section.of(root).secrets()


@dataclass
class _Section:
    """The section ``fetch`` of a portal file.

    ``regions`` are where it stands, and where its cookies and headers do; ``pairs`` have for each
    text in these their key, its name and its node.
    """

    regions: list[_Span] = field(default_factory=list)
    pairs: list[tuple[str, str, yaml.ScalarNode]] = field(default_factory=list)

    @classmethod
    def of(cls, root: yaml.Node) -> _Section:
        section = cls()
        for fetch_key, fetch in _values_of(root, SECTION):
            section.regions += _regions(fetch_key, fetch)
            for key in KEYS:
                for table_key, table in _values_of(fetch, key):
                    section.regions += _regions(table_key, table)
                    section.pairs += [(key, *pair) for pair in _named_scalars(table, "")]
        return section

    @property
    def names(self) -> list[str]:
        return [f"{SECTION}.{key}.{name}".rstrip(".") for key, name, _ in self.pairs]

    def secrets(self) -> SessionSecrets:
        known = [(key, name, node.value) for key, name, node in self.pairs]
        named = SessionSecrets.named(
            *[[(name, value) for each, name, value in known if each == key] for key in KEYS]
        )
        return SessionSecrets(named.cookies, named.headers, named.values - {MASK})


def _regions(key: yaml.Node, value: yaml.Node) -> list[_Span]:
    """Return where a key and its value are; an alias stands for a value elsewhere."""
    (start, key_end), (value_start, end) = _span(key), _span(value)
    return [(start, end)] if value_start >= key_end else [(start, key_end), (value_start, end)]


def _values_of(node: yaml.Node, key: str) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Yield each key of this name in a mapping and in those merged into it, with its value."""
    for name, value in list_entries(node):
        if name is None or name.tag == MERGE:  # a list has several mappings that are merged
            yield from _values_of(value, key)
        elif isinstance(name, yaml.ScalarNode) and name.value == key:
            yield name, value


def _named_scalars(node: yaml.Node, name: str) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Yield all texts of a table, with the names that they have in it."""
    if isinstance(node, yaml.ScalarNode):
        yield name, node
    for key, value in list_entries(node):
        own = key.value if isinstance(key, yaml.ScalarNode) and key.tag != MERGE else ""
        yield from _named_scalars(value, name or own)


def _mask_scalar(text: str, node: yaml.ScalarNode) -> str:
    """Return MASK as the value of a node, in its style and with its anchor."""
    start, end = _span(node)
    written = text[start:end]
    anchor = re.match(r"(?:[&!]\S*\s+)*?(&\S+\s+)", written)
    quote = node.style if node.style in ("'", '"') else ""
    # the piece of a block ends with the line break of its last line
    line_end = re.search(r"(?:\r\n|\r|\n)?\Z", written) if node.style in ("|", ">") else None
    return f"{anchor[1] if anchor else ''}{quote}{MASK}{quote}{line_end[0] if line_end else ''}"


def _find_comments(text: str, root: yaml.Node, regions: Sequence[_Span]) -> Iterator[_Span]:
    """Yield the comments in the regions and behind them on the same line."""
    scalars = sorted(
        {_span(node) for node in walk_nodes(root) if isinstance(node, yaml.ScalarNode)}
    )
    found: set[_Span] = set()
    for start, end in regions:
        behind = _COMMENT_BEHIND.match(text, end)
        end = behind.end() if behind else end
        for gap_start, gap_end in _gaps(scalars, start, end):
            found.update(m.span() for m in _COMMENT.finditer(text, gap_start, gap_end))
    yield from sorted(found)


def _gaps(scalars: Sequence[_Span], start: int, end: int) -> Iterator[_Span]:
    """Yield the pieces between two places that belong to no scalar."""
    for first, last in scalars:
        if last <= start or first >= end:
            continue
        if first > start:
            yield start, first
        start = max(start, last)
    if start < end:
        yield start, end


def _span(node: yaml.Node) -> _Span:
    return node.start_mark.index, node.end_mark.index


def _replace(text: str, masks: Mapping[_Span, str]) -> str:
    pieces, done = [], 0
    for start, end in sorted(masks):
        pieces += [text[done:start], masks[start, end]]
        done = end
    return "".join((*pieces, text[done:]))


def _is_masked(file: NamedFile, original: _Section) -> bool:
    """Return True if a masked file can be read, and has MASK for each value of the original."""
    try:
        _, root = compose_yaml(file.content, file.name)
    except NotReadable:
        return False
    masked = _Section.of(root)
    are_masks = all(node.value.strip() in (MASK, "") for _, _, node in masked.pairs)
    return are_masks and len(masked.pairs) == len(original.pairs)
