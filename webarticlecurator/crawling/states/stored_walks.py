"""The walks of a corpus as they are stored: their states are read and written here."""

from __future__ import annotations

from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.storage.frontier.walks import Walk, WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView


def key_of(state: WalkState) -> WalkKey:
    """Return the key of the walk that has a state."""
    return WalkKey(state.column, state.span, state.window)


def read_state(walk: Walk | None) -> WalkState | None:
    """Return the state of a stored walk; None if there is none."""
    return WalkState.from_json(walk.state) if walk is not None and walk.state else None


def load_walk(corpus: CorpusView, key: WalkKey) -> WalkState | None:
    """Return the state of the stored walk with a key; None if there is none."""
    return read_state(corpus.walks.get(key))


def save_walk(corpus: WritableCorpus, state: WalkState) -> None:
    """Save the state of a walk. Needs ``corpus.commit``."""
    corpus.walks.save(key_of(state), state.to_json(), state.reached_end)
