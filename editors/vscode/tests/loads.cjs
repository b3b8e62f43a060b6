// Loads the bundle with a stand-in for the editor's own module: everything else must be inside.
const Module = require("module");
const path = require("path");

const anything = new Proxy(function () {}, {
  get: (target, name) => (name === Symbol.toPrimitive ? () => "" : name === "prototype" ? target.prototype : anything),
  apply: () => anything,
  construct: () => ({}),
});
const load = Module._load;
Module._load = (request, ...rest) => {
  if (request === "vscode") {
    return anything;
  }
  if (!Module.isBuiltin(request) && !request.startsWith("/")) {
    throw new Error(`the bundle needs ${request}`);
  }
  return load(request, ...rest);
};
const extension = require(path.join(__dirname, "..", "dist", "extension.js"));
for (const name of ["activate", "deactivate"]) {
  if (typeof extension[name] !== "function") {
    throw new Error(`the extension has no ${name}`);
  }
}
console.log("The bundle loads.");
