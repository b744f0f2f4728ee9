import { expect, it, vi } from "vitest";
import { jobKinds } from "#server/platform/app/job-queue.ts";
import { incident } from "#server/platform/process/incident.ts";
import { countSeal } from "#server/platform/process/metrics.ts";
import { recentErrors } from "#server/platform/process/recent-errors.ts";
import { enterRequest } from "#server/platform/process/request.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { refused } from "#tests/setup/refusal.ts";
import { cause, makeStage } from "./stage.ts";

captureLog();
const { as, person } = makeStage();

it("only an administrator sees the figures of this server", async () => {
  vi.stubEnv("EVENHAND_DATA", ".");
  countSeal();
  const inside = await as(await person("ina", "administrator")).health.read({});
  expect(inside).toMatchObject({ engine: "SQLite", seals: 1, streams: 0 });
  expect(inside.jobs.map(({ kind }) => kind)).toEqual(jobKinds);
  expect(inside.jobs[0]).toEqual({ kind: "import-people", scheduled: 0, waiting: 0, running: 0 });
  expect(inside.tasks.rounds).toEqual({ waiting: 0, running: 0, threads: expect.any(Number) });
  expect(Math.abs(inside.startedAt - (Date.now() - 1_000 * process.uptime()))).toBeLessThan(2_000);
  expect(inside.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(inside.databaseBytes).toBeGreaterThan(10_000);
  expect(inside.diskFreeBytes).toBeGreaterThan(0);
  await refused(cause(as(await person("olav", "operator")).health.read({})), "forbidden");
});

it("the last errors show place and request, and nothing of the error's message", async () => {
  const { id } = enterRequest(undefined);
  incident(new Error("no row for ada@example.org"), "procedure");
  const { errors } = await as(await person("asta", "administrator")).health.read({});
  expect(errors[0]).toEqual({
    nth: 1,
    at: expect.any(Number),
    what: "unforeseen error: procedure",
    request: id,
  });
  for (let more = 0; more < 30; more++) incident(new Error("again"), "procedure");
  expect(recentErrors()).toHaveLength(20);
});
