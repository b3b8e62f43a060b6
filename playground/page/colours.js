// Colours by the grammar of the editors: reads the patterns of regel.tmLanguage.json. No pattern reaches over a line.

const LETTER = '[\\p{L}\\p{N}_]';

// From the regular expressions of text editors to those of JavaScript, where \w knows no letters beyond ASCII.
function regex(pattern) {
  const said = pattern.replaceAll('[^\\W\\dA-ZÀ-ÖØ-Þ]', `(?![\\dA-ZÀ-ÖØ-Þ])${LETTER}`).replaceAll('[^\\W\\d]', `(?!\\d)${LETTER}`)
    .replace(/\[((?:\\.|[^\]\\])*)\]/g, (all, inner) => `[${inner.replaceAll('\\w', '\\p{L}\\p{N}_')}]`).replaceAll('\\w', LETTER);
  return new RegExp(said, 'dgu');
}

function compiled(grammar) {
  const made = new Map();
  const rules = (list) => list.flatMap((rule) => (rule.include ? named(rule.include.slice(1)) : [one(rule)]));
  function named(name) {
    const rule = grammar.repository[name];
    return rule.match || rule.begin ? [one(rule)] : rules(rule.patterns);
  }
  function one(rule) {
    if (!made.has(rule)) {
      const found = { name: rule.name || '', captures: rule.captures || {}, begin: null, end: null, inner: [] };
      made.set(rule, found);
      if (rule.match) found.match = regex(rule.match);
      else {
        Object.assign(found, { match: regex(rule.begin), end: regex(rule.end), content: rule.contentName || '' });
        found.inner = rules(rule.patterns || []);
      }
    }
    return made.get(rule);
  }
  return rules(grammar.patterns);
}

const at = (pattern, text, from) => {
  pattern.lastIndex = from;
  return pattern.exec(text);
};

// Gives stretches of a line with their scopes: [from, to, scope].
export function colouring(grammar) {
  const all = compiled(grammar);
  function scan(text, from, patterns, end, scope, out) {
    let place = from;
    const push = (a, b, name) => b > a && out.push([a, b, name]);
    for (;;) {
      const stop = end && at(end, text, place);
      let first = null, rule = null;
      for (const each of patterns) {
        const found = at(each.match, text, place);
        if (found && (found[0] || each.end) && (!first || found.index < first.index)) [first, rule] = [found, each];
      }
      if (stop && (!first || stop.index <= first.index)) {
        push(place, stop.index + stop[0].length, scope);
        return stop.index + stop[0].length;
      }
      if (!first) {
        push(place, text.length, scope);
        return text.length;
      }
      push(place, first.index, scope);
      const after = first.index + first[0].length;
      if (rule.end) {
        push(first.index, after, rule.name);
        place = scan(text, after, rule.inner, rule.end, rule.content || rule.name, out);
      } else {
        let done = first.index;
        for (let n = 1; n < first.length; n += 1) {
          if (!first.indices[n] || !rule.captures[n]) continue;
          const [a, b] = first.indices[n];
          push(done, a, rule.name || scope);
          push(a, b, rule.captures[n].name);
          done = b;
        }
        push(done, after, rule.name || scope);
        place = after;
      }
      if (place >= text.length && !end) return place;
    }
  }
  return (line) => {
    const out = [];
    scan(line, 0, all, null, '', out);
    return out;
  };
}
