import { describe, expect, it } from "vitest";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { ClosedRound, OutcomeValue } from "#server/learner/interface/learner.ts";
import { checksumWithout } from "#server/learner/numeric/checksum.ts";
import { onGrid } from "#server/learner/numeric/cost-grid.ts";
import { log } from "#server/learner/numeric/math.ts";
import { guardedSpec, person, refuses } from "../fixtures.ts";
import { closedOf, labelOf, openedOf, playGuarded } from "./play-guarded.ts";

/** Accept no one 0.1, everyone 0.3, the six thresholds 0.1 each: <= 1, > 1, <= 2, > 2, <= 3, > 3. */
const spec: LearnerSpec = { ...guardedSpec, prior: { kind: "constants", none: "0.1", all: "0.3" } };
const start = guarded.init(spec);
const scores = [0, 2, 4];

const opened = (state: GuardedState) => guarded.applyOpening(state, scores.map(person));
const closedAfter = (state: GuardedState, pairs: ClosedRound["pairs"] = []) =>
  guarded.applyRound(opened(state), closedOf(openedOf(state, scores), scores, pairs));
const violation = { high: 0, low: 2, weight: 1 };

describe("the first opening of mode guarded", () => {
  it("has the prior's chances, the rate's cap and the limit of the start, worked by hand", () => {
    // of three thresholds that point down and three up, a score of 0 is accepted by <= 1, <= 2, <= 3, and so on
    const { chances, eta, fairnessWeight, guard } = openedOf(start, scores);
    expect(chances.map(Number)).toEqual([0.6, 0.6, 0.6].map((each) => expect.closeTo(each, 14)));
    expect(Number(eta)).toBeCloseTo((10 / 3) * Math.sqrt(0.4 * log(8)), 14);
    expect(fairnessWeight).toBeNull();
    expect(guard).toMatchObject({
      tau: "0.1",
      pull: "0",
      isCut: false,
      spent: "0",
      mixability: "0",
      noShare: "0.5",
    });
    expect(Number(guard.limit)).toBe((0.2 + 0.1) * (1 - 1e-9));
  });

  it("gives every rule the same share where no prior is set", () => {
    const { prior: _, ...equal } = spec;
    const { guard } = openedOf(guarded.init(equal), scores);
    // of eight rules everyone's and three thresholds accept each of the scores
    expect(guard.base.map(Number)).toEqual([0.5, 0.5, 0.5]);
  });

  it("pulls the chances together where the prior lies further apart than the limit", () => {
    const steep = guarded.init({
      ...spec,
      prior: {
        kind: "score",
        column: "score",
        keep: "0",
        none: "0",
        all: "0",
        rules: [
          { rule: 3, weight: "3" },
          { rule: 7, weight: "1" },
        ],
      },
    });
    const { chances, guard } = openedOf(steep, scores);
    // > 1 has three quarters, > 3 one: 0, 0.75 and 1, brought from a spread of 1 to 0.3 around the mean 7/12
    expect(guard.base.map(Number)).toEqual([0, 0.75, 1]);
    const target = 1.75 / 3;
    const expected = [0, 0.75, 1].map((base) => expect.closeTo(0.3 * base + 0.7 * target, 8));
    expect(chances.map(Number)).toEqual(expected);
  });
});

describe("a round of mode guarded", () => {
  it("charges everybody e - 1/2 at the close and the rest with the label, with the numbers of its own round", () => {
    const opening = openedOf(start, scores);
    const closed = closedAfter(start);
    // b = 1/2 and every chance 0.6, so e = min(1, 1.2) / 2 and nothing is charged at the close
    expect([...closed.inbox.pending.loss]).toEqual(Array(8).fill(expect.closeTo(0, 15)));
    const labelled = guarded.applyOutcome(closed, labelOf(opening, scores, 0, "no"));
    // (1 - 0 - 1/2)/0.6 on the rules that accept 0: all, <= 1, <= 2, <= 3
    const charge = onGrid(0.5 / 0.6);
    const none = expect.closeTo(0, 12);
    expect([...labelled.inbox.pending.loss]).toEqual([
      none,
      charge,
      charge,
      none,
      charge,
      none,
      charge,
      none,
    ]);
    expect(labelled.inbox).toMatchObject({ labelCount: 1, noCount: 1 });
    expect(labelled.inbox.pendingMean).toBeCloseTo(onGrid(0.5 / 0.6) * 0.6, 12);
    // (1.5 + 1)/(3 + 1)
    expect(openedOf(labelled, scores).guard.noShare).toBe("0.625");
  });

  it("remembers a violating pair with what its gap was less eps, and tightens the limit", () => {
    const lead = playGuarded(
      start,
      [
        { score: 0, label: "yes" },
        { score: 4, label: "no" },
      ],
      () => [],
    );
    const opening = openedOf(lead.state, scores);
    const gap = Number(opening.chances[0]) - Number(opening.chances[2]);
    expect(gap).toBeGreaterThan(0.1);
    const closed = closedAfter(lead.state, [violation]);
    expect(closed.core.verdicts).toHaveLength(1);
    expect(closed.core.verdicts[0]).toMatchObject({
      high: "t2/0",
      low: "t2/2",
      round: 2,
      count: 1,
      charge: 0,
    });
    expect(closed.core.verdicts[0]?.bound).toBeCloseTo(gap - 0.1, 15);
    expect(closed.core.tau).toBeCloseTo(lead.state.core.tau - 0.2, 15);
    const next = openedOf(closed, scores);
    expect(Number(next.guard.base[0]) - Number(next.guard.base[2])).toBeLessThanOrEqual(gap - 0.1 + 1e-9);
  });

  it("remembers the pairs of a round by their places, in whichever order they are told", () => {
    const [a, b, c] = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].map(([high = 0, low = 0]) => ({ ...violation, high, low })) as [
      typeof violation,
      typeof violation,
      typeof violation,
    ];
    for (const told of [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ]) {
      const { verdicts } = closedAfter(start, told).core;
      expect(verdicts.map(({ high, low }) => [high, low])).toEqual([
        ["t1/0", "t1/1"],
        ["t1/0", "t1/2"],
        ["t1/1", "t1/2"],
      ]);
    }
  });

  it("does not mind in which order and in which parts labels come", () => {
    const opening = openedOf(start, scores);
    const closed = closedAfter(start);
    const values: OutcomeValue[] = ["no", "yes", "no"];
    const labelled = (order: readonly number[]) =>
      order.reduce(
        (state, i) => guarded.applyOutcome(state, labelOf(opening, scores, i, values[i] ?? "lost")),
        closed,
      );
    const one = openedOf(labelled([0, 1, 2]), scores);
    const other = openedOf(labelled([2, 0, 1]), scores);
    expect(other.chances.map(Number)).toEqual(
      one.chances.map((chance) => expect.closeTo(Number(chance), 12)),
    );
    expect(Number(other.guard.mixability)).toBeCloseTo(Number(one.guard.mixability), 12);
  });

  it("takes a correction back to what the right label would have been, and a lost label to none", () => {
    const opening = openedOf(start, scores);
    const closed = closedAfter(start);
    const right = guarded.applyOutcome(closed, labelOf(opening, scores, 1, "yes"));
    const wrong = guarded.applyOutcome(closed, labelOf(opening, scores, 1, "no"));
    const corrected = guarded.applyOutcome(wrong, { ...labelOf(opening, scores, 1, "yes"), before: "no" });
    expect([...corrected.inbox.pending.loss]).toEqual(
      [...right.inbox.pending.loss].map((each) => expect.closeTo(each, 12)),
    );
    expect(corrected.inbox).toMatchObject({ labelCount: 1, noCount: 0 });
    const lost = guarded.applyOutcome(wrong, { ...labelOf(opening, scores, 1, "lost"), before: "no" });
    expect([...lost.inbox.pending.loss]).toEqual(
      [...closed.inbox.pending.loss].map((each) => expect.closeTo(each, 12)),
    );
    expect(lost.inbox).toMatchObject({ labelCount: 0, noCount: 0 });
    expect(guarded.applyOutcome(closed, labelOf(opening, scores, 1, "lost"))).toEqual(closed);
  });

  it("never lets the rate rise, and lowers it as gaps add up", () => {
    let state = start;
    let last = Number.POSITIVE_INFINITY;
    for (let t = 1; t <= 40; t++) {
      const arrivals = [0, 2, 4].map(
        (score, i) => ({ score, label: (t + i) % 3 === 0 ? "no" : "yes" }) as const,
      );
      const played = playGuarded(state, arrivals, () => []);
      const eta = Number(played.opening.eta);
      expect(eta).toBeLessThanOrEqual(last);
      const { mixability } = played.opening.guard;
      if (Number(mixability) > 0) expect(eta).toBeLessThanOrEqual(log(8) / Number(mixability));
      last = eta;
      state = played.state;
    }
  });

  it("that is cancelled leaves no trace but the labels that came meanwhile", () => {
    const opening = openedOf(start, scores);
    const closed = closedAfter(start, [violation]);
    const late = labelOf(opening, scores, 1, "no");
    const cancelled = guarded.applyCancel(guarded.applyOutcome(opened(closed), late));
    expect(openedOf(cancelled, scores)).toEqual(openedOf(guarded.applyOutcome(closed, late), scores));
    expect(guarded.applyCancel(opened(closed))).toEqual(closed);
    expect(guarded.applyCancel(closed)).toBe(closed);
  });

  it("of somebody who is erased: the verdicts retire, what they charged stays", () => {
    const closed = closedAfter(start, [violation]);
    const swept = opened(closed);
    const erased = guarded.applyErasure(swept, "t1/2");
    expect(erased.core.verdicts).toEqual([]);
    expect(erased.beforeOpening?.core.verdicts).toEqual([]);
    expect(erased.core.tilt).toBe(swept.core.tilt);
    expect(guarded.applyErasure(swept, "t1/1").core.verdicts).toHaveLength(1);
  });
});

describe("the draw of mode guarded", () => {
  const rules = start.rules;
  const people = scores.map(person);

  it("by one rule takes the published chances' own mixture: everybody and nobody have the pull's part", () => {
    const opening = openedOf(start, scores);
    const total = opening.cumulative?.at(-1) ?? 0;
    expect(total).toBeCloseTo(1, 12);
    const one = { ...spec };
    delete (one as { draw?: "even" }).draw;
    const counts = scores.map(() => 0);
    for (let i = 0; i < 1000; i++) {
      const lot = { u: Math.floor((i / 1000) * 2 ** 53) / 2 ** 53, order: [] };
      const { decisions } = drawRound(one, rules, { opening, people }, lot);
      decisions.forEach((decision, position) => {
        counts[position] = (counts[position] ?? 0) + decision;
      });
    }
    expect(counts.map((count) => count / 1000)).toEqual([0.6, 0.6, 0.6].map((p) => expect.closeTo(p, 2)));
  });

  it("evenly picks as many as the chances add up to", () => {
    const opening = openedOf(start, scores);
    const drawn = drawRound(spec, rules, { opening, people }, { u: 0.5, order: [2, 0, 1] });
    expect(drawn).toMatchObject({ order: [2, 0, 1] });
    expect(drawn.decisions.filter((decision) => decision === 1).length).toBeGreaterThanOrEqual(1);
    expect(drawn.decisions.filter((decision) => decision === 1).length).toBeLessThanOrEqual(2);
  });
});

describe("a stored state of mode guarded", () => {
  const played = playGuarded(
    closedAfter(start, [violation]),
    [
      { score: 1, label: "no" },
      { score: 3, label: "yes" },
    ],
    () => [{ high: 0, low: 1 }],
  ).state;

  it.each([
    ["before the first round", start],
    ["after a closed round", played],
    ["while a round is open", opened(played)],
  ])("comes back as it was %s, and gives the same bytes", (_, state) => {
    const bytes = guarded.snapshot(state);
    const back = guarded.restore(spec, bytes);
    expect({ core: back.core, inbox: back.inbox, beforeOpening: back.beforeOpening }).toEqual({
      core: state.core,
      inbox: state.inbox,
      beforeOpening: state.beforeOpening,
    });
    expect(guarded.snapshot(back)).toEqual(bytes);
    expect(openedOf(back, scores)).toEqual(openedOf(state, scores));
  });

  it("lies in its bytes as it is described", () => {
    const bytes = Buffer.from(guarded.snapshot(played));
    const length = bytes.readUInt32LE(8);
    expect([bytes.toString("latin1", 0, 4), bytes.readUInt32LE(4), length % 8]).toEqual(["EVGD", 1, 0]);
    expect(bytes.readUInt32LE(12)).toBe(checksumWithout(bytes, 12));
    const { size, verdicts } = JSON.parse(bytes.toString("utf8", 16, 16 + length));
    expect([size, verdicts.length]).toEqual([played.rules.size, played.core.verdicts.length]);
    const numbers = Array.from({ length: 3 * size }, (_, at) => bytes.readDoubleLE(16 + length + 8 * at));
    const { core, inbox } = played;
    expect(numbers).toEqual([...core.loss, ...core.tilt, ...inbox.pending.loss]);
    expect(bytes.length).toBe(16 + length + 24 * size + Math.ceil(size / 4) * verdicts.length);
  });

  it("is refused when a byte of it was changed, it was cut off, or it is of another class", () => {
    const bytes = guarded.snapshot(played);
    for (const place of [0, 5, 9, 13, 40, bytes.length - 1]) {
      const damaged = bytes.slice();
      damaged[place] = (damaged[place] as number) ^ 1;
      refuses("snapshot-damaged", () => guarded.restore(spec, damaged));
    }
    refuses("snapshot-damaged", () => guarded.restore(spec, bytes.slice(0, -1)));
    for (const length of [7, 15, 16])
      refuses("snapshot-damaged", () => guarded.restore(spec, bytes.slice(0, length)));
    const smaller = { ...spec, hypotheses: { ...spec.hypotheses, cuts: [{ column: "score", cut: "1" }] } };
    refuses("snapshot-damaged", () => guarded.restore(smaller as LearnerSpec, bytes));
  });

  it("is refused when a value in its head is not what stands there, whatever its checksum says", () => {
    const bytes = guarded.snapshot(opened(played));
    const numbersAt = 16 + Buffer.from(bytes).readUInt32LE(8);
    const text = Buffer.from(bytes.subarray(16, numbersAt)).toString().trimEnd();
    const headed = (next: string) => {
      const head = next.padEnd(8 * Math.ceil(next.length / 8));
      const whole = Buffer.concat([bytes.subarray(0, 16), Buffer.from(head), bytes.subarray(numbersAt)]);
      whole.writeUInt32LE(head.length, 8);
      whole.writeUInt32LE(checksumWithout(whole, 12), 12);
      return new Uint8Array(whole);
    };
    expect(headed(text)).toEqual(bytes);
    const without = (place: number) => {
      let seen = 0;
      return JSON.stringify(JSON.parse(text), (_, value) => (seen++ === place ? {} : value));
    };
    let place = 0;
    for (; without(place) !== text; place++) {
      const changed = without(place);
      refuses("snapshot-damaged", () => guarded.restore(spec, headed(changed)));
    }
    expect(place).toBeGreaterThan(30);
    const notFinite = text.replace(/"tau":[^,]+/, '"tau":null');
    refuses("snapshot-damaged", () => guarded.restore(spec, headed(notFinite)));
  });
});

describe("a recorded state of mode guarded", () => {
  const { head, totals } = guarded.record(start);
  const taken = (changed: object, bytes = totals) =>
    guarded.resume(spec, { head: { ...head, ...changed } as typeof head, totals: bytes }, () => null);

  it("is not taken up of another learner, of another class, of an open round or with totals left out", () => {
    expect(guarded.record(taken({}))).toEqual({ head, totals });
    refuses("snapshot-damaged", () => taken({ learner: "exp2" }));
    refuses("snapshot-damaged", () => taken({ size: 7 }, totals.slice(24)));
    refuses("snapshot-damaged", () => taken({ before: guarded.record(opened(start)).head }));
    refuses("snapshot-damaged", () => taken({}, totals.slice(8)));
  });
});

describe("what mode guarded refuses", () => {
  const opening = openedOf(start, scores);
  const closing = closedOf(opening, scores, []);

  it("a closing of a round that was not opened, or without the numbers of its opening", () => {
    refuses("shape", () => guarded.applyRound(start, closing));
    const { guard: _, ...without } = closing;
    refuses("shape", () => guarded.applyRound(opened(start), without));
    const two = { ...closing, chances: closing.chances.slice(1) };
    refuses("shape", () => guarded.applyRound(opened(start), two));
    refuses("shape", () =>
      guarded.applyRound(opened(start), { ...closing, pairs: [{ ...violation, low: 3 }] }),
    );
    refuses("range", () => guarded.applyRound(opened(start), { ...closing, chances: [0.5, 1.5, 0.5] }));
    const decided = (decision: number) => ({ ...closing, decisions: [0, decision as 0, 0] as const });
    for (const decision of [2, Number.NaN]) {
      refuses("range", () => guarded.applyRound(opened(start), decided(decision)));
    }
  });

  it("a label without the numbers of its round, of somebody with no chance, or that says nothing new", () => {
    const label = labelOf(opening, scores, 0, "yes");
    const { guard: _, ...without } = label;
    refuses("shape", () => guarded.applyOutcome(start, without));
    refuses("range", () => guarded.applyOutcome(start, { ...label, chance: 0 }));
    refuses("outcome-unchanged", () => guarded.applyOutcome(start, { ...label, before: "yes" }));
    refuses("range", () => guarded.applyOutcome(start, { ...label, after: "maybe" as "no" }));
  });

  it("a round of nobody or of too many, and one after the last of a study that ends", () => {
    refuses("shape", () => guarded.open(start, [], ""));
    refuses("shape", () => guarded.open(start, [0, 1, 2, 3].map(person), ""));
    const short = guarded.init({ ...spec, horizon: 1, afterHorizon: "end" });
    const next = guarded.applyRound(guarded.applyOpening(short, scores.map(person)), closing);
    refuses("horizon-passed", () => guarded.open(next, scores.map(person), ""));
    refuses("horizon-passed", () => guarded.applyOpening(next, scores.map(person)));
  });
});
