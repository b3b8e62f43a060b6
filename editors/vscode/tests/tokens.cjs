// Prints the coloured words of files as JSON: {file: [[line, column, text, scopes], ...]}.
const fs = require("fs");
const path = require("path");
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const GRAMMAR = path.join(__dirname, "..", "syntaxes", "regel.tmLanguage.json");

async function main(files) {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  const grammar = await registry.loadGrammar("source.regel");
  const out = {};
  for (const file of files) {
    let state = textmate.INITIAL;
    out[file] = [];
    fs.readFileSync(file, "utf8").split("\n").forEach((line, row) => {
      const done = grammar.tokenizeLine(line, state);
      state = done.ruleStack;
      for (const token of done.tokens) {
        const text = line.slice(token.startIndex, token.endIndex);
        out[file].push([row + 1, token.startIndex + 1, text, token.scopes.slice(1).join(" ")]);
      }
    });
  }
  console.log(JSON.stringify(out));
}

void main(process.argv.slice(2));
