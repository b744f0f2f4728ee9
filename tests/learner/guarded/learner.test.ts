import { describe, expect, it } from "vitest";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { ClosedRound } from "#server/learner/interface/learner.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { onGrid } from "#server/learner/numeric/cost-grid.ts";
import { log } from "#server/learner/numeric/math.ts";
import { guardedSpec, person, refuses } from "../fixtures.ts";
import { closedOf, labelOf, openedOf, openedWith, playGuarded } from "./play-guarded.ts";

/** Accept no one 0.1, everyone 0.3, the six thresholds 0.1 each: <= 1, > 1, <= 2, > 2, <= 3, > 3. */
const spec: LearnerSpec = { ...guardedSpec, prior: { kind: "constants", none: "0.1", all: "0.3" } };
const start = guarded.init(spec);
const scores = [0, 2, 4];

const opened = (state: GuardedState) => openedWith(state, scores);
const closedAfter = (state: GuardedState, pairs: ClosedRound["pairs"] = []) =>
  guarded.applyRound(opened(state), closedOf(openedOf(state, scores), scores, pairs));
const violation = { high: 0, low: 2, weight: 1 };

describe("the first opening of mode guarded", () => {
  it("has the prior's chances, the maximum rate and the initial limit, worked by hand", () => {
    // Of three thresholds downwards and three upwards, a score of 0 is accepted by <= 1, <= 2, <= 3, and so on.
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

  it("gives every rule the same share without a prior", () => {
    const { prior: _, ...equal } = spec;
    const { guard } = openedOf(guarded.init(equal), scores);
    // Of eight rules, accept everyone and three thresholds accept each score.
    expect(guard.base.map(Number)).toEqual([0.5, 0.5, 0.5]);
  });

  it("pulls the chances together if the prior's chances differ by more than the limit", () => {
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
  it("charges each person e - 1/2 at the close and the rest with the label", () => {
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

  it("remembers a violating pair with its gap less eps, and tightens the limit", () => {
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

  it("never raises the rate, even if the cap and the tuning would allow it", () => {
    const closed = closedAfter(start);
    const slow = { ...closed, core: { ...closed.core, eta: 0.01 } };
    expect(openedOf(slow, scores).eta).toBe("0.01");
  });

  it("remembers the pairs of a round by position, in any order of reporting", () => {
    const [a, b, c] = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].map(([high = 0, low = 0]) => ({ ...violation, high, low })) as [
      typeof violation,
      typeof violation,
      typeof violation,
    ];
    for (const reported of [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ]) {
      const { verdicts } = closedAfter(start, reported).core;
      expect(verdicts.map(({ high, low }) => [high, low])).toEqual([
        ["t1/0", "t1/1"],
        ["t1/0", "t1/2"],
        ["t1/1", "t1/2"],
      ]);
    }
  });

  it("gives the same state for labels in any order and any batches", () => {
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

  it("ends at the correct label's state after a correction, and at none after a lost label", () => {
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

  it("leaves no trace if cancelled, except labels that came meanwhile", () => {
    const opening = openedOf(start, scores);
    const closed = closedAfter(start, [violation]);
    const late = labelOf(opening, scores, 1, "no");
    const cancelled = guarded.applyCancel(guarded.applyOutcome(opened(closed), late), 2);
    expect(openedOf(cancelled, scores)).toEqual(openedOf(guarded.applyOutcome(closed, late), scores));
    expect(guarded.applyCancel(opened(closed), 2)).toEqual(closed);
    refuses("shape", () => guarded.applyCancel(closed, 1));
  });

  it("retires an erased person's verdicts, and keeps their charges", () => {
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

  it("by one rule uses the published mixture, in which the constants have the pull's share", () => {
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

  it("picks, if even, as many as the chances add up to", () => {
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
  ])("is restored unchanged %s", (_, state) => {
    const serialised = guarded.serialise(state);
    const back = guarded.restore(spec, structuredClone(serialised));
    // Totals that were read hold the same numbers in another form.
    const numbersOf = (one: GuardedState) =>
      [one, one.beforeOpening].map(
        (part) => part && { ...part.core, ...part.inbox, pending: part.inbox.pending.loss },
      );
    expect(numbersOf(back)).toEqual(numbersOf(state));
    expect(back.cells).toEqual(state.cells);
    expect(guarded.serialise(back)).toEqual(serialised);
    expect(openedOf(back, scores)).toEqual(openedOf(state, scores));
  });

  it("keeps how often a pair was flagged, which the next opening's clip uses", () => {
    const lessTrusted = { ...spec, guarded: { ...DEFAULTS.guarded, trust: "0.05" } };
    const people = scores.map(person);
    const names = ["a", "b", "c"];
    // The same two people twice, with labels that favour the one with the greater chance.
    const flagged = [1, 2].reduce((before) => {
      const opening = openedOf(before, scores);
      const closing = closedOf(opening, scores, [violation]);
      const guard = { ...opening.guard, names };
      const closed = guarded.applyRound(guarded.applyOpening(before, people, opening.chances), {
        ...closing,
        guard,
      });
      const labels = (["yes", "yes", "no"] as const).map((label, i) => labelOf(opening, scores, i, label));
      return labels.reduce((learned, label) => guarded.applyOutcome(learned, label), closed);
    }, guarded.init(lessTrusted));
    expect(flagged.core.verdicts).toMatchObject([{ high: "a", low: "c", count: 2 }]);
    const [direct, restored, counted] = [
      flagged,
      guarded.restore(lessTrusted, guarded.serialise(flagged)),
      {
        ...flagged,
        core: { ...flagged.core, verdicts: flagged.core.verdicts.map((one) => ({ ...one, count: 1 })) },
      },
    ].map((state) => openedOf(state, scores).chances);
    expect(restored).toEqual(direct);
    // The clip makes a difference here.
    expect(counted).not.toEqual(direct);
  });

  it("holds the cells of people in its verdicts, and none after an erasure", () => {
    const [first, ...others] = [...played.cells.keys()];
    const named = played.core.verdicts.flatMap(({ high, low }) => [high, low]);
    expect([first, ...others]).toEqual([...new Set(named)]);
    const erased = guarded.applyErasure(played, first as string);
    expect(erased.cells.has(first as string)).toBe(false);
    expect(erased.core.verdicts).toHaveLength(played.core.verdicts.length - 1);
    expect(guarded.restore(spec, guarded.serialise(erased)).cells).toEqual(erased.cells);
  });

  it("has no signs for a person whose cells are missing", () => {
    const state = guarded.restore(spec, { ...guarded.serialise(played), cells: new Map() });
    const none = new Uint8Array(2);
    expect(state.core.verdicts.map(({ signs }) => signs)).toEqual(played.core.verdicts.map(() => none));
    expect(state.cells.size).toBe(0);
  });

  it("is refused from another learner or class, with totals or verdicts left out, or after the last round", () => {
    const serialised = guarded.serialise(opened(played));
    const { head, totals } = serialised;
    const refused = (changed: object, bytes = totals, of = spec) =>
      refuses("snapshot-damaged", () =>
        guarded.restore(of, { ...serialised, head: { ...head, ...changed } as typeof head, totals: bytes }),
      );
    refused({ learner: "exp2" });
    refused({ size: 7 }, totals.slice(48));
    refused({}, totals.slice(8));
    refused({ before: null });
    refused({ verdicts: [] });
    refused({}, totals, { ...spec, horizon: 1, afterHorizon: "end" });
  });
});

describe("what mode guarded refuses", () => {
  const opening = openedOf(start, scores);
  const closing = closedOf(opening, scores, []);

  it("closing a round that was not opened, or without the numbers of its opening", () => {
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

  it("a label without its round's numbers, for a person with chance 0, or without change", () => {
    const label = labelOf(opening, scores, 0, "yes");
    const { guard: _, ...without } = label;
    refuses("shape", () => guarded.applyOutcome(start, without));
    refuses("range", () => guarded.applyOutcome(start, { ...label, chance: 0 }));
    refuses("outcome-unchanged", () => guarded.applyOutcome(start, { ...label, before: "yes" }));
    refuses("range", () => guarded.applyOutcome(start, { ...label, after: "maybe" as "no" }));
  });

  it("a round without people or with too many, and one after the last of a study that ends", () => {
    refuses("shape", () => guarded.open(start, [], ""));
    refuses("shape", () => guarded.open(start, [0, 1, 2, 3].map(person), ""));
    const short = guarded.init({ ...spec, horizon: 1, afterHorizon: "end" });
    const next = guarded.applyRound(opened(short), closing);
    refuses("horizon-passed", () => guarded.open(next, scores.map(person), ""));
    refuses("horizon-passed", () => opened(next));
  });
});
