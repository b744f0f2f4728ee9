import { expect, it } from "vitest";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { makeStage } from "./stage.ts";

const { app, as, person } = makeStage();

it("an administrator reads, searches and checks it, and each account sees its own events", async () => {
  const karin = await person("karin", "administrator");
  const ben = await person("ben");
  for (const kind of ["account.suspended", "account.unsuspended"] as const) {
    await app().store.tx((tx) => recordSecurity(app(), tx, { kind, actorId: karin.id, accountId: ben.id }));
  }
  const { events } = await as(karin).securityLog.page({ account: ben.email, kind: "account.unsuspended" });
  expect(events).toMatchObject([{ kind: "account.unsuspended", account: { email: ben.email } }]);
  const own = await as(ben).securityLog.own({});
  expect(own.events.map(({ kind }) => kind)).toEqual(["account.unsuspended", "account.suspended"]);
  const part = await as(karin).securityLog.check({ from: null });
  expect(part).toMatchObject({ isDone: true, flaw: null, head: { seq: part.end.seq } });
});
