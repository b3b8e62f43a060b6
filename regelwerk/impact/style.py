"""How the page looks: light and dark, on paper and on a telephone."""

STYLE = """\
:root { --paper: #fff; --ink: #1d2430; --pale: #5b6472; --line: #d9dde3; --soft: #f3f5f8; --accent: #1f5fa8;
  --first: #a9c4e4; --warn: #9a4a00; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e6e9ee; --pale: #9aa4b2; --line: #333b47;
  --soft: #1d232c; --accent: #6ea8ee; --first: #35527a; --warn: #ffb066; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.lead { color: var(--pale); }
.verdict { border-left: 4px solid var(--line); background: var(--soft); padding: .5rem 1rem; margin: 1rem 0; }
.verdict.shows { border-color: var(--accent); }
.verdict p { margin: .4rem 0; }
.warn { color: var(--warn); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.5rem; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figcaption { font-size: .9rem; color: var(--pale); margin-bottom: .5rem; }
figcaption b { color: var(--ink); display: block; }
svg { width: 100%; max-width: 36rem; height: auto; display: block; }
svg text { font: 10px system-ui, sans-serif; fill: var(--ink); }
svg text.axis { fill: var(--pale); font-size: 9px; }
svg a text { fill: var(--accent); }
.grid { stroke: var(--line); stroke-width: .6; }
.zero { stroke: var(--pale); stroke-width: 1; }
.range { stroke: var(--pale); stroke-width: 2; }
.dot { fill: var(--pale); }
.range.clear { stroke: var(--accent); stroke-width: 3; }
.dot.clear { fill: var(--accent); }
.range.before { stroke: var(--first); stroke-width: 2; }
.dot.before { fill: var(--first); }
.bar { fill: var(--accent); }
.bar.first, .bar.marked { fill: var(--first); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--pale); }
td:first-child { min-width: 9rem; }
ul { padding-left: 1.2rem; }
.over { text-align: center; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.clear td, td.clear { font-weight: 600; }
td.equal { color: var(--pale); }
tr.equal td { color: var(--pale); }
details { margin: .5rem 0; }
summary { cursor: pointer; font-weight: 600; }
small { color: var(--pale); font-weight: 400; }
.folded { border-top: 1px solid var(--line); margin-top: 1.5rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
li { margin: .2rem 0; }
code, pre { font: .9em ui-monospace, monospace; }
pre { background: var(--soft); padding: .5rem .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--accent); }
footer { color: var(--pale); font-size: .85rem; margin-top: 2rem; }
@media print {
  :root { --paper: #fff; --ink: #000; --pale: #444; --line: #bbb; --soft: #fff; --accent: #1f5fa8; --first: #a9c4e4; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  .figures { grid-template-columns: 1fr 1fr; }
  table, .verdict { break-inside: avoid; }
}
"""
