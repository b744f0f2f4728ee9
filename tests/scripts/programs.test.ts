import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changed } from "#tests/setup/changed.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { commands } from "../../scripts/lib/commands.mjs";
import { programs } from "../../scripts/lib/programs.mjs";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
// npm's Node is the machine's own, which may be too old for TypeScript.
const machineNode = process.env.npm_node_execpath ?? process.execPath;

function begin(args: string[], settings: Record<string, string> = {}) {
  const child = spawn(machineNode, ["scripts/run.mjs", ...args], {
    env: { ...withoutServerSettings(process.env), ...settings },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk) => {
      output[name] += chunk;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code, ...output }));
  return { child, output, ended };
}

/** Waits for an event of a running program, and fails if the program ends first. */
async function beforeEnd({ ended }: ReturnType<typeof begin>, event: Promise<unknown>) {
  const endedFirst = ended.then((end) => Promise.reject(new Error(`ended too soon: ${JSON.stringify(end)}`)));
  await Promise.race([event, endedFirst]);
  // The program may end later.
  endedFirst.catch(() => {});
}

test("every command is an npm script of its name, and every program exists", () => {
  const expected = Object.keys(commands).map((name) => [name, `exec node scripts/run.mjs ${name}`]);
  expect(scripts).toMatchObject(Object.fromEntries(expected));
  for (const program of Object.values(programs)) {
    const path = "file" in program ? program.file : program.folder;
    expect([path, existsSync(path)]).toEqual([path, true]);
  }
});

test("an unknown command is refused with the list of commands", async () => {
  const { code, stderr } = await begin(["verfy"]).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Evenhand has no command "verfy"\. Its commands: start, .*verify.*\n$/);
});

test.each(["reset-factor", "verify", "replay"])(
  "%s without arguments prints its usage and passes on its exit code",
  async (name) => {
    const { code, stdout, stderr } = await begin([name]).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^usage: npm run ${name} -- `));
  },
);

test("arguments reach a program unchanged", async () => {
  const { code, stderr } = await begin(["verify", "no such file.jsonl"]).ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain("no such file.jsonl");
});

test("bench lists its programs, and runs the named one", async () => {
  const none = await begin(["bench"]).ended;
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toMatch(/^usage: npm run bench -- NAME.*\n {2}growth\n/);
  const panel = await begin(["bench", "panel"]).ended;
  expect(panel).toMatchObject({ code: 2, stderr: expect.stringContaining("npm run bench -- panel FOLDER") });
});

test("recovery programs use the server's data, and build a missing worker bundle", async () => {
  const settings = { EVENHAND_DATA: temporaryFolder(), NEXTAUTH_URL: "http://evenhand.example" };
  const key = await begin(["checkpoint-key"], settings).ended;
  expect(key).toMatchObject({ code: 0, stderr: "" });
  expect(key.stdout).toMatch(/^evenhand\.example\/\S*\+[0-9a-f]{8}\+\S+\n$/);
  const unknown = await begin(["reset-factor", "unknown@evenhand.example"], settings).ended;
  expect(unknown.code).toBe(1);
  expect((await begin(["change-cookie-key"], settings).ended).stdout).toContain("another key");
});

test("an interrupt from both the terminal and npm reaches a program once", async () => {
  const out = temporaryFolder();
  const results = join(out, "results.jsonl");
  const hasFirstCell = changed(
    out,
    () => existsSync(results) && readFileSync(results, "utf8").includes("\n"),
  );
  const run = begin(["simulate", "horizons=[50,5000000]", "seeds=1", "--out", out]);
  await beforeEnd(run, hasFirstCell);
  run.child.kill("SIGINT");
  run.child.kill("SIGINT");
  const { code, stdout } = await run.ended;
  expect(code).toBe(130);
  expect(stdout).toContain("Stopped. The same command goes on with the rest.");
});

test("a program that ends orderly on SIGTERM has its own exit code", async () => {
  const data = temporaryFolder();
  const key = (await begin(["checkpoint-key"], { EVENHAND_DATA: data }).ended).stdout.trim();
  const options = [
    "--name",
    "witness.example",
    "--server",
    key,
    "--data",
    join(data, "witness"),
    "--port",
    "0",
  ];
  const witness = begin(["witness", ...options]);
  while (!witness.output.stdout.includes("EVENHAND_WITNESSES=")) {
    await beforeEnd(witness, once(witness.child.stdout, "data"));
  }
  witness.child.kill("SIGTERM");
  expect(await witness.ended).toMatchObject({ code: 0, stderr: "" });
});
