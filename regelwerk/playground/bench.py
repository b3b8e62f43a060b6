"""Where rules are worked on: checked while somebody writes, compiled, their scenarios run."""

from __future__ import annotations

from typing import Any

from regelwerk import Ruleset
from regelwerk.dsl import ir
from regelwerk.dsl.book.rulings import Undecided
from regelwerk.dsl.composing import Build, joined
from regelwerk.dsl.diagnostics import TITLES
from regelwerk.dsl.diagnostics.explained import named, page
from regelwerk.dsl.diagnostics.render import as_data, span_data
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.format import format_source
from regelwerk.dsl.pipeline import lowered
from regelwerk.dsl.source import Source, Span
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.scenarios.run import Outcome, run_scenario
from regelwerk.library.ready import ready
from regelwerk.telling.beforehand import Beforehand
from regelwerk.web.tables.faults import Fault, sentence

from .documents import Document, texts_of


class Bench:
    """Remembers the last document: what has not changed is not read, checked or compiled again."""

    def __init__(self) -> None:
        self._session, self._game = Session(), ""
        self._built: tuple[Document, Build] | None = None
        self._ruleset: tuple[Document, Ruleset] | None = None

    def check(self, document: Document) -> dict[str, Any]:
        """Give all messages about a document, what its rules leave open, and its scenarios if there are no errors."""
        build = self._checked(document)
        scenarios = build.program.scenarios if build.program is not None else ()
        return {
            "diagnostics": [as_data(each) for each in build.diagnostics],
            "ok": not any(each.is_error for each in build.diagnostics),
            "scenarios": [{"title": each.title, "place": span_data(each.at)} for each in scenarios],
            "rulings": Beforehand(build.files[0].decls).asked() if build.files else [],
        }

    def _checked(self, document: Document) -> Build:
        if self._built is not None and self._built[0] == document:
            return self._built[1]
        if document.game != self._game:
            self._session, self._game = Session(), document.game
        read = texts_of(document)
        try:
            found = self._session.check(read.base, read.overlays, near=read.near, rulings=document.rulings)
        except Undecided as undecided:
            raise Fault(422, "ruling_unknown", str(undecided), "Leave it to the rules.") from None
        build = joined(found, read.problems)
        self._built = document, build
        return build

    def compiled(self, document: Document) -> ir.Compiled:
        """Compile a document; rules with mistakes are a fault with all messages."""
        if document.game and document.untouched:
            found = ready(
                document.game, document.overlays, document.rulings
            )  # as it came along: compiled when the site was built
            if found.compiled is not None:
                return found.compiled
        build = self._checked(document)
        lowered(build)
        if build.compiled is None:
            told = [as_data(each) for each in build.diagnostics]
            raise Fault(422, "rules_wrong", "These rules have mistakes.", "Mend what is marked.", diagnostics=told)
        return build.compiled

    def ruleset(self, document: Document) -> Ruleset:
        """Give a document ready to play."""
        if self._ruleset is None or self._ruleset[0] != document:
            try:
                self._ruleset = document, Ruleset(self.compiled(document))
            except RuleError as broken:
                raise Fault(422, "rules_broke", sentence(str(broken))) from None
        return self._ruleset[1]

    def scenario(self, document: Document, number: int) -> dict[str, Any]:
        """Run a scenario, by its place in the list of all."""
        ruleset = self.ruleset(document)
        scenarios = ruleset.compiled.scenarios
        if not 0 <= number < len(scenarios):
            raise Fault(422, "scenario_unknown", "There is no such scenario.")
        return _outcome(ruleset, run_scenario(ruleset, scenarios[number]))

    def scenarios(self, document: Document) -> list[dict[str, Any]]:
        """List the scenarios that can be run."""
        compiled = self.ruleset(document).compiled
        return [{"title": each.title, "place": _span(compiled, each.span)} for each in compiled.scenarios]


def _outcome(ruleset: Ruleset, outcome: Outcome) -> dict[str, Any]:
    failures = [
        {"text": each.text, "line": each.line, "place": _span(ruleset.compiled, each.span)} for each in outcome.failures
    ]
    return {"title": outcome.title, "ok": outcome.ok, "failures": failures}


def _span(compiled: ir.Compiled, number: int) -> dict[str, Any] | None:
    return span_data(Span(*compiled.spans[number]))


def tidied(name: str, text: str) -> dict[str, Any]:
    """Lay a text out in the one style; what cannot be read stays as it is."""
    done = format_source(Source(name, text))
    return {"text": text if done.disagrees else done.text}


def explained(code: str) -> dict[str, Any]:
    """Tell what a message means, with examples."""
    known = named(code)
    if known is None or known not in TITLES:
        raise Fault(422, "message_unknown", f"There is no message {code}.")
    told = page(known)
    examples = {"wrong": [each.text for each in told.wrong], "right": [each.text for each in told.right]}
    return {"code": told.code, "title": told.title, "meaning": told.meaning, **examples}
