"""What is answered when something cannot be done: a code for programs, a sentence, and the way out."""

from __future__ import annotations

from typing import Any


class Fault(Exception):
    """A request that is not granted."""

    def __init__(self, status: int, code: str, text: str, help: str = "", **more: Any) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.help, self.more = status, code, text, help, more

    def data(self) -> dict[str, Any]:
        """Give it as the JSON that is answered; `state` goes beside the error."""
        error = {"code": self.code, "text": self.text, "help": self.help}
        beside = {name: value for name, value in self.more.items() if name == "state"}
        return {"error": error | {n: v for n, v in self.more.items() if n not in beside}, **beside}


def unknown_table() -> Fault:
    return Fault(404, "table_unknown", "There is no such table.", "Check the link, or begin a new table in the lobby.")


def sentence(text: str) -> str:
    """Begin with a capital and end with a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")
