import { describe, expect, it } from "vitest";
import { countSettled, nextTau, tauWithOpen } from "#server/learner/guarded/allowance.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import { guardedSpec, refuses } from "../fixtures.ts";
import { closedOf, type GuardedOpening, labelOf, openedFor } from "./play-guarded.ts";

const settings = { allowance: 1, step: 0.2, tauStart: 0.1 };
const tauAfter = (rounds: readonly boolean[]) =>
  rounds.reduce((tau, isReported, index) => nextTau(settings, tau, index + 1, isReported), 0.1);

describe("tau while rounds are open", () => {
  it("counts an open round with pairs as reported and one without as quiet, in opening order", () => {
    const open = [
      { t: 1, hasPairs: true },
      { t: 3, hasPairs: false },
    ];
    const later = [{ t: 2, isReported: false }];
    expect(tauWithOpen(settings, 0.1, { open, later })).toBe(tauAfter([true, false, false]));
    expect(tauWithOpen(settings, 0.1, { open: [], later: [] })).toBe(0.1);
  });

  it("includes closed rounds once no older round is open, in any order of closing", () => {
    const open = [{ t: 3, hasPairs: true }];
    const later = [4, 2, 1].map((t) => ({ t, isReported: t === 2 }));
    const { tau, later: left } = countSettled(settings, 0.1, { open, later });
    expect(tau).toBe(tauAfter([false, true]));
    expect(left).toEqual([{ t: 4, isReported: false }]);
  });
});

const scores = [0, 2, 4];
const start = guarded.init({ ...guardedSpec, prior: { kind: "constants", none: "0.1", all: "0.3" } });
const violation = [{ high: 0, low: 2 }];

/** Opens this many more rounds; returns the state and the openings. */
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

const close = (state: GuardedState, opening: GuardedOpening, pairs: typeof violation = []) =>
  guarded.applyRound(state, closedOf(opening, scores, pairs));

describe("several open rounds of mode guarded", () => {
  const { state: three, opened } = openings(start, 3);
  const [first, second, third] = opened as [GuardedOpening, GuardedOpening, GuardedOpening];

  it("are numbered by opening and close in any order", () => {
    expect(opened.map(({ t }) => t)).toEqual([1, 2, 3]);
    const closed = close(close(close(three, third), first), second);
    expect([closed.t, closed.open, closed.later]).toEqual([3, [], []]);
    refuses("shape", () => close(closed, second));
  });

  it("reach the same tau in each order of closing", () => {
    const flags = [violation, [], violation];
    const taus = [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ].map(
      (order) =>
        order.reduce((state, i) => close(state, opened[i] as GuardedOpening, flags[i] ?? []), three).core.tau,
    );
    expect(new Set(taus)).toEqual(new Set([tauAfter([true, false, true])]));
  });

  it("remember a verdict from its closing on", () => {
    const closed = close(three, second, violation);
    expect(closed.core.verdicts.map(({ round }) => round)).toEqual([2]);
    expect(openedFor(three, scores).state.core.verdicts).toEqual([]);
    expect(openedFor(closed, scores).state.core.verdicts).toHaveLength(1);
  });

  it("undo only the newest opening, and only if nothing was closed or cancelled since", () => {
    const two = openings(start, 2).state;
    const undone = guarded.applyCancel(three, 3);
    expect(undone).toEqual({ ...two, t: 2, beforeOpening: null });
    const released = guarded.applyCancel(three, 2);
    expect([released.t, released.open.map(({ t }) => t)]).toEqual([3, [1, 3]]);
    expect(released.core.spent).toBe(three.core.spent);
    expect(guarded.applyCancel(released, 3).t).toBe(3);
    expect(openedFor(released, scores).opening.t).toBe(4);
  });

  it("are restored unchanged from a stored state", () => {
    const late = guarded.applyOutcome(close(three, second, violation), labelOf(second, scores, 1, "no"));
    for (const state of [three, late, openedFor(late, scores).state, guarded.applyCancel(three, 1)]) {
      const serialised = guarded.serialise(state);
      const back = guarded.restore(state.spec, structuredClone(serialised));
      expect(guarded.serialise(back)).toEqual(serialised);
      const [one, other] = [state, back].map((each) => openedFor(each, scores).opening);
      expect(other).toEqual(one);
    }
    const { head, ...rest } = guarded.serialise(three);
    const { open: _, ...without } = head;
    refuses("snapshot-damaged", () => guarded.restore(three.spec, { ...rest, head: without as typeof head }));
    const later = [{ t: 1, reported: true }];
    const forged = { ...head, later } as typeof head;
    refuses("snapshot-damaged", () => guarded.restore(three.spec, { ...rest, head: forged }));
  });
});
