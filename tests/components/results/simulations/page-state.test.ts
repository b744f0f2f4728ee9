import { expect, it } from "vitest";
import {
  chosenRuns,
  type RunView,
  readState,
  runsSearch,
} from "#components/results/simulations/page-state.ts";

function run(name: string, given: Partial<RunView["about"]> = {}, regret: number | null = null): RunView {
  const one = (mean: number) => ({ mean, low: mean, high: mean });
  const constants = { atRandom: one(0.5), acceptNone: one(0.4), acceptAll: one(0.6) };
  const yardsticks = { ...constants, inForce: null, unreportable: null };
  return {
    id: name,
    name,
    madeBy: "Olga",
    createdAt: name.length,
    state: "done",
    progress: null,
    failure: null,
    about: {
      ...{ learner: "guarded", world: "made up", rounds: 100, people: 4, alpha: "0.2" },
      ...{ seats: 3, neededFlags: 2, rule: null, runs: 5, firstSeed: 1 },
      ...{ selection: "everyone", members: 3, candidates: null, openRounds: 1 },
      ...given,
    },
    figures:
      regret === null
        ? null
        : {
            ...{ violatingRounds: one(3), errorRegret: one(regret), error: one(0.25), yardsticks },
            ...{ lagrangianRegret: one(9), proof: "known", errorRegretBound: 50, reportsBound: null },
          },
  };
}

const runs = [
  run("one", { learner: "ix", rounds: 20 }, 4),
  run("second", { world: "people.csv", seats: 9 }),
  run("another", { rounds: 3_000 }, -2),
];
const namesOf = (search: string) =>
  chosenRuns(runs, readState(new URLSearchParams(search))).map(({ name }) => name);

it("lists the newest first until another order is asked for; what has no value comes last either way", () => {
  expect(namesOf("")).toEqual(["another", "second", "one"]);
  expect(namesOf("sort=name")).toEqual(["another", "one", "second"]);
  expect(namesOf("sort=-rounds")).toEqual(["another", "second", "one"]);
  expect(namesOf("sort=regret")).toEqual(["another", "one", "second"]);
  expect(namesOf("sort=-regret")).toEqual(["one", "another", "second"]);
  // Two of nine flags are fewer than two of three.
  expect(namesOf("sort=flags")[0]).toBe("second");
});

it("filters by words in any order, by learner and by world", () => {
  expect(namesOf("text=OLGA+ano")).toEqual(["another"]);
  expect(namesOf("text=nobody")).toEqual([]);
  expect(namesOf("learner=ix")).toEqual(["one"]);
  expect(namesOf("world=people.csv")).toEqual(["second"]);
});

it("keeps in the address what is not as at first, and reads it back", () => {
  const plain = readState(new URLSearchParams(""));
  expect(runsSearch(plain)).toBe("");
  const state = {
    ...plain,
    ...{ text: "flip & drift", learner: "ix", world: "made up 8/12/7, iid", sort: "regret" as const },
    ...{ isDescending: false, columns: ["played", "by"] as const, compared: ["a", "b"] },
    ...{ measure: "regret" as const, isLog: true, isLive: true },
  };
  expect(readState(new URLSearchParams(runsSearch(state)))).toEqual(state);
  expect(readState(new URLSearchParams("columns="))).toMatchObject({ columns: [] });
});

it("takes nothing from an address that nobody could have chosen", () => {
  const odd =
    "sort=-__proto__&columns=name,played,what&compare=a,a,,b,c,d,e,f,g,h,i&measure=x&scale=y&live=z";
  expect(readState(new URLSearchParams(odd))).toMatchObject({
    ...{
      sort: "made",
      isDescending: true,
      columns: ["played"],
      measure: "reports",
      isLog: false,
      isLive: false,
    },
    compared: ["a", "b", "c", "d", "e", "f", "g", "h"],
  });
});
