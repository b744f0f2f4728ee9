/**
 * Takes pictures of the demo's pages, light and dark, wide and 390 px. `npm run screens -- [FOLDER]`, after a build. Whoever
 * changed a page runs it and looks.
 */
import { mkdir } from "node:fs/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { freePort } from "../scripts/lib/port.mjs";
import { startApp } from "./setup/running-app.ts";

const folder = process.argv[2] ?? "test-results/screens";
const sizes = { wide: { width: 1440, height: 1000 }, narrow: { width: 390, height: 844 } } as const;

/** Who looks at which pages; `STUDY` is the demo's study. */
const tours: Record<string, Record<string, string>> = {
  nobody: { "sign-in": "/sign-in" },
  admin: { administration: "/administration", account: "/account" },
  operator: {
    studies: "/",
    study: "/studies/STUDY",
    "round-open": "/studies/STUDY/rounds/9",
    "round-closed": "/studies/STUDY/rounds/3",
    panel: "/studies/STUDY/panel",
    outcomes: "/studies/STUDY/outcomes",
    people: "/studies/STUDY/people",
    guidelines: "/studies/STUDY/guidelines",
    "open-round": "/studies/STUDY/rounds/new",
    "new-study": "/studies/new",
    watch: "/studies/STUDY/watch",
  },
  auditor1: {
    "my-rounds": "/studies/STUDY/judge",
    judging: "/studies/STUDY/judge/9",
    review: "/studies/STUDY/judge/9?view=review",
    result: "/studies/STUDY/judge/3/result",
  },
  researcher: { "study-researcher": "/studies/STUDY" },
};

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(`${name}@demo.example`);
  await page.getByLabel("Password").fill("evenhand-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Studies" }).waitFor();
}

async function studyOf(page: Page): Promise<string> {
  const address = await page.getByRole("link", { name: "Small loans (demo)" }).getAttribute("href");
  return address?.split("/")[2] ?? "";
}

async function tour(
  browser: Browser,
  baseURL: string,
  who: string,
  pages: Record<string, string>,
): Promise<void> {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (who !== "nobody") await signIn(page, who);
  const study = who === "nobody" || who === "admin" ? "" : await studyOf(page);
  for (const [name, path] of Object.entries(pages)) {
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(path.replace("STUDY", study));
        await page.waitForLoadState("networkidle");
        await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` });
      }
    }
    console.log(name);
  }
  await context.close();
}

await mkdir(folder, { recursive: true });
const app = await startApp(await freePort(), { demo: true, logFile: "test-results/screens-server.log" });
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
  for (const [who, pages] of Object.entries(tours)) await tour(browser, app.url, who, pages);
} finally {
  await browser.close();
  await app.stop();
}
