"""What is read before a game begins, in every language that it has: titles, open questions, answers and reasons.

They are no part of a compiled ruleset, so their words are looked up in `texts` as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from regelwerk.dsl import ast
from regelwerk.dsl.ast.tree import title
from regelwerk.dsl.book.rulings import Question, questions
from regelwerk.interpreter.texts.phrases import phrases


class Answer(NamedTuple):
    """An answer to a question: its name in the rules, what it is called, and its address."""

    name: str
    title: str
    address: str


class Beforehand:
    """The words of declarations that are not compiled."""

    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self.questions = questions(decls)
        self.languages: dict[str, dict[str, str]] = {}  # what the lines of `texts` name, and what they say
        for d in (d for d in decls if isinstance(d, ast.Texts)):
            said = self.languages.setdefault(d.language.id, {})
            said |= {".".join(line.path.parts): title(line.text) for line in d.lines}
        self._titles = [d.title for d in decls if isinstance(d, ast.Game | ast.Overlay) and d.title is not None]
        self._kinds = [d for d in decls if isinstance(d, ast.Kind)]

    def say(self, words: str, language: str, *names: str) -> str:
        """Say something in a language, which may know it by other names; "" if it has no words for it."""
        if not language or not any(sign.isalpha() for sign in words):
            return words
        known = self.languages.get(language, {})
        found = next((known[name] for name in (*names, words) if name in known), "")
        return found or phrases(language).plain.get(words, "")

    def answer(self, answer: Answer, language: str) -> str:
        """Say an answer in a language; "" if it has no words for it."""
        return self.say(answer.title, language, answer.address, answer.name)

    def answers(self, question: Question) -> list[Answer]:
        """List the answers to a question, the usual one first if nothing says their order."""
        names = question.choices if question.default in question.choices else (question.default, *question.choices)
        parted = [(name, *name.rpartition(".")[::2]) for name in names]
        members = {(kind.name.id, m.name.id): m.title for kind in self._kinds for m in kind.members}
        of = next((k.name.id for k in self._kinds if all((k.name.id, id) in members for _, _, id in parted)), "")
        found = []
        for name, kind, id in parted:
            own = members.get((kind or of, id))
            found.append(Answer(name, title(own) if own is not None else id.replace("_", " "), f"{kind or of}.{id}"))
        return found

    def asked(self) -> list[dict[str, Any]]:
        """List the open questions with their answers, as a page asks them."""
        return [
            {
                "name": each.name,
                "title": asks(each),
                "titles": self._in_all(asks(each)),
                "choices": [
                    {"name": one.name, "title": one.title, "titles": self._in_all(one.title, one.address, one.name)}
                    for one in self.answers(each)
                ],
                "default": each.default,
            }
            for each in self.questions
        ]

    def _in_all(self, words: str, *names: str) -> dict[str, str]:
        return {code: said for code in self.languages if (said := self.say(words, code, *names))}

    def unsaid(self, language: str) -> Iterator[str]:
        """Give what a language has no words for."""
        yield from (words for each in self._titles if not self.say(words := title(each), language))
        for each in self.questions:
            yield from (words for words in (asks(each), each.because) if not self.say(words, language) and words)
            yield from (one.title for one in self.answers(each) if not self.answer(one, language))


def asks(question: Question) -> str:
    """Give the words of a question; without any, its name."""
    return question.asks or question.name.replace("_", " ")
