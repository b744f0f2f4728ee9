/**
 * The cost of a browser's first visit to the judging page: compressed script, and the time until a verdict
 * can be given, with the processor slowed down four times. `npm run bench -- judging-page` (after a build), on localhost.
 * Targets: 200 KB and 1 s.
 */
import { mkdir } from "node:fs/promises";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { freePort } from "../scripts/lib/port.mjs";
import { demoStudy, signedIn } from "../tests/e2e/signed-in.ts";
import { startApp } from "../tests/setup/running-app.ts";

const runs = Number(process.argv[2] ?? 5);
const slowdown = 4;

await mkdir("test-results", { recursive: true });
const app = await startApp(await freePort(), { demo: true, logFile: "test-results/bench-server.log" });
const executablePath = await findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
  ],
});
try {
  const measured = [];
  for (let run = 0; run < runs; run += 1) measured.push(await firstLoad(browser, app.url));
  console.log(`First load of the judging page, ${runs} fresh browsers, processor slowed ${slowdown} times\n`);
  console.log("            script KB (compressed)   scripts   usable after ms");
  for (const [name, pick] of [
    ["median", 0.5],
    ["worst", 1],
  ] as const) {
    const at = (values: number[]) =>
      values.toSorted((a, b) => a - b)[Math.ceil(pick * values.length) - 1] ?? Number.NaN;
    const cells = [
      at(measured.map((m) => m.kilobytes)),
      at(measured.map((m) => m.scripts)),
      at(measured.map((m) => m.usable)),
    ];
    console.log(
      `${name.padEnd(10)}${cells.map((cell, i) => cell.toFixed(i === 0 ? 1 : 0).padStart([24, 10, 18][i] ?? 0)).join("")}`,
    );
  }
} finally {
  await browser.close();
  await app.stop();
}

/** Signs in, then opens the page with an empty cache. */
async function firstLoad(browser: Browser, baseURL: string) {
  const page = await signedIn(browser, baseURL, "auditor1", { viewport: { width: 1440, height: 900 } });
  const context = page.context();
  const address = `${await demoStudy(page)}/judging/13`;
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on(
    "Network.responseReceived",
    ({ requestId, type }) => type === "Script" && scripts.add(requestId),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  const began = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  // The page focuses the pair after hydration: from then on keys give verdicts.
  await page.waitForFunction(
    () =>
      document.activeElement?.getAttribute("aria-label")?.startsWith("Pair") ||
      document.activeElement?.getAttribute("aria-labelledby"),
    undefined,
    { polling: 10 },
  );
  const usable = performance.now() - began;
  // Two seconds later it fetches the rest: its first work is done by then.
  await page.waitForTimeout(1_000);
  await context.close();
  return { kilobytes: bytes / 1024, scripts: scripts.size, usable };
}
