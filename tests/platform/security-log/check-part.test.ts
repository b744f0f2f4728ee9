import { expect, it } from "vitest";
import { lockSecurityHead } from "#db/queries/security.ts";
import { emptySecurityHead, makeSecurityEntry } from "#server/audit-log/security/entry.ts";
import { checkPart } from "#server/platform/security-log/check-part.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";

const suspended = { kind: "account.suspended", actorId: "a" } as const;

function chainOf(count: number, at: number) {
  const rows = [];
  let before = emptySecurityHead;
  for (let index = 0; index < count; index += 1) {
    const event = { account: `b${index}`, study: null, network: null, detail: {} };
    const made = makeSecurityEntry(before, at, { kind: suspended.kind, actor: suspended.actorId, ...event });
    rows.push({ ...made.head, ...suspended, accountId: event.account, studyId: null, entry: made.line });
    before = made.head;
  }
  return { rows, head: before };
}

describeEngines("the check of the security log", (openStore) => {
  async function withEvents(count: number) {
    const store = await openStore();
    const app = testApp(store);
    // All but the last in one statement: thousands of statements take a while.
    const { rows, head } = chainOf(count - 1, app.now());
    await app.store.tx(async (tx) => {
      if (count > 0) await lockSecurityHead(tx, head);
      for (let at = 0; at < rows.length; at += 100) {
        await tx.q.insert(tx.t.securityEvent).values(rows.slice(at, at + 100));
      }
      if (count > 0) await recordSecurity(app, tx, { ...suspended, accountId: `b${count - 1}` });
    });
    return { app, store };
  }

  async function wholeCheck(app: TestApp) {
    const parts = [];
    for (let head = emptySecurityHead; ; head = parts.at(-1)?.head ?? head) {
      const part = await checkPart(app, head);
      parts.push(part);
      if (part.isDone) return parts;
    }
  }

  it("follows a long chain part by part to its end", async () => {
    const { app } = await withEvents(1_001);
    const parts = await wholeCheck(app);
    expect(parts.map(({ head, isDone }) => [head.seq, isDone])).toEqual([
      [500, false],
      [1_000, false],
      [1_001, true],
    ]);
    expect(parts.at(-1)).toMatchObject({ flaw: null, head: parts.at(-1)?.end });
  });

  it("accepts an empty log", async () => {
    const { app } = await withEvents(0);
    expect(await wholeCheck(app)).toMatchObject([{ isDone: true, flaw: null, head: { seq: 0 } }]);
  });

  it.each([
    ["a changed event", "entry = replace(entry, 'b1', 'b7')", "seq = 2", 3, "hash"],
    ["a changed last event", "entry = replace(entry, 'b3', 'b7')", "seq = 4", 5, "end"],
    ["an unreadable event", "entry = '{}'", "seq = 2", 2, "unreadable"],
    ["a renumbered event", "seq = 7", "seq = 3", 3, "number"],
  ])("finds %s with the reason", async (_, set, where, line, reason) => {
    const { app, store } = await withEvents(4);
    await changeByHand(store, "security_event", { set, where });
    const [part] = await wholeCheck(app);
    expect(part).toMatchObject({ isDone: true, flaw: { line, reason } });
  });

  it("finds that the end was removed", async () => {
    const { app, store } = await withEvents(4);
    await store.alter(async (run) => {
      await run(
        store.engine === "sqlite"
          ? "drop trigger security_event_no_delete"
          : "drop trigger security_event_no_change on security_event",
      );
      await run("delete from security_event where seq > 2");
    });
    const [part] = await wholeCheck(app);
    expect(part).toMatchObject({ flaw: { line: 3, reason: "end" }, end: { seq: 4 } });
  });
});
