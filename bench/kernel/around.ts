import { performance } from "node:perf_hooks";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { explicitList } from "#server/learner/classes/explicit.ts";
import { thresholds } from "#server/learner/classes/thresholds.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { CatalogueSpec, Column } from "#server/learner/config/spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { decidePanel, eligiblePairs } from "#server/learner/panel/panel.ts";
import { bytesOfState, stateIn } from "#server/workers/state-bytes.ts";
import { peopleOf, specOf } from "./rounds.ts";

/** Measures a server's work around a round's arithmetic: its name, and the best time of several in milliseconds. */
export function measureAround(): string[][] {
  const spec = specOf(20, 20);
  const state = exp2.init(spec);
  const sets = peopleOf(spec);
  const [people = []] = sets;
  const charges = sets.flat().map((individual) => ({ individual, cost: 1 }));
  const charged = { ...state, totals: state.totals.plus(charges) };
  const bytes = bytesOfState(exp2.serialise(charged));
  const size = String(state.rules.size);
  const predicates = spec.hypotheses;
  const cuts = Array.from({ length: LIMITS.listedCuts }, (_, i) => ({ column: "points", cut: String(i) }));
  const points: Column[] = [{ name: "points", type: "number" }];
  const { columns, hypotheses: from } = specOf(14, 20);
  const listed = Array.from({ length: LIMITS.listedRules }, (_, rule) => ({
    from: structuredClone(from) as CatalogueSpec,
    rule,
  }));
  const [k, seatCount] = [LIMITS.roundSize, 3];
  const chances = Array.from({ length: k }, (_, i) => String(((i * 37) % k) / k));
  const pairs = eligiblePairs(chances, "0.1");
  const question = { chances, alpha: "0.1", rule: { kind: "at-least", flags: 2 }, seatCount } as const;
  const flags = Array.from({ length: seatCount }, () => pairs);
  return [
    ["answers of 20 people", size, best(() => people.map((person) => state.rules.bits(person)))],
    ["state to bytes", size, best(() => bytesOfState(exp2.serialise(charged)))],
    ["state from bytes", size, best(() => exp2.restore(spec, stateIn(bytes)))],
    ["its totals of all rules", size, best(() => exp2.restore(spec, stateIn(bytes)).totals.loss)],
    ["class of conjunctions", size, best(() => hypothesisClass(spec.columns, predicates))],
    ["class of thresholds", String(2 * LIMITS.listedCuts + 2), best(() => thresholds(points, cuts))],
    [
      "class of listed rules",
      String(LIMITS.listedRules + 2),
      best(() => explicitList(columns, listed, hypothesisClass)),
    ],
    [
      "panel, flags",
      String(seatCount * pairs.length),
      best(() => decidePanel({ ...question, flags, pairRule: "average" })),
    ],
  ];
}

function best(work: () => unknown): string {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const started = performance.now();
    work();
    least = Math.min(least, performance.now() - started);
  }
  return least.toPrecision(3);
}
