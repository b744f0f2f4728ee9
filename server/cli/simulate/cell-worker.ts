import { keepRuleList } from "#server/learner/classes/rule-lists.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { LearnerError, type LearnerErrorCode } from "#server/learner/numeric/errors.ts";
import type { Cell } from "#server/simulation/cells.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { runCell } from "#server/simulation/run-cell.ts";
import type { World } from "#server/simulation/world.ts";
import { loadFastKernel } from "#server/workers/fast-kernel.ts";

loadFastKernel(new URL("../../../.build/kernel.wasm", import.meta.url));

/** A cell sent to a thread, with memory that the thread shares with the caller. */
export type CellTask = {
  readonly cell: Cell;
  readonly redecided: readonly PanelRule[];
  readonly ruleList: World["ruleList"];
  /** Its only element is 1 to stop. */
  readonly stop: Int32Array;
};

/** The answer of a thread. An error loses its class between threads, so the learner's refusals are sent as values. */
export type CellAnswer =
  | { readonly result: CellResult | undefined }
  | { readonly refused: { readonly code: LearnerErrorCode; readonly message: string } };

/** Plays one cell; piscina calls it once per cell. */
export default async function play(task: CellTask): Promise<CellAnswer> {
  const { cell, redecided, ruleList, stop } = task;
  const isStopped = () => Atomics.load(stop, 0) === 1;
  if (isStopped()) return { result: undefined };
  if (ruleList !== undefined) keepRuleList(ruleList.hash, ruleList.list);
  try {
    return { result: await runCell(cell, redecided, { onProgress: () => undefined, isStopped }) };
  } catch (error) {
    if (!(error instanceof LearnerError)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}
