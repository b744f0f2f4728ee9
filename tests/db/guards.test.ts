import { describe, expect, it } from "vitest";
import { migrate } from "#db/migrate.ts";
import { guardMigrations, pgGuards, sqliteGuards } from "#db/schema/guards.ts";
import { describeEngines } from "../setup/engines.ts";

describeEngines("the check of triggers at start", (openStore) => {
  it("accepts a migrated database", async () => {
    await expect(migrate(await openStore())).resolves.toBeUndefined();
  });

  it("names a removed trigger", async () => {
    const store = await openStore();
    const guard = store.engine === "sqlite" ? "ballot_key_no_replace" : "ballot_no_change";
    await store.alter((run) =>
      run(store.engine === "sqlite" ? `drop trigger ${guard}` : `drop trigger ${guard} on ballot`),
    );
    await expect(migrate(store)).rejects.toMatchObject({
      code: "guards-missing",
      message: expect.stringContaining(`missing or altered: ${guard}.`),
    });
  });

  it("detects a trigger that has its name only", async () => {
    const store = await openStore();
    await store.alter(async (run) => {
      if (store.engine === "sqlite") {
        await run("drop trigger draw_no_delete");
        await run("create trigger draw_no_delete before delete on draw begin select 1; end");
      } else {
        await run("drop trigger draw_no_change on draw");
        await run(
          "create trigger draw_no_change before update on draw for each row execute function refuse_change()",
        );
        await run("alter table draw enable always trigger draw_no_change");
      }
    });
    await expect(migrate(store)).rejects.toMatchObject({ code: "guards-missing" });
  });

  it("detects what a table loses when it is rebuilt", async () => {
    const store = await openStore();
    await store.alter(async (run) => {
      await run("create table spare as select * from violation");
      await run("drop table violation");
      await run("alter table spare rename to violation");
    });
    await expect(migrate(store)).rejects.toMatchObject({ code: "foreign-schema" });
  });

  const pgOnly: [string, string][] = [
    ["switched off", "alter table log_entry disable trigger log_entry_no_change"],
    ["disabled for replicas", "alter table log_entry enable trigger log_entry_no_change"],
    [
      "with an empty function",
      "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
    ],
  ];
  it.each(pgOnly)("detects triggers %s", async (_, statement) => {
    const store = await openStore();
    if (store.engine === "sqlite") return;
    await store.alter((run) => run(statement));
    await expect(migrate(store)).rejects.toMatchObject({ code: "guards-missing" });
  });
});

describe("the triggers", () => {
  it("have one migration statement each", () => {
    expect(guardMigrations.sqlite).toHaveLength(sqliteGuards.length);
    expect(guardMigrations.pg).toHaveLength(pgGuards.length * 2 + 1);
  });
});
