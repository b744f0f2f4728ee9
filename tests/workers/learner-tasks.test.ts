import { expect, it } from "vitest";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { eraseFromState, openLearnerRound, reopenRound, stateOf } from "#server/workers/learner-tasks.ts";
import { bytesOfState } from "#server/workers/state-bytes.ts";
import { guardedSpec, person, smallSpec } from "#tests/learner/fixtures.ts";

const seed = "0".repeat(64);

it("passes the totals of all rules in shared memory, with the same values", () => {
  const columns = [{ name: "score", type: "number" }] as const;
  const predicates = ["1", "2"].map((value) => ({ column: "score", test: "above", value }) as const);
  const spec = {
    ...smallSpec,
    columns,
    hypotheses: { kind: "conjunctions", version: 1, predicates },
  } as const;
  const known = [
    { spec, totals: [0, 0, 0, 0, 0] },
    // running totals: the rules that pick none and all, and the three cuts in both directions
    { spec: smallSpec, totals: [1, 2, 8] },
  ];
  for (const { spec, totals } of known) {
    const input = { spec, snapshot: null, people: [1, 2, 3].map(person), noiseSeed: seed };
    const opened = openLearnerRound(input);
    const { opening } = reopenRound({ ...input, resampleSeed: seed });
    for (const { weighed, runs } of [opened, opening]) {
      const found = weighed?.loss ?? runs?.cumulative;
      expect(found?.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect([...(found ?? [])]).toEqual(totals);
    }
  }
});

it("keeps the recently used states, and of very large ones only the newest", () => {
  const kept = (conditions: number) => {
    const predicates = Array.from(
      { length: conditions },
      (_, cut) => ({ column: "score", test: "above", value: String(cut) }) as const,
    );
    const spec = { ...smallSpec, hypotheses: { kind: "parities", version: 1, predicates } } as const;
    const [one, other] = [1, 2].map((t) => {
      const snapshot = bytesOfState(exp2.serialise({ ...exp2.init(spec), t }));
      return { snapshot, state: stateOf({ spec, snapshot }) };
    });
    if (one === undefined || other === undefined) throw new Error("two states");
    const isKept = ({ snapshot, state }: typeof one) => stateOf({ spec, snapshot }) === state;
    return { newest: isKept(other), before: isKept(one) };
  };
  expect(kept(4)).toEqual({ newest: true, before: true });
  expect(kept(24)).toEqual({ newest: true, before: false });
});

it("keeps no state that depends on an erased person", () => {
  const [earlier, latest] = [1, 2].map((t) => {
    const state = guarded.init(guardedSpec);
    return bytesOfState(guarded.serialise({ ...state, t }));
  }) as [Uint8Array, Uint8Array];
  const stateBefore = stateOf({ spec: guardedSpec, snapshot: earlier });
  expect(stateOf({ spec: guardedSpec, snapshot: earlier })).toBe(stateBefore);
  eraseFromState({ spec: guardedSpec, snapshot: latest, name: "p1" });
  expect(stateOf({ spec: guardedSpec, snapshot: earlier })).not.toBe(stateBefore);
});
