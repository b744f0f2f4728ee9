import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";
import { prepareStart } from "#server/operations/server-start/prepare-start.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { addAccount, insertPerson, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

let folder: string;

captureLog();
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv("EVENHAND_DATA", folder);
  vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
});

const isThere = (name: string) => existsSync(join(folder, name));

async function withApp<T>(work: (app: ReturnType<typeof testApp>) => Promise<T>): Promise<T> {
  const store = await connectStore({ dataFolder: folder });
  try {
    // Test ids start again with every app.
    return await work({ ...testApp(store), newId: () => randomUUID() });
  } finally {
    await store.close();
  }
}

const provider = {
  EVENHAND_OIDC_ISSUER: "https://login.example.org",
  EVENHAND_OIDC_CLIENT_ID: "evenhand",
  EVENHAND_OIDC_CLIENT_SECRET: "secret",
  EVENHAND_OIDC_NAME: "Campus",
};

it.each([
  ["EVENHAND_LOG_LEVEL", "loud"],
  ["EVENHAND_MAIL_FROM", "Evenhand <evenhand@example.org>"],
  ["EVENHAND_OIDC_NAME", "Campus"],
  ["EVENHAND_WITNESSES", "no-key"],
  ["EVENHAND_BEACON_URLS", "drand"],
  ["EVENHAND_WORK", "off"],
])("a wrong %s is refused at start before any file is created", async (name, value) => {
  vi.stubEnv(name, value);
  await expect(prepareStart({ demo: false, worker: false })).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringMatching(/^[^\n]+$/),
  });
  expect([isThere("evenhand.sqlite"), isThere("secrets.json")]).toEqual([false, false]);
});

it("a start creates secrets and database, records security settings, and returns the first link", async () => {
  const { firstAdministratorToken } = await prepareStart({ demo: false, worker: false });
  expect(firstAdministratorToken).toMatch(/^[\w-]{20,}$/);
  expect([isThere("evenhand.sqlite"), isThere("secrets.json")]).toEqual([true, true]);
  expect(isThere("evenhand.sqlite-wal"), "the database was closed").toBe(false);
  const set = {
    ...provider,
    NEXTAUTH_URL: "https://evenhand.example",
    EVENHAND_SMTP_URL: "smtp://127.0.0.1:2525",
    EVENHAND_MAIL_FROM: "Evenhand <evenhand@example.org>",
    EVENHAND_TRUST_PROXY: "1",
  };
  for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
  expect(await prepareStart({ demo: true, worker: true })).toEqual({ firstAdministratorToken: null });
  const { events } = await withApp((app) => readSecurityEvents(app, { kind: "server.started" }));
  expect(events.map(({ detail }) => detail)).toEqual([
    { demo: true, https: true, mail: true, provider: true, postgres: false, proxy: true },
    { demo: false, https: false, mail: false, provider: false, postgres: false, proxy: false },
  ]);
});

it("a start refuses to mix the demonstration with other accounts", async () => {
  const [plain, demo] = [
    { demo: false, worker: false },
    { demo: true, worker: false },
  ];
  await prepareStart(plain);
  const { role: _, ...person } = demoPeople[0];
  await withApp((app) => insertPerson(app, person, demoPassword));
  await prepareStart(demo);
  await expect(prepareStart(plain)).rejects.toThrow("This database holds the demonstration");
  await withApp((app) => addAccount(app, "ada-who-works"));
  await expect(prepareStart(demo)).rejects.toThrow("This database has accounts of other people");
});

it("an unavailable database is reported in one sentence", async () => {
  vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nowhere");
  await expect(prepareStart({ demo: false, worker: false })).rejects.toMatchObject({ name: "StartError" });
});
