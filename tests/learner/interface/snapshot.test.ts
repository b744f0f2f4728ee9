import { describe, expect, test } from "vitest";
import { type Exp2State, exp2 } from "#server/learner/exp2/exp2.ts";
import { readSnapshot, writeSnapshot } from "#server/learner/interface/snapshot.ts";
import { person, refuses, smallSpec, spread } from "../fixtures.ts";

const people = [person(0.5), person(1.5), person(3.5)];

function play(rounds: number): Exp2State {
  let state = exp2.init(smallSpec);
  for (let t = 1; t <= rounds; t++) {
    const opening = exp2.open(state, people, "");
    const { decisions } = exp2.draw(state.rules, opening, people, Math.floor(spread(t) * 2 ** 53) / 2 ** 53);
    state = exp2.applyRound(state, {
      people,
      chances: opening.chances.map(Number),
      decisions,
      pairs: [{ high: t % 3, low: (t + 1) % 3, weight: 1 }],
      fairnessWeight: Number(opening.fairnessWeight),
    });
  }
  return state;
}

describe("a snapshot", () => {
  const state = play(20);
  const sumsOf = ({ totals }: Exp2State) => ({
    form: "sums" as const,
    numbers: "sums" in totals ? totals.sums : totals.loss,
  });
  const bytes = exp2.snapshot(state);

  test("gives the state back, bit for bit, and with it the same next opening", () => {
    const back = exp2.restore(smallSpec, bytes);
    expect(exp2.snapshot(back)).toEqual(bytes);
    expect(back.t).toBe(20);
    expect(back.totals.loss).toEqual(state.totals.loss);
    expect(exp2.open(back, people, "")).toEqual(exp2.open(state, people, ""));
  });

  test("leads to the same next opening as ever (protects stability, not truth)", () => {
    const { t, chances, eta, fairnessWeight } = exp2.open(state, people, "");
    expect({ t, chances, eta, fairnessWeight }).toEqual({
      t: 21,
      chances: ["0.516992193305521", "0.5098705950775131", "0.4991294511059175"],
      eta: "0.0429929352509594",
      fairnessWeight: "2.325963542993229",
    });
  });

  test("is the same for a run that was interrupted and restored after every round", () => {
    let state20 = exp2.init(smallSpec);
    for (let t = 1; t <= 20; t++) {
      const opening = exp2.open(state20, people, "");
      const { decisions } = exp2.draw(
        state20.rules,
        opening,
        people,
        Math.floor(spread(t) * 2 ** 53) / 2 ** 53,
      );
      const next = exp2.applyRound(state20, {
        people,
        chances: opening.chances.map(Number),
        decisions,
        pairs: [{ high: t % 3, low: (t + 1) % 3, weight: 1 }],
        fairnessWeight: Number(opening.fairnessWeight),
      });
      state20 = exp2.restore(smallSpec, exp2.snapshot(next));
    }
    expect(exp2.snapshot(state20)).toEqual(bytes);
  });

  test("has fixed bytes (protects stability, not truth)", () => {
    const text = [...writeSnapshot("exp2", 2, { t: 3, form: "losses", numbers: Float64Array.of(1.5, -2) })]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    expect(text).toBe("455658320100000000000000000008400200000057abe07d000000000000f83f00000000000000c0");
  });

  test("is refused with any single bit changed, cut short, extended, or for another class", () => {
    for (let i = 0; i < bytes.length; i++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = bytes.slice();
        damaged[i] = (damaged[i] ?? 0) ^ (1 << bit);
        refuses("snapshot-damaged", () => exp2.restore(smallSpec, damaged));
      }
    }
    for (const length of [0, 1, 23, 24, bytes.length - 1]) {
      refuses("snapshot-damaged", () => exp2.restore(smallSpec, bytes.slice(0, length)));
    }
    refuses("snapshot-damaged", () => exp2.restore(smallSpec, new Uint8Array([...bytes, 0])));
    const other = { ...smallSpec, hypotheses: { kind: "thresholds", version: 1, cuts: [] } } as const;
    refuses("snapshot-damaged", () => exp2.restore(other, bytes));
  });

  test("is refused with a whole checksum around numbers that no state has", () => {
    const zero = new Float64Array(2);
    const records = [
      { t: -1, numbers: zero },
      { t: -0, numbers: zero },
      { t: 0, numbers: new Float64Array(3) },
      { t: 0.5, numbers: zero },
      { t: Number.NaN, numbers: zero },
      { t: 0, numbers: Float64Array.of(0, Number.NaN) },
      { t: 0, numbers: Float64Array.of(Number.POSITIVE_INFINITY, 0) },
    ];
    for (const record of records) {
      const stored = writeSnapshot("exp2", 2, { ...record, form: "losses" });
      refuses("snapshot-damaged", () => readSnapshot("exp2", stored, 2));
    }
    const sums = (count: number) =>
      writeSnapshot("ftpl", 2, { t: 0, form: "sums", numbers: new Float64Array(count) });
    refuses("snapshot-damaged", () => readSnapshot("ftpl", sums(3), 2));
    expect(readSnapshot("ftpl", sums(4), 2)).toEqual({ t: 0, form: "sums", numbers: new Float64Array(4) });
    expect(new TextDecoder().decode(sums(0).subarray(0, 4))).toBe("EVFT");
  });

  test("is refused in the form that another kind of class is kept in", () => {
    const rules = [{ from: smallSpec.hypotheses, rule: 3 }];
    const listed = { ...smallSpec, hypotheses: { kind: "explicit", version: 1, rules } } as const;
    const sums = { t: 0, form: "sums", numbers: new Float64Array(0) } as const;
    const losses = { t: 0, form: "losses", numbers: new Float64Array(3) } as const;
    expect(exp2.restore(smallSpec, writeSnapshot("exp2", 8, sums)).t).toBe(0);
    expect(exp2.restore(listed, writeSnapshot("exp2", 3, losses)).t).toBe(0);
    refuses("snapshot-damaged", () => exp2.restore(listed, writeSnapshot("exp2", 3, sums)));
  });

  test("is refused with more rounds than the study has", () => {
    const at = (t: number) => writeSnapshot("exp2", 8, { ...sumsOf(state), t });
    const past = at(101);
    refuses("snapshot-damaged", () => exp2.restore(smallSpec, past));
    expect(exp2.restore({ ...smallSpec, afterHorizon: "anytime" }, past).t).toBe(101);
    expect(exp2.restore(smallSpec, at(100)).t).toBe(100);
  });

  test("is not taken up from a record of another learner or of another class", () => {
    const { head, totals } = exp2.record(state);
    const taken = (changed: object) =>
      exp2.resume(smallSpec, { head: { ...head, ...changed } as typeof head, totals }, () => null);
    expect(exp2.snapshot(taken({}))).toEqual(bytes);
    refuses("snapshot-damaged", () => taken({ learner: "ftpl" }));
    refuses("snapshot-damaged", () => taken({ size: 9 }));
  });

  test("is read from the middle of a larger buffer too", () => {
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(exp2.snapshot(exp2.restore(smallSpec, larger.subarray(3, 3 + bytes.length)))).toEqual(bytes);
  });
});
