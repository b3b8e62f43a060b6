"""Who writes what: every kind of expression, and every kind of statement that is cut into blocks.

The one module that knows all emitters. A kind that is new gets its line here.
"""

from __future__ import annotations

from regelwerk.dsl import core

from .expressions import calls, operators, places, quantifiers, searches, unions
from .statements import blocks, decisions
from .store import Emitters

EMITTERS = Emitters(
    expressions={
        core.Const: operators.const,
        core.Local: operators.local,
        core.Load: operators.load,
        core.Lookup: operators.lookup,
        core.Unary: operators.unary,
        core.Binary: operators.binary,
        core.Cond: operators.cond,
        core.CallFunc: calls.call,
        core.Widen: unions.widen,
        core.Narrow: unions.narrow,
        core.IsA: unions.is_a,
        core.Changed: operators.changed,
        core.Quant: operators.tabled(quantifiers.lower),
        core.Reach: operators.tabled(searches.reach),
        core.Distance: searches.distance,
        core.Pairing: searches.pairing,
        core.Can: operators.can,
        core.Was: operators.was,
        core.PileSize: places.size,
        core.PileAt: places.at,
        core.PileSet: places.contents,
        core.InPlace: places.inside,
        core.PlayerCount: operators.players,
    },
    cuts={
        core.If: blocks.if_,
        core.Switch: blocks.switch,
        core.Repeat: blocks.repeat,
        core.Stop: blocks.stop,
        core.Run: blocks.run,
        core.Give: blocks.give,
        core.End: blocks.end,
        core.AsAll: blocks.as_all,
        core.Draw: blocks.draw,
        core.Each: blocks.each,
        core.Choose: decisions.choose,
        core.Options: decisions.options,
        core.Offer: decisions.offer,
    },
)
