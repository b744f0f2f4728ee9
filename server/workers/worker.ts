import { keepRuleList, type RuleList, RuleListMissing } from "#server/learner/classes/rule-lists.ts";
import { LearnerError, type LearnerErrorCode } from "#server/learner/numeric/errors.ts";
import { loadFastKernel } from "./fast-kernel.ts";
import { specFromText } from "./spec-text.ts";
import { type TaskName, tasks } from "./tasks.ts";

// beside the worker's bundle
loadFastKernel(new URL("kernel.wasm", import.meta.url));

/** A task as it travels: its input, the spec apart from it and as text. */
export type WorkerMessage = {
  readonly name: TaskName;
  readonly input: object;
  readonly spec?: string;
  readonly list?: GivenList;
};

/** A long list of rules by its hash, in memory that all threads read. */
export type GivenList = { readonly hash: string; readonly list: RuleList };

/** What comes back from the thread. An error loses its class on the way, so the learner's refusals travel as values. */
export type WorkerAnswer =
  | { readonly value: unknown }
  /** The hash of a list of rules that this thread does not have. */
  | { readonly missing: string }
  | { readonly refused: { readonly code: LearnerErrorCode; readonly message: string } };

/** The thread's entry: piscina calls it with one message a task. */
export default async function run({ name, input, spec, list }: WorkerMessage): Promise<WorkerAnswer> {
  if (list !== undefined) keepRuleList(list.hash, list.list);
  const whole = spec === undefined ? input : { ...input, spec: specFromText(spec) };
  try {
    return { value: await tasks[name](whole as never) };
  } catch (error) {
    if (error instanceof RuleListMissing) return { missing: error.hash };
    if (!(error instanceof LearnerError)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}
