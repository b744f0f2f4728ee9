import { afterAll, expect, it, vi } from "vitest";
import type { Store } from "#db/store/store.ts";
import { noteRefusal, recordRefusals } from "#server/platform/security-log/note-refusal.ts";
import {
  accountsApp,
  addFirstAdministrator,
  addPerson,
  signInAs,
} from "#tests/accounts/invitations/people.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";

const logLines = captureLog();

// SQLite only: a connection pool has timers of its own.
const engine = sqliteEngine();
afterAll(() => engine.cleanUp());

it("refusals are recorded an hour after the first, and the next hour begins with the next one", async () => {
  const { app, amina, events } = await openWith(await engine.openStore());
  fakeTimers("setTimeout", "clearTimeout");
  const note = () => noteRefusal(app, { kind: "access.refused", accountId: amina });
  note();
  note();
  await until(async () => (await events()).length === 1);
  vi.advanceTimersByTime(60 * 60_000 - 1);
  note();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await until(async () => (await events()).length === 2);
  expect((await events())[1]).toEqual(["access.refused", amina, 2]);
  note();
  expect(vi.getTimerCount()).toBe(1);
  await recordRefusals(app);
  expect(vi.getTimerCount()).toBe(0);
});

async function openWith(store: Store) {
  const app = accountsApp(store);
  const [karin, amina] = [await addFirstAdministrator(app), await addPerson(app, "amina")];
  const events = async () => {
    const rows = await app.store.read((db) =>
      db.q.select().from(db.t.securityEvent).orderBy(db.t.securityEvent.seq),
    );
    return rows
      .filter(({ kind }) => kind === "access.refused" || kind === "sign-in.unknown")
      .map(({ kind, accountId, entry }) => [kind, accountId, JSON.parse(entry).detail.count]);
  };
  return { app, karin, amina, events };
}

describeEngines("refusals in the security log", (openStore) => {
  const open = async () => openWith(await openStore());

  it("are two events per account and hour, however many they are", async () => {
    const { app, karin, amina, events } = await open();
    for (let times = 0; times < 500; times += 1) {
      noteRefusal(app, { kind: "access.refused", accountId: amina });
    }
    noteRefusal(app, { kind: "access.refused", accountId: karin });
    await expect.poll(events).toHaveLength(2);
    await recordRefusals(app);
    const [first, second, ...rest] = await events();
    // The two accounts are recorded at the same time, in either order.
    expect([first, second]).toEqual(
      expect.arrayContaining([
        ["access.refused", amina, 1],
        ["access.refused", karin, 1],
      ]),
    );
    expect(rest).toEqual([["access.refused", amina, 499]]);
    await recordRefusals(app);
    expect(await events()).toHaveLength(3);
  });

  it("that cannot be recorded are logged", async () => {
    const { app, amina } = await open();
    const store = { ...app.store, tx: () => Promise.reject(new Error("no disk")) };
    noteRefusal({ ...app, store }, { kind: "access.refused", accountId: amina });
    await expect.poll(() => logLines.join()).toContain("refusals could not be recorded");
  });

  it("reveal neither an address without an account nor the network that tried it", async () => {
    const { app, events } = await open();
    const network = "198.51.100.7";
    for (const name of ["unknown-1", "unknown-2", "unknown-1"]) {
      await refused(signInAs(app, { email: `${name}@example.org`, network }), "wrong-credentials");
    }
    await expect.poll(events).toHaveLength(1);
    await recordRefusals(app);
    expect(await events()).toEqual([
      ["sign-in.unknown", null, 1],
      ["sign-in.unknown", null, 2],
    ]);
    const rows = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
    expect(JSON.stringify(rows)).not.toMatch(/unknown-1|unknown-2|198\.51/);
  });
});
