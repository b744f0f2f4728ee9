import { expect, it } from "vitest";
import { emptySecurityHead } from "#server/log/security/entry.ts";
import { checkPart } from "#server/services/security-log/check-part.ts";
import { recordSecurity } from "#server/services/security-log/record.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("the check of the security log", (openStore) => {
  async function withEvents(count: number) {
    const store = await openStore();
    const app = testApp(store);
    await app.store.tx(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        await recordSecurity(app, tx, { kind: "account.suspended", actorId: "a", accountId: `b${index}` });
      }
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

  it("is content with a log that has no event yet", async () => {
    const { app } = await withEvents(0);
    expect(await wholeCheck(app)).toMatchObject([{ isDone: true, flaw: null, head: { seq: 0 } }]);
  });

  it.each([
    ["an event that was changed", "entry = replace(entry, 'b1', 'b7')", "seq = 2", 3],
    ["the last event, changed", "entry = replace(entry, 'b3', 'b7')", "seq = 4", 5],
    ["an event that cannot be read", "entry = '{}'", "seq = 2", 2],
    ["an event that is numbered anew", "seq = 7", "seq = 3", 3],
  ])("finds %s", async (_, set, where, line) => {
    const { app, store } = await withEvents(4);
    await changeByHand(store, "security_event", { set, where });
    const [part] = await wholeCheck(app);
    expect(part).toMatchObject({ isDone: true, flaw: { line } });
  });

  it("finds that the end was cut off", async () => {
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
    expect(part?.flaw).toMatchObject({
      line: 3,
      message: expect.stringContaining("the last event must be 4"),
    });
  });
});
