import { createHash } from "node:crypto";
import type { ClosedRound, Opening, OutcomeChange } from "#server/learner/learner.ts";
import { learnerOf } from "#server/learner/learners.ts";
import type { Features, LearnerSpec } from "#server/learner/spec.ts";
import { seedLinkBefore } from "#server/log/seeds.ts";
import { planOutcomesFile } from "#server/services/outcomes/outcome-tasks.ts";
import { planFurtherPeople } from "#server/services/people/further-tasks.ts";
import {
  checkPeopleFile,
  convertPeopleFile,
  readPeopleFile,
  rereadPeopleFile,
} from "#server/services/people/people-tasks.ts";
import { comparePolicies, describeRules, tracePolicy } from "#server/services/watching/policy-tasks.ts";

/** One effect on the learner, in log order. */
export type LearnerStep =
  | { readonly kind: "round"; readonly round: ClosedRound }
  | { readonly kind: "outcome"; readonly change: OutcomeChange };

/** A stored state: null stands for the state before the first update. */
type Stored = { readonly spec: LearnerSpec; readonly snapshot: Uint8Array | null };

function stateOf({ spec, snapshot }: Stored) {
  const learner = learnerOf(spec);
  return { learner, state: snapshot === null ? learner.init(spec) : learner.restore(spec, snapshot) };
}

function openRound(input: Stored & { people: readonly Features[]; noiseSeed: string }): Opening {
  const { learner, state } = stateOf(input);
  return learner.open(state, input.people, input.noiseSeed);
}

/** The policy of a round once more, at its close, with the resample each person has if the draw selects them. */
function reopenRound(
  input: Stored & { people: readonly Features[]; noiseSeed: string; resampleSeed: string },
): { opening: Opening; resamples: readonly number[] } {
  const { learner, state } = stateOf(input);
  const everybody = input.people.map(() => 1 as const);
  return {
    opening: learner.open(state, input.people, input.noiseSeed),
    resamples: learner.resample(state, input.people, everybody, input.resampleSeed),
  };
}

function applySteps(input: Stored & { steps: readonly LearnerStep[] }): {
  snapshot: Uint8Array;
  stateHash: string;
} {
  const { learner, state: before } = stateOf(input);
  let state = before;
  for (const step of input.steps) {
    state =
      step.kind === "round"
        ? learner.applyRound(state, step.round)
        : learner.applyOutcome(state, step.change);
  }
  const snapshot = learner.snapshot(state);
  return { snapshot, stateHash: createHash("sha256").update(snapshot).digest("hex") };
}

/** Every `stride`-th link of a seed chain, from s_0 to s_length: stones to walk back from. */
function seedStones(input: { tip: string; length: number; stride: number }): string[] {
  const stones: string[] = [];
  let link = input.tip;
  for (let n = input.length; n > 0; n -= 1) {
    if (n % input.stride === 0) stones[n / input.stride] = link;
    link = seedLinkBefore(link);
  }
  stones[0] = link;
  return stones;
}

/** What runs off the request thread: name -> function of one plain value. */
export const tasks = {
  openRound,
  reopenRound,
  applySteps,
  seedStones,
  readPeopleFile,
  rereadPeopleFile,
  checkPeopleFile,
  convertPeopleFile,
  planFurtherPeople,
  planOutcomesFile,
  tracePolicy,
  comparePolicies,
  describeRules,
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
