import { describe, expect, it } from "vitest";
import { runBody } from "#db/body.ts";
import { Gate } from "#db/gate.ts";
import { translateSqlite } from "#db/sqlite-errors.ts";

const answer = async () => ({ rows: [] });

describe("a body", () => {
  it("that waits for something that never comes is given up, and what it does later is refused", async () => {
    const gate = new Gate(answer);
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

  it("is not over before the statements are that it did not wait for", async () => {
    const done: string[] = [];
    const gate = new Gate(async (sql) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push(sql);
      return { rows: [] };
    });
    const body = async () => {
      void gate.statement("first", [], "run");
      void gate.statement("second", [], "run");
    };
    await runBody(gate, body, translateSqlite);
    expect(done).toEqual(["first", "second"]);
  });
});
