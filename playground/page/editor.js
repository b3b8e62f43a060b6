// The editor: CodeMirror in a shadow of its own, so that its style sheets need no exception from the page's policy.
import { html, useEffect, useRef } from '../table/base.js';
import { colouring } from './colours.js';
import { assistance } from './assist.js';
import { fetched } from './documents.js';
import {
  Compartment, EditorState, EditorView, HighlightStyle, StreamLanguage, defaultKeymap, drawSelection, foldGutter, foldService, highlightActiveLine, highlightSelectionMatches,
  highlightSpecialChars, history, historyKeymap, indentUnit, indentWithTab, keymap, lineNumbers, lintGutter, lintKeymap, search, searchKeymap, setDiagnostics, syntaxHighlighting, tags, unifiedMergeView,
} from './vendor/codemirror/codemirror.js';

// Scopes of the grammar and the tags that have a colour; the first that fits.
const TAGS = [
  ['comment', 'comment'], ['string', 'string'], ['punctuation.definition.string', 'string'], ['punctuation.section', 'string'], ['meta.interpolation', 'string'], ['keyword.declaration', 'definitionKeyword'], ['keyword.operator.regel', 'operator'],
  ['keyword', 'keyword'], ['storage.type.annotation', 'meta'], ['storage', 'modifier'], ['constant.numeric', 'number'], ['constant.language', 'bool'], ['variable.language', 'self'],
  ['entity.name.type', 'typeName'], ['entity.name.function', 'function'], ['entity.name', 'labelName'], ['variable.other.property', 'propertyName'],
];
const named = { ...tags, function: tags.function(tags.variableName) };
const tagOf = (scope) => TAGS.find(([name]) => scope.startsWith(name))?.[1] || null;

const STYLE = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--c-comment)', fontStyle: 'italic' }, { tag: tags.string, color: 'var(--c-string)' }, { tag: tags.definitionKeyword, color: 'var(--c-keyword)', fontWeight: '700' },
  { tag: tags.keyword, color: 'var(--c-keyword)' }, { tag: tags.modifier, color: 'var(--c-keyword)' }, { tag: tags.number, color: 'var(--c-number)' }, { tag: tags.bool, color: 'var(--c-number)' },
  { tag: tags.self, color: 'var(--c-number)' }, { tag: tags.typeName, color: 'var(--c-type)' }, { tag: named.function, color: 'var(--c-name)' }, { tag: tags.propertyName, color: 'var(--c-property)' },
  { tag: tags.labelName, color: 'var(--c-name)' }, { tag: tags.meta, color: 'var(--c-comment)' }, { tag: tags.operator, color: 'var(--quiet)' },
]);

const LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--brand) 7%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--lit)', outlineOffset: '-2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--lit) 28%, transparent)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--edge)', borderRadius: '8px', maxWidth: 'min(36rem, 90vw)' },
  '.about-word': { padding: '.3rem .6rem', maxHeight: '20rem', overflow: 'auto' },
  '.about-word p, .cm-completionInfo p': { margin: '.3rem 0', whiteSpace: 'pre-wrap', fontFamily: 'system-ui, sans-serif' },
  '.about-word pre, .cm-completionInfo pre': { margin: '.3rem 0', padding: '.4rem .6rem', overflow: 'auto', backgroundColor: 'var(--paper)', borderRadius: '6px' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--brand)', color: 'var(--brand-on)' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '.8' },
  '.cm-diagnostic': { padding: '.4rem .6rem', whiteSpace: 'pre-wrap', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--brand)', color: 'var(--brand-on)', borderRadius: '4px', padding: '.1rem .5rem' },
  '.cm-panels': { backgroundColor: 'var(--paper)', color: 'var(--text)' },
  '.cm-textfield, .cm-button': { backgroundColor: 'var(--raised)', backgroundImage: 'none', color: 'var(--text)', border: '1px solid var(--edge)' },
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--c-added) 16%, transparent) !important' },
  '.cm-deletedChunk': { backgroundColor: 'color-mix(in srgb, var(--c-removed) 14%, transparent)' },
  '.cm-changedText': { background: 'color-mix(in srgb, var(--c-added) 32%, transparent) !important' },
  '.cm-deletedChunk .cm-deletedText': { background: 'color-mix(in srgb, var(--c-removed) 32%, transparent) !important' },
  '.cm-collapsedLines': { background: 'var(--paper)', color: 'var(--quiet)', padding: '.3rem .8rem', '&:before, &:after': { content: '"…"' } },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
});

let language;
async function coloured() {
  language ||= fetched('page/grammar.json').then((answer) => answer.json()).then((grammar) => {
    const colours = colouring(grammar);
    return StreamLanguage.define({
      name: 'regel', tokenTable: named, languageData: { commentTokens: { line: '#' } },
      startState: () => ({ rest: [] }), copyState: ({ rest }) => ({ rest: [...rest] }),
      token(stream, state) {
        if (stream.sol()) state.rest = colours(stream.string);
        while (state.rest.length && state.rest[0][1] <= stream.pos) state.rest.shift();
        const next = state.rest.shift();
        if (!next) {
          stream.skipToEnd();
          return null;
        }
        [, stream.pos] = next;
        return tagOf(next[2]);
      },
    });
  });
  return language;
}

// A declaration folds: what is indented below a line that begins at the left.
const folds = foldService.of((state, from) => {
  const line = state.doc.lineAt(from);
  if (!/^[^\s#]/.test(line.text)) return null;
  let last = line.number;
  for (let n = last + 1; n <= state.doc.lines; n += 1) {
    const { text } = state.doc.line(n);
    if (/^\S/.test(text)) break;
    if (text.trim()) last = n;
  }
  return last > line.number ? { from: line.to, to: state.doc.line(last).to } : null;
});

// Places count characters from 1; the editor counts units from 0.
function offset(text, line, column) {
  const row = text.line(Math.min(Math.max(line, 1), text.lines));
  return row.from + [...row.text].slice(0, column - 1).join('').length;
}

export function span(text, place) {
  const from = offset(text, place.line, place.column), to = offset(text, place.end_line, place.end_column);
  return { from, to: Math.max(to, Math.min(from + 1, text.length)) };
}

function shown(state, found) {
  return found.map((each) => ({
    ...span(state.doc, each.place), severity: each.severity, message: [`${each.code} ${each.title}`, each.message, each.help].filter(Boolean).join('\n'),
    actions: each.fixes.slice(0, 3).map((fix) => ({ name: fix.text.trim() ? `Write ${fix.text.trim().slice(0, 30)}` : 'Remove it', apply: (view) => view.dispatch({ changes: { ...span(view.state.doc, fix.place), insert: fix.text } }) })),
  })).sort((a, b) => a.from - b.from);
}

// `version` counts the texts that come from elsewhere: formatted, opened, taken back. What is typed is never written back.
export function Editor({ name, text, version, messages, original, comparing, change, place, rules }) {
  const box = useRef(null), view = useRef(null), on = useRef(change), now = useRef(null), merge = useRef(new Compartment()), speech = useRef(new Compartment());
  on.current = change;
  now.current = { document: rules, name };
  const compared = () => (comparing && original !== undefined ? unifiedMergeView({ original, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }) : []);
  useEffect(() => {
    const shadow = box.current.shadowRoot || box.current.attachShadow({ mode: 'open' });
    view.current = new EditorView({
      parent: shadow, root: shadow,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), foldGutter(), folds, lintGutter(), history(), drawSelection(), highlightSpecialChars(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), indentUnit.of('  '),
          EditorState.tabSize.of(2), keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]), syntaxHighlighting(STYLE), LOOK, speech.current.of([]), merge.current.of(compared()), assistance(() => now.current),
          EditorView.contentAttributes.of({ 'aria-label': `Rules: ${name}`, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => update.docChanged && on.current(update.state.doc.toString())),
        ],
      }),
    });
    view.current.scrollDOM.tabIndex = 0; // who has no mouse scrolls by arrow keys without moving the cursor
    coloured().then((found) => view.current?.dispatch({ effects: speech.current.reconfigure(found) }));
    return () => {
      view.current.destroy();
      view.current = null;
    };
  }, [name]);
  useEffect(() => {
    const now = view.current.state.doc;
    if (now.toString() !== text) view.current.dispatch({ changes: { from: 0, to: now.length, insert: text } });
  }, [name, version]);
  useEffect(() => view.current.dispatch({ effects: merge.current.reconfigure(compared()) }), [name, comparing, original]);
  useEffect(() => view.current.dispatch(setDiagnostics(view.current.state, shown(view.current.state, messages))), [name, messages]);
  useEffect(() => {
    if (!place) return;
    const { from } = span(view.current.state.doc, place);
    view.current.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    view.current.focus();
  }, [name, place]);
  return html`<div class="editor" ref=${box}></div>`;
}
