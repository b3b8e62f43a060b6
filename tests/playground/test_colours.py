"""The editor of the playground colours by the same patterns as VS Code, read by a few lines of JavaScript."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from editors.compare_colours import CONSTANTS, MOST, _meant, _shown

ROOT = Path(__file__).parent.parent.parent
FILES = [ROOT / "rulesets" / f"{name}.regel" for name in ("branch_lines", "connect_four", "coup", "hex", "sushi_go")]
SCRIPT = """
import { colouring } from './playground/page/colours.js';
import { readFileSync } from 'node:fs';
const [grammar, ...files] = process.argv.slice(1), colours = colouring(JSON.parse(readFileSync(grammar)));
const tokens = (file) => readFileSync(file, 'utf8').split('\\n').flatMap((line, row) =>
  colours(line).map(([from, to, scope]) => [row + 1, from + 1, line.slice(from, to), scope]));
console.log(JSON.stringify(Object.fromEntries(files.map((file) => [file, tokens(file)]))));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_words_are_coloured_as_what_they_are() -> None:
    grammar = ROOT / "editors" / "vscode" / "syntaxes" / "regel.tmLanguage.json"
    command = ["node", "--input-type=module", "-e", SCRIPT, str(grammar), *map(str, FILES)]
    tokens = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout)
    meant = {(file, place): word for file in tokens for place, word in _meant(Path(file)).items()}
    shown = {(file, place): word for file, found in tokens.items() for place, word in _shown(found).items()}
    wrong = [word for place, word in shown.items() if place not in meant and word not in CONSTANTS]
    wrong += [word for place, word in meant.items() if place not in shown]
    assert len(wrong) <= MOST * len(meant), " ".join(wrong)
