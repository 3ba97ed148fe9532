"""Replace the names of readers in their comments by stable pseudonyms.

A pseudonym is a keyed hash (HMAC-SHA256) of the name: without the key, hashing a list of names
does not lead back to the name. The same name and key give the same pseudonym on every page and in
every build.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterator, Sequence

from webarticlecurator.base.model.blocks import MEDIA, Node, block_words, blocks_below
from webarticlecurator.base.text.character_patterns import WORD_CHARACTERS
from webarticlecurator.base.text.word_borders import is_spaceless

PREFIX = "reader-"
_DIGITS = 12
"""Base32 digits of a pseudonym: 60 bits; two of a million names are the same with a chance of one
in two million."""
_MIN_MENTION = 2
"""Characters of the shortest name that is looked for in the text of comments."""
_AROUND_NAME = " \t\n:,;.@|·•–—-"
LEFT_OUT = MEDIA | {"media-link"}
"""Blocks that are left out of comments: addresses and captions of pictures may name the writer."""
_IDS = ("id", "reply-to", "to")


def make_pseudonym(key: bytes, name: str) -> str:
    """Return the pseudonym of a name: one word, ``reader-k3f7q2mz5abc``.

    White space and signs around a name (``Anna:``, ``@Anna``) make no difference, letter case does.
    """
    digest = hmac.new(key, normalize_name(name).encode("utf-8", "replace"), hashlib.sha256)
    return PREFIX + base64.b32encode(digest.digest())[:_DIGITS].decode("ascii").lower()


def normalize_name(name: str) -> str:
    """Return a name in Unicode's composed form, without the signs around it."""
    return " ".join(unicodedata.normalize("NFC", name).split()).strip(_AROUND_NAME) or name.strip()


class Pseudonyms:
    """The pseudonyms of the readers who wrote the comments of one page.

    Replaced are the writer of each comment, the line that names him, and his name in the text of
    all comments of the page, where it stands as whole words (in scripts without spaces between
    words, anywhere). Links to his profile lose their
    address; pictures, whose addresses and captions may name him, are left out.
    ``replaced_words`` counts the words of the page that are gone.
    """

    def __init__(self, key: bytes, comments: Sequence[Node]) -> None:
        self._key = key
        written = [node for block in comments for node in block.nodes if _writer(node)]
        names = {normalize_name(_writer(node)) for node in written}
        self._pseudonyms = {name: make_pseudonym(key, name) for name in names}
        # First word → patterns of the names that begin with it, the longest first
        index: dict[str, list[tuple[re.Pattern[str], str]]] = {}
        by_length = sorted(names, key=lambda name: (-len(name), name))
        mentioned = [name for name in by_length if len(name) >= _MIN_MENTION]
        for name in mentioned:
            first = WORD_CHARACTERS.search(name)
            if first is None:
                continue
            words = r"\s+".join(map(re.escape, name[first.start() :].split()))
            index.setdefault(first[0], []).append(
                (re.compile(rf"{words}(?!\w)"), self._pseudonyms[name])
            )
        self._mentions = index
        # in scripts without spaces, a name stands among other words
        words = "|".join(map(re.escape, filter(is_spaceless, mentioned)))
        self._inside = re.compile(words) if words else None
        self._letters = {letters for name in names if len(letters := _letters_of(name)) > 2}
        lines = [n for comment in written for n in comment.nodes if n.name == "comment-author"]
        self._profiles = {t for node in blocks_below(lines) if (t := node.get("target"))}
        self._new_words = 0
        self.replaced_words = 0

    def replace_names(self, comments: Node) -> tuple[Node, ...]:
        """Return a ``comments`` block without names; nothing if nothing is left of it."""
        before, self._new_words = len(block_words([comments])), 0
        changed = tuple(node for node in self._change(comments) if isinstance(node, Node))
        self.replaced_words += before - len(block_words(changed)) + self._new_words
        ids = {node.get("id") for block in changed for node in block.nodes}
        blocks = []
        for block in changed:
            children = list(block.children)
            for place, child in enumerate(children):
                # A comment does not reply to one that is gone.
                if isinstance(child, Node) and child.get("reply-to") not in (None, *ids):
                    kept = tuple(each for each in child.attributes if each[0] != "reply-to")
                    children[place] = Node(child.name, child.children, kept)
            blocks.append(Node(block.name, tuple(children)))
        return tuple(blocks)

    def _change(self, node: Node) -> Iterator[Node | str]:
        """Yield what replaces a node; nothing for one that is left out."""
        if node.name in LEFT_OUT:
            return
        if node.name == "comment-author":
            # The line that names the writer, with the pseudonym alone in it
            text = " ".join(block_words(node.children))
            if text:
                self._new_words += 1
                yield Node(node.name, (make_pseudonym(self._key, text),))
            return
        found = self._new_words
        children: list[Node | str] = []
        for child in node.children:
            if isinstance(child, str):
                children.append(self._replace_in_text(child))
            else:
                children.extend(self._change(child))
        if node.children and not children:
            return
        names_reader = self._new_words > found or node.get("target") in self._profiles
        if node.name == "link" and node.get("target") is not None and names_reader:
            yield from children
            return
        kept = [each for each in node.attributes if each[0] != "target" or not names_reader]
        attributes = tuple((name, self._attribute(name, value)) for name, value in kept)
        yield Node(node.name, tuple(children), attributes)

    def _attribute(self, name: str, value: str) -> str:
        if name == "who":
            return make_pseudonym(self._key, value)
        if name in _IDS and any(letters in _letters_of(value) for letters in self._letters):
            return make_pseudonym(self._key, value).replace(PREFIX, "comment-")
        return value

    def _replace_in_text(self, text: str) -> str:
        if self._inside is not None:
            text, number = self._inside.subn(lambda found: self._pseudonyms[found[0]], text)
            self._new_words += number
        pieces: list[str] = []
        position = 0
        for word in WORD_CHARACTERS.finditer(text):
            patterns = self._mentions.get(word[0], ()) if word.start() >= position else ()
            found = next(((m, p) for r, p in patterns if (m := r.match(text, word.start()))), None)
            if found:
                pieces += [text[position : word.start()], found[1]]
                position = found[0].end()
                self._new_words += 1
        return "".join((*pieces, text[position:]))


def _writer(node: Node) -> str:
    return (node.get("who") or "").strip() if node.name == "comment" else ""


def _letters_of(text: str) -> str:
    return "".join(WORD_CHARACTERS.findall(text)).casefold().replace("_", "")
