import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, isBuilt } from "../../scripts/lib/build.mjs";
import { prepare, seedDemo } from "../../scripts/lib/prepare.mjs";
import { startApp } from "./running-app.ts";

/** The server all browser tests share, with the demonstration in it; its output is in test-results/server.log. */
export default async function startDemoServer(): Promise<() => Promise<void>> {
  await mkdir("test-results", { recursive: true });
  if (!isBuilt()) await build();
  const demo = await seedOnce();
  const app = await startApp(Number(process.env.EVENHAND_E2E_PORT), {
    demo: true,
    logFile: "test-results/server.log",
  });
  return async () => {
    await app.stop();
    await rm(demo, { recursive: true, force: true });
  };
}

/** The demonstration is played once; every server that is to have it begins with a copy. */
async function seedOnce(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "evenhand-demo-"));
  const env = { ...process.env, EVENHAND_DATA: folder, DATABASE_URL: "" };
  await prepare(env);
  await seedDemo(env);
  process.env.EVENHAND_E2E_DEMO = folder;
  return folder;
}
