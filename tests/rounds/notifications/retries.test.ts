import { expect, it } from "vitest";
import type { App } from "#server/platform/app/app.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { mailing } from "./mailing.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const log = captureLog();

describeEngines("notifications", async (openStore) => {
  const base = testApp(await openStore());

  async function begin(trouble?: Parameters<typeof mailing>[2]) {
    const study = await judgingStudy(base);
    const name = study.auditorEmails[0]?.replace(/^auditor-1-|@.*$/g, "") ?? "";
    const { app, send } = await mailing(base, name, trouble);
    const deadlineAt = app.now() + 3 * day;
    const { round } = await openRound(app, { studyId: study.studyId, deadlineAt });
    const [first = "", ...others] = study.auditorEmails;
    const recipients = async () => (await send()).map(({ to }) => to[0]);
    const seal = (place: number, on: App = base) =>
      sealVerdicts(on, { studyId: study.studyId, round, accountId: auditor(study, place) }, []);
    return { ...study, app, recipients, round, deadlineAt, first, others, seal };
  }

  it("are retried at growing intervals if the mail server refuses them, and never sent twice", async () => {
    let refusedAddress = "";
    const { app, recipients, first, others } = await begin({
      get refusedAddress() {
        return refusedAddress;
      },
    });
    refusedAddress = first;
    expect(await recipients()).toEqual(others);
    expect(await recipients()).toEqual([]);
    app.clock.advance(minute);
    expect(await recipients()).toEqual([]);
    refusedAddress = "";
    app.clock.advance(9 * minute);
    expect(await recipients()).toEqual([]);
    app.clock.advance(minute);
    expect(await recipients()).toEqual([first]);
    app.clock.advance(6 * hour);
    expect(await recipients()).toEqual([]);
  });

  it("are dropped after five tries, and the application log says so without an address", async () => {
    log.length = 0;
    let refusedAddress = "";
    const { app, recipients, first, others } = await begin({
      get refusedAddress() {
        return refusedAddress;
      },
    });
    refusedAddress = first;
    expect(await recipients()).toEqual(others);
    for (const wait of [minute, 10 * minute, hour, 6 * hour]) {
      app.clock.advance(wait);
      expect(await recipients()).toEqual([]);
    }
    const lines = log
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "a notification was given up");
    expect(lines).toMatchObject([{ notification: "round-opened", tries: 5, mayBeSent: false }]);
    expect(JSON.stringify(lines)).not.toContain("@");
    refusedAddress = "";
    app.clock.advance(6 * hour);
    expect(await recipients()).toEqual([]);
  });

  it("remind once more about a deadline extended by more than a day", async () => {
    const { app, recipients, round, studyId, deadlineAt, auditorEmails, seal, first, others } = await begin();
    await recipients();
    app.clock.advance(2 * day + 1);
    expect(await recipients()).toEqual(auditorEmails);
    await extendRound(app, { studyId, round, deadlineAt: deadlineAt + day });
    app.clock.advance(day);
    expect(await recipients()).toEqual([]);
    await extendRound(app, { studyId, round, deadlineAt: deadlineAt + 2 * day });
    expect(await recipients()).toEqual([]);
    await seal(0);
    app.clock.advance(day);
    expect([first, ...(await recipients())]).toEqual([first, ...others]);
    expect(await recipients()).toEqual([]);
  });
});
