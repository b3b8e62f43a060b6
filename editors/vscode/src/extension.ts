// The client: starts `regelwerk lsp`, and opens a terminal where a game is to be played.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, Trace } from "vscode-languageclient/node";

const INSTALL = "pip install 'regelwerk[lsp]'";
let client: LanguageClient | undefined;

function command(): string[] {
  const set = vscode.workspace.getConfiguration("regelwerk").get<string[] | string>("command") ?? [];
  const words = typeof set === "string" ? [set] : set; // a program alone need not be a list
  return words.length > 0 && words[0] !== "" ? words : ["regelwerk"];
}

async function start(): Promise<void> {
  const [program, ...args] = command();
  const server: ServerOptions = { command: program, args: [...args, "lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "regel", scheme: "file" }, { language: "regel", scheme: "untitled" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.regel,ledger/*.json}") },
    initializationOptions: { terminal: true },
  };
  client = new LanguageClient("regelwerk", "Regelwerk", server, options);
  try {
    await client.start();
    await client.setTrace(Trace.fromString(vscode.workspace.getConfiguration("regelwerk").get("trace.server", "off")));
  } catch (error) {
    client = undefined;
    const settings = "Open settings";
    const picked = await vscode.window.showErrorMessage(
      `Regelwerk could not be started as "${[program, ...args].join(" ")}". Install it with ${INSTALL}, or say in the settings how it is started.`,
      settings,
    );
    if (picked === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "regelwerk.command");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) {
    return word;
  }
  return process.platform === "win32" ? `"${word}"` : `'${word.replace(/'/g, "'\\''")}'`;
}

// What the server names to be played: a ruleset, and overlays on top of it.
async function play(uri: string): Promise<void> {
  const file = vscode.Uri.parse(uri);
  await vscode.workspace.saveAll(false);
  const words = await client?.sendRequest<string[] | null>("regelwerk/command", { uri, name: "play" });
  if (!words) {
    void vscode.window.showWarningMessage("This file cannot be played: save it first, or open the game it belongs to.");
    return;
  }
  const terminal = vscode.window.createTerminal({ name: `Regelwerk: ${file.path.split("/").pop()}` });
  terminal.show();
  terminal.sendText([...command(), ...words].map(quoted).join(" "));
}

function here(): string | undefined {
  return vscode.window.activeTextEditor?.document.uri.toString();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("regelwerk.play", (uri: string) => play(uri)),
    vscode.commands.registerCommand("regelwerk.playFile", async () => {
      const uri = here();
      if (uri) {
        await play(uri);
      }
    }),
    vscode.commands.registerCommand("regelwerk.testFile", async () => {
      const uri = here();
      if (uri) {
        await vscode.commands.executeCommand("regelwerk.test", uri, "");
      }
    }),
    vscode.commands.registerCommand("regelwerk.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("regelwerk.command")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}
