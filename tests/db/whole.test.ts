import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { migrate } from "#db/migrate.ts";
import { openStore as openAt } from "#db/open-store.ts";
import { describeEngines } from "../setup/engines.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

describe("a SQLite file with changed bytes", () => {
  it.each([
    ["all pages but the first", () => 4_096],
    // no code reads it while the program opens the file
    ["the last page", (size: number) => size - 4_096],
  ])("in %s is not opened, and the message names the restore command", async (_which, from) => {
    const dataFolder = temporaryFolder();
    await (await openAt({ dataFolder })).close();
    const path = join(dataFolder, "evenhand.sqlite");
    const { size } = await stat(path);
    const file = await open(path, "r+");
    // The headers of the pages after the first one, which has the schema.
    for (let page = from(size); page < size; page += 4_096)
      await file.write(Buffer.from("damage"), 0, 6, page);
    await file.close();
    await expect(openAt({ dataFolder })).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining("npm run restore"),
    });
  });
});

describeEngines("tables that were changed by hand", (openStore) => {
  it.each([
    ["a column", "alter table guideline drop column purpose", "guideline.purpose not null"],
    ["an index", "drop index log_entry_round", "log_entry by log_entry_round"],
    ["a table", "drop table witness_trouble", "witness_trouble.study_id not null"],
  ])("%s that is missing is named", async (_what, statement, missing) => {
    const store = await openStore();
    await migrate(store);
    await store.alter((run) => run(statement));
    await expect(migrate(store)).rejects.toMatchObject({
      code: "foreign-schema",
      message: expect.stringContaining(missing),
    });
  });
});
