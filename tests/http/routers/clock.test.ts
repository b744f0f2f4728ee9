import { expect, it } from "vitest";
import { openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { freshSession } from "#tests/setup/context.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, as, person } = makeStage();

const day = 24 * 60 * 60_000;

it("a server whose clock jumped records nothing until an administrator confirms the clock", async () => {
  const karin = await person("karin", "administrator");
  const { studyId } = await publishedStudy(app());
  let passed = 0;
  let now = app().now();
  const openServer = async (clock: () => number, began = 0) => {
    const clocks = { limitMs: 3_600_000, store: app().store, now: clock, passed: () => passed - began };
    return { ...app(), now: clock, timekeeper: await openTimekeeper(clocks) };
  };
  const shifted = await openServer(() => now);
  const clock = (of = shifted) => as(karin, { app: of, session: freshSession(of, karin) }).clock;
  passed += day;
  now += day;
  // Two other servers on the same database, started later: one jumps equally, the other further.
  const began = now;
  const others = [
    await openServer(() => now, passed),
    await openServer(() => began + 3 * (now - began), passed),
  ];
  expect(await clock().read({})).toEqual({ aheadSeconds: null });
  now += 3 * day;
  expect(await clock().read({})).toEqual({ aheadSeconds: (3 * day) / 1_000 });
  await refused(openRound(shifted, { studyId }), "clock-jumped");
  await clock().confirm({});
  expect(await clock().read({})).toEqual({ aheadSeconds: null });
  // The server is not blocked any more, so there is nothing to confirm.
  await clock().confirm({});
  expect(await openRound(shifted, { studyId })).toMatchObject({ round: 1 });
  const { events } = await as(karin).securityLog.page({ kind: "server.clock-confirmed" });
  expect(events).toMatchObject([{ detail: { aheadSeconds: (3 * day) / 1_000 } }]);
  const [along, further] = others;
  expect(await clock(along).read({})).toEqual({ aheadSeconds: null });
  // Six days, less the time that passed here meanwhile.
  expect((await clock(further).read({})).aheadSeconds).toBeGreaterThan((5 * day) / 1_000);
  const started = await openServer(() => now + 9 * day, passed);
  expect(await clock(started).read({}), "a jump confirmed before its start does not concern it").toEqual({
    aheadSeconds: null,
  });
});
