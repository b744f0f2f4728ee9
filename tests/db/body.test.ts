import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { translateSqlite } from "#db/sqlite/errors.ts";
import { runBody } from "#db/store/body.ts";
import { StatementQueue } from "#db/store/statement-queue.ts";

const answer = async () => ({ rows: [] });

describe("a transaction body", () => {
  it("that never ends is given up, and its later statements are refused", async () => {
    const gate = new StatementQueue(answer);
    const { promise: never, resolve } = Promise.withResolvers<void>();
    const later = never.then(() => gate.statement("select 1", [], "all"));
    const waiting = runBody(gate, () => later, translateSqlite, 20);
    await expect(waiting).rejects.toMatchObject({
      code: "ended-transaction",
      message: expect.stringContaining("20 ms"),
    });
    resolve();
    await expect(later).rejects.toMatchObject({ code: "ended-transaction" });
  });

  it("ends only after its statements, which run one after another even if it does not await them", async () => {
    const steps: string[] = [];
    const gate = new StatementQueue(async (sql) => {
      steps.push(`${sql} begins`);
      if (sql === "slow") await setImmediate();
      steps.push(`${sql} ends`);
      return { rows: [] };
    });
    const body = async () => {
      void gate.statement("slow", [], "run");
      void gate.statement("quick", [], "run");
    };
    await runBody(gate, body, translateSqlite);
    expect(steps).toEqual(["slow begins", "slow ends", "quick begins", "quick ends"]);
  });

  it("sends no further statement after one has failed", async () => {
    const passed: string[] = [];
    const failure = new Error("no such table");
    const gate = new StatementQueue(async (sql) => {
      passed.push(sql);
      if (sql === "second") throw failure;
      return { rows: [] };
    });
    const results = await Promise.allSettled(
      ["first", "second", "third"].map((sql) => gate.statement(sql, [], "run")),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(passed).toEqual(["first", "second"]);
    expect(gate.failure).toBe(failure);
  });
});
