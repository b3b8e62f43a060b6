"""Effects and abilities as phrases. What an effect does is told by its lines, unless that would be longer than its name
or a line `says` of `display` has the words for it."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.dsl import ast
from regelwerk.dsl.ast.tree import words

from ..model import Phrase
from .expressions import binder, expression, joined, text
from .names import UNSAID, Names, Scope

DEEPEST = 2  # effects inside effects that are still told line by line
LONGEST = 24  # parts of a phrase that still is one


def size(phrase: Phrase) -> int:
    """Count the parts of a phrase."""
    return sum(map(size, phrase)) if isinstance(phrase, list) else 1


class Telling:
    """Lines of a rule, one after the other; what a line names is known to those after it."""

    def __init__(self, names: Names, scope: Scope, depth: int = 0) -> None:
        self.names = names
        self.scope = scope
        self.depth = depth

    def block(self, block: ast.Block) -> list[Phrase]:
        """Say the lines of a block, without those that say nothing at the table."""
        return [said for step in block if (said := self.statement(step.do)) is not None]

    def together(self, block: ast.Block, scope: Scope | None = None) -> Phrase:
        """Say a block in one."""
        inner = Telling(self.names, {**self.scope, **(scope or {})}, self.depth)
        return joined(inner.block(block) or ["nothing happens"], "{0}; {1}")

    def of(self, e: ast.Expr) -> Phrase:
        return expression(self.names, e, self.scope)

    def statement(self, s: ast.Stmt) -> Phrase | None:
        """Say a line; None if there is nothing to say."""
        match s:
            case ast.Trade():
                return ["", "gain {0}" if s.verb == "gain" else "pay {0}", self._bundle(s.bundle)]
            case ast.Assign():
                pattern = {"set": "{0} becomes {1}", "add": "add {1} to {0}", "remove": "take {1} from {0}"}[s.verb]
                return ["", pattern, self.of(s.target), self.of(s.value)]
            case ast.Move():
                return ["", "put {0} under {1}" if s.under else "put {0} into {1}", self.of(s.what), self.of(s.to)]
            case ast.MoveSome():
                return ["", "put {0} of {1} into {2}", s.count, self.of(s.what), self.of(s.to)]
            case ast.Lay() | ast.Lift():
                return ["", "lay {0}" if isinstance(s, ast.Lay) else "take {0} off the board", self.of(s.what)]
            case ast.Shuffle():
                return ["", "shuffle {0}", self.of(s.place)]
            case ast.Reveal():
                return ["", "reveal {0}", self.of(s.target)]
            case ast.ShowTo():
                return ["", "show {0} to {1}", self.of(s.what), self.of(s.seat)]
            case ast.Give():
                return ["", "the result is {0}", self.of(s.value)]
            case ast.End():
                return ["", "{0} ends", words(s.name.id)]
            case ast.Score():
                return ["", "score {0}", words(s.name.id)]
            case ast.Run():
                return self._run(s.call)
            case ast.Sequence():
                parts = self.block(s.steps)
                return joined(parts, "{0}; {1}") if parts else None
            case ast.Let() | ast.Var():
                self.scope = {**self.scope, s.name.id: self.of(s.value)}
                return None
            case ast.LetFrom():
                self.scope = {**self.scope, s.name.id: ["", "result of {0}", self._called(s.call)]}
                return None
            case _:
                return self._choice(s) or self._control(s) or self._ability(s)

    # ------------------------------------------------------------------ decisions, chance and flow

    def _choice(self, s: ast.Stmt) -> Phrase | None:
        match s:
            case ast.Choose():
                source, _ = binder(self.names, s.binder, self.scope)
                asked = ["", "choose from {0}", source] if s.question is None else text(
                    self.names, s.question, self.scope
                )  # fmt: skip
                self.scope = {**self.scope, s.binder.name.id: "what was chosen"}
                return asked
            case ast.ChooseOption():
                return ["", "choose: {0}", joined([self._option(o) for o in s.options], "{0} / {1}")]
            case ast.Draw():
                source, _ = binder(self.names, s.binder, self.scope)
                self.scope = {**self.scope, s.binder.name.id: "what was drawn"}
                return ["", "draw by lot: {0}", source]
            case ast.May():
                body = self.together(s.body)
                for step in s.body:  # what was chosen is spoken of in the lines after it
                    if isinstance(step.do, ast.Choose):
                        self.scope = {**self.scope, step.do.binder.name.id: "what was chosen"}
                if s.label is None:
                    return ["", "you may: {0}", body]
                return self._labelled("you may: {0}", s.label, body)
            case ast.Offer():
                return ["", "choose: {0}", joined([self.of(a) for a in s.actions], "{0} / {1}")]
            case _:
                return None

    def _option(self, o: ast.OptionLine) -> Phrase:
        label = text(self.names, o.label, self.scope) if o.label is not None else words(o.name.id)
        said = self.together(o.body)
        return ["", "{0} ({1})", label, said] if size(said) <= LONGEST else label

    def _labelled(self, pattern: str, label: ast.Text, body: Phrase) -> Phrase:
        """What a decision offers is said in its own words; what comes of it, if that is short."""
        said = text(self.names, label, self.scope)
        brief = body != "nothing happens" and size(body) <= LONGEST
        return ["", pattern, ["", "{0} ({1})", said, body] if brief else said]

    def _control(self, s: ast.Stmt) -> Phrase | None:
        match s:
            case ast.Needs() if self.depth == 0:
                return ["", "only if {0}", self.of(s.cond)]
            case ast.If():
                parts = [self.of(s.cond), self.together(s.then)]
                if not s.other:
                    return ["", "if {0}: {1}", *parts]
                return ["", "if {0}: {1}; otherwise: {2}", *parts, self.together(s.other)]
            case ast.Each():
                found = [binder(self.names, b, self.scope)[0] for b in s.binders]
                inner: Scope = {b.name.id: "it" for b in s.binders}
                return ["", "for each of {0}: {1}", joined(found), self.together(s.body, inner)]
            case ast.As() if s.how == "one":
                return ["", "{0}: {1}", self.of(s.who), self.together(s.body)]
            case ast.As():
                return ["", "for each of {0}: {1}", self.of(s.who), self.together(s.body)]
            case ast.Repeat():
                body = self.together(s.body)
                if s.until is not None:
                    return ["", "again and again, until {0}: {1}", self.of(s.until), body]
                return ["", "up to {0} times: {1}", self.of(s.at_most) if s.at_most is not None else UNSAID, body]
            case _:
                return None

    # ------------------------------------------------------------------ what bends other rules

    def _ability(self, s: ast.Stmt) -> Phrase | None:
        match s:
            case ast.ChangeLine():
                said = self._change(s)
                return ["", "{0}, if {1}", said, self._inside(s.name, s.params).of(s.when)] if s.when else said
            case ast.Hook():
                return self._hook(s)
            case ast.Action():
                label = self.action(s)
                return ["", "{0} (once per {1})", label, words(s.once.id)] if s.once is not None else label
            case _:
                return None

    def action(self, s: ast.Action, address: str = "") -> Phrase:
        """Give an action by its title; what it picks is left open."""
        open_scope: Scope = {**self.scope, **{p.name.id: UNSAID for p in s.params}}
        if s.title is None:
            return words(s.name.id)
        return text(self.names, s.title, open_scope, address)

    def _inside(self, name: ast.Name, params: Iterable[ast.Name]) -> Telling:
        """What a hook or change calls the arguments is not known before play."""
        types = [p.type for p in self.names.params.get(name.id, ())]
        inner: Scope = {p.id + mark: UNSAID for p in params for mark in ("", "?")}
        for p, kind in zip(params, types, strict=False):
            if isinstance(kind, ast.NamedType) and kind.name[0].isupper():
                inner[p.id] = words(kind.name)
        return Telling(self.names, {**self.scope, **inner}, self.depth)

    def _change(self, s: ast.ChangeLine) -> Phrase:
        noun, to, bound = self.names.noun(s.name.id), s.to, ""
        limit: list[Phrase] = []
        if isinstance(to, ast.Binary) and to.op in ("at least", "at most"):
            bound, limit, to = f", {to.op} {{2}}", [self.of(to.right)], to.left
        if isinstance(to, ast.Binary) and to.op in "+-" and to.left == ast.Ident(s.name.id):
            return ["", ("{0}: {1} more" if to.op == "+" else "{0}: {1} less") + bound, noun, self.of(to.right), *limit]
        if s.to == ast.Ident("yes"):
            return ["", "{0}", noun]
        inner = self._inside(s.name, s.params)
        inner.scope = {**inner.scope, s.name.id: "what it was"}
        return ["", "{0} becomes {1}", noun, inner.of(s.to)]

    def _hook(self, s: ast.Hook) -> Phrase:
        inner = self._inside(s.name, s.params)
        if s.gives is not None:
            inner.scope = {**inner.scope, s.gives.id: "result"}
        body = inner.together(s.body)
        done: Phrase = inner._labelled("{0}", s.label, body)[2] if s.label is not None else body
        pattern = f"{s.kind} {'of ' if s.kind == 'instead' else ''}{{0}}{', you may' if s.may else ''}: {{1}}"
        said: Phrase = ["", pattern, self.names.noun(s.name.id), done]
        if s.when is not None:
            said = ["", "{0}, if {1}", said, inner.of(s.when)]
        return ["", "{0} (once per {1})", said, words(s.once.id)] if s.once is not None else said

    # ------------------------------------------------------------------ calls and amounts

    def _run(self, call: ast.Expr) -> Phrase | None:
        named = call.of if isinstance(call, ast.Call) else call
        decl = self.names.effects.get(named.id) if isinstance(named, ast.Ident) else None
        if decl is None or decl.name.id in self.names.given or self.depth >= DEEPEST:
            return self._called(call)
        args = [self.of(arg) for arg in call.args] if isinstance(call, ast.Call) else []
        scope: Scope = {p.name.id: arg for p, arg in zip(decl.params, args, strict=False)}
        lines = Telling(self.names, scope, self.depth + 1).block(decl.body)
        said = joined(lines, "{0}; {1}") if lines else None
        return said if said is None or size(said) <= LONGEST else self._called(call)

    def _called(self, call: ast.Expr) -> Phrase:
        return self.of(call)

    def _bundle(self, bundle: ast.Bundle) -> Phrase:
        parts = [joined([self._amount(a) for a in part], "{0} or {1}") for part in bundle.parts]
        either = any(len(part) > 1 for part in bundle.parts)
        return joined(parts, "{0}, and {1}" if either else "{0} and {1}")

    def _amount(self, a: ast.Amount) -> Phrase:
        unit = a.unit if a.unit is not None else a.amount
        count: Phrase = self.of(a.amount) if a.unit is not None else 1
        if isinstance(unit, ast.Ident) and unit.id in self.names.resources:
            one, many = self.names.resources[unit.id]
            if not isinstance(count, int):
                return ["", "{1}: {0}", count, many]
            return ["", "{0} {1}", count, one if count == 1 else many]
        said = self.of(unit)
        kind = self.names.kinds.get(said[1]) if isinstance(said, list) and said[0] == "=" else None
        if kind is None:
            return ["", "{0} × {1}", count, said]
        return ["", "{0} {1} {2}", count, said, kind if count == 1 else f"{kind}s"]
