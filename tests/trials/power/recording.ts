import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

/** What was done to a file, in the order in which it was done. */
export type Step =
  | { readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly file: string; readonly length: number }
  | { readonly file: string; readonly isSynced: true }
  | { readonly file: string; readonly isRemoved: true };

/** Where the program writes which commits were acknowledged. */
export const saidFile = "said";
export const databaseFile = "database";

export const cannotRecord = "strace is not installed or may not watch system calls here";

/** Whether strace is installed and may watch system calls, which most containers do not allow. */
export function canRecord(): boolean {
  try {
    execFileSync("strace", ["-e", "trace=none", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** What is watched, and how it is written: all bytes of every write, in hexadecimal, and which file they are for. */
const watching = [
  ...["-y", "-xx", "-s", "1000000"],
  ...["-e", "trace=openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink"],
];

/** Lets a program commit so many rows, and notes every write and every wait for the disk. */
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
  // The thread that was started, which is the one SQLite runs on.
  await promisify(execFile)("strace", ["-o", trace, ...watching, ...watched, ...program]);
  return readFileSync(trace, "utf8").split("\n").flatMap(stepIn);
}

/** A step of a process, and when it had ended: milliseconds since 1970. */
export type TimedStep = { readonly step: Step; readonly at: number };

export const cannotAttach = "strace is not installed or may not attach to running processes here";

/** Whether strace may also watch processes that are not its children. */
export function canAttach(): boolean {
  if (!canRecord()) return false;
  try {
    return (
      process.getuid?.() === 0 || readFileSync("/proc/sys/kernel/yama/ptrace_scope", "utf8").trim() === "0"
    );
  } catch {
    return true; // this kernel does not ask
  }
}

/** Notes what some processes, and those that they begin, do to a file while something happens. */
export async function recordProcesses(
  pids: readonly string[],
  path: string,
  happens: () => Promise<void>,
): Promise<TimedStep[]> {
  const folder = temporaryFolder();
  const trace = join(folder, "trace");
  const whom = pids.flatMap((pid) => ["-p", pid]);
  // A file a process, so that no line is cut in two by another's.
  const options = ["-ff", "-o", trace, "-ttt", "-T", ...watching, "-P", path, ...whom];
  const strace = spawn("strace", options, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(strace, "exit");
  let told = "";
  strace.stderr.on("data", (text: Buffer) => {
    told += text;
  });
  try {
    await expect.poll(() => told.match(/attached/g) ?? []).toHaveLength(pids.length);
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
  // Only numbers are written like this: at the end of their file.
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

/** strace writes names of files in hexadecimal as well. */
function nameOf(path: string): string {
  return basename(path.includes("\\x") ? bytesOf(path).toString() : path);
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}
