"""Hold the patterns of the colouring against the grammar: which words of the bundled rulesets do they colour as words?

`make editors` runs it. Patterns cannot know everything; semantic colours put the rest right in editors that have them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from regelwerk.dsl.editing.index.cursor import words_of
from regelwerk.dsl.source import Source

ROOT = Path(__file__).resolve().parent.parent
MOST = 0.005  # share of words that may be coloured otherwise
CONSTANTS = {"yes", "no", "none", "me", "it"}
Place = tuple[int, int]


def main() -> int:
    """Print the score; fail if too many words differ."""
    files = [
        str(f) for folder in ("rulesets", "docs/reference/bases") for f in sorted((ROOT / folder).rglob("*.regel"))
    ]
    command = ["node", str(ROOT / "editors" / "vscode" / "tests" / "tokens.cjs"), *files]
    tokens = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    total, differ = 0, Counter[str]()
    for file, found in tokens.items():
        meant, shown = _meant(Path(file)), _shown(found)
        total += len(meant)
        differ.update(w for place, w in shown.items() if place not in meant and w not in CONSTANTS)
        differ.update(w for place, w in meant.items() if place not in shown)
    wrong = sum(differ.values())
    most = ", ".join(f"{word} ({n})" for word, n in differ.most_common(8))
    print(f"{total - wrong} of {total} words are coloured as what they are. Others: {most or 'none'}.")
    return int(wrong > total * MOST)


def _split(line: int, column: int, text: str) -> dict[Place, str]:
    """The single words of a stretch, by place."""
    out: dict[Place, str] = {}
    for word in text.split(" "):
        if word:
            out[line, column] = word
        column += len(word) + 1
    return out


def _meant(path: Path) -> dict[Place, str]:
    found: dict[Place, str] = {}
    for token in words_of(Source("", path.read_text(encoding="utf-8"))):
        found |= _split(token.line or 0, token.column or 0, str(token))
    return found


def _shown(tokens: list[tuple[int, int, str, str]]) -> dict[Place, str]:
    found: dict[Place, str] = {}
    for line, column, text, scopes in tokens:
        signs = "annotation" in scopes or "keyword.operator.regel" in scopes
        if not signs and any(s in scopes for s in ("keyword", "storage", "constant.language")):
            found |= _split(line, column, text)
    return found


if __name__ == "__main__":
    sys.exit(main())
