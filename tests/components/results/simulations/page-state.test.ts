import { expect, it } from "vitest";
import { type RunView, readState, runsSearch } from "#components/results/simulations/page-state.ts";
import { runColumns } from "#components/results/simulations/run-columns.tsx";

const one = (mean: number) => ({ mean, low: mean, high: mean });
const run: RunView = {
  ...{ id: "a", name: "A run", madeBy: "Olga", createdAt: 1, state: "done", progress: null, failure: null },
  about: {
    ...{ learner: "guarded", world: "synthetic", rounds: 3_000, people: 4, alpha: "0.2" },
    ...{ seats: 3, neededFlags: 2, rule: null, runs: 5, firstSeed: 1 },
    ...{ selection: "rotation", members: 9, candidates: null, openRounds: 1 },
  },
  figures: {
    ...{ violatingRounds: { mean: 3.25, low: 1, high: 5 }, errorRegret: null, error: one(0.25) },
    yardsticks: {
      ...{ atRandom: one(0.5), acceptNone: one(0.4), acceptAll: one(0.6) },
      ...{ inForce: null, unreportable: null },
    },
    ...{ lagrangianRegret: one(9), proof: "known", errorRegretBound: 50, reportsBound: null },
  },
};

it("shows a run's measures, and sorts by them", () => {
  const cellOf = (name: keyof typeof runColumns, of = run) => {
    const { by, value, small } = runColumns[name];
    return [by(of), value(of), small?.(of) ?? null];
  };
  expect(cellOf("rounds")).toEqual([3_000, "3,000", null]);
  expect(cellOf("flags")).toEqual([2 / 3, "2 of 3", "In turns, 9 members"]);
  expect(cellOf("reports")).toEqual([3.25, "3.3", "1 to 5"]);
  expect(cellOf("error")).toEqual([0.25, "25.0%", null]);
  expect(cellOf("regretBound")).toEqual([50, "50", "in expectation; theory, section 3"]);
  for (const name of ["regret", "reportsBound"] as const) expect(cellOf(name)).toEqual([null, "–", null]);
  expect(cellOf("reports", { ...run, figures: null })).toEqual([null, "–", null]);
});

it("stores non-default settings in the address with the list's parameters, and reads them", () => {
  const plain = readState(new URLSearchParams(""));
  expect(runsSearch("?compare=a&search=x", plain)).toBe("?search=x");
  expect(runsSearch("", plain)).toBe("");
  const state = {
    ...plain,
    ...{ columns: ["played", "by"] as const, compared: ["a", "b"] },
    ...{ measure: "regret" as const, isLog: true, isLive: true },
  };
  expect(readState(new URLSearchParams(runsSearch("", state)))).toEqual(state);
  const bare = { ...plain, columns: [] };
  expect(readState(new URLSearchParams(runsSearch("", bare)))).toEqual(bare);
});

it("ignores values in the address that the page does not offer", () => {
  const odd = "columns=name,played,what&compare=a,a,,b,c,d,e,f,g,h,i&measure=x&scale=y&live=z";
  expect(readState(new URLSearchParams(odd))).toMatchObject({
    ...{ columns: ["played"], measure: "reports", isLog: false, isLive: false },
    compared: ["a", "b", "c", "d", "e", "f", "g", "h"],
  });
});
