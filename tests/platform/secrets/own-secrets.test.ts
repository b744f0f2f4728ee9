import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { openSecrets } from "#server/platform/app/own-secrets.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const fileOf = (folder: string) => join(folder, "secrets.json");

describeEngines("the secrets of a server", (openStore) => {
  /** Starts a server with a published study. */
  async function withStudy() {
    const [store, folder] = [await openStore(), temporaryFolder()];
    const app = testApp(store, await openSecrets(store, folder));
    const study = await publishedStudy(app);
    return { app, store, folder, ...study };
  }

  it("are created at the first start and kept", async () => {
    const { app, store, folder } = await withStudy();
    expect(await openSecrets(store, folder)).toEqual(app.secrets);
  });

  it("are not replaced while a study needs the lost ones", async () => {
    const { store, folder } = await withStudy();
    rmSync(fileOf(folder));
    await expect(openSecrets(store, folder)).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(/secrets\.json is not there: put it back from a backup/),
    });
    expect(existsSync(fileOf(folder))).toBe(false);
  });

  it("are refused if they are another server's", async () => {
    const { store } = await withStudy();
    const elsewhere = temporaryFolder();
    loadSecrets(elsewhere);
    const before = readFileSync(fileOf(elsewhere), "utf8");
    await expect(openSecrets(store, elsewhere)).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(/is not the one this database's studies were made with: put it back/),
    });
    expect(readFileSync(fileOf(elsewhere), "utf8")).toBe(before);
  });

  it("are replaced once no study needs them", async () => {
    const { app, store, folder, studyId } = await withStudy();
    await endStudy(app, studyId);
    rmSync(fileOf(folder));
    expect((await openSecrets(store, folder)).seedMaster).not.toBe(app.secrets.seedMaster);
  });
});

describe("a start", () => {
  const engine = sqliteEngine();
  afterAll(() => engine.cleanUp());

  it("with another server's secrets says what to do, in one sentence, and writes nothing", async () => {
    const place = await engine.newPlace();
    const folder = place.dataFolder;
    const app = testApp(await connectStore({ dataFolder: folder }), loadSecrets(folder));
    await addAccount(app, "ada", "administrator");
    await publishedStudy(app);
    await app.close();
    const moved = join(temporaryFolder(), "moved");
    mkdirSync(moved);
    copyFileSync(join(folder, "evenhand.sqlite"), join(moved, "evenhand.sqlite"));
    const run = (program: string) =>
      promisify(execFile)(process.execPath, [program], {
        env: { ...process.env, EVENHAND_DATA: moved, DATABASE_URL: "" },
      });
    for (const program of ["server/cli/prepare.ts", "server/cli/change-cookie-key.ts"]) {
      await expect(run(program)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^.*secrets\.json is not there: put it back from a backup, .*\n$/),
      });
    }
    expect(existsSync(fileOf(moved))).toBe(false);
    copyFileSync(fileOf(folder), fileOf(moved));
    expect((await run("server/cli/prepare.ts")).stdout).toContain("firstAdministratorToken");
    expect((await run("server/cli/change-cookie-key.ts")).stdout).toContain("another key");
  });
});
