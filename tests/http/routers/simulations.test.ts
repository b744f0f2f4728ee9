import { beforeAll, expect, it } from "vitest";
import { long, small } from "#tests/results/simulations/simulations.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { completeDraft, type Drafting } from "#tests/studies/drafts/drafting.ts";
import { makeStage } from "./stage.ts";

const { app, store, as } = makeStage();
let drafting: Drafting;
let studyId: string;

const caller = () => as({ id: drafting.operatorId });

beforeAll(async () => {
  drafting = await completeDraft(app());
  studyId = drafting.studyId;
});

const runsOf = async () => (await caller().simulations.read({ studyId })).runs;

it("a simulation is begun as a form sends it, watched, compared, exported and removed", async () => {
  const neighbour = await addNeighbour(store(), studyId);
  const typed = { ...small, rounds: "30", seeds: " 2 ", studyId, name: " Thirty " };
  const { id } = await caller().simulations.simulate(typed);
  await expect.poll(runsOf).toMatchObject([{ id, name: "Thirty", state: "done" }]);
  const [course] = await caller().simulations.compare({ studyId, ids: [id] });
  expect(course).toMatchObject({ id, name: "Thirty", violations: { kind: "exact" } });
  const { command } = await caller().simulations.takeOut({ studyId, id });
  expect(command).toMatch(/^npm run simulate -- '\{"world":\{"kind":"synthetic",.*\}' --out simulation$/);
  await caller().simulations.rename({ studyId, id, name: "Thirty rounds" });
  expect(await runsOf()).toMatchObject([{ name: "Thirty rounds" }]);
  await caller().simulations.remove({ studyId, id });
  expect(await runsOf()).toEqual([]);
  await caller().simulations.bringBack({ studyId, id });
  expect(await runsOf()).toMatchObject([{ id, name: "Thirty rounds" }]);
  await caller().simulations.remove({ studyId, id });
  await neighbour.expectUntouched();
});

it("a simulation is cancelled", async () => {
  const { id } = await caller().simulations.simulate({ ...long, studyId, name: "Long" });
  await caller().simulations.cancel({ studyId });
  expect(await runsOf()).toMatchObject([{ id, state: "cancelled" }]);
  const again = await caller().simulations.beginAgain({ studyId, id });
  expect(await runsOf()).toMatchObject([{ id: again.id, name: "Long", state: "running" }]);
  await caller().simulations.cancel({ studyId });
});

it("a draft asks about six pairs of its people, and its rehearsal is cancelled or kept", async () => {
  const { pairs, people } = await caller().simulations.strictnessPairs({ studyId });
  expect(pairs).toHaveLength(6);
  const known = people.map(({ place }) => place);
  for (const { high, low } of pairs) expect(known).toEqual(expect.arrayContaining([high, low]));
  const { revision } = (await drafting.view()).draft;
  const read = () => caller().simulations.rehearsal({ studyId });
  await caller().simulations.rehearse({ studyId, revision });
  await caller().simulations.cancel({ studyId });
  expect(await read()).toMatchObject({ progress: null, failure: null, result: null });
  const { id } = await caller().simulations.rehearse({ studyId, revision });
  await expect.poll(read).toMatchObject({ progress: null, isCurrent: true });
  expect((await read()).result?.settings).toHaveLength(1);
  expect((await runsOf()).find((run) => run.id === id)).toMatchObject({ state: "done" });
});

const differenceExpected = "The smallest difference is a number of points above 0 and below 100, such as 20.";

const limits: readonly [Partial<Record<keyof typeof small, string | number>>, string, string][] = [
  [{ rounds: 20_001 }, "rounds", "Expected a whole number from 10 to 20,000."],
  [{ rounds: "many" }, "rounds", "Expected a whole number from 10 to 20,000."],
  [{ selection: "rotation", seats: 4, members: 3 }, "members", "At least 4, the number of seats."],
  [
    { selection: "most-reports", seats: 5, members: 40 },
    "members",
    "More than 5,000 panels would have to be compared: choose fewer members or seats.",
  ],
  [
    { arrivals: "most-errors", people: 4, candidates: 3 },
    "candidates",
    "At least 4, the number of people a round.",
  ],
  [
    { arrivals: "most-errors", people: 4, candidates: 20 },
    "candidates",
    "More than 200 groups of people would have to be compared: choose fewer candidates or people.",
  ],
  [{ openRounds: 21 }, "openRounds", "Expected a whole number from 1 to 20."],
  [{ rounds: 20_000, seeds: 6 }, "rounds", "Rounds times seeds is at most 100,000."],
  [{ seeds: 11 }, "seeds", "Expected a whole number from 1 to 10."],
  [{ people: 21 }, "people", "Expected a whole number from 2 to 20."],
  [{ types: 51 }, "types", "Expected a whole number from 2 to 50."],
  [{ rules: 501 }, "rules", "Expected a whole number from 3 to 500."],
  [{ seats: 16 }, "seats", "Expected a whole number from 1 to 15."],
  [{ neededFlags: 5 }, "neededFlags", "At most 4, the number of seats."],
  [{ kind: "member", seat: "s5" }, "seat", "Expected a seat from s1 to s4, found “s5”."],
  [
    { kind: "weighted", weights: "s1=2", selection: "by-lot" },
    "kind",
    "This rule names auditors, so all of them must sit on each panel. Choose “Everyone”, or a rule that only counts flags.",
  ],
  [
    { selection: "stratified", seats: 4, members: 8, groupSeats: 3 },
    "groupSeats",
    "Two groups need more than the 4 seats: choose at most half.",
  ],
  [{ wrong: 51 }, "wrong", "Expected a whole number from 0 to 50."],
  [{ alphaPoints: "0" }, "alphaPoints", differenceExpected],
  [{ alphaPoints: "100" }, "alphaPoints", differenceExpected],
  [{ alphaPoints: "a tenth" }, "alphaPoints", differenceExpected],
  [{ firstSeed: 2_147_483_647 }, "firstSeed", "Expected a whole number from 0 to 2,147,483,637."],
];

it.each(limits)(
  "a simulation that would take too long is refused with the field: %j",
  async (change, field, message) => {
    const input = { ...small, ...change, studyId, name: "Large" } as Parameters<
      ReturnType<typeof caller>["simulations"]["simulate"]
    >[0];
    const error = await caller()
      .simulations.simulate(input)
      .then(
        () => null,
        ({ cause }: { cause: { issues: { path: string[]; message: string }[] } }) => cause,
      );
    expect(error?.issues).toMatchObject([{ path: [field], message }]);
  },
);

it("at most eight runs are compared at once", async () => {
  const ids = Array.from({ length: 9 }, () => app().newId());
  await expect(caller().simulations.compare({ studyId, ids })).rejects.toThrow(
    "At most 8 runs are compared at once.",
  );
});
