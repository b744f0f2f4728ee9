import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import type { IsSigned } from "#server/audit-log/signatures.ts";
import { linesIn } from "#server/verifier/lines.ts";
import type { VerifyReport } from "#server/verifier/report.ts";
import { type VerifyInput, verifyLog } from "#server/verifier/verify.ts";
import { isSignedFast } from "./fast-signatures.ts";
import { piecesOf } from "./pieces.ts";

/**
 * Verifies a record or a log in a file. Threads check the form of the lines and the signatures while this one follows
 * the log, which takes each to be valid. If one is not, the file is verified once more without threads, so that the
 * report is the same.
 *
 * @param onEntry see {@link verifyLog}
 * @param batchSize how many lines and signatures a thread gets at once; with fewer there is no thread
 */
export function verifyFile(
  file: string,
  given: Omit<VerifyInput, "lines" | "isSigned" | "readLine">,
  onEntry?: (seq: number) => void,
  batchSize = 2_000,
): VerifyReport {
  const verify = (by: Pick<VerifyInput, "isSigned" | "readLine">) =>
    verifyLog({ ...given, ...by, lines: linesIn(piecesOf(file)) }, onEntry);
  const threads = new CheckThreads(batchSize);
  const report = unlessMalformed(() =>
    verify({
      readLine: (line) => {
        threads.add(line);
        return JSON.parse(line) as Entry;
      },
      isSigned: (...signed) => threads.add(signed),
    }),
  );
  return (threads.end() && report) || verify({ isSigned: isSignedFast });
}

/** A line with an unchecked form can cause every kind of error. The file is then verified again without threads. */
function unlessMalformed(verify: () => VerifyReport): VerifyReport | null {
  try {
    return verify();
  } catch {
    return null;
  }
}

/** A line of the log, or key, text and signature. */
type Checked = string | Parameters<IsSigned>;

function isValid(checked: Checked): boolean {
  return typeof checked === "string" ? isWellFormed(checked) : isSignedFast(...checked);
}

/** Every error counts as malformed: a thread that ended would be waited for, and the file is verified again without. */
function isWellFormed(line: string): boolean {
  try {
    readLine(line);
    return true;
  } catch {
    return false;
  }
}

/** The data of a thread: how many batches all threads have checked, and whether something was not valid. */
type Shared = { readonly batchCounts: Int32Array };

const [BATCHES, INVALID] = [0, 1];

/** Threads that check lines and signatures. */
const threadCount = Math.max(1, availableParallelism() - 1);

/** The number of batches that wait at most; beyond it this thread checks the next one itself. */
const MOST_WAITING = 4 * threadCount;

/** A thread that checked nothing for so long, in milliseconds, is not waited for. */
const LONGEST_BATCH = 60_000;

/** Threads that check: one less than there are cores, at least one, none for less than a batch. */
class CheckThreads {
  readonly #counts = new Int32Array(new SharedArrayBuffer(8));
  readonly #threads: Worker[] = [];
  #batch: Checked[] = [];
  #sent = 0;
  #areValid = true;
  readonly #batchSize: number;

  constructor(batchSize: number) {
    this.#batchSize = batchSize;
  }

  add(checked: Checked): true {
    this.#batch.push(checked);
    if (this.#batch.length === this.#batchSize) this.#send();
    return true;
  }

  /** Waits for the threads and stops them. @returns whether everything is valid */
  end(): boolean {
    this.#checkHere();
    let checked = Atomics.load(this.#counts, BATCHES);
    while (checked < this.#sent && this.#areValid) {
      this.#areValid = Atomics.wait(this.#counts, BATCHES, checked, LONGEST_BATCH) !== "timed-out";
      checked = Atomics.load(this.#counts, BATCHES);
    }
    for (const thread of this.#threads) void thread.terminate();
    return this.#areValid && Atomics.load(this.#counts, INVALID) === 0;
  }

  #send(): void {
    if (this.#sent - Atomics.load(this.#counts, BATCHES) >= MOST_WAITING) {
      this.#checkHere();
      return;
    }
    const place = this.#sent % threadCount;
    const shared: Shared = { batchCounts: this.#counts };
    this.#threads[place] ??= new Worker(new URL(import.meta.url), { workerData: shared });
    this.#threads[place].unref();
    this.#threads[place].postMessage(this.#batch);
    this.#sent += 1;
    this.#batch = [];
  }

  #checkHere(): void {
    this.#areValid &&= this.#batch.every(isValid);
    this.#batch = [];
  }
}

// The threads run this module too, because the downloadable verifier is one file.
const shared = workerData as Shared | null | undefined;
if (!isMainThread && shared?.batchCounts !== undefined) {
  const counts = shared.batchCounts;
  parentPort?.on("message", (batch: readonly Checked[]) => {
    if (!batch.every(isValid)) Atomics.store(counts, INVALID, 1);
    Atomics.add(counts, BATCHES, 1);
    Atomics.notify(counts, BATCHES);
  });
}
