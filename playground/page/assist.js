// What the engine knows of a place in the text: proposals while one types, and what a word means.
import { autocompletion, hoverTooltip } from './vendor/codemirror/codemirror.js';
import { asked } from './engine.js';

const SLOW = 700; // milliseconds after which proposals come only when they are asked for (Ctrl-Space)
const KINDS = { type: 'type', thing: 'enum', slot: 'property', value: 'function', effect: 'method', action: 'method', ability: 'method', ruling: 'constant', scoring: 'function', local: 'variable', field: 'property', keyword: 'keyword', cite: 'text' };
const characters = (text) => [...text].length; // the engine counts them; the editor counts units

// The little Markdown of explanations, as elements: blocks of code, code, bold. Everything else is text.
export function elements(text) {
  const box = document.createElement('div');
  const inline = (into, said) => said.split(/(`[^`]+`|\*\*[^*]+\*\*)/).forEach((part) => {
    const tag = part.startsWith('**') ? 'strong' : part.startsWith('`') ? 'code' : null;
    if (!tag) return into.append(part);
    const made = document.createElement(tag);
    made.textContent = tag === 'code' ? part.slice(1, -1) : part.slice(2, -2);
    return into.append(made);
  });
  text.split(/^```\w*\n([^]*?)\n?```$/m).forEach((part, n) => {
    if (n % 2) box.appendChild(document.createElement('pre')).textContent = part;
    else for (const said of part.split(/\n{2,}/).map((each) => each.trim()).filter((each) => each && each !== '---')) inline(box.appendChild(document.createElement('p')), said);
  });
  return box;
}

// `about()` gives {document, name}: what is written now, and the open file.
export function assistance(about) {
  let slow = false;
  const propose = async (context) => {
    const word = context.matchBefore(/@?[\p{L}\p{N}_-]*/u), before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
    if (!context.explicit && (slow || !(word.text || before === '.'))) return null;
    const { document: rules, name } = about(), text = context.state.doc.toString(), since = performance.now();
    const { answer } = await asked('complete', { document: { ...rules, files: { ...rules.files, [name]: text } }, name, offset: characters(text.slice(0, context.pos)) });
    if (!context.explicit) slow = performance.now() - since > SLOW;
    if (!answer?.length) return null;
    const from = context.pos - (context.matchBefore(word.text.startsWith('@') ? /@[\w-]*/ : /[\p{L}\p{N}_]*/u)?.text.length || 0);
    return {
      from, validFor: /^@?[\p{L}\p{N}_-]*$/u,
      options: answer.map((each, n) => ({
        label: each.label, detail: each.title || each.detail, type: KINDS[each.kind] || 'variable', boost: 99 - Math.min(n, 198),
        info: each.doc ? () => elements(each.doc) : each.key ? async () => elements((await asked('more', { name, key: each.key })).answer || each.detail || each.label) : undefined,
      })),
    };
  };
  const explain = async (view, pos) => {
    const line = view.state.doc.lineAt(pos), { document: rules, name } = about();
    if (!line.text.trim()) return null;
    const { answer } = await asked('hover', { document: rules, name, line: line.number, column: characters(line.text.slice(0, pos - line.from)) + 1 });
    if (!answer || !answer.doc) return null;
    return { pos, above: true, create: () => {
      const dom = elements(answer.doc);
      dom.className = 'about-word';
      return { dom };
    } };
  };
  return [autocompletion({ override: [propose], icons: false }), hoverTooltip(explain, { hoverTime: 450 })];
}
