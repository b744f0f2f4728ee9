import { mkdir } from "node:fs/promises";
import { startApp } from "./running-app.ts";

/** The server all browser tests share, with the demonstration in it; its output is in test-results/server.log. */
export default async function startDemoServer(): Promise<() => Promise<void>> {
  await mkdir("test-results", { recursive: true });
  const app = await startApp(Number(process.env.EVENHAND_E2E_PORT), {
    demo: true,
    logFile: "test-results/server.log",
  });
  return app.stop;
}
