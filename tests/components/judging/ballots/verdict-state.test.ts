import { describe, expect, it } from "vitest";
import {
  confirm,
  give,
  initialVerdicts,
  rebase,
  redo,
  repend,
  shownVerdicts,
  undo,
} from "#components/judging/ballots/verdict-state.ts";
import {
  fromBallot,
  type PairKey,
  pairOf,
  type Verdict,
  type VerdictWord,
  verdictOn,
} from "#components/judging/ballots/verdicts.ts";

const base = fromBallot([
  [0, 1, "acceptable"],
  [0, 2, "unfair"],
]);
const words = (state: Parameters<typeof shownVerdicts>[0]) =>
  Object.fromEntries([...shownVerdicts(state)].map(([key, [, , word]]) => [key, word]));
const on = (key: PairKey, word: VerdictWord) => verdictOn(pairOf(key), word);

describe("pending verdicts", () => {
  it("combine this device's verdicts with the server's", () => {
    const state = give(give(initialVerdicts(base), "0-1", on("0-1", "unsure")), "0-2", null);
    expect(words(state)).toEqual({ "0-1": "unsure" });
  });

  it("do not change if the same verdict is given again", () => {
    const state = initialVerdicts(base);
    expect(give(state, "0-1", on("0-1", "acceptable"))).toBe(state);
    expect(give(state, "1-2", null)).toBe(state);
  });

  it("can be undone and redone without limit; a new verdict clears the redo list", () => {
    const given = give(give(initialVerdicts(base), "0-1", on("0-1", "unfair")), "1-2", on("1-2", "unsure"));
    const back = undo(undo(given));
    expect(words(back)).toEqual({ "0-1": "acceptable", "0-2": "unfair" });
    expect(undo(back)).toBe(back);
    expect(words(redo(redo(back)))).toEqual(words(given));
    const other = give(undo(given), "1-2", on("1-2", "unfair"));
    expect(redo(other)).toBe(other);
  });

  it("stop being pending once they are saved, unless they were changed again meanwhile", () => {
    const sent = give(give(initialVerdicts(base), "0-1", on("0-1", "unfair")), "1-2", on("1-2", "unsure"));
    const changed = give(sent, "1-2", on("1-2", "unfair"));
    const state = confirm(changed, sent.pending);
    expect(Object.fromEntries(state.pending)).toEqual({ "1-2": [1, 2, "unfair"] });
    expect(words(state)).toEqual({ "0-1": "unfair", "0-2": "unfair", "1-2": "unfair" });
  });

  it("override new verdicts from the server", () => {
    const state = rebase(
      give(initialVerdicts(base), "0-1", on("0-1", "unsure")),
      fromBallot([[0, 1, "unfair"]]),
    );
    expect(words(state)).toEqual({ "0-1": "unsure" });
  });

  it("include another tab's verdicts, and count removed ones as saved", () => {
    const here = give(initialVerdicts(base), "0-1", on("0-1", "unsure"));
    const there = new Map<PairKey, Verdict | null>([["1-2", [1, 2, "unfair"]]]);
    const state = repend(here, there);
    expect(words(state)).toEqual({ "0-1": "unsure", "0-2": "unfair", "1-2": "unfair" });
    expect([...state.pending.keys()]).toEqual(["1-2"]);
  });
});
