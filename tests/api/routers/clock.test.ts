import { expect, it } from "vitest";
import { openTimekeeper } from "#server/services/app/timekeeper.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { freshSession } from "#tests/setup/context.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, as, person } = makeStage();

const day = 24 * 60 * 60_000;

it("after its clock has jumped a server records nothing until an administrator has confirmed it", async () => {
  const karin = await person("karin", "administrator");
  const { studyId } = await publishedStudy(app());
  let passed = 0;
  let now = app().now();
  const clocks = { limitMs: 3_600_000, store: app().store, now: () => now, passed: () => passed };
  const shifted = { ...app(), now: () => now, timekeeper: await openTimekeeper(clocks) };
  const clock = () => as(karin, { app: shifted, session: freshSession(shifted, karin) }).clock;
  passed += day;
  now += day;
  expect(await clock().read({})).toEqual({ aheadSeconds: null });
  now += 3 * day;
  expect(await clock().read({})).toEqual({ aheadSeconds: (3 * day) / 1_000 });
  await refused(openRound(shifted, { studyId }), "clock-jumped");
  await clock().confirm({});
  expect(await clock().read({})).toEqual({ aheadSeconds: null });
  expect(await openRound(shifted, { studyId })).toMatchObject({ round: 1 });
  const { events } = await as(karin).securityLog.page({ kind: "server.clock-confirmed" });
  expect(events).toMatchObject([{ detail: { aheadSeconds: (3 * day) / 1_000 } }]);
});
