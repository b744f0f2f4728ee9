import { keepRuleList, type RuleList, RuleListMissing } from "#server/learner/classes/rule-lists.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type Locale, provideLocale } from "#server/locale.ts";
import { loadFastKernel } from "./fast-kernel.ts";
import { readSpec, type SharedSpec } from "./shared-spec.ts";
import { type TaskName, tasks } from "./tasks.ts";

// next to the worker's bundle
loadFastKernel(new URL("kernel.wasm", import.meta.url));

/** A task as sent to a thread: its input, with the spec separate. */
export type WorkerMessage = {
  readonly name: TaskName;
  /** The language of the sentences in its answer: that of the request. */
  readonly locale: Locale;
  readonly input: object;
  readonly spec?: SharedSpec;
  readonly list?: GivenList;
};

/** A long rule list with its hash, in memory that all threads read. */
export type GivenList = { readonly hash: string; readonly list: RuleList };

/** The answer of the thread. An error loses its class between threads, so the learner's refusals are sent as values. */
export type WorkerAnswer =
  | { readonly value: unknown }
  /** The hash of a rule list that this thread does not have. */
  | { readonly missing: string }
  | { readonly refused: Pick<LearnerError, "code" | "message" | "figures"> };

/** Runs one task; piscina calls it once per message. */
export default async function run({ name, locale, input, spec, list }: WorkerMessage): Promise<WorkerAnswer> {
  provideLocale(() => locale);
  if (list !== undefined) keepRuleList(list.hash, list.list);
  const whole = spec === undefined ? input : { ...input, spec: readSpec(spec) };
  try {
    return { value: await tasks[name](whole as never) };
  } catch (error) {
    if (error instanceof RuleListMissing) return { missing: error.hash };
    if (!(error instanceof LearnerError)) throw error;
    return { refused: { code: error.code, message: error.message, figures: error.figures } };
  }
}
