import { and, eq } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { openRound } from "#server/rounds/open-round.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as } = makeStage();
/** All conditions together: chances differ from the first round on, so there are pairs to judge. */
const withPairs = { rules: { kind: "conjunctions" as const, predicates: incomeAbove(20, 40, 60, 80) } };

it("a reminder is planned by the operator who sends it, shown, and undone", async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  const { studyId, operatorId } = await publishedStudy(app(), withPairs);
  await openRound(app(), { studyId });
  const neighbour = await addNeighbour(store(), studyId);
  const { reminders } = as({ id: operatorId }, { app: { ...app(), mailer: server.mailer() } });
  const where = { studyId, round: 1 };
  expect((await reminders.read(where)).missing.map(({ seatId }) => seatId)).toEqual(["s1", "s2", "s3"]);

  const timers = vi.spyOn(globalThis, "setTimeout");
  const planned = await reminders.send({ ...where, seatIds: ["s2", "s3"] });
  // It waits for ten seconds, and must not find the database of this test closed.
  const waiting = timers.mock.calls.flatMap(([, delay = 0], index) =>
    delay > 9_000 && delay <= 10_000 ? [timers.mock.results[index]?.value] : [],
  );
  expect(waiting).toHaveLength(1);
  waiting.forEach(clearTimeout);
  const { last } = await reminders.read(where);
  expect(last).toMatchObject({ id: planned.id, state: "waiting" });
  expect(last?.names).toHaveLength(2);
  const jobs = () =>
    store().read((db) => {
      const { job } = db.t;
      const columns = { id: job.id, createdBy: job.createdBy, state: job.state };
      return db.q
        .select(columns)
        .from(job)
        .where(and(eq(job.studyId, studyId), eq(job.kind, "reminder")));
    });
  expect(await jobs()).toEqual([{ id: planned.id, createdBy: operatorId, state: "waiting" }]);

  await reminders.undo({ studyId, reminderId: planned.id });
  expect((await reminders.read(where)).last).toMatchObject({ state: "cancelled" });
  await neighbour.expectUntouched();
});

it("a reminder is sent once the time to undo it is over", async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  const { studyId, operatorId, auditorEmails } = await publishedStudy(app(), withPairs);
  await openRound(app(), { studyId });
  // A clock that advances by more than the time to undo between two readings.
  let passed = 0;
  const now = () => {
    passed += 11_000;
    return app().now() + passed;
  };
  const { reminders } = as({ id: operatorId }, { app: { ...app(), mailer: server.mailer(), now } });
  await reminders.send({ studyId, round: 1, seatIds: ["s1"] });
  expect((await server.take()).to).toEqual([auditorEmails[0]]);
});
