import { describe, expect, it } from "vitest";
import type { SerialisedState } from "#server/learner/interface/serialised-state.ts";
import { bytesOfState, keyOfState, stateIn } from "#server/workers/state-bytes.ts";
import { refuses } from "#tests/learner/fixtures.ts";

const numbers = { t: 3, mixability: "0.5", tau: "-0.25", spent: "1e-7", eta: null, reported: true, lin: "0" };
const verdict = { high: "p1", low: "p2", round: 3, count: 2, bound: "0.1", charge: "0" };
const state: SerialisedState = {
  head: {
    learner: "guarded",
    size: 2,
    ...numbers,
    labels: 4,
    noLabels: 1,
    verdicts: [verdict],
    before: null,
  },
  totals: Uint8Array.of(0, 1, 2, 255),
  cells: new Map([
    ["p1", ["1.5", null, "früh"]],
    ["p2", ["2", "x", null]],
  ]),
};

describe("a stored state", () => {
  const bytes = bytesOfState(state);

  it("is read back unchanged, also from the middle of other bytes", () => {
    expect(stateIn(bytes)).toEqual(state);
    const longer = Uint8Array.of(0, 0, 0, ...bytes, 0, 0);
    expect(stateIn(longer.subarray(3, 3 + bytes.length))).toEqual(state);
    expect(bytesOfState(stateIn(bytes))).toEqual(bytes);
    expect(keyOfState(bytes)).toBe(Buffer.from(bytes.subarray(0, 32)).toString("hex"));
  });

  it("is in memory that all threads share", () => {
    expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it("is refused with any single bit changed, cut short or extended", () => {
    for (let at = 0; at < 8 * bytes.length; at += 1) {
      const damaged = bytes.slice();
      damaged[at >> 3] = (damaged[at >> 3] as number) ^ (1 << (at & 7));
      refuses("snapshot-damaged", () => stateIn(damaged));
    }
    for (const length of [0, 1, 31, 32, 35, 36, bytes.length - 1]) {
      refuses("snapshot-damaged", () => stateIn(bytes.slice(0, length)));
    }
    refuses("snapshot-damaged", () => stateIn(Uint8Array.of(...bytes, 0)));
  });

  it("is refused with a malformed head or cells, whatever its hash", () => {
    const { count: _, ...uncounted } = verdict;
    for (const wrong of [
      { ...state, head: { ...state.head, verdicts: [uncounted] } },
      { ...state, head: { ...state.head, t: -1 } },
      { ...state, cells: new Map([["p1", [1]]]) },
    ]) {
      refuses("snapshot-damaged", () => stateIn(bytesOfState(wrong as unknown as SerialisedState)));
    }
  });
});
