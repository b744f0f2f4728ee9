/**
 * What all combinations of many conditions cost a server besides their people: `npm run bench -- large-class [conditions] [kind]`,
 * 24 and conjunctions unless said. Rounds of 20 people, the compiled kernel where it was built. Processor time of this process,
 * so a busy machine may be measured; memory as it stands after each step.
 */

import { loadFastKernel } from "#server/jobs/fast-kernel.ts";
import { findKinds } from "#server/jobs/kind-tasks.ts";
import { comparePolicies, tracePolicy } from "#server/jobs/policy-tasks.ts";
import { exp2 } from "#server/learner/exp2.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { DEFAULTS } from "#server/learner/spec/params.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import { startPicture } from "#server/learner/start/picture.ts";

const [conditions = "24", kind = "conjunctions"] = process.argv.slice(2);
if (kind !== "conjunctions" && kind !== "disjunctions" && kind !== "parities") {
  throw new Error(`conjunctions, disjunctions or parities, not ${kind}`);
}
const columns = Array.from({ length: Number(conditions) }, (_, b) => ({
  name: `question ${b + 1}`,
  type: "category" as const,
}));
const predicates = columns.map(({ name }) => ({ column: name, test: "is" as const, value: "yes" }));
const spec: LearnerSpec = {
  ...{ learner: "exp2", version: 1, kernel: DEFAULTS.kernel, mode: "known", columns },
  hypotheses: { kind, version: 1, predicates },
  ...{ roundSize: 20, horizon: 50, afterHorizon: "end", alpha: "0.1", eps: "0.05" },
  ...{ fairnessMultiplier: "1", pairRule: "average", rejectedHalves: "at-close" },
};
/** Most of their answers are yes. */
const people = Array.from(
  { length: 1_000 },
  (_, person): Features =>
    columns.map((_, b) => ((person * 7 + b * 11 + ((person * b) % 13)) % 10 > 2 ? "yes" : "no")),
);
const round = people.slice(0, 20);
const moment = { eta: null, noiseSeed: null };

function measured<T>(name: string, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  console.log(
    `${name.padEnd(52)} ${String(Math.round((user + system) / 1_000)).padStart(6)} ms ${String(megabytes).padStart(6)} MB`,
  );
  return result;
}

loadFastKernel(".build/kernel.wasm");
const fresh = exp2.init(spec);
console.log(`${fresh.rules.size} rules, ${kind}`);
measured("the first opening", () => exp2.open(fresh, round, ""));
measured("another one", () => exp2.open(fresh, round, ""));
const charges = round.map((individual, i) => ({ individual, cost: (i - 9) / 4 }));
const charged = { ...fresh, t: 1, totals: fresh.totals.plus(charges) };
const snapshot = measured("a state to bytes, and what the log binds", () => {
  exp2.record(charged);
  return exp2.snapshot(charged);
});
measured("an opening with 20 people charged since", () => exp2.open(charged, round, ""));
measured("the same from the bytes", () => exp2.open(exp2.restore(spec, snapshot), round, ""));
measured("the starting picture of 1,000 people", () =>
  startPicture(spec, hypothesisClass(columns, spec.hypotheses), people),
);
measured("the kinds of 300 people that are followed", () =>
  findKinds({ spec, fields: [], people: people.slice(0, 300) }),
);
measured("a round's policy: its bits and these kinds' chances", () =>
  tracePolicy({
    ...{ spec, snapshot, steps: [], marks: [{ after: 0, moment, keep: true }], carried: null, end: null },
    kinds: [people.slice(0, 150), people.slice(150, 300)],
  }),
);
measured("the ten heaviest rules of two rounds", () =>
  comparePolicies({
    ...{ spec, fields: [], count: 10 },
    after: { snapshot, moment },
    before: { snapshot: null, moment },
  }),
);
