"""How often the language of short and long texts is recognised, and what it takes: py3langid and,
where it is installed, lingua.

    python -m bench.text.languages SHARED

Texts are those of the publishers in SHARED/cases/fundus, whose languages are known, by their first
characters: 20, 50, 100, 300, all. Prints the share that is right and the milliseconds of a
text.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LENGTHS = (20, 50, 100, 300, 1_000_000)


def read_texts(shared: Path) -> list[tuple[str, str]]:
    """Return language and text of each page."""
    found = []
    pages = shared / "cases" / "fundus" / "pages.jsonl"
    for line in pages.read_text(encoding="utf-8").splitlines():
        page = json.loads(line)
        body = page["gold"].get("body") or {}
        parts = [*body.get("summary", []), *_list_paragraphs(body)]
        if page["lang"] and parts:
            found.append((page["lang"][:2], " ".join(parts)))
    return found


def _list_paragraphs(body: dict[str, Any]) -> list[str]:
    return [text for section in body.get("sections", []) for text in section.get("paragraphs", [])]


def load_detectors() -> dict[str, Callable[[str], str]]:
    """Return the detectors that are installed, by name."""
    from py3langid import classify

    classify("")  # loads the model
    detectors: dict[str, Callable[[str], str]] = {"py3langid": lambda text: classify(text)[0]}
    try:
        from lingua import LanguageDetectorBuilder
    except ImportError:
        return detectors
    lingua = LanguageDetectorBuilder.from_all_languages().build()

    def detect(text: str) -> str:
        language = lingua.detect_language_of(text)
        return "" if language is None else language.iso_code_639_1.name.lower()

    return {**detectors, "lingua": detect}


def main() -> None:
    texts = read_texts(Path(sys.argv[1]))
    same = {"nb": "no", "nn": "no"}
    print(f"{len(texts)} texts, {len({language for language, _ in texts})} languages")
    for name, detect in load_detectors().items():
        detect(texts[0][1])
        for length in LENGTHS:
            begin = time.perf_counter()
            found = [detect(text[:length]) for _, text in texts]
            seconds = time.perf_counter() - begin
            right = sum(
                same.get(each, each) == same.get(language, language)
                for each, (language, _) in zip(found, texts, strict=True)
            )
            print(
                f"{name:<10} {min(length, 9999):>5} characters: {right / len(texts):6.1%} right,"
                f" {1000 * seconds / len(texts):7.2f} ms a text"
            )


if __name__ == "__main__":
    main()
