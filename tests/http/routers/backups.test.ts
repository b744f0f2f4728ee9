import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { makeStage } from "./stage.ts";

const { as, person } = makeStage();

it("an administrator sees whether the server makes backups, and that none exists yet", async () => {
  const administrator = as(await person("backups", "administrator"));
  expect(await administrator.backups.status({})).toBeNull();
  process.env.EVENHAND_BACKUP_FOLDER = temporaryFolder();
  onTestFinished(() => {
    delete process.env.EVENHAND_BACKUP_FOLDER;
  });
  expect(await administrator.backups.status({})).toMatchObject({ last: null, keptCount: 0, failure: null });
});
