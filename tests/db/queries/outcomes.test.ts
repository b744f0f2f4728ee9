import { expect, it } from "vitest";
import { countAwaited, insertOutcomes, listOutcomeStatuses } from "#db/queries/outcomes.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of outcomes", ({ read, write }) => {
  it("count the picked people of closed rounds without an outcome", async () => {
    // In `here` the person picked in round 1 has an outcome; the open round's draw was made at its opening.
    expect(await read((db) => countAwaited(db, ["here", "there"]))).toEqual([]);
    const { value } = await write(async (tx) => {
      const { decision, draw } = tx.t;
      await tx.q.insert(draw).values({ studyId: "there", round: 2, u: "0.5", hypothesis: null, drawnAt: 1 });
      const picked = { studyId: "there", round: 2, selected: 1 };
      await tx.q.insert(decision).values([0, 1].map((position) => ({ ...picked, position })));
      return countAwaited(tx, ["here", "there"]);
    });
    expect(value).toEqual([{ studyId: "there", round: 2, awaited: 2 }]);
  });
});

describeQueries("the status of people", ({ read, write }) => {
  const statuses = (after: number, limit: number) =>
    read((db) => listOutcomeStatuses(db, { studyId: "here", after, limit }));
  const status = (ordinal: number, rest: object) => ({
    ordinal,
    person: `p${ordinal}`,
    identifiers: `Number ${ordinal} here`,
    round: null,
    position: null,
    selected: null,
    isOverridden: false,
    value: null,
    ...rest,
  });

  it("is listed in file order, a page at a time", async () => {
    expect((await statuses(0, 3)).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
    expect((await statuses(5, 100)).map(({ ordinal }) => ordinal)).toEqual([6, 7]);
  });

  it("has the decision and the last outcome, but no draw before its round is closed", async () => {
    expect(await statuses(0, 100)).toEqual([
      status(1, { round: 1, position: 0, selected: 1, value: "no" }),
      status(2, { round: 1, position: 1, selected: 0 }),
      status(3, { round: 3, position: 0 }),
      status(4, { round: 3, position: 1 }),
      status(5, { identifiers: "Ab_5% Q here" }),
      status(6, { identifiers: null }),
      status(7, { identifiers: "aBx7! q here" }),
    ]);
  });

  it("has the corrected outcome at once", async () => {
    const row = {
      studyId: "here",
      round: 1,
      position: 0,
      version: 3,
      selected: 1,
      value: "lost" as const,
      idempotencyKey: "new",
      seq: 40,
      recordedBy: "olga",
      recordedAt: 5,
    };
    const { value } = await write(async (tx) => {
      await insertOutcomes(tx, [row]);
      return listOutcomeStatuses(tx, { studyId: "here", after: 0, limit: 1 });
    });
    expect(value).toEqual([status(1, { round: 1, position: 0, selected: 1, value: "lost" })]);
  });
});
