import { createHash } from "node:crypto";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, LearnerSpec, Picks } from "#server/learner/config/spec.ts";
import type { ClosedRound, Opening } from "#server/learner/interface/learner.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import type { PolicyFile } from "#server/study/policy/policy-file.ts";
import { makePolicyFile } from "#server/workers/policy-file-tasks.ts";
import { bytesOfState } from "#server/workers/state-bytes.ts";
import { answerColumns, answering, everyClass } from "#tests/learner/class-fixtures.ts";
import { ftplSpec, guardedSpec, ixSpec, paperSpec, smallSpec } from "#tests/learner/fixtures.ts";

/** More people than a group of eight, so that there are two partial sums. */
const roundSize = 11;

const learners: Record<string, LearnerSpec> = {
  known: smallSpec,
  ix: ixSpec,
  paper: paperSpec,
  guarded: guardedSpec,
  prior: { ...smallSpec, prior: { kind: "constants", none: "0.3", all: "0.2" } },
  ftpl: { ...ftplSpec, horizon: 10_000 },
};

const picks: Picks = { rule: "exactly", count: "4" };

/** A spec for every class under every learner, and with a number of picks. */
export const specsOfEveryLearner: readonly { name: string; spec: LearnerSpec }[] = everyClass.flatMap(
  (hypotheses, index) =>
    Object.entries(learners).flatMap(([name, learner]) => {
      const spec = { ...learner, columns: answerColumns, hypotheses, roundSize };
      const counted: LearnerSpec = { ...spec, picks, ...(name !== "ftpl" && { draw: "even" }) };
      const named = `${name}, ${hypotheses.kind} ${index}`;
      return [
        { name: named, spec },
        ...(name === "paper" ? [] : [{ name: `${named}, 4 picks`, spec: counted }]),
      ];
    }),
);

export type MadePolicy = {
  readonly policy: PolicyFile;
  readonly people: readonly Features[];
  readonly opening: Opening;
};

/** Plays four rounds with reports and outcomes, and makes the policy file of each. */
export function madePolicies(spec: LearnerSpec): MadePolicy[] {
  const learner = learnerOf(spec);
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  let state: LearnerState = learner.init(spec);
  return [1, 2, 3, 4].map((round) => {
    const people = peopleOf(round);
    const noiseSeed = createHash("sha256").update(`noise ${round}`).digest("hex");
    const opening = learner.open(state, people, noiseSeed);
    const { eta, chances, guard = null, picks = null } = opening;
    const made = makePolicyFile({
      spec,
      snapshot: bytesOfState(learner.serialise(state)),
      people,
      facts: {
        ...{ study: "made", round, opening: { seq: round, hash: "0".repeat(64) }, columns: columnsOf(spec) },
        ...{ eta, noiseSeed, guard, picks, chances },
      },
    });
    if (made === null) throw new Error("too large");
    const opened = learner.applyOpening(state, people, chances);
    const { decisions } = learner.draw(rules, opening, people, 0.375);
    const charged = chances.map(Number);
    const closed: ClosedRound = {
      ...{ t: opening.t, people, chances: charged, decisions },
      pairs: charged[0] === charged[5] || round === 3 ? [] : [{ ...ordered(charged), weight: 1 }],
      fairnessWeight: opening.fairnessWeight === null ? null : Number(opening.fairnessWeight),
      ...(guard && {
        guard: { ...guard, names: people.map((_, position) => `p${100 * round + position + 1}`) },
      }),
      ...(picks && spec.learner === "exp2" && { projection: { nu: Number(picks.nu), eta: Number(eta) } }),
    };
    state = learner.applyRound(opened, closed);
    for (const [position, individual] of people.entries()) {
      if (decisions[position] === 0) continue;
      state = learner.applyOutcome(state, {
        ...{ individual, chance: charged[position] as number, before: null },
        after: position % 3 === 0 ? "no" : "yes",
        settledRejected: [],
        ...(guard && { guard: { ...guard, base: guard.base[position] as string } }),
      });
    }
    return { policy: made, people, opening };
  });
}

function ordered(chances: readonly number[]): { high: number; low: number } {
  return (chances[0] as number) > (chances[5] as number) ? { high: 0, low: 5 } : { high: 5, low: 0 };
}

function peopleOf(round: number): Features[] {
  return Array.from({ length: roundSize }, (_, i) => {
    const score = (7 * i + 3 * round) % 9;
    return answering((37 * (i + 1) * round + 11 * i) % 256, score === 8 ? null : String(score / 2));
  });
}

function columnsOf({ columns }: LearnerSpec): PolicyFile["columns"] {
  return columns.map(({ name, type }) => ({
    ...{ name, type, label: name, unit: "", isDate: false, words: {}, range: null, values: null },
  }));
}
