"""Exceptions and suspensions: put around a rule when everything else is merged, so that the rule keeps its text."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from .. import ast
from ..ast.tree import get, put
from . import messages, verbs
from .addresses import spelled
from .messages import Misfit
from .working_copy import Target

# Later lines use what these name, so they cannot stand under a condition of their own.
_NAMING = (ast.Let, ast.LetFrom, ast.Var, ast.Choose, ast.Draw, ast.Action)
_VALUE = {ast.ScoreLine: "value", ast.Rank: "value", ast.Case: "result"}


def excepted(decl: ast.Decl, t: Target, op: ast.Except) -> ast.Decl:
    """Put what comes instead in front of a rule, under its condition."""
    node = get(decl, t.walk)
    match t.form:
        case "expr":
            changed: object = _either(op, node)
        case "line":
            attribute = _VALUE[type(node)]
            changed = replace(node, **{attribute: _either(op, getattr(node, attribute))})
        case "step" if not isinstance(node.do, (*_NAMING, ast.Hook, ast.ChangeLine)):
            inner = replace(node, label=None)
            changed = replace(node, do=ast.If(op.when, verbs.steps(op.new, op.marks, None), (inner,), at=node.at))
        case "option":
            changed = replace(node, body=_instead(op, node.body))
        case "body":
            changed = _instead(op, node)
        case _:
            raise _unfit(t, op, "A value, a labelled step, an option or a line of a scoring can have one.")
    return cast(ast.Decl, put(decl, t.walk, changed))


def suspended(decl: ast.Decl, t: Target, op: ast.Suspend, by: str) -> ast.Decl:
    """Take a rule out of force under a condition. Whoever asks why an action cannot be chosen is told."""
    node = get(decl, t.walk)
    not_now = ast.Unary("not", op.when, at=op.when.at)
    out = f"“{by}” forbids this." if op.forbids else f"“{by}” puts this out of force now."
    reason = op.reason or ast.Text((out,), at=op.at)
    needs = ast.Step(None, ast.Needs(not_now, reason, op.forbids, at=op.at), op.marks, at=op.at)
    an_action = (isinstance(decl, ast.Action) and t.form == "body") or isinstance(getattr(node, "do", None), ast.Action)
    if op.forbids and not an_action:
        raise Misfit(messages.unfit("Only an action is forbidden.", op.path.at, "Use `suspend … when`, or `remove`."))
    if op.reason is not None and not an_action:
        way = "Leave it out: only an action that cannot be chosen has a reason."
        raise Misfit(messages.unfit("Nobody asks for this reason.", op.reason.at, way))
    match t.form:
        case "step":
            changed: object = _step(t, op, node, not_now, needs)
        case "option":
            changed = replace(node, when=_and(node.when, not_now))
        case "line" if isinstance(node, ast.ScoreLine):
            changed = replace(node, value=ast.IfExpr(op.when, ast.Number(0, at=op.at), node.value, at=node.at))
        case "body" if isinstance(decl, ast.Action):
            changed = (needs, *node)
        case "body":
            changed = (ast.Step(None, ast.If(not_now, node, (), at=op.at), op.marks, at=op.at),)
        case _:
            raise _unfit(t, op, "An effect, an action, a labelled step, an option or a line of a scoring can be.")
    return cast(ast.Decl, put(decl, t.walk, changed))


def _step(t: Target, op: ast.Suspend, step: ast.Step, not_now: ast.Expr, needs: ast.Step) -> ast.Step:
    match step.do:
        case ast.Needs():  # what is suspended is not required
            return replace(step, do=replace(step.do, cond=ast.Binary("or", op.when, step.do.cond, at=step.do.at)))
        case ast.Hook() | ast.ChangeLine():
            return replace(step, do=replace(step.do, when=_and(step.do.when, not_now)))
        case ast.Action():
            return replace(step, do=replace(step.do, body=(needs, *step.do.body)))
        case do if not isinstance(do, _NAMING):
            return replace(step, do=ast.If(not_now, (replace(step, label=None),), (), at=step.at))
    raise _unfit(t, op, "Later lines use what it names; suspend the whole effect, or change it.")


def _either(op: ast.Except, old: ast.Expr) -> ast.Expr:
    if op.new.values is None or len(op.new.values) != 1:
        raise Misfit(messages.unfit("One value is needed here.", op.new.at))
    return ast.IfExpr(op.when, op.new.values[0], old, at=op.at)


def _instead(op: ast.Except, old: ast.Block) -> ast.Block:
    return (ast.Step(None, ast.If(op.when, verbs.steps(op.new, op.marks, None), old, at=op.at), op.marks, at=op.at),)


def _and(old: ast.Expr | None, more: ast.Expr) -> ast.Expr:
    return more if old is None else ast.Binary("and", old, more, at=more.at)


def _unfit(t: Target, op: ast.Except | ast.Suspend, way: str) -> Misfit:
    what = "can have no exception" if isinstance(op, ast.Except) else "cannot be suspended"
    return Misfit(messages.unfit(f"`{spelled(t.address)}` {what}.", op.path.at, way))
