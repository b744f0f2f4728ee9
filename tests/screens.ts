/**
 * Takes pictures of every page, light and dark, at 1280, 768 and 360 px, into test-results/screens: `npm run screens`.
 * Run it after changing a page, and look. `npm run screens -- --docs` also renews the few small ones of docs/screens.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { freePort } from "../scripts/lib/port.mjs";
import { plugIn } from "./e2e/passkeys.ts";
import {
  makeDraft,
  makeInvitation,
  makePersonalLink,
  type Tours,
  toursBetweenRounds,
  toursWhileOpen,
} from "./pages/tours.ts";
import { startApp } from "./setup/running-app.ts";
import { HttpClient } from "./trials/http-client.ts";

const folder = "test-results/screens";
/** The pictures that are committed, each shown by a page of the documentation. */
const inDocs = [
  "judging-wide-light",
  "judging-narrow-light",
  "draft-rules-wide-light",
  "overview-wide-light",
  "receipt-wide-light",
  "round-closed-wide-light",
  "policy-wide-light",
  "data-wide-light",
] as const;
const docsFolder = "docs/screens";
/** How much smaller than the page they are. */
const docsScale = 0.7;
const sizes = {
  wide: { width: 1280, height: 900 },
  middle: { width: 768, height: 1024 },
  narrow: { width: 360, height: 800 },
} as const;

/** The demo account of a tour that is not named like one. */
const accounts: Readonly<Record<string, string>> = { drafting: "operator", owing: "auditor5" };

/** Signs in with the form, or opens a page for a visitor. */
async function pageOf(browser: Browser, baseURL: string, name: string | null): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (name === null) return page;
  if (name === "owing") await setPasskeyUp(await pageOf(browser, baseURL, "auditor5"));
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(`${accounts[name] ?? name}@demo.example`);
  await page.getByLabel("Password").fill("evenhand-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const first = name === "owing" ? "One more step" : "Studies";
  await page.getByRole("heading", { level: 1, name: first }).waitFor();
  return page;
}

/** From then on this person owes a second factor after the password. */
async function setPasskeyUp(page: Page): Promise<void> {
  await plugIn(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Set up a passkey" }).click();
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("button", { name: "Rename My passkey" }).waitFor();
  await page.context().close();
}

async function take(page: Page, name: string, address: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` });
    }
  }
  console.log(name);
}

async function walk(browser: Browser, baseURL: string, tours: Tours): Promise<void> {
  for (const [who, shots] of Object.entries(tours)) {
    const page = await pageOf(browser, baseURL, who === "visitor" ? null : who);
    for (const [name, { address }] of Object.entries(shots)) await take(page, name, address);
    await page.context().close();
  }
}

/** The committed pictures anew, from those just taken. */
async function renewDocs(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await rm(docsFolder, { recursive: true, force: true });
  await mkdir(docsFolder, { recursive: true });
  for (const name of inDocs) {
    const picture = await readFile(`${folder}/${name}.png`, "base64");
    await writeFile(`${docsFolder}/${name}.png`, await smaller(page, picture), "base64");
  }
}

/** A PNG in base64, drawn again at a smaller size. */
function smaller(page: Page, picture: string): Promise<string> {
  return page.evaluate(
    async ({ picture, scale }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(image.width * scale);
      canvas.height = Math.round(image.height * scale);
      const pen = canvas.getContext("2d");
      if (pen === null) throw new Error("this browser draws nothing");
      pen.imageSmoothingQuality = "high";
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/png").replace(/^.*,/, "");
    },
    { picture, scale: docsScale },
  );
}

await mkdir("test-results", { recursive: true });
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
  const operator = await pageOf(browser, app.url, "operator");
  const address = await operator
    .getByRole("link", { name: "Small loans (demo)", exact: true })
    .getAttribute("href");
  const study = address?.split("/")[2] ?? "";
  const admin = await pageOf(browser, app.url, "admin");
  const draft = await makeDraft(operator);
  const invitation = await makeInvitation(admin);
  const explanation = await makePersonalLink(operator, `/studies/${study}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await walk(browser, app.url, toursWhileOpen({ study, draft, invitation, explanation }));
  const client = new HttpClient(app.url);
  await client.signIn("operator@demo.example", "evenhand-demo");
  await client.mutate("rounds.close", { studyId: study, round: 13 });
  await walk(browser, app.url, toursBetweenRounds(study));
  if (process.argv.includes("--docs")) await renewDocs(browser);
} finally {
  await browser.close();
  await app.stop();
}
