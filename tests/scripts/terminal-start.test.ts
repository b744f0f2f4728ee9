import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { build, isBuilt } from "../../scripts/lib/build.mjs";
import { freePort } from "../../scripts/lib/port.mjs";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

/** Runs Node on a terminal; `lines` returns its output without colours and cursor movements. */
function onTerminal(args: readonly string[], env: Record<string, string> = {}) {
  // Without "exec" Ctrl+C would also reach a shell, whose exit code would be returned instead.
  const command = `exec ${[process.execPath, ...args].map((part) => `"${part}"`).join(" ")}`;
  const terminal = spawn("script", ["-qec", command, "/dev/null"], {
    env: { ...withoutServerSettings(process.env), TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void terminal.kill("SIGKILL"));
  let output = "";
  terminal.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const lines = () => stripVTControlCharacters(output).split(/\r?\n/);
  return { terminal, lines };
}

beforeEach((context) => {
  context.skip(process.platform !== "linux", "the program script has other options on macOS");
});

it("a start on a terminal prints plain lines in order, and Ctrl+C ends it", async () => {
  if (!isBuilt()) await build();
  const [port, data] = [await freePort(), join(temporaryFolder(), "data")];
  const { terminal, lines } = onTerminal(["scripts/run.mjs", "start", "--demo", "--port", String(port)], {
    EVENHAND_DATA: data,
  });
  await expect.poll(() => lines().at(-2)).toMatch(/^To stop/);
  const address = `http://localhost:${port}`;
  const elsewhere = await fetch(`http://127.0.0.1:${port}/sign-in?next=1`, { redirect: "manual" });
  expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([307, `${address}/sign-in?next=1`]);
  // Both requests are refused, which is not shown on the terminal.
  for (const path of ["/nothing", "/api/trpc/accounts.list"]) await fetch(address + path);
  const ended = once(terminal, "exit");
  terminal.stdin.write("\u0003");
  expect(await ended).toEqual([0, null]);
  expect(lines()).toEqual([
    "Starting ...",
    expect.stringMatching(
      /^Preparing the demonstration \.\.\. .*: round 1 of 12 .*: round 12 of 12 .*: done in \d+ s$/,
    ),
    "",
    `Evenhand is running at ${address}`,
    "",
    "Next: open that address and sign in. The password of each account is evenhand-demo:",
    "  administrator  admin@demo.example",
    "  operator       operator@demo.example",
    ...[1, 2, 3, 4, 5].map((nth) => `  auditor        auditor${nth}@demo.example`),
    "  researcher     researcher@demo.example",
    "  observer       observer@demo.example",
    `The data are in ${data}.`,
    "To stop Evenhand, press Ctrl+C.",
    "^C",
  ]);
});

it("progress shows seconds and steps on a terminal, and a line at the end", async () => {
  const module = new URL("../../scripts/lib/progress.mjs", import.meta.url).href;
  const program = `
    import { withProgress } from ${JSON.stringify(module)};
    await withProgress("Preparing", async (report) => { report("round 3 of 12"); });
  `;
  const file = join(temporaryFolder(), "program.mjs");
  writeFileSync(file, program);
  const { terminal, lines } = onTerminal([file]);
  await once(terminal, "close");
  expect(lines()).toEqual(["Preparing ... 0 sPreparing: round 3 of 12 ... 0 sPreparing: done in 0 s", ""]);
  const piped = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  piped.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(piped, "close");
  expect(output).toBe("Preparing ...\nPreparing: done in 0 s\n");
});
