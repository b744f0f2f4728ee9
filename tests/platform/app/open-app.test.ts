import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { closeApp, dataFolder, getApp, newSecret, storeLocation } from "#server/platform/app/app.ts";
import { readWhyNotReady } from "#server/platform/app/readiness.ts";
import { stopping } from "#server/platform/process/stopping.ts";
import { addAccount } from "#tests/setup/app.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const slot = Symbol.for("evenhand.app");
beforeAll(() => Reflect.deleteProperty(globalThis, slot));
afterAll(() => Reflect.deleteProperty(globalThis, slot));

it("opens the application of a process once, again after a failure, and closes all its parts", async () => {
  const folder = temporaryFolder();
  vi.stubEnv("EVENHAND_DATA", folder);
  vi.stubEnv("EVENHAND_CLOCK_LIMIT", "61");
  vi.stubEnv("EVENHAND_MAIL_FROM", "Evenhand <panel@example.org>");
  await expect(getApp()).rejects.toThrow("set EVENHAND_SMTP_URL too");
  vi.stubEnv("EVENHAND_SMTP_URL", "smtp://mail.example.org");
  const [app, again] = await Promise.all([getApp(), getApp()]);
  expect(again).toBe(app);
  expect(app).toMatchObject({ mailer: { server: "mail.example.org:587" }, witnesses: [], beacon: null });
  expect([app.timekeeper.limitMs, app.marks.list()]).toEqual([61_000, []]);
  await addAccount(app, "ada");
  expect(await readWhyNotReady(getApp)).toBeNull();
  const workersGone = vi.spyOn(app.pool, "close");
  await closeApp();
  expect(await readWhyNotReady(getApp)).toBe("The database does not answer.");
  expect(workersGone).toHaveBeenCalledOnce();
});

it("a stopping server is not ready, whatever the state of its database", async () => {
  vi.spyOn(stopping(), "aborted", "get").mockReturnValue(true);
  expect(await readWhyNotReady(() => Promise.reject(new Error("away")))).toBe("This server is stopping.");
});

it("the data folder and the database are those of the settings", () => {
  vi.stubEnv("EVENHAND_DATA", "/srv/evenhand");
  vi.stubEnv("DATABASE_URL", "");
  expect([dataFolder(), storeLocation()]).toEqual([
    "/srv/evenhand",
    { dataFolder: "/srv/evenhand", databaseUrl: undefined },
  ]);
  const databaseUrl = "postgres://somewhere/evenhand";
  vi.stubEnv("DATABASE_URL", databaseUrl);
  expect(storeLocation()).toEqual({ dataFolder: "/srv/evenhand", databaseUrl });
});

it("a secret is 32 random bytes as hex", () => {
  const [one, other] = [newSecret(), newSecret()];
  for (const secret of [one, other]) expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(one).not.toBe(other);
});
