import { type Browser, expect, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { databaseFile } from "#db/data-folder.ts";
import { freePort } from "../../scripts/lib/port.mjs";
import { makeDraft, type Tours, toursWhileOpen } from "../pages/tours.ts";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { test } from "./browser-test.ts";
import { demoData } from "./shared.ts";
import { client, demoStudy, signedIn } from "./signed-in.ts";
import { expectNoSidewaysScroll, expectStill, violations } from "./sound.ts";
import { watchRequests } from "./watch-requests.ts";

/** A separate server: this file changes the languages of accounts. */
let server: RunningApp;
let tours: Tours;

test.describe.configure({ mode: "default" });

test.beforeAll(async ({ browser }) => {
  server = await startApp(await freePort(), {
    demo: true,
    data: await demoData(),
    logFile: "test-results/every-language-server.log",
  });
  const page = await signedIn(browser, server.url, "operator");
  const study = (await demoStudy(page)).replace("/studies/", "");
  const {
    visitor,
    owing: _,
    ...others
  } = toursWhileOpen({ study, draft: await makeDraft(page), invitation: "", explanation: "" });
  // Documents are in English, and their links are tested in another file.
  const { "sign-in": signIn, stored, verify } = visitor;
  tours = { visitor: { "sign-in": signIn, stored, verify }, ...others };
});

test.afterAll(() => server.stop());

/** Opens a page of the demo for one of its accounts; "drafting" is the operator with a draft. */
async function pageOf(browser: Browser, name: string, locale: string): Promise<Page> {
  if (name !== "visitor") return signedIn(browser, server.url, accountOf(name), { locale });
  return (await browser.newContext({ locale, baseURL: server.url })).newPage();
}

const accountOf = (name: string) => (name === "drafting" ? "operator" : name);

/** Formats and files of downloads, and units. */
const names = `Evenhand Parquet Croissant Vowpal Wabbit Open Bandit Pipeline ms KB MB GB
  rounds pairs distances draws outcomes updates features decisions.vw bandit-feedback.npz dictionary.csv datasheet.md manifest.json`;

/** The words and the digits of a fingerprint, and the initials of a name. */
const notInCatalogues = /^(\p{Ll}+ ){5}\p{Ll}+$|^[0-9a-f]{8}( [0-9a-f]{8})+$|^\p{Lu}{1,3}$/iu;

/** Texts of users and of the record, which no catalogue translates. */
function wordsOfUsers(): Set<string> {
  const database = new Database(databaseFile(server.data), { readonly: true });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .pluck()
    .all() as string[];
  const rows = tables.flatMap((table) => database.prepare(`select * from "${table}"`).all() as object[]);
  database.close();
  const texts = rows.flatMap((row) => Object.values(row).filter((value) => typeof value === "string"));
  return new Set(wordsIn(`${names} ${texts.join(" ")}`));
}

const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/** Returns the visible texts and the labels of a page that are outside the brackets of a pseudo-locale. */
function textsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const foreign = "script, style, noscript, code, kbd, pre, textarea, time, svg, body [lang]";
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element?.closest(foreign)) continue;
      if (!(node instanceof Element)) found.push((node.textContent ?? "").trim());
      else
        for (const name of ["aria-label", "title", "placeholder", "alt"])
          found.push(node.getAttribute(name) ?? "");
    }
    return found.filter((text) => !/\[.*\]/s.test(text));
  });
}

/** Opens each page of a tour and waits for its requests. */
async function visit(
  page: Page,
  tour: Tours[string],
  look: (name: string) => Promise<void>,
  width = 1280,
): Promise<void> {
  const settled = watchRequests(page);
  for (const [name, { address }] of Object.entries(tour)) {
    await test.step(name, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await settled();
      await look(name);
    });
  }
}

const readers = ["visitor", "admin", "operator", "drafting", "auditor1", "researcher", "observer"];

test("no page has untranslated text or scrolls sideways with 40 % longer text, in both directions", async ({
  browser,
}) => {
  const known = wordsOfUsers();
  for (const who of readers) {
    const page = await pageOf(browser, who, "ar-XB");
    await visit(page, tours[who] ?? {}, async (name) => {
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      for (const width of [1280, 768, 360]) await expectNoSidewaysScroll(page, width);
      // en-XA has the same texts, and only style sheets read the direction, so one load shows both.
      await page.evaluate(() => document.documentElement.setAttribute("dir", "ltr"));
      for (const width of [360, 768, 1280]) await expectNoSidewaysScroll(page, width);
      const texts = (await textsOutside(page)).filter((text) => !notInCatalogues.test(text));
      const unknown = texts.filter((text) => wordsIn(text).some((word) => !known.has(word)));
      expect.soft(unknown, name).toEqual([]);
    });
    await page.context().close();
  }
});

/** Every other page in German, the others in Spanish: translations differ only in length here. */
for (const [turn, language, width] of [
  [0, "de", 1280],
  [1, "es", 360],
] as const) {
  test(`axe finds no problem on pages in ${language} at ${width} px, without layout shift`, async ({
    browser,
  }) => {
    for (const who of readers) {
      const pages = Object.entries(tours[who] ?? {}).filter((_, at) => at % 2 === turn);
      if (who !== "visitor") {
        const call = await client(server.url, accountOf(who));
        await call("accounts.changeLanguage", { language });
      }
      const page = await pageOf(browser, who, language);
      const look = async (name: string) => {
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expectStill(page);
        expect.soft(await violations(page, "language"), `axe on ${name}`).toEqual([]);
      };
      await visit(page, Object.fromEntries(pages), look, width);
      await page.context().close();
    }
  });
}
