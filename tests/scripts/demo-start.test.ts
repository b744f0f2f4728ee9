import { spawn } from "node:child_process";
import { once } from "node:events";
import { v7 } from "uuid";
import { expect, it } from "vitest";
import { connectStore, type StoreLocation } from "#db/open-store.ts";
import { findCredentials, updateAccount } from "#db/queries/accounts.ts";
import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";
import { listAccounts, suspendAccount } from "#server/accounts/invitations/administration.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { addAccount, insertPerson, type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

/** What `npm start` runs before it serves, on a database that other processes can open. */
describeEngines("before a start", (_openStore, { newPlace }) => {
  async function begin() {
    const place = await newPlace();
    const folder = place.dataFolder || temporaryFolder();
    const env = { EVENHAND_DATA: folder, DATABASE_URL: place.databaseUrl ?? "" };
    return { place, prepare: (...args: string[]) => prepare(args, env) };
  }

  async function fill(place: StoreLocation, work: (app: TestApp) => Promise<unknown>) {
    // Real ids, because test ids start again with each app.
    const app = { ...testApp(await connectStore(place)), newId: () => v7() };
    await work(app).finally(() => app.close());
  }

  it("the demonstration is refused if another account exists", async () => {
    const { place, prepare } = await begin();
    await fill(place, (app) => addAccount(app, "ada", "administrator"));
    const { code, stdout, stderr } = await prepare("--demo");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^This database has accounts of other people, .* EVENHAND_DATA=demo-data npm start -- --demo\. Nothing was changed\.\n$/,
    );
    await fill(place, async (app) => expect((await listAccounts(app)).accounts).toHaveLength(1));
    expect((await prepare()).code).toBe(0);
  });

  it("on its database a start without --demo is refused, and one with it is not, even with other accounts", async () => {
    const { place, prepare } = await begin();
    await fill(place, demoAccounts);
    const { code, stdout, stderr } = await prepare();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^This database holds the demonstration, .* npm start -- --demo, or .* EVENHAND_DATA=\/path npm start\. Nothing was changed\.\n$/,
    );
    await fill(place, (app) => addAccount(app, "ada"));
    expect((await prepare("--demo")).code).toBe(0);
  });

  it("a start without --demo is refused while one active account has the demonstration's password", async () => {
    const { place, prepare } = await begin();
    await fill(place, async (app) => {
      const ada = await addAccount(app, "ada", "administrator");
      const accounts = await demoAccounts(app);
      for (const accountId of accounts.slice(1)) await suspendAccount(app, ada, accountId);
    });
    expect((await prepare()).code).toBe(1);
    await fill(place, async (app) => {
      const passwordHash = await hashPassword("a password of her own");
      const found = await app.store.read((db) => findCredentials(db, "admin@demo.example"));
      await app.store.tx((tx) => updateAccount(tx, found?.id ?? "", { passwordHash }));
    });
    expect((await prepare()).code).toBe(0);
  });
});

/** Creates the demonstration's accounts with a fast hash. */
async function demoAccounts(app: TestApp): Promise<string[]> {
  const ids = [];
  for (const { role: _, ...person } of demoPeople) ids.push(await insertPerson(app, person, demoPassword));
  return ids;
}

async function prepare(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["server/cli/prepare.ts", ...args], {
    env: { ...withoutServerSettings(process.env), ...env },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk) => {
      output[name] += chunk;
    });
  }
  const [code] = await once(child, "close");
  return { code, ...output };
}
