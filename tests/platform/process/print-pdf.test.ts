import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { chmod, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { findPdfProgram, printPdf } from "#server/platform/process/print-pdf.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { until } from "#tests/setup/timers.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-program-"));
const html = "<!doctype html><title>A report</title>";
/** Shell code that sets the variable `target` to the file to write. */
const target = 'for o; do case "$o" in --print-to-pdf=*) target=$(echo "$o" | cut -d= -f2);; esac; done\n';

/** Makes a program of these commands, and sets it as the one for PDFs. */
async function useProgram(commands: string): Promise<string> {
  const file = join(folder, "program");
  await writeFile(file, `#!/bin/sh\n${commands}\n`);
  await chmod(file, 0o755);
  vi.stubEnv("EVENHAND_CHROMIUM", file);
  return file;
}

const leftOver = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("evenhand-pdf-"));
let before: string[] = [];
const log = captureLog();

beforeEach(async () => {
  before = await leftOver();
});

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(async () => {
  vi.unstubAllEnvs();
  expect(await leftOver(), "temporary folders").toEqual(before);
});

it("the configured program makes a PDF from one file, with a new profile and no settings", async () => {
  vi.stubEnv("EVENHAND_SMTP_URL", "smtps://user:secret@mail.example");
  const noted = join(folder, "noted");
  await useProgram(
    `${target}(env; printf '%s\\n' "$@"; cat "$HOME/report.html") > ${noted}; printf '%%PDF-1.4 %s' x > "$target"`,
  );
  const pdf = await printPdf(html);
  expect(await printPdf(html), "kept").toBe(pdf);
  expect(Buffer.from(pdf).toString()).toBe("%PDF-1.4 x");
  const said = readFileSync(noted, "utf8");
  expect(said).toContain(html);
  expect(said).not.toContain("secret");
  expect(said).not.toContain("EVENHAND_");
  expect(said).toMatch(/^--user-data-dir=.*\/profile$/m);
  expect(said).toContain("--host-resolver-rules=MAP * ~NOTFOUND");
  const last = said.split("\n").find((line) => line.startsWith("file://"));
  expect(existsSync(dirname(new URL(last ?? "").pathname))).toBe(false);
});

it("two simultaneous requests for one PDF share one run, and a failed one is not cached", async () => {
  const runs = join(folder, "runs");
  await useProgram(`${target}echo run >> ${runs}; sleep 0.05; echo %PDF- > "$target"`);
  const [first, second] = await Promise.all([printPdf(`${html}shared`), printPdf(`${html}shared`)]);
  expect(second).toBe(first);
  await useProgram(`echo run >> ${runs}; exit 1`);
  const both = [1, 2].map(() => printPdf(`${html}failed`));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(printPdf(`${html}failed`)).rejects.toMatchObject({ code: "pdf-failed" });
  expect(readFileSync(runs, "utf8")).toBe("run\n".repeat(3));
});

it.each([
  ["fails", `${target}echo %PDF- > "$target"; exit 3`],
  ["writes no PDF", `${target}echo nothing > "$target"`],
  ["writes nothing", "exit 0"],
])("a program that %s is refused with a message", async (_, commands) => {
  await useProgram(commands);
  await expect(printPdf(html + commands)).rejects.toMatchObject({
    code: "pdf-failed",
    message: expect.stringMatching(/^The PDF could not be made\. Print the page/),
  });
});

it("a hanging program is stopped at the limit with all its child processes", async () => {
  const child = join(folder, "child");
  await useProgram(`sleep 1000 & echo $! > ${child}; wait`);
  await expect(printPdf(`${html}hangs`, 1_000)).rejects.toMatchObject({ code: "pdf-failed" });
  expect(log.at(-1)).toContain("ended with the time limit");
  const pid = Number(readFileSync(child, "utf8"));
  await until(() => !isRunning(pid));
});

it("a hanging program is stopped with all its child processes when the server shuts down", async () => {
  const child = join(folder, "child of a server");
  await useProgram(`sleep 1000 & echo $! > "${child}.part"; mv "${child}.part" "${child}"; wait`);
  const run = promisify(execFile)(process.execPath, ["tests/platform/process/children/print.ts"]);
  onTestFinished(() => void run.child.kill("SIGKILL"));
  await until(() => existsSync(child));
  run.child.kill("SIGTERM");
  expect((await run).stdout).toMatch(/pdf-failed$/);
  const pid = Number(readFileSync(child, "utf8"));
  await until(() => !isRunning(pid));
});

it("a missing program is refused with another message, and the page knows", async () => {
  vi.stubEnv("EVENHAND_CHROMIUM", join(folder, "missing"));
  expect(findPdfProgram()).toBeNull();
  await expect(printPdf(html)).rejects.toThrow(/^This server has no program that makes PDFs\./);
});

it("makes one PDF at a time, queues four calls, and refuses further ones", async () => {
  const running = join(folder, "running");
  await useProgram(
    `${target}mkdir ${running} || exit 1; sleep 0.05; rmdir ${running}; echo %PDF- > "$target"`,
  );
  const calls = [1, 2, 3, 4, 5, 6].map((number) => printPdf(html + number));
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual([...Array<string>(5).fill("fulfilled"), "rejected"]);
  await expect(calls[5]).rejects.toMatchObject({ code: "busy" });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
