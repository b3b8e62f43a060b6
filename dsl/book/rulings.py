"""Rulings: the questions a rulebook leaves open, and deciding them otherwise before anything is checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from .. import ast
from ..source import Span

_NUMBER = re.compile(r"-?\d+")
_NAME = re.compile(r"(?:[A-Z]\w*\.)?[^\W\d]\w*")


class Undecided(LookupError):
    """A ruling cannot be decided like that; the text says why and what is possible."""


class Unasked(Undecided):
    """No ruling goes by this name or id."""

    def __init__(self, key: str, hint: str) -> None:
        super().__init__(f"There is no ruling {key}{hint}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Question:
    """A ruling as it is written; `choices` is empty if any number or name will do."""

    name: str
    asks: str
    default: str
    choices: tuple[str, ...]
    because: str
    cites: tuple[str, ...]
    at: Span


def questions(decls: Sequence[ast.Decl]) -> list[Question]:
    """List the rulings of a ruleset in the order of its source."""
    kinds = [d for d in decls if isinstance(d, ast.Kind)]
    return [_question(d, kinds) for d in decls if isinstance(d, ast.Ruling)]


def decided(decls: Sequence[ast.Decl], rulings: Mapping[str, str]) -> list[ast.Decl]:
    """Give the declarations with rulings decided otherwise, by name or by an id they cite."""
    known = questions(decls)
    chosen: dict[str, tuple[str, str]] = {}
    for key, value in rulings.items():
        question = _find(known, key)
        answer = _answer(question, value)
        before = chosen.setdefault(question.name, (key, answer))
        if before[1] != answer:
            raise Undecided(
                f"{before[0]} and {key} are the same ruling, {question.name}: it cannot be {before[1]} and {answer}."
            )
    return [_with(d, chosen[d.name.id][1]) if isinstance(d, ast.Ruling) and d.name.id in chosen else d for d in decls]


def _question(d: ast.Ruling, kinds: Sequence[ast.Kind]) -> Question:
    fields = {f.name.id: f for f in d.fields}
    marks = [d.marks, *(f.marks for f in d.fields)]
    values = {name: tuple(_words(v) for v in f.values or ()) for name, f in fields.items()}
    default = (values.get("default") or ("",))[0]
    choices = values.get("choices") or _like(default, kinds)
    because = " ".join(values.get("because", ()))
    cites = dict.fromkeys(c.id for m in marks for c in m.cites)
    return Question(d.name.id, _plain(d.question), default, choices, because, tuple(cites), d.at)


def _like(default: str, kinds: Sequence[ast.Kind]) -> tuple[str, ...]:
    """List what else could be answered where a ruling does not say it: yes or no, or what is of the same kind."""
    if default in ("yes", "no"):
        return ("yes", "no")
    owner, dot, name = default.rpartition(".")
    of = [k for k in kinds if owner in ("", k.name.id) and name in {m.name.id for m in k.members}]
    return tuple(f"{owner}{dot}{m.name.id}" for m in of[0].members) if len(of) == 1 else ()


def _plain(text: ast.Text | None) -> str:
    return "" if text is None else "".join(p if isinstance(p, str) else f"{{{_words(p)}}}" for p in text.parts)


def _words(e: ast.Expr) -> str:
    match e:
        case ast.Number():
            return str(e.value)
        case ast.Ident() | ast.TypeIdent():
            return e.id
        case ast.Unary(op="-"):
            return f"-{_words(e.of)}"
        case ast.Dot():
            return f"{_words(e.of)}.{e.name.id}"
        case ast.TextExpr():
            return _plain(e.text)
    return "..."


def meant(known: Sequence[Question], key: str) -> list[Question]:
    """Give the rulings that somebody can mean: by name, or else by an id they cite."""
    named = [q for q in known if q.name == key.replace("-", "_").lower() or q.name == key]
    return named or [q for q in known if key.upper().lstrip("@") in q.cites]


def _find(known: Sequence[Question], key: str) -> Question:
    found = meant(known, key)
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(q.name for q in found)
        raise Undecided(f"{key} is cited by several rulings: {names}. Say which one.")
    if not known:
        raise Unasked(key, ": this ruleset has none.")
    every = [q.name for q in known] + [c for q in known for c in q.cites]
    near = get_close_matches(key, every, n=1) or get_close_matches(key.upper(), every, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(q.name for q in known)}."
    raise Unasked(key, f" in this ruleset. {hint}")


def _answer(question: Question, value: str) -> str:
    if question.choices:
        fitting = [c for c in question.choices if value in (c, c.rpartition(".")[2])]  # `Late.never` by its name alone
        if len(fitting) == 1:
            return fitting[0]
        raise Undecided(
            f"The ruling {question.name} cannot be {value or 'nothing'}. There are: {', '.join(question.choices)}."
        )
    number = _NUMBER.fullmatch(question.default) is not None
    if not (_NUMBER if number else _NAME).fullmatch(value):
        raise Undecided(f"The ruling {question.name} is a {'number' if number else 'name'}, not {value or 'nothing'}.")
    return value


def _with(d: ast.Ruling, answer: str) -> ast.Ruling:
    def other(f: ast.Field) -> ast.Field:
        if f.name.id != "default" or not f.values:
            return f
        return replace(f, values=(_read(answer, f.values[0].at),))

    return replace(d, fields=tuple(other(f) for f in d.fields))


def _read(answer: str, at: Span) -> ast.Expr:
    if _NUMBER.fullmatch(answer):
        number = ast.Number(abs(int(answer)), at=at)
        return ast.Unary("-", number, at=at) if answer.startswith("-") else number
    owner, dot, name = answer.partition(".")
    return ast.Dot(ast.TypeIdent(owner, at=at), ast.Name(name, at=at), at=at) if dot else ast.Ident(answer, at=at)
