import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

/** A recorded operation on a file. */
export type Step =
  | { readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly file: string; readonly length: number }
  | { readonly file: string; readonly isSynced: true }
  | { readonly file: string; readonly isRemoved: true };

/** The file into which the program writes acknowledged commits. */
export const saidFile = "said";
export const databaseFile = "database";

export const cannotRecord = "strace is not installed or may not watch system calls here";

/** Returns whether strace is installed and may watch system calls, which most containers forbid. */
export function canRecord(): boolean {
  try {
    execFileSync("strace", ["-e", "trace=none", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** strace options: which system calls are traced, with all bytes in hexadecimal and the file of each. */
const watching = [
  ...["-y", "-xx", "-s", "1000000"],
  ...["-e", "trace=openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink"],
];

/** Runs a program that commits rows, and records its writes and syncs. */
export async function record(count: number, synchronous?: "NORMAL" | "OFF"): Promise<Step[]> {
  const folder = temporaryFolder();
  const trace = join(folder, "trace");
  const [database, said] = [join(folder, databaseFile), join(folder, saidFile)];
  const watched = [database, `${database}-wal`, `${database}-journal`, said].flatMap((path) => ["-P", path]);
  const program = [
    process.execPath,
    ...[
      "--import",
      resolve("scripts/lib/quick-packages.mjs"),
      resolve("tests/trials/children/commit-and-say.ts"),
    ],
    ...[database, said, String(count), ...(synchronous === undefined ? [] : [synchronous])],
  ];
  // strace follows the first thread only, which is the one SQLite runs on.
  await promisify(execFile)("strace", ["-o", trace, ...watching, ...watched, ...program]);
  return readFileSync(trace, "utf8").split("\n").flatMap(stepIn);
}

/** A step of a process, and when it ended: milliseconds since 1970. */
export type TimedStep = { readonly step: Step; readonly at: number };

export const cannotAttach = "strace is not installed or may not attach to running processes here";

/** Returns whether strace may also watch processes that are not its children. */
export function canAttach(): boolean {
  if (!canRecord()) return false;
  try {
    return (
      process.getuid?.() === 0 || readFileSync("/proc/sys/kernel/yama/ptrace_scope", "utf8").trim() === "0"
    );
  } catch {
    return true; // this kernel has no such restriction
  }
}

/** Records the operations of processes and their children on a file during an action. */
export async function recordProcesses(
  pids: readonly string[],
  path: string,
  happens: () => Promise<void>,
): Promise<TimedStep[]> {
  const folder = temporaryFolder();
  const trace = join(folder, "trace");
  const targets = pids.flatMap((pid) => ["-p", pid]);
  // One file per process, so that their lines do not mix.
  const options = ["-ff", "-o", trace, "-ttt", "-T", ...watching, "-P", path, ...targets];
  const strace = spawn("strace", options, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(strace, "exit");
  let output = "";
  strace.stderr.on("data", (text: Buffer) => {
    output += text;
  });
  try {
    await expect.poll(() => output.match(/attached/g) ?? []).toHaveLength(pids.length);
    await happens();
  } finally {
    strace.kill("SIGINT");
    await ended;
  }
  return readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .flatMap(timedStepIn)
    .sort((one, other) => one.at - other.at);
}

function timedStepIn(line: string): TimedStep[] {
  const [, begun = "", call = "", took = ""] = /^(\d+\.\d+) (.*) <(\d+\.\d+)>$/.exec(line) ?? [];
  return stepIn(call).map((step) => ({ step, at: (Number(begun) + Number(took)) * 1_000 }));
}

const calls: readonly [RegExp, (parts: string[]) => Step][] = [
  [
    /^pwrite64\(\d+<(.+?)>, "(.*)", \d+, (\d+)\) = \d+$/,
    ([path = "", hex = "", at = ""]) => ({ file: nameOf(path), at: Number(at), bytes: bytesOf(hex) }),
  ],
  // Only numbers are written like this, at the end of their file.
  [
    /^write\(\d+<(.+?)>, "(.*)", \d+\) = \d+$/,
    ([path = "", hex = ""]) => ({ file: nameOf(path), at: -1, bytes: bytesOf(hex) }),
  ],
  [/^fd?a?t?a?sync\(\d+<(.+?)>\) = 0$/, ([path = ""]) => ({ file: nameOf(path), isSynced: true })],
  [
    /^ftruncate\(\d+<(.+?)>, (\d+)\) = 0$/,
    ([path = "", length = ""]) => ({ file: nameOf(path), length: Number(length) }),
  ],
  [/^unlink\("(.*)"\) = 0$/, ([hex = ""]) => ({ file: basename(bytesOf(hex).toString()), isRemoved: true })],
];

function stepIn(line: string): Step[] {
  for (const [pattern, read] of calls) {
    const [, ...parts] = pattern.exec(line) ?? [];
    if (parts.length > 0) return [read(parts)];
  }
  return [];
}

/** strace writes file names in hexadecimal too. */
function nameOf(path: string): string {
  return basename(path.includes("\\x") ? bytesOf(path).toString() : path);
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}
