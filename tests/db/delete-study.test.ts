import { getTableName } from "drizzle-orm";
import { expect, it } from "vitest";
import { deleteStudyRows } from "#db/queries/studies.ts";
import { describeEngines } from "../setup/engines.ts";
import { fillEveryTable } from "./fill.ts";
import { camel, insertRaw } from "./raw-rows.ts";
import { rowsAtInitial } from "./rows-at-initial.ts";

/** Keys that are unique in a whole database, so a row of another study must not repeat them. */
const otherKeys = ["id", "token_hash"];

describeEngines("deleting a study", async (openStore) => {
  const store = await openStore();
  await fillEveryTable(store);
  const ofStudy = rowsAtInitial.filter(([, row]) => "study_id" in row).map(([table]) => table);
  // A second study with a row in each of these tables.
  await store.alter(async (run) => {
    for (const [table, row] of rowsAtInitial) {
      if (table !== "study" && !ofStudy.includes(table)) continue;
      const own = Object.entries(row).map(([name, cell]): [string, typeof cell] => {
        if (name === "study_id" || (table === "study" && name === "id")) return [name, "study-2"];
        const isGlobal =
          ["access_token", "invitation", "personal_link", "report_link", "webhook"].includes(table) &&
          otherKeys.includes(name);
        if (table === "security_event" && name === "seq") return [name, 2];
        return [name, isGlobal || (table === "security_event" && name === "hash") ? `${cell} 2` : cell];
      });
      await insertRaw(run, store.engine, table, Object.fromEntries(own));
    }
  });

  const countRows = (isCounted: (studyId: string | null) => boolean) =>
    store.read(async (db) => {
      const counts: Record<string, number> = {};
      for (const table of Object.values(db.t)) {
        if (!("studyId" in table)) continue;
        const rows = await db.q.select({ studyId: table.studyId }).from(table);
        counts[getTableName(table)] = rows.filter((row) => isCounted(row.studyId)).length;
      }
      return counts;
    });

  it("deletes its rows in every table of studies, history included, and no other study's", async () => {
    const own = await countRows((id) => id === "study-2");
    expect(Object.keys(own).sort()).toEqual(ofStudy.sort());
    expect(Object.values(own).every((count) => count === 1)).toBe(true);
    const others = await countRows((id) => id !== "study-2");
    await store.tx((tx) => deleteStudyRows(tx, "study-2"));
    const left = Object.entries(await countRows((id) => id === "study-2")).filter(([, count]) => count > 0);
    expect(left).toEqual([["security_event", 1]]);
    expect(await countRows((id) => id !== "study-2")).toEqual(others);
    const studies = await store.read((db) => db.q.select({ id: db.t.study.id }).from(db.t.study));
    expect(studies).toEqual([{ id: "study-1" }]);
  });

  it("keeps history protected unless a whole study is deleted", async () => {
    for (const name of ["log_entry", "ballot", "security_event"]) {
      const key = camel(name) as "logEntry" | "ballot" | "securityEvent";
      const deleting = store.tx(async (tx) => {
        await tx.q.delete(tx.t[key]);
      });
      await expect(deleting).rejects.toMatchObject({ code: "append-only" });
    }
  });
});
