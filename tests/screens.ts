/**
 * Takes pictures of every page, light and dark, wide and 390 px, into test-results/screens: `npm run screens`. Whoever
 * changed a page runs it and looks. `npm run screens -- --docs` also renews the few small ones of docs/screens.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { freePort } from "../scripts/lib/port.mjs";
import { plugIn } from "./e2e/passkeys.ts";
import { pagePatterns } from "./pages/addresses.ts";
import { startApp } from "./setup/running-app.ts";
import { HttpClient } from "./trials/http-client.ts";

const folder = "test-results/screens";
/** The pictures that are committed, each shown by a page of the documentation. */
const inDocs = [
  "judging-wide-light",
  "setup-rules-wide-light",
  "receipt-wide-light",
  "round-closed-wide-light",
  "watch-wide-light",
] as const;
const docsFolder = "docs/screens";
/** How much smaller than the page they are. */
const docsScale = 0.7;
const sizes = { wide: { width: 1440, height: 1000 }, narrow: { width: 390, height: 844 } } as const;

type Shot = { readonly pattern: string; readonly address: string };

const applicants = [
  "code,monthly_income,months,housing,repaid",
  ...Array.from(
    { length: 12 },
    (_, i) => `a-${i},${2400 + 350 * i},${6 + 6 * (i % 5)},${i % 3 ? "rent" : "own"},${i % 2}`,
  ),
].join("\n");

/** Signs in past the form. */
async function pageOf(browser: Browser, baseURL: string, name: string | null): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const page = await context.newPage();
  if (name === null) return page;
  if (name === "owing") await setPasskeyUp(await pageOf(browser, baseURL, "auditor5"));
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(`${name === "owing" ? "auditor5" : name}@demo.example`);
  await page.getByLabel("Password").fill("evenhand-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
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

/** A draft with a file in it, so that each step has something to show. */
async function makeDraft(page: Page): Promise<string> {
  await page.goto("/studies/new");
  await page.getByLabel("Name of the study").fill("Small loans, spring");
  await page.keyboard.press("Enter");
  await page.getByLabel("Purpose").fill("Who gets a small loan?");
  await page.getByRole("button", { name: "Go on to people" }).click();
  const buffer = Buffer.from(applicants);
  await page.getByLabel("File of people").setInputFiles({ name: "spring.csv", mimeType: "text/csv", buffer });
  await page.getByText("12 people, 5 columns").waitFor();
  await page.getByRole("button", { name: /^Show and use the/ }).click();
  await page.getByRole("button", { name: "Go on to rules" }).click();
  await page.waitForURL(/\/setup\/rules$/);
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

async function makeInvitation(page: Page): Promise<string> {
  await page.goto("/administration");
  await page.getByLabel("E-mail").fill("amina.diallo@example.org");
  await page.getByRole("button", { name: "Make a link" }).click();
  return new URL(await page.getByRole("textbox", { name: "Link" }).inputValue()).pathname;
}

/** Which page is seen by whom; the last ones once round 13 is closed. */
function tours(study: string, draft: string, invitation: string) {
  const at = (pattern: string, address = pattern): Shot => ({ pattern, address });
  const inStudy = (path: string, address = path): Shot =>
    at(`/studies/[studyId]${path}`, `/studies/${study}${address}`);
  const step = (name: string): Shot =>
    at("/studies/[studyId]/setup/[step]", `/studies/${draft}/setup/${name}`);
  const before: Record<string, Record<string, Shot>> = {
    nobody: {
      "sign-in": at("/sign-in"),
      stored: at("/stored"),
      verify: at("/verify"),
      checkpoints: at("/checkpoints/[study]", `/checkpoints/${study}`),
      invitation: at("/invitation/[token]", invitation),
    },
    admin: {
      administration: at("/administration"),
      inside: at("/administration/inside"),
      "security-log": at("/administration/security-log"),
      account: at("/account"),
    },
    operator: {
      studies: at("/"),
      "new-study": at("/studies/new"),
      "setup-purpose": step("purpose"),
      "setup-people": step("people"),
      "setup-rules": step("rules"),
      "setup-settings": step("settings"),
      "setup-rehearsal": step("rehearsal"),
      "setup-publish": step("publish"),
      study: inStudy(""),
      panel: inStudy("/panel"),
      people: inStudy("/people"),
      outcomes: inStudy("/outcomes"),
      guidelines: inStudy("/guidelines"),
      "round-open": inStudy("/rounds/[round]", "/rounds/13"),
      "round-closed": inStudy("/rounds/[round]", "/rounds/4"),
      watch: inStudy("/watch"),
      findings: inStudy("/findings"),
      explorer: inStudy("/explorer", "/explorer?rule=any(s1%2C%204)"),
      data: inStudy("/data"),
      runs: inStudy("/runs"),
      "watch-entry": inStudy("/watch/entries/[seq]", "/watch/entries/12"),
      "log-format": at("/docs/[name]", "/docs/log-format"),
      tokens: at("/account/tokens"),
      programs: at("/docs/programs"),
    },
    auditor1: {
      "my-rounds": inStudy("/judge"),
      judging: inStudy("/judge/[round]", "/judge/13"),
      "judging-against": inStudy("/judge/[round]", "/judge/13?view=against"),
      "judging-grid": inStudy("/judge/[round]", "/judge/13?view=grid"),
      review: inStudy("/judge/[round]", "/judge/13?view=review"),
      practice: inStudy("/judge/practice"),
      result: inStudy("/judge/[round]/result", "/judge/4/result"),
      receipt: inStudy("/judge/[round]/receipt", "/judge/4/receipt"),
      receipts: inStudy("/judge/receipts"),
    },
    researcher: { "study-researcher": inStudy("") },
    owing: { "second-factor": at("/sign-in/factor") },
  };
  const after: Record<string, Record<string, Shot>> = {
    operator: { "open-round": inStudy("/rounds/new"), "study-between-rounds": inStudy("") },
  };
  return { before, after };
}

async function walk(
  browser: Browser,
  baseURL: string,
  tour: Record<string, Record<string, Shot>>,
): Promise<void> {
  for (const [who, shots] of Object.entries(tour)) {
    const page = await pageOf(browser, baseURL, who === "nobody" ? null : who);
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

/** A page that only leads on has no picture. */
const leadingOn = ["/studies/[studyId]/setup"];

function requireEachPage(shots: readonly Shot[]): void {
  const missing = pagePatterns.filter(
    (pattern) => !leadingOn.includes(pattern) && !shots.some((shot) => shot.pattern === pattern),
  );
  if (missing.length > 0) throw new Error(`say in this program what to take of ${missing.join(", ")}`);
}

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
  const address = await operator.getByRole("link", { name: "Small loans (demo)" }).getAttribute("href");
  const study = address?.split("/")[2] ?? "";
  const admin = await pageOf(browser, app.url, "admin");
  const { before, after } = tours(study, await makeDraft(operator), await makeInvitation(admin));
  requireEachPage([before, after].flatMap(Object.values).flatMap((shots) => Object.values(shots)) as Shot[]);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await walk(browser, app.url, before);
  const client = new HttpClient(app.url);
  await client.signIn("operator@demo.example", "evenhand-demo");
  await client.mutate("rounds.close", { studyId: study, round: 13 });
  await walk(browser, app.url, after);
  if (process.argv.includes("--docs")) await renewDocs(browser);
} finally {
  await browser.close();
  await app.stop();
}
