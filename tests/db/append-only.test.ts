import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { appendOnlyTables } from "#db/schema/guards.ts";
import { uniqueKeys } from "#db/schema/keys.ts";
import type { Tx } from "#db/store/store.ts";
import { describeEngines } from "../setup/engines.ts";
import { fillEveryTable } from "./fill.ts";
import { asStored, camel, readRaw } from "./raw-rows.ts";
import { type Row, rowsAtInitial } from "./rows-at-initial.ts";

const rowOf = (table: string): Row => new Map(rowsAtInitial).get(table) ?? {};
const tableOf = (tx: Tx, name: string) => {
  const table = Object.values(tx.t).find((candidate) => getTableName(candidate) === name);
  if (table === undefined) throw new Error(`no table ${name}`);
  return table;
};

describeEngines("append-only tables", async (openStore) => {
  const store = await openStore();
  await fillEveryTable(store);
  const refusal = { name: "StoreError", code: "append-only" };

  it("are the ones with history", () => {
    expect([...appendOnlyTables].sort()).toEqual(
      [
        "seat_key",
        "ballot",
        "checkpoint",
        "cosignature",
        "decision",
        "draw",
        "learner_update",
        "log_entry",
        "outcome",
        "override",
        "security_event",
        "tree_tile",
        "violation",
      ].sort(),
    );
  });

  describe.each(appendOnlyTables)("%s", (table) => {
    const unchanged = () =>
      store.alter(async (run) => {
        expect(await readRaw(run, store.engine, table)).toEqual([asStored(store.engine, rowOf(table))]);
      });

    it("refuses an update", async () => {
      const updating = store.tx((tx) =>
        tx.q
          .update(tableOf(tx, table))
          .set({ studyId: "study-1" })
          .then(() => 0),
      );
      await expect(updating).rejects.toMatchObject(refusal);
      await unchanged();
    });

    it("refuses a delete", async () => {
      await expect(store.tx((tx) => tx.q.delete(tableOf(tx, table)).then(() => 0))).rejects.toMatchObject(
        refusal,
      );
      await unchanged();
    });

    it("refuses a second row with the same key, and overwriting the first", async () => {
      const values = Object.fromEntries(
        Object.entries(rowOf(table)).map(([name, cell]) => [camel(name), cell]),
      );
      const again = store.tx((tx) =>
        tx.q
          .insert(tableOf(tx, table))
          .values(values as never)
          .then(() => 0),
      );
      await expect(again).rejects.toMatchObject({ code: "constraint", rule: "unique" });
      const over = store.alter(async (run) => {
        const names = Object.keys(rowOf(table));
        const key = primaryKey(table).join(", ");
        const cells = Object.values(rowOf(table)).map((cell) =>
          typeof cell === "string" ? `'${cell}'` : cell,
        );
        await run(
          `insert into ${table} (${names.join(", ")}) values (${cells.join(", ")}) on conflict (${key}) do update set study_id = 'x'`,
        );
      });
      await expect(over).rejects.toMatchObject(
        // SQLite's trigger runs before the conflict is checked, Postgres's when the update would begin.
        store.engine === "sqlite" ? { code: "constraint", rule: "unique" } : refusal,
      );
      await unchanged();
    });

    it("refuses raw statements in any transaction", async () => {
      const statements = [`update ${table} set study_id = 'x'`, `delete from ${table}`];
      if (store.engine !== "sqlite") statements.push(`truncate ${table} cascade`, "truncate study cascade");
      for (const statement of statements) {
        await expect(
          store.alter((run) => run(statement)),
          statement,
        ).rejects.toMatchObject(refusal);
      }
      await unchanged();
    });
  });
});

function primaryKey(table: string): readonly string[] {
  return uniqueKeys.find(({ name }) => name === `${table}_pk`)?.columns ?? [];
}
