import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { testApp } from "./app.ts";
import { describeEngines } from "./engines.ts";
import { addNeighbour } from "./neighbour.ts";
import { publishedStudy } from "./study.ts";

describeEngines("a neighbour", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);
  const study = await publishedStudy(app);
  await openRound(app, { studyId: study.studyId });
  const neighbour = await addNeighbour(store, study.studyId);

  const seatsOf = (studyId: string) =>
    store.read((db) => {
      const { seat } = db.t;
      const columns = { id: seat.id, accountId: seat.accountId };
      return db.q.select(columns).from(seat).where(eq(seat.studyId, studyId)).orderBy(seat.id);
    });

  it("has the same seats, held by the same accounts", async () => {
    const seats = await seatsOf(study.studyId);
    expect(seats).toHaveLength(3);
    expect(await seatsOf(neighbour.studyId)).toEqual(seats);
  });

  it("is not changed by actions on the study", async () => {
    await closeRound(app, { studyId: study.studyId, round: 1 });
    await neighbour.expectUntouched();
  });

  it("is reported as changed as soon as one cell of one row differs", async () => {
    await store.tx(async (tx) => {
      const { person } = tx.t;
      const first = and(eq(person.studyId, neighbour.studyId), eq(person.id, "p1"));
      await tx.q.update(person).set({ roundNumber: 2 }).where(first);
    });
    await expect(neighbour.expectUntouched()).rejects.toThrow();
  });
});
