import { describe, expect, test } from "vitest";
import { type Exp2State, exp2 } from "#server/learner/exp2/exp2.ts";
import { peopleIn } from "#server/learner/interface/serialised-state.ts";
import { person, playRound, refuses, smallSpec, spread } from "../fixtures.ts";

const people = [person(0.5), person(1.5), person(3.5)];

function play(rounds: number): Exp2State {
  let state = exp2.init(smallSpec);
  for (let t = 1; t <= rounds; t++) {
    const opening = exp2.open(state, people, "");
    const { decisions } = exp2.draw(state.rules, opening, people, Math.floor(spread(t) * 2 ** 53) / 2 ** 53);
    state = playRound(exp2, state, {
      people,
      chances: opening.chances.map(Number),
      decisions,
      pairs: [{ high: t % 3, low: (t + 1) % 3, weight: 1 }],
      fairnessWeight: Number(opening.fairnessWeight),
    });
  }
  return state;
}

describe("a serialised state", () => {
  const state = play(20);
  const serialised = exp2.serialise(state);

  test("restores the state bit for bit, with the same next opening", () => {
    const back = exp2.restore(smallSpec, serialised);
    expect(exp2.serialise(back)).toEqual(serialised);
    expect(back.t).toBe(20);
    expect(back.totals.loss).toEqual(state.totals.loss);
    expect(exp2.open(back, people, "")).toEqual(exp2.open(state, people, ""));
  });

  test("leads to the same next opening as in earlier versions (protects stability, not truth)", () => {
    const { t, chances, eta, fairnessWeight } = exp2.open(state, people, "");
    expect({ t, chances, eta, fairnessWeight }).toEqual({
      t: 21,
      chances: ["0.516992193305521", "0.5098705950775131", "0.4991294511059175"],
      eta: "0.0429929352509594",
      fairnessWeight: "2.325963542993229",
    });
  });

  test("is equal for a run that was interrupted and restored after every round", () => {
    let state20 = exp2.init(smallSpec);
    for (let t = 1; t <= 20; t++) {
      const opening = exp2.open(state20, people, "");
      const { decisions } = exp2.draw(
        state20.rules,
        opening,
        people,
        Math.floor(spread(t) * 2 ** 53) / 2 ** 53,
      );
      const next = playRound(exp2, state20, {
        people,
        chances: opening.chances.map(Number),
        decisions,
        pairs: [{ high: t % 3, low: (t + 1) % 3, weight: 1 }],
        fairnessWeight: Number(opening.fairnessWeight),
      });
      state20 = exp2.restore(smallSpec, exp2.serialise(next));
    }
    expect(exp2.serialise(state20)).toEqual(serialised);
  });

  test("has fixed numbers (protects stability, not truth), and names no people", () => {
    expect({ ...serialised, totals: Buffer.from(serialised.totals).toString("hex") }).toEqual({
      head: { learner: "exp2", t: 20, size: 8 },
      totals: [
        "000000000000000000000060c94d01c0",
        "000000000000f03f0000000096dcc43f",
        "0000000000000840000000000000f0bf",
        "000000000000104000000000000008c0",
      ].join(""),
      cells: new Map(),
    });
    expect(peopleIn(serialised.head)).toEqual([]);
  });

  test("is refused by another learner or class, with other numbers, and with more rounds than the study has", () => {
    const changed = (head: object, totals = serialised.totals) =>
      ({ ...serialised, head: { ...serialised.head, ...head }, totals }) as typeof serialised;
    const rules = [{ from: smallSpec.hypotheses, rule: 3 }];
    const listed = { ...smallSpec, hypotheses: { kind: "explicit", version: 1, rules } } as const;
    const other = { ...smallSpec, hypotheses: { kind: "thresholds", version: 1, cuts: [] } } as const;
    expect(exp2.restore(listed, changed({ size: 3 }, new Uint8Array(24))).t).toBe(20);
    refuses("snapshot-damaged", () => exp2.restore(listed, changed({ size: 3 }, new Uint8Array(32))));
    refuses("snapshot-damaged", () => exp2.restore(other, serialised));
    refuses("snapshot-damaged", () => exp2.restore(smallSpec, changed({ learner: "ftpl" })));
    refuses("snapshot-damaged", () => exp2.restore(smallSpec, changed({ size: 9 })));
    refuses("snapshot-damaged", () => exp2.restore(smallSpec, changed({}, serialised.totals.slice(1))));
    refuses("snapshot-damaged", () => exp2.restore(smallSpec, changed({ t: 101 })));
    expect(exp2.restore({ ...smallSpec, afterHorizon: "anytime" }, changed({ t: 101 })).t).toBe(101);
    expect(exp2.restore(smallSpec, changed({ t: 100 })).t).toBe(100);
  });
});
