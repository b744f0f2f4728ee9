import { describe, expect, it } from "vitest";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { GuardedHead } from "#server/learner/interface/serialised-state.ts";
import { guardedSpec, refuses } from "../fixtures.ts";
import { closedOf, type GuardedOpening, openedFor, playGuarded } from "./play-guarded.ts";

const scores = [0, 2, 4];
const specWith = (rememberFor: number): LearnerSpec => ({
  ...guardedSpec,
  prior: { kind: "constants", none: "0.1", all: "0.3" },
  guarded: { ...DEFAULTS.guarded, rememberFor },
});

/** Opens the given number of further rounds of the same people; returns the state and the openings. */
function openings(state: GuardedState, count: number): { state: GuardedState; opened: GuardedOpening[] } {
  const opened: GuardedOpening[] = [];
  let now = state;
  for (let i = 0; i < count; i++) {
    const next = openedFor(now, scores);
    opened.push(next.opening);
    now = next.state;
  }
  return { state: now, opened };
}

/** Closes a round that reports the person with the smallest score against the one with the largest. */
const reported = (state: GuardedState, opening: GuardedOpening) =>
  guarded.applyRound(state, closedOf(opening, scores, [{ high: 0, low: 2 }]));

const pairsOf = ({ core }: GuardedState) => core.verdicts.map(({ high, low }) => `${high} ${low}`);

/** Counts the verdicts that each opening after the report of round 1 enforces. */
function enforcedBy(state: GuardedState, count: number): number[] {
  const seen: number[] = [];
  let now = state;
  for (let i = 0; i < count; i++) {
    now = openedFor(now, scores).state;
    seen.push(now.core.verdicts.length);
  }
  return seen;
}

describe("verdicts that expire", () => {
  it("are enforced at the first N openings after their close, with one open round or several", () => {
    const first = openings(guarded.init(specWith(2)), 1);
    const one = reported(first.state, first.opened[0] as GuardedOpening);
    expect(enforcedBy(one, 4)).toEqual([1, 1, 0, 0]);
    // Round 1 closes while rounds 2 to 20 are open: openings 21 and 22 enforce its pair.
    const twenty = openings(guarded.init(specWith(2)), 20);
    const late = reported(twenty.state, twenty.opened[0] as GuardedOpening);
    expect(late.core.verdicts[0]).toMatchObject({ round: 1, until: 22 });
    expect(enforcedBy(late, 3)).toEqual([1, 1, 0]);
  });

  it("count an opening that was cancelled and kept its number, and none that was undone", () => {
    const { state, opened } = openings(guarded.init(specWith(2)), 1);
    const closed = reported(state, opened[0] as GuardedOpening);
    const undone = guarded.applyCancel(openedFor(closed, scores).state, 2);
    expect(enforcedBy(undone, 3)).toEqual([1, 1, 0]);
    const two = openings(closed, 2);
    const kept = guarded.applyCancel(two.state, 2);
    expect(enforcedBy(kept, 1)).toEqual([0]);
  });

  it("return if an opening is undone, also from a stored state", () => {
    const { state, opened } = openings(guarded.init(specWith(1)), 1);
    const closed = openings(reported(state, opened[0] as GuardedOpening), 1);
    const expired = openedFor(guarded.applyCancel(closed.state, 2), scores).state;
    expect(pairsOf(expired)).toHaveLength(1);
    const after = openedFor(closed.state, scores).state;
    expect(pairsOf(after)).toEqual([]);
    const serialised = guarded.serialise(after);
    const back = guarded.restore(after.spec, structuredClone(serialised));
    expect(guarded.serialise(back)).toEqual(serialised);
    const undone = guarded.applyCancel(back, 3);
    expect(pairsOf(undone)).toEqual(["t1/0 t1/2"]);
    expect(undone.cells.size).toBe(2);
    expect(undone.core.verdicts).toEqual(guarded.applyCancel(after, 3).core.verdicts);
    // Once nothing can undo the opening, the two people's cells are dropped too.
    expect(openedFor(after, scores).state.cells.size).toBe(0);
    expect(guarded.applyCancel(openedFor(after, scores).state, 3).cells.size).toBe(0);
  });

  it("leave their charges in place", () => {
    const arrivals = scores.map((score) => ({ score, label: "no" as const }));
    const report = ({ t }: GuardedOpening) => (t === 1 ? [{ high: 0, low: 2 }] : []);
    const two = [1, 2].reduce(
      (state) => playGuarded(state, arrivals, report).state,
      guarded.init(specWith(1)),
    );
    const charged = two.core.verdicts[0]?.charge ?? 0;
    expect(charged).toBeGreaterThan(0);
    const three = openedFor(two, scores).state;
    expect(three.core.verdicts).toEqual([]);
    expect(three.core.tilt).toEqual(two.core.tilt);
  });

  it("are renewed by another report while remembered, and start again after expiry", () => {
    const play = (state: GuardedState) => {
      const { opening, state: opened } = openedFor(state, scores);
      const round = closedOf(opening, scores, [{ high: 0, low: 2 }]);
      return guarded.applyRound(opened, {
        ...round,
        guard: { ...opening.guard, names: ["a", "b", "c"] },
      });
    };
    const twice = [1, 2].reduce(play, guarded.init(specWith(1)));
    expect(twice.core.verdicts).toMatchObject([{ count: 2, until: 3 }]);
    const expired = openings(twice, 2).state;
    expect(play(expired).core.verdicts).toMatchObject([{ count: 1, charge: 0, until: 6 }]);
  });

  it("are not restored from a state with a missing expiry, or one verdict too many or too few", () => {
    const { state, opened } = openings(guarded.init(specWith(1)), 1);
    const closed = reported(state, opened[0] as GuardedOpening);
    const enforced = guarded.serialise(openedFor(closed, scores).state);
    const { before, ...numbers } = enforced.head as GuardedHead;
    const [verdict] = numbers.verdicts;
    const { until: _, ...without } = verdict as NonNullable<typeof verdict>;
    const refused = (head: GuardedHead) =>
      refuses("snapshot-damaged", () => guarded.restore(closed.spec, { ...enforced, head }));
    refused({ ...numbers, before, verdicts: [] });
    refused({ ...numbers, before, verdicts: [without] });
    refused({ ...numbers, before: before && { ...before, verdicts: [without] } });
    const second = guarded.serialise(openings(closed, 2).state);
    refuses("snapshot-damaged", () =>
      guarded.restore(closed.spec, {
        ...second,
        head: { ...second.head, verdicts: numbers.verdicts } as GuardedHead,
      }),
    );
  });
});
