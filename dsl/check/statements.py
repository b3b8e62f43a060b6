"""Reading effects: from written lines to core statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .. import ast, core
from ..core import Binary, Const, Expr, FromRange, Load, Loop, Num, Ref, SetOf, Stmt, Type, Unary
from ..diagnostics import Fix
from . import advice, names, ranging
from . import express as ex
from .mistakes import Mistake, between, mistake, remainder, unknown
from .trade import trade
from .types import FLAG, coerce, fits, fold, words
from .verbs import cites, find, read_call
from .world import Scope, World

REPEAT_LIMIT = 1000


def block(w: World, steps: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Read the lines of a block in order. A choice or draw takes the rest of its block along. A mistake abandons its
    line only, so that the next line is still read."""
    s = s.child()
    out: list[Stmt] = []
    for i, step in enumerate(steps):
        rest = steps[i + 1 :]
        try:
            taker = _TAKERS.get(type(step.do))
            if taker is not None:
                first, *others = taker(w, step.do, rest, s, result)
                return [*out, _mark(first, step), *others]
            for x in line(w, step.do, s, result):
                out.append(_mark(x, step))
        except Mistake as m:
            w.report(m)
            _recover(w, step.do, s)
    return out


def _mark(x: Stmt, step: ast.Step) -> Stmt:
    changes: dict[str, object] = {}
    if not x.cites and step.marks.cites:
        changes["cites"] = cites(step.marks)
    if not x.address and step.label is not None:
        changes["address"] = step.label.id
    if x.at.line == 0:
        changes["at"] = step.do.at
    return replace(x, **changes) if changes else x  # type: ignore[arg-type]


def _recover(w: World, do: ast.Stmt, s: Scope) -> None:
    """After a mistake in a line that names something, the name is known all the same: no second message about it."""
    if isinstance(do, ast.May) and do.body:
        first = do.body[0].do
        do = first.steps[0].do if isinstance(first, ast.Sequence) else first
    name = (
        do.name
        if isinstance(do, ast.Let | ast.LetFrom)
        else do.binder.name
        if isinstance(do, ast.Choose | ast.Draw)
        else None
    )
    if name is not None:
        s.broken.add(name.id)


def line(w: World, do: ast.Stmt, s: Scope, result: Type | None) -> list[Stmt]:
    reader = _LINES.get(type(do))
    if reader is None:
        help = "Move it to a field of type `ability`; a slot is changed with `set … to`."
        raise mistake("RW4006", "This can only stand in the ability of a card.", do.at, help)
    return reader(w, do, s, result)


# -------------------------------------------------------------------------------- changing things


def _assign(w: World, a: ast.Assign, s: Scope, result: Type | None) -> list[Stmt]:
    target = names.lvalue(w, a.target, s)
    if target is None:
        ex.expr(w, a.target, s)  # an unknown name is the first thing to say
        raise mistake(
            "RW3060",
            "This cannot be changed.",
            a.target.at,
            "Only what stands under `table` or `player`, and fields marked `var`, change during play.",
        )
    shape = target.info.shape
    name = target.info.decl.name.id
    if shape.kind != "cell":
        verb = "move ... to" if a.verb != "remove" else "move ... to box"
        raise mistake("RW3061", f"`{name}` is a place: things are moved there.", a.at, f"Use `{verb}`.")
    if target.open_keys:
        return _assign_all(w, a, target, s)
    keys = tuple(coerce(k, without(k.type)) for k in target.keys)
    now = Load(target.slot, keys, type=shape.type, at=a.at)
    if a.verb == "set":
        return [core.Store(target.slot, keys, ex.expect(w, a.value, s, shape.type), at=a.at)]
    value = ex.expr(w, a.value, s, shape.type)
    if isinstance(shape.type, SetOf):
        op = "union" if a.verb == "add" else "minus"
        if not isinstance(value.type, SetOf):
            element = ex.demand(w, value, shape.type.element)
            value = Unary("bit", element, type=shape.type, at=value.at)
        return [
            core.Store(target.slot, keys, Binary(op, now, coerce(value, shape.type), type=shape.type, at=a.at), at=a.at)
        ]
    if isinstance(shape.type, Num):
        op = "add" if a.verb == "add" else "sub"
        total = ex.arithmetic(op, now, ex.number(w, value), a.at)
        return [core.Store(target.slot, keys, total, at=a.at)]
    raise mistake(
        "RW3062",
        f"`{name}` is {words(shape.type)}: nothing can be {'added to' if a.verb == 'add' else 'taken from'} it.",
        a.at,
        f"Write `set {name} to ...`.",
    )


def without(t: Type) -> Type:
    return replace(t, none=False) if isinstance(t, Num | Ref) else t


def _assign_all(w: World, a: ast.Assign, target: names.Target, s: Scope) -> list[Stmt]:
    """`set m to {}`, `set m to {k: v}`, `set m to other_map`: every entry of a map at once."""
    shape = target.info.shape
    if a.verb != "set":
        name = target.info.decl.name.id
        help = f"Write `{name}[...]`."
        raise mistake("RW3022", f"`{name}` is kept per something: a key is missing.", a.target.at, help)
    open_types = shape.keys[len(shape.keys) - target.open_keys :]
    other = names.lvalue(w, a.value, s)
    given: dict[int, Expr] = {}
    if isinstance(a.value, ast.MapLit):
        for written, wanted in a.value.entries:
            key = fold(ex.expect(w, written, s, open_types[0]))
            if key is None or len(open_types) != 1:
                help = "Set them one by one: `each k in …: set m[k] to …`."
                raise mistake("RW3063", "The keys of a list of pairs must be fixed names or numbers.", written.at, help)
            given[key] = ex.expect(w, wanted, s, shape.type)
    elif not (isinstance(a.value, ast.SetLit) and not a.value.items) and other is None:
        name = target.info.decl.name.id
        help = f"To set each of them, write `each k in …: set {name}[k] to …`."
        said = "Everything at once can be set to `{}`, to a list of pairs, or to another such slot."
        raise mistake("RW3064", said, a.value.at, help)
    lets: list[Stmt] = []
    for k, e in given.items():  # all values are read before the first is written
        v, local = w.local("value", e.type)
        lets.append(core.Let(v, e, at=a.at))
        given[k] = local
    body: list[Stmt] = []
    vars = [w.local("key", t) for t in open_types]
    keys = (*target.keys, *(x for _, x in vars))
    value: Expr
    if other is not None:
        from_types = other.info.shape.keys[len(other.info.shape.keys) - other.open_keys :]
        if from_types != open_types or not fits(other.info.shape.type, shape.type):
            help = "Only slots that are kept per the same things and hold the same can be copied as a whole."
            raise mistake("RW3065", "These two are not kept per the same things.", a.value.at, help)
        value = coerce(
            Load(other.slot, (*other.keys, *(x for _, x in vars)), type=other.info.shape.type, at=a.at), shape.type
        )
    else:
        value = Const(0 if not isinstance(shape.type, Ref) else -1, type=shape.type)
        if isinstance(shape.type, Num):
            value = Const(max(shape.type.lo, 0), type=Num(max(shape.type.lo, 0), max(shape.type.lo, 0)))
        for k, e in given.items():
            test = Binary("eq", vars[0][1], Const(k, type=vars[0][1].type), type=FLAG)
            joined = w.order.join(e.type, value.type)
            assert joined is not None
            value = core.Cond(test, coerce(e, joined), coerce(value, joined), type=joined, at=a.at)
    body = [core.Store(target.slot, keys, value, at=a.at)]
    for v, _ in reversed(vars):
        body = [core.Each(Loop(v, whole(w, v.type)), body, at=a.at)]
    return lets + body


def whole(w: World, t: Type) -> core.Source:
    """Everything a key type ranges over."""
    if isinstance(t, Num):
        return FromRange(Const(t.lo, type=Num(t.lo, t.lo)), Const(t.hi, type=Num(t.hi, t.hi)))
    assert isinstance(t, Ref)
    return core.FromSet(Const((1 << w.size(t)) - 1, type=SetOf(t)))


def _move(w: World, a: ast.Move, s: Scope, result: Type | None) -> list[Stmt]:
    to = names.place(w, a.to, s)
    if to is None:
        ex.expr(w, a.to, s)  # an unknown name is the first thing to say
        help = "To change a number or a thing that is kept, write `set … to`."
        raise mistake("RW3066", "Things are moved to places: a `pile of`, a `holds`, or `box`.", a.to.at, help)
    if (
        isinstance(a.what, ast.Call)
        and isinstance(a.what.of, ast.Ident)
        and a.what.of.id == "top"
        and len(a.what.args) == 2
    ):
        pile = names.place(w, a.what.args[0], s)
        if pile is None:
            raise mistake("RW3032", "`top` asks for a pile.", a.what.at, "Name a `pile of` something.")
        count = ex.number(w, ex.expr(w, a.what.args[1], s))
        _same_type(pile[1], to[1], a)
        return [core.MoveTop(pile[0], count, to[0], a.under, at=a.at)]
    whole_pile = names.place(w, a.what, s)
    if whole_pile is not None and w.program.slots[whole_pile[0].slot].kind == "pile":
        _same_type(whole_pile[1], to[1], a)
        size = core.PileSize(whole_pile[0], type=Num(0, w.size(whole_pile[1])))
        return [core.MoveTop(whole_pile[0], size, to[0], a.under, at=a.at)]
    what = ex.expr(w, a.what, s, to[1] if to[1].domains else None)
    element = what.type.element if isinstance(what.type, SetOf) else what.type
    if not isinstance(element, Ref) or any(d not in w.types for d in element.domains) or len(element.domains) != 1:
        help = "Numbers and names of a kind are changed with `set`, `add`, `gain` and `pay`."
        raise mistake("RW3067", f"Only components are moved; this is {words(what.type)}.", a.what.at, help)
    _same_type(element, to[1], a)
    return [core.Move(coerce(what, without(what.type)), to[0], a.under, at=a.at)]


def _same_type(what: Ref, to: Ref, a: ast.Move) -> None:
    if to.domains and what.domains != to.domains:
        help = f"Declare a place for it: `… pile of {what.domains[0]}`."
        raise mistake("RW3068", f"This place is for a {to.domains[0]}, not for a {what.domains[0]}.", a.at, help)


def _shuffle(w: World, a: ast.Shuffle, s: Scope, result: Type | None) -> list[Stmt]:
    found = names.place(w, a.place, s)
    if found is None or found[0] == core.BOX or w.program.slots[found[0].slot].kind != "pile":
        if found is None:
            ex.expr(w, a.place, s)  # an unknown name is the first thing to say
        raise mistake("RW3069", "Only a pile can be shuffled.", a.place.at, "Name a `pile of` something.")
    return [core.Shuffle(found[0], at=a.at)]


def _lay(w: World, a: ast.Lay, s: Scope, result: Type | None) -> list[Stmt]:
    from . import pieces

    return pieces.lay(w, a, s)


def _lift(w: World, a: ast.Lift, s: Scope, result: Type | None) -> list[Stmt]:
    from . import pieces

    return pieces.lift(w, a, s)


def _reveal(w: World, a: ast.Reveal, s: Scope, result: Type | None) -> list[Stmt]:
    target = names.lvalue(w, a.target, s)
    if target is None or target.info.decl.visibility == "public":
        if target is None:
            ex.expr(w, a.target, s)  # an unknown name is the first thing to say
        help = "What is public is seen by all: leave the line out."
        raise mistake("RW3070", "Only something `private` or `hidden` can be revealed.", a.target.at, help)
    return [core.Reveal(target.slot, target.keys, at=a.at)]


# -------------------------------------------------------------------------------- naming, running, ending


def _let(w: World, a: ast.Let, s: Scope, result: Type | None) -> list[Stmt]:
    _new_name(w, a.name, s)
    called = a.value.of if isinstance(a.value, ast.Call) else a.value
    entry = w.effects.get(called.id) if isinstance(called, ast.Ident) and called.id not in s.names else None
    if entry is not None and isinstance(entry.decl, ast.Effect) and entry.decl.gives is not None:
        raise mistake(
            "RW2005",
            f"`{entry.decl.name.id}` is something to do, not a value.",
            a.value.at,
            f"To run it and name its result, write `let {a.name.id} from {entry.decl.name.id}`.",
            fixes=(Fix(between(a.name.at, a.value.at), " from "),),
        )
    e = ex.expr(w, a.value, s)
    if isinstance(e.type, Ref) and not e.type.domains:
        raise mistake("RW3071", "`none` alone needs no name.", a.at, "Write `none` where it is needed.")
    v, local = w.local(a.name.id, e.type)
    s.names[a.name.id] = replace(local, at=a.name.at)
    return [core.Let(v, e, at=a.at)]


def _new_name(w: World, name: ast.Name, s: Scope) -> None:
    if name.id in ranging.names_taken(s):
        raise advice.taken(name, s)


def _let_from(w: World, a: ast.LetFrom, s: Scope, result: Type | None) -> list[Stmt]:
    _new_name(w, a.name, s)
    proc, args = read_call(w, a.call, s)
    if proc.result is None:
        raise mistake(
            "RW3072",
            f"`{proc.name}` gives no result.",
            a.call.at,
            f"Give it one with `give`, and write `effect {proc.name} gives ...`.",
        )
    v, local = w.local(a.name.id, proc.result)
    s.names[a.name.id] = replace(local, at=a.name.at)
    return [core.Run(proc.id, args, v, at=a.at)]


def _run(w: World, a: ast.Run, s: Scope, result: Type | None) -> list[Stmt]:
    proc, args = read_call(w, a.call, s)
    return [core.Run(proc.id, args, at=a.at)]


def _sequence(w: World, a: ast.Sequence, s: Scope, result: Type | None) -> list[Stmt]:
    return block(w, a.steps, s, result)


def _give(w: World, a: ast.Give, s: Scope, result: Type | None) -> list[Stmt]:
    if result is None:
        raise mistake("RW3073", "This effect gives no result.", a.at, "Write `gives` and a type in its heading.")
    return [core.Give(ex.expect(w, a.value, s, result), at=a.at)]


def _end(w: World, a: ast.End, s: Scope, result: Type | None) -> list[Stmt]:
    return [core.End(find(w, a.name.id, a.name.at).id, at=a.at)]


def _say(w: World, a: ast.Say, s: Scope, result: Type | None) -> list[Stmt]:
    text = ex.text_of(w, a.text, s)
    assert text is not None
    return [core.Say(text, at=a.at)]


def _nothing(w: World, a: ast.Nothing, s: Scope, result: Type | None) -> list[Stmt]:
    return []


def _score(w: World, a: ast.Score, s: Scope, result: Type | None) -> list[Stmt]:
    name = f"score {a.name.id}"
    if a.name.id not in w.scorings:
        raise unknown("RW2031", "scoring", a.name.id, w.scorings, a.name.at)
    w.used.add(a.name.id)
    return [core.Run(w.effects[name].number, (), at=a.at)]


def _needs(w: World, a: ast.Needs, s: Scope, result: Type | None) -> list[Stmt]:
    cond = ex.condition(w, a.cond, s)
    learned = ex.assume(s, cond, True)
    s.facts = learned.facts
    message = ex.text_of(w, a.message, s) or core.Text(("This is not possible now.",))
    return [core.Needs(cond, message, at=a.at)]


# -------------------------------------------------------------------------------- ways to go on


def _if(w: World, a: ast.If, s: Scope, result: Type | None) -> list[Stmt]:
    cond = ex.condition(w, a.cond, s)
    then = block(w, a.then, ex.assume(s, cond, True), result)
    other = block(w, a.other, ex.assume(s, cond, False), result)
    return [core.If(cond, then, other, at=a.at)]


def _each(w: World, a: ast.Each, s: Scope, result: Type | None) -> list[Stmt]:
    inner = s.child()
    loops = [ranging.loop(w, b, inner) for b in a.binders]
    body = block(w, a.body, inner, result)
    for lp in reversed(loops):
        body = [core.Each(lp, body, at=a.at)]
    return body


def _repeat(w: World, a: ast.Repeat, s: Scope, result: Type | None) -> list[Stmt]:
    until = None if a.until is None else ex.condition(w, a.until, s)
    most: Expr = Const(REPEAT_LIMIT, type=Num(REPEAT_LIMIT, REPEAT_LIMIT))
    if a.at_most is not None:
        most = ex.number(w, ex.expr(w, a.at_most, s))
    inner = s.child()
    inner.names[IN_REPEAT] = most
    return [core.Repeat(until, most, a.at_most is not None, block(w, a.body, inner, result), at=a.at)]


IN_REPEAT = "a repeat"  # no written name has a blank


def _as(w: World, a: ast.As, s: Scope, result: Type | None) -> list[Stmt]:
    if a.how == "one":
        p = ex.expect(w, a.who, s, names.PLAYER)
        v, local = w.local("me", names.PLAYER)
        inner = s.child()
        inner.me = local
        return [core.Let(v, p, at=a.at), *block(w, a.body, inner, result)]
    if a.how == "each":
        src, element = ranging.source(w, a.who, s)
        if element != names.PLAYER:
            help = "Go through other things with `each x in …`."
            raise mistake("RW3074", f"`as` asks for players, but this is {words(SetOf(element))}.", a.who.at, help)
        v, local = w.local("me", names.PLAYER)
        inner = s.child()
        inner.me = local
        return [core.Each(Loop(v, src), block(w, a.body, inner, result), at=a.at)]
    return _as_all(w, a, s)


def _as_all(w: World, a: ast.As, s: Scope) -> list[Stmt]:
    """The body becomes a procedure of its own; it sees copies of the names around it."""
    from .abilities import add_proc

    who = ex.expect(w, a.who, s, SetOf(names.PLAYER))
    v, local = w.local("me", names.PLAYER)
    inner = Scope(me=local, it=s.it)
    outside = [(n, e) for n, e in s.names.items() if not isinstance(e, Const) and n != IN_REPEAT]
    copies = [w.local(n, e.type) for n, e in outside]
    inner.names = dict(s.names) | {n: c[1] for (n, _), c in zip(outside, copies, strict=True)}
    inner.names.pop(IN_REPEAT, None)
    proc = add_proc(w, "secretly", f"as all {a.at.line}", (v, *(c[0] for c in copies)), None)
    proc.at = a.at
    proc.body = block(w, a.body, inner, None)
    return [core.AsAll(who, proc.id, tuple(e for _, e in outside), at=a.at)]


# -------------------------------------------------------------------------------- decisions and chance


def _choose(w: World, a: ast.Choose, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    who = names.me(w, s, a.at)
    inner = s.child()
    lp = ranging.loop(w, a.binder, inner)
    question = ex.text_of(w, a.question, s)
    return [core.Choose(who, lp, question, block(w, rest, inner, result), a.if_any, at=a.at)]


def _draw(w: World, a: ast.Draw, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    inner = s.child()
    lp = ranging.loop(w, a.binder, inner)
    return [core.Draw(lp, block(w, rest, inner, result), at=a.at)]


def _may(w: World, a: ast.May, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    who = names.me(w, s, a.at)
    first = a.body[0].do if a.body else None
    tail = first.steps[1:] if isinstance(first, ast.Sequence) else ()
    head = first.steps[0].do if isinstance(first, ast.Sequence) and first.steps else first
    if len(a.body) == 1 and isinstance(head, ast.Choose):
        # `may choose x`: what follows depends on x; in a loop, declining ends the loop
        in_repeat = IN_REPEAT in s.names
        inner = s.child()
        lp = ranging.loop(w, head.binder, inner)
        question = ex.text_of(w, a.label or head.question, s)
        no: list[Stmt] = [core.Stop(at=a.at)] if in_repeat else []
        return [core.Choose(who, lp, question, block(w, (*tail, *rest), inner, result), False, no, at=a.at)]
    body = block(w, a.body, s, result)
    label = ex.text_of(w, a.label, s) or _label_of(w, a, s)
    options = [core.Option("yes", label, None, body, a.at), core.Option("no", None, None, [], a.at)]
    return [core.Options(who, label, options, "may", at=a.at), *block(w, rest, s, result)]


def _label_of(w: World, a: ast.May, s: Scope) -> core.Text | None:
    """A `may` without a label takes the title of the effect it runs."""
    do = a.body[0].do
    if isinstance(do, ast.Run):
        of = do.call.of if isinstance(do.call, ast.Call) else do.call
        if isinstance(of, ast.Ident):
            entry = w.effects.get(of.id) or w.actions.get(of.id)
            if entry is not None and isinstance(entry.decl, ast.Effect | ast.Action) and entry.decl.title is not None:
                inner = s.child()
                args = do.call.args if isinstance(do.call, ast.Call) else ()
                for p, arg in zip(entry.decl.params, args, strict=False):
                    inner.names[p.name.id] = ex.expr(w, arg, s)
                return ex.text_of(w, entry.decl.title, inner)
            return core.Text((of.id.replace("_", " ").capitalize(),))
    return None


def _options(w: World, a: ast.ChooseOption, s: Scope, result: Type | None) -> list[Stmt]:
    who = names.me(w, s, a.at)
    out = []
    for o in a.options:
        inner = s
        when = None
        if o.when is not None:
            when = ex.condition(w, o.when, s)
            inner = ex.assume(s, when, True)
        label = ex.text_of(w, o.label, inner) or core.Text((o.name.id.replace("_", " ").capitalize(),))
        out.append(core.Option(o.name.id, label, when, block(w, o.body, inner, result), o.at, cites(o.marks)))
    return [core.Options(who, ex.text_of(w, a.question, s), out, at=a.at)]


def entry_of(w: World, name: str, decl: ast.Action, proc: int, me: Expr, s: Scope, it: Expr | None) -> core.Entry:
    """An action as something that can be offered: what is picked, and its sentence."""
    inner = Scope(me=me, it=it)
    loops, args = [], [me]
    for p in decl.params:
        if p.binder is None:
            raise mistake(
                "RW4007", f"What `{p.name.id}` is picked from is missing.", p.at, f"Write `{p.name.id} in ...`."
            )
        lp = ranging.loop(w, p.binder, inner)
        loops.append(lp)
        args.append(inner.names[p.name.id])
    label = ex.text_of(w, decl.title, inner, f"action.{name}") or core.Text(
        (decl.name.id.replace("_", " ").capitalize(),)
    )
    return core.Entry(name, proc, None, tuple(loops), tuple(args), label, cites(decl.marks))


def _offer(w: World, a: ast.Offer, s: Scope, result: Type | None) -> list[Stmt]:
    from .abilities import ability_entries

    who = names.me(w, s, a.at)
    entries: list[core.Entry] = []
    for item in a.actions:
        if not isinstance(item, ast.Ident):
            alone = item.of.id if isinstance(item, ast.Call) and isinstance(item.of, ast.Ident) else ""
            fixes = (Fix(remainder(item.of.at, item.at), ""),) if isinstance(item, ast.Call) and alone else ()
            help = f"Write `{alone}` alone: whoever acts picks the rest." if alone else "Write the names of actions."
            said = "Only actions are offered: their names, and the word `abilities`."
            raise mistake("RW4008", said, item.at, help, fixes=fixes)
        if item.id == "abilities":
            entries += ability_entries(w, who, s)
            continue
        if item.id not in w.actions:
            if item.id in w.effects:
                raise mistake(
                    "RW4009",
                    f"`{item.id}` is an effect; only actions are offered.",
                    item.at,
                    f"Declare it as `action {item.id}`.",
                )
            raise unknown("RW2032", "action", item.id, w.actions, item.at)
        w.used.add(item.id)
        w.note(item.at, "action", item.id)
        decl = w.actions[item.id].decl
        assert isinstance(decl, ast.Action)
        entries.append(entry_of(w, item.id, decl, w.actions[item.id].number, who, s, None))
    if not entries:
        help = "Offer an action too, or give a card an `action` in its ability."
        raise mistake("RW4061", "Nothing can be offered here: no card brings an action.", a.at, help)
    return [core.Offer(who, tuple(entries), at=a.at)]


_TAKERS: dict[type, Callable[..., list[Stmt]]] = {ast.Choose: _choose, ast.Draw: _draw, ast.May: _may}
_LINES: dict[type, Callable[..., list[Stmt]]] = {
    ast.Trade: trade,
    ast.Assign: _assign,
    ast.Move: _move,
    ast.Lay: _lay,
    ast.Lift: _lift,
    ast.Shuffle: _shuffle,
    ast.Reveal: _reveal,
    ast.Let: _let,
    ast.LetFrom: _let_from,
    ast.Run: _run,
    ast.Sequence: _sequence,
    ast.Give: _give,
    ast.End: _end,
    ast.Say: _say,
    ast.Nothing: _nothing,
    ast.Score: _score,
    ast.Needs: _needs,
    ast.If: _if,
    ast.Each: _each,
    ast.Repeat: _repeat,
    ast.As: _as,
    ast.ChooseOption: _options,
    ast.Offer: _offer,
}
