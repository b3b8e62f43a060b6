"""What is answered when something cannot be done: a code for programs, a sentence, and the way out."""

from __future__ import annotations

from functools import cache
from typing import Any

from regelwerk.interpreter.texts.phrases import Phrases, phrases
from regelwerk.telling import speech

from .faults_in_german import GERMAN


class Fault(Exception):
    """A request that is not granted."""

    def __init__(self, status: int, code: str, text: str, help: str = "", **more: Any) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.help, self.more = status, code, text, help, more

    def data(self, language: str = "") -> dict[str, Any]:
        """Give it as the JSON that is answered, in a language if it has the words; `state` goes beside the error."""
        error = {"code": self.code, "text": told(self.text, language), "help": told(self.help, language)}
        beside = {name: value for name, value in self.more.items() if name == "state"}
        return {"error": error | {n: v for n, v in self.more.items() if n not in beside}, **beside}


def told(text: str, language: str) -> str:
    """Say a sentence in a language; as it is, if that has no words for it."""
    if not language.startswith("de"):
        return text
    found = _german().find(text, lambda part: told(part, language)) or phrases("de").find(text, str)
    return "".join(map(str, found)) if found else speech.GERMAN.get(text, text)


@cache
def _german() -> Phrases:
    return Phrases(GERMAN)


def unknown_table() -> Fault:
    return Fault(404, "table_unknown", "There is no such table.", "Check the link, or begin a new table in the lobby.")


def sentence(text: str) -> str:
    """Begin with a capital and end with a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")
