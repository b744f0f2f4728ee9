import { expect, it } from "vitest";
import { emptySecurityHead } from "#server/audit-log/security/entry.ts";
import { filterOf, readOwnEvents, readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { exportSecurityLog, exportSecurityTable } from "#server/studies/exports/export-security-log.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";
import { independentlyChecked } from "./independent-check.ts";

const day = 24 * 60 * 60_000;

describeEngines("the security log, when it is read", async (openStore) => {
  const store = await openStore();
  const app = testApp(store);
  const ada = await addAccount(app, "ada", "administrator");
  const ben = await addAccount(app, "ben");
  const acts = [
    { kind: "account.suspended", actorId: ada, accountId: ben },
    { kind: "account.unsuspended", actorId: ada, accountId: ben },
    {
      kind: "file.downloaded",
      actorId: ben,
      accountId: null,
      studyId: "gone",
      detail: { file: "log" },
    },
    { kind: "demo.account-made", actorId: null, accountId: ada },
  ] as const;
  const networks = ["192.0.2.1", "192.0.2.1", "192.0.2.2"];
  for (const [index, act] of acts.entries()) {
    const record = () => app.store.tx((tx) => recordSecurity(app, tx, act));
    const network = networks[index];
    await (network === undefined ? record() : fromNetwork(network, record));
    app.clock.advance(day);
  }

  const found = async (search: Parameters<typeof readSecurityEvents>[1]) =>
    (await readSecurityEvents(app, search)).events.map(({ seq }) => seq);

  it("shows the newest first, with names of accounts and studies", async () => {
    const { events, older, head } = await readSecurityEvents(app, {});
    expect(events.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    expect(events[1]).toMatchObject({
      kind: "file.downloaded",
      actor: { name: "ben", email: "ben@example.org" },
      account: null,
      // A deleted study keeps its id.
      study: { id: "gone", name: "gone" },
      network: "192.0.2.2",
      detail: { file: "log" },
    });
    expect(older).toBeNull();
    expect(head.seq).toBe(4);
  });

  it("is searched by kind, account and days, each alone and together", async () => {
    expect(await found({ kind: "account.suspended" })).toEqual([1]);
    expect(await found({ account: "ada@example.org" })).toEqual([4, 2, 1]);
    expect(await found({ account: "ben@example.org" })).toEqual([3, 2, 1]);
    expect(await found({ account: "unknown@example.org" })).toEqual([]);
    // The clock of tests begins on 5 January 2026, and each event is a day later.
    expect(await found({ from: "2026-01-06" })).toEqual([4, 3, 2]);
    expect(await found({ from: "2026-01-06", to: "2026-01-07" })).toEqual([3, 2]);
    expect(await found({ to: "2026-01-04" })).toEqual([]);
    expect(
      await found({ kind: "account.suspended", account: "ben@example.org", from: "2026-01-06" }),
    ).toEqual([]);
  });

  it("continues before an event, page by page", async () => {
    expect(await found({ before: 3 })).toEqual([2, 1]);
    const many = testApp(await openStore());
    expect((await readSecurityEvents(many, {})).head).toEqual(emptySecurityHead);
    const act = { kind: "account.suspended", actorId: "a", accountId: "b" } as const;
    for (let index = 0; index < 51; index += 1) await many.store.tx((tx) => recordSecurity(many, tx, act));
    const first = await readSecurityEvents(many, {});
    expect([first.events.length, first.older]).toEqual([50, 2]);
    const second = await readSecurityEvents(many, { before: first.older ?? 0 });
    expect(second.events.map(({ seq }) => seq)).toEqual([1]);
    expect(second.older).toBeNull();
    const own = await readOwnEvents(many, { accountId: "b" });
    expect([own.events.length, own.older]).toEqual([50, 2]);
    expect(own.events.map(({ seq }) => seq)).toEqual(first.events.map(({ seq }) => seq));
    // Deleted accounts keep their ids.
    expect(first.events[0]).toMatchObject({ actor: { id: "a", name: "a", email: "" }, study: null });
  });

  it("treats days as whole days in UTC", async () => {
    const days = { from: "2026-01-06", to: "2026-01-07" };
    expect(await app.store.read((db) => filterOf(db, days))).toEqual({
      ...{ kind: undefined, accountId: undefined },
      ...{ from: Date.UTC(2026, 0, 6), to: Date.UTC(2026, 0, 8) },
    });
  });

  it("gives a study's name while it exists", async () => {
    const other = testApp(await openStore());
    const actorId = await addAccount(other, "ada");
    const { studyId } = await createDraft(other, actorId, { name: "A study" });
    for (const id of [studyId, "gone"]) {
      const act = { kind: "file.downloaded", actorId, accountId: null, studyId: id } as const;
      await other.store.tx((tx) => recordSecurity(other, tx, { ...act, detail: { file: "log" } }));
    }
    const { events } = await readSecurityEvents(other, { kind: "file.downloaded" });
    expect(events.map(({ study }) => study)).toEqual([
      { id: "gone", name: "gone" },
      { id: studyId, name: "A study" },
    ]);
    const own = await readOwnEvents(other, { accountId: actorId });
    expect(own.events.slice(0, 2).map(({ study }) => study)).toEqual([null, "A study"]);
  });

  it("shows an account its own events, without the networks of others", async () => {
    const { events } = await readOwnEvents(app, { accountId: ben });
    expect(events.map(({ seq, by, isOnOwn, network }) => [seq, by, isOnOwn, network])).toEqual([
      [3, "you", false, "192.0.2.2"],
      [2, "another", true, null],
      [1, "another", true, null],
    ]);
    expect(JSON.stringify(events)).not.toContain(ada);
    expect((await readOwnEvents(app, { accountId: ada })).events.map(({ seq, by }) => [seq, by])).toEqual([
      [4, "none"],
      [2, "you"],
      [1, "you"],
    ]);
    expect((await readOwnEvents(app, { accountId: "unknown" })).events).toEqual([]);
  });

  it("is exported as lines that an independent program accepts as one chain", async () => {
    const text = await all(exportSecurityLog(app));
    const { head } = await readSecurityEvents(app, {});
    expect(independentlyChecked(text)).toEqual({ count: 4, hash: head.hash });
    expect(() => independentlyChecked(text.replace("192.0.2.2", "192.0.2.3"))).toThrow("event 4");
    expect(() => independentlyChecked(text.split("\n").slice(1).join("\n"))).toThrow("event 2");
    expect(() => independentlyChecked(text.replace('{"account"', '{ "account"'))).toThrow("event 1");
  });

  it("is exported as a table of the search result", async () => {
    const lines = (await all(exportSecurityTable(app, { account: "ben@example.org" })))
      .trimEnd()
      .split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe("number,time (UTC),what,by,by (id),account,account (id),study,network,detail");
    expect(lines[1]).toMatch(/^3,2026-01-0\dT[\d:.]+Z,file/);
    expect(lines[1]).toContain(
      `file.downloaded,ben@example.org,${ben},,,gone,192.0.2.2,"{""file"":""log""}"`,
    );
    const one = await all(exportSecurityTable(app, { kind: "demo.account-made" }));
    expect(one.trimEnd().split("\r\n")[1]).toMatch(
      new RegExp(`,demo.account-made,,,ada@example.org,${ada},,,\\{\\}$`),
    );
    expect(
      (await all(exportSecurityTable(app, { account: "unknown@example.org" }))).trimEnd().split("\r\n"),
    ).toHaveLength(1);
  });

  it("still shows a page after an entry was changed by hand, and marks that entry unreadable", async () => {
    await changeByHand(store, "security_event", { set: "entry = '{}'", where: "seq = 2" });
    const { events } = await readSecurityEvents(app, {});
    expect(events.find(({ seq }) => seq === 2)).toMatchObject({ detail: null, network: null });
  });
});

async function all(lines: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const line of lines) text += line;
  return text;
}
