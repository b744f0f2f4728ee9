import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { IsSigned } from "#server/audit-log/signatures.ts";
import { linesIn } from "#server/verifier/lines.ts";
import type { VerifyReport } from "#server/verifier/report.ts";
import { type VerifyInput, verifyLog } from "#server/verifier/verify.ts";
import { isSignedFast } from "./fast-signatures.ts";
import { piecesOf } from "./pieces.ts";

/**
 * Verifies a record or a log in a file. Threads check the signatures while this one follows the log, which takes each
 * to be valid. If one is not, the file is verified once more without threads, so that the report is the same.
 *
 * @param onEntry see {@link verifyLog}
 * @param batchSize how many signatures a thread gets at once; with fewer there is no thread
 */
export function verifyFile(
  file: string,
  given: Omit<VerifyInput, "lines" | "isSigned">,
  onEntry?: (seq: number) => void,
  batchSize = 2_000,
): VerifyReport {
  const verify = (isSigned: IsSigned) =>
    verifyLog({ ...given, lines: linesIn(piecesOf(file)), isSigned }, onEntry);
  const threads = new SignatureThreads(batchSize);
  const report = verify((...signed) => threads.add(signed));
  return threads.end() ? report : verify(isSignedFast);
}

/** Key, text and signature. */
type Signed = Parameters<IsSigned>;

/** The data of a thread: how many batches all threads have checked, and whether a signature was not valid. */
type Shared = { readonly signatureCounts: Int32Array };

const [BATCHES, INVALID] = [0, 1];

/** The number of batches that wait at most; beyond it this thread checks the next one itself. */
const MOST_WAITING = 20;

/** A thread that checked nothing for so long, in milliseconds, is not waited for. */
const LONGEST_BATCH = 60_000;

/** Threads that check signatures: one less than there are cores, at least one, and none for less than a batch. */
class SignatureThreads {
  readonly #counts = new Int32Array(new SharedArrayBuffer(8));
  readonly #threads: Worker[] = [];
  #batch: Signed[] = [];
  #sent = 0;
  #areValid = true;
  readonly #batchSize: number;

  constructor(batchSize: number) {
    this.#batchSize = batchSize;
  }

  add(signed: Signed): true {
    this.#batch.push(signed);
    if (this.#batch.length === this.#batchSize) this.#send();
    return true;
  }

  /** Waits for the threads and stops them. @returns whether all signatures are valid */
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
    const place = this.#sent % Math.max(1, availableParallelism() - 1);
    const shared: Shared = { signatureCounts: this.#counts };
    this.#threads[place] ??= new Worker(new URL(import.meta.url), { workerData: shared });
    this.#threads[place].unref();
    this.#threads[place].postMessage(this.#batch);
    this.#sent += 1;
    this.#batch = [];
  }

  #checkHere(): void {
    this.#areValid &&= this.#batch.every((signed) => isSignedFast(...signed));
    this.#batch = [];
  }
}

// The threads run this module too, because the downloadable verifier is one file.
const shared = workerData as Shared | null | undefined;
if (!isMainThread && shared?.signatureCounts !== undefined) {
  const counts = shared.signatureCounts;
  parentPort?.on("message", (batch: readonly Signed[]) => {
    if (!batch.every((signed) => isSignedFast(...signed))) Atomics.store(counts, INVALID, 1);
    Atomics.add(counts, BATCHES, 1);
    Atomics.notify(counts, BATCHES);
  });
}
