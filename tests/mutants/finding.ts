import type { Judge } from "./judge.ts";
import type { Failure, Order } from "./messages.ts";
import type { Mutant } from "./plant.ts";
import type { Result } from "./results.ts";
import type { Answer } from "./test-process.ts";

/** For a new process that loads the product on a machine with other work. */
const startLimit = 15_000;
const slowerAtMost = 4;

/** What came of a mutant; `test` is the file that found it. */
export type Finding = Pick<Result, "outcome" | "by" | "doubted"> & { readonly test?: string };
type Asked = Pick<Judge, "ask" | "askOf">;
/** How long a test file takes when nothing is wrong. */
type SecondsOf = (test: string) => number;

/**
 * A test file that fails or hangs counts only if it does so again, and one that hangs only if it ends in the same time without
 * the mutant: the machine may be busy, and a test may fail by chance.
 */
export async function findingOf(
  judge: Asked,
  mutant: Mutant,
  order: Order,
  secondsOf: SecondsOf,
): Promise<Finding> {
  const doubted = new Set<string>();
  for (let patience = 1; ; ) {
    const limitOf = (test: string) => patience * (startLimit + 1_000 * slowerAtMost * secondsOf(test));
    const again = (tests: readonly string[]) => judge.askOf(mutant, { ...order, tests }, limitOf);
    const tests = order.tests.filter((test) => !doubted.has(test));
    const answer: Answer = tests.length > 0 ? await again(tests) : { failure: null };
    if ("stuck" in answer) {
      const only = [answer.stuck];
      const isBusy = "stuck" in (await judge.ask({ tests: only }, limitOf));
      if (!isBusy && "stuck" in (await again(only)))
        return { outcome: "timed-out", by: answer.stuck, test: answer.stuck };
      patience *= 2;
    } else if (answer.failure === null) {
      return { outcome: "survived", ...(doubted.size > 0 && { doubted: [...doubted] }) };
    } else {
      const { test } = answer.failure;
      const second = await again(test === "" ? tests : [test]);
      if ("stuck" in second || second.failure) return killedBy(answer.failure);
      doubted.add(test);
    }
  }
}

function killedBy({ test, name, message }: Failure): Finding {
  return { outcome: "killed", by: `${test} > ${name}: ${message}`, test };
}
