"""How a statement and an operation are added, place by place, as `docs/architecture.md` lists them.

`sign n` makes a number its sign. Here each of its places is put where a real one stands; the real ones differ
only in that they are written there. The statement needs no more than the first six if the core can say it already.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from regelwerk.dsl import ast, core, ir
from regelwerk.dsl.ast.printer import statements as printer
from regelwerk.dsl.ast.printer.expressions import POST, expr
from regelwerk.dsl.core.from_ast.context import Scope, World
from regelwerk.dsl.core.from_ast.expressions import read
from regelwerk.dsl.core.from_ast.readers import LINES
from regelwerk.dsl.ir import operations
from regelwerk.dsl.ir.from_core.emitters import EMITTERS
from regelwerk.dsl.ir.shapes import InternalError
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax import parse, parser_tables
from regelwerk.dsl.syntax.build import statements
from regelwerk.dsl.syntax.build.builder import node
from regelwerk.dsl.syntax.build.expressions import expr as built
from regelwerk.interpreter.analysis import code
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.engine.python.expressions import ATOM, Emitter
from regelwerk.interpreter.engine.reference.operations import Operations, Value
from regelwerk.interpreter.engine.wasm.code.emitter import Emitter as WasmEmitter
from regelwerk.interpreter.engine.wasm.code.operations.writers import TABLES
from regelwerk.interpreter.game.game import Ruleset
from tests.rules import compiled_from

GAME = """\
game scales "Scales"
  language  1
  players   1

table
  n         -9..9

action sink "Sink"
  remove 4 from n
action rise "Rise"
  add 3 to n
action settle "Settle"
  sign n

flow
  repeat until n = 9
    as each players: offer sink, rise, settle
winner
  most n
"""


# ------------------------------------------------------------------------------- a statement: six places


@dataclass(frozen=True, slots=True)
class Sign(ast.Node):  # 2: dsl/ast/statements.py
    target: ast.Expr


def _printed(do: ast.Stmt) -> str | None:  # 4: dsl/ast/printer/statements.py
    return f"sign {expr(do.target, POST)}" if isinstance(do, Sign) else None


def _read(w: World, a: Sign, s: Scope, result: core.Type | None) -> list[core.Stmt]:  # 5: dsl/core/from_ast/effects/
    now = read.expr(w, a.target, s)
    assert isinstance(now, core.Load)
    sign: Any = SignOf(now, type=now.type, at=a.at)
    return [core.Store(now.slot, now.keys, sign, at=a.at)]


@dataclass(frozen=True, slots=True)
class SignOf(core.E):  # only since the core cannot say it: dsl/core/expressions.py
    of: core.Expr


@pytest.fixture
def statement(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(parser_tables.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    last = '| "nothing" '
    assert text.count(last) == 1
    longer = parser_tables.build(text.replace(last, f'| "sign" post -> sign\n        {last}'))
    monkeypatch.setattr(parse, "grammar", lambda: longer)  # 1: dsl/syntax/grammar.lark

    monkeypatch.setitem(statements._VERBS, "sign", node(Sign, target=built))  # 3: dsl/syntax/build/statements.py
    known = printer.simple
    monkeypatch.setattr(printer, "simple", lambda do: _printed(do) or known(do))
    monkeypatch.setitem(LINES, Sign, _read)  # 6: dsl/core/from_ast/readers.py


# ------------------------------------------------------------------------------- an operation: five places


def _meant(self: Operations, a: Value) -> Value:  # 3: engine/reference/operations.py
    def sign(S: Any, R: Any, X: Any) -> int:
        n = a(S, R, X)
        return (n > 0) - (n < 0)

    return sign


def _emitted(self: Emitter, e: Any) -> tuple[str, int]:  # 4: engine/python/expressions.py
    return f"int(({self.value(e[1])} > 0) - ({self.value(e[1])} < 0))", ATOM


def _written(em: WasmEmitter, a: Any) -> int:  # 5: engine/wasm/code/operations/, its line in `writers`
    c, t = em.c, em.c.local()
    em.number(a)
    c.set(t).get(t).i64(0).op("i64.gt_s").get(t).i64(0).op("i64.lt_s", "i32.sub", "i64.extend_i32_s")
    c.free(t)
    return 0


@pytest.fixture
def operation(monkeypatch: pytest.MonkeyPatch) -> None:
    row = operations._op("e", (-1, 1))  # 1: dsl/ir/operations.py, and its type there
    monkeypatch.setitem(operations.EXPRESSIONS, "sgn", row.letters)
    monkeypatch.setitem(operations.NAMES, "sgn", row.names)
    monkeypatch.setitem(operations.GIVES, "sgn", row.gives)
    # what follows from the table when it is read
    monkeypatch.setitem(code._INNER, "sgn", code._places({"sgn": row.letters}, "e", "x")["sgn"])
    monkeypatch.setitem(code._FUNCTIONS, "sgn", [])

    def emit(writer: Any, e: Any) -> Any:
        return ("sgn", writer.expr(e.of))

    monkeypatch.setitem(EMITTERS.expressions, SignOf, emit)  # 2: dsl/ir/from_core/, its line in `emitters`
    monkeypatch.setattr(Operations, "x_sgn", _meant, raising=False)
    known = Emitter._other
    monkeypatch.setattr(Emitter, "_other", lambda self, e: (_emitted if e[0] == "sgn" else known)(self, e))
    monkeypatch.setitem(TABLES.expressions, "sgn", _written)
    monkeypatch.setenv("REGELWERK_CACHE", "off")


def scales() -> ir.Compiled:
    return compiled_from(GAME)


@pytest.mark.usefixtures("statement", "operation")
@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
def test_a_statement_and_an_operation_are_added_in_the_places_that_are_listed(engine: EngineName) -> None:
    compiled = scales()
    assert '"sgn"' in compiled.model_dump_json()
    game = Ruleset(compiled, engine, Limits()).new_game(players=1, seed=0)
    seen = []
    for chosen in ("settle", "sink", "settle", "rise", "settle", "settle"):
        game.choose(chosen)
        seen.append(game.view(0)["slots"]["table.n"])
    assert seen == [0, -4, -1, 2, 1, 1]


@pytest.mark.usefixtures("statement")
def test_a_statement_that_is_added_is_printed_as_it_was_written() -> None:
    step, problems = parse.parse_statement("sign n")
    assert step is not None and not problems
    assert printer.simple(step.do) == "sign n"


@pytest.mark.usefixtures("statement")
def test_an_operation_that_nobody_writes_is_noticed() -> None:
    with pytest.raises(InternalError, match="SignOf"):
        scales()


def test_without_its_places_the_word_is_unknown() -> None:
    build = compile_sources([Source("scales.regel", GAME)])
    assert build.compiled is None
    assert build.diagnostics[0].at.line == 13
