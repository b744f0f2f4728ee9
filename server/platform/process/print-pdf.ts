import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { getuid, env as inherited } from "node:process";
import { pathToFileURL } from "node:url";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { incident } from "./incident.ts";
import { madeOnce, processCache, processWide } from "./process-wide.ts";
import { Semaphore } from "./semaphore.ts";
import { setting } from "./settings.ts";
import { stopping } from "./stopping.ts";

/** Names under which Chromium is installed; the headless shell needs a third of the processor time. */
const usualNames = [
  ...["chromium-headless-shell", "chromium", "chromium-browser"],
  ...["google-chrome", "google-chrome-stable"],
];

/** How long the program may take, in milliseconds. */
const usualLimitMs = 30_000;
/** How many calls may wait for their turn. */
const waitingAtMost = 4;
/** How many PDFs are kept, from the moment they are requested: readers of a public report get the same one. */
const keptAtMost = 20;

/** Returns the path of the program that makes PDFs: the one of the setting, or an installed Chromium; null if none is found. */
export function findPdfProgram(): string | null {
  const named = setting("EVENHAND_CHROMIUM");
  const folders = (inherited.PATH ?? "").split(delimiter);
  const paths = (named === "" ? usualNames : [named]).flatMap((name) =>
    isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name)),
  );
  return paths.find(isExecutable) ?? null;
}

/**
 * Makes a PDF of one HTML file, in a separate process, one at a time. The process gets a new profile, no settings of
 * this server and no network, and is killed with everything that it started after the time limit and on shutdown.
 *
 * @param html a file that loads nothing and has no scripts
 * @throws DomainError "pdf-failed" if there is no program or it fails; "busy" if too many calls wait
 */
export async function printPdf(html: string, limitMs = usualLimitMs): Promise<Uint8Array> {
  const program = findPdfProgram();
  if (program === null) throw new DomainError("pdf-failed", t.pdfMissing());
  const turns = processWide("turns to make PDFs", () => new Semaphore(1, waitingAtMost));
  const kept = processCache<Promise<Uint8Array>>("PDFs", { max: keptAtMost });
  const key = createHash("sha256").update(html).digest("hex");
  return madeOnce(kept, key, () => {
    if (turns.isFull) throw new DomainError("busy", t.busy());
    return turns.run(() => printInFolder(program, html, limitMs));
  });
}

async function printInFolder(program: string, html: string, limitMs: number): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "evenhand-pdf-"));
  try {
    const [source, target] = [join(folder, "report.html"), join(folder, "report.pdf")];
    await writeFile(source, html);
    await runProgram(program, [...optionsIn(folder, target), pathToFileURL(source).href], folder, limitMs);
    const pdf = await readFile(target);
    if (pdf.subarray(0, 5).toString("latin1") !== "%PDF-") throw new Error("the program wrote no PDF");
    return pdf;
  } catch (cause) {
    incident(cause, "make a PDF");
    throw new DomainError("pdf-failed", t.pdfFailed(), [], { cause });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function optionsIn(folder: string, target: string): string[] {
  return [
    ...["--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check"],
    ...["--disable-background-networking", "--disable-component-update", "--disable-extensions"],
    ...["--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:1"],
    // Chromium refuses to run as root with its sandbox.
    ...(getuid?.() === 0 ? ["--no-sandbox"] : []),
    ...["--no-pdf-header-footer", `--user-data-dir=${join(folder, "profile")}`, `--print-to-pdf=${target}`],
  ];
}

/** Runs a program in a process group of its own, of which nothing is left when this returns. */
async function runProgram(program: string, options: string[], folder: string, limitMs: number) {
  const end = AbortSignal.any([stopping(), AbortSignal.timeout(limitMs)]);
  end.throwIfAborted();
  const env = { PATH: inherited.PATH, HOME: folder, TMPDIR: folder, NODE_ENV: inherited.NODE_ENV };
  const child = spawn(program, options, { detached: true, stdio: "ignore", cwd: folder, env });
  const killAll = () => killGroup(child.pid);
  end.addEventListener("abort", killAll);
  try {
    const [code, signal] = await once(child, "exit");
    if (code !== 0)
      throw new Error(`${program} ended with ${end.aborted ? "the time limit" : (code ?? signal)}`);
  } finally {
    end.removeEventListener("abort", killAll);
    killAll();
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // All of it has ended already.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
