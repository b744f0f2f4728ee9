import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { test } from "./browser-test.ts";
import { ask, savedVerdicts } from "./judging-steps.ts";
import { demoData } from "./shared.ts";
import { client, demoStudy, signedIn } from "./signed-in.ts";
import { expectNoSidewaysScroll, expectSound } from "./sound.ts";

/** A separate server: this file changes the languages of accounts and seals in the demo's open round. */
let server: RunningApp;

// In order in one worker, which has one server; a failure does not skip the others.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  server = await startApp(await freePort(), {
    demo: true,
    data: await demoData(),
    logFile: "test-results/languages-server.log",
  });
});

test.afterAll(() => server.stop());

/** Opens the demo's open round for an account with a language. */
async function judgingIn(
  browser: Browser,
  name: string,
  language: "de" | "es",
  device: BrowserContextOptions = {},
): Promise<Page> {
  const call = await client(server.url, name);
  await call("accounts.changeLanguage", { language });
  const page = await signedIn(browser, server.url, name, device);
  await page.goto(`${await demoStudy(page)}/judging/13`);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator("section:focus")).toHaveCount(1);
  return page;
}

const placeOf = async (page: Page) => {
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const [, place, count] = /(\d+) (?:von|de) (\d+)$/.exec(title ?? "") ?? [];
  return { place: Number(place), count: Number(count) };
};

test("concurrent requests are each answered in their language", async () => {
  const texts = { en: "Skip to the content", de: "Zum Inhalt springen", es: "Saltar al contenido" };
  const languages = Object.keys(texts) as (keyof typeof texts)[];
  const wanted = Array.from({ length: 9 }, (_, index) => languages[index % 3] ?? "en");
  for (let wave = 0; wave < 5; wave += 1) {
    const answers = await Promise.all(
      wanted.map(async (language) => {
        const headers = { "accept-language": `${language};q=0.8, fr` };
        const html = await (await fetch(`${server.url}/sign-in`, { headers })).text();
        return [/<html lang="(\w+)"/.exec(html)?.[1], languages.filter((one) => html.includes(texts[one]))];
      }),
    );
    expect(answers).toEqual(wanted.map((language) => [language, [language]]));
  }
});

test("a round is judged in German by touch on a phone, and sealed", async ({ browser }) => {
  const device = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await judgingIn(browser, "auditor1", "de", device);
  await expect(page.getByRole("heading", { level: 1, name: /^Paar 1 von \d+$/ })).toBeVisible();
  const { count } = await placeOf(page);
  const names = ["Unfair", "Akzeptabel", "Unsicher"];
  for (let place = 1; place <= count; place += 1) {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Paar ${place} von ${count}`);
    // Two quick taps on one place count as one, so each tap is next to the previous one.
    const position = { x: place % 2 === 0 ? 15 : 85, y: 20 };
    await page.getByRole("button", { name: names[place % 3] ?? "", exact: true }).tap({ position });
  }
  await expect(page.getByText("1 Paar noch")).toHaveCount(0);
  await page.getByRole("button", { name: "Durchsehen", exact: true }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Vor dem Versiegeln durchsehen" })).toBeVisible();
  await expectSound(page);
  await page.setViewportSize(device.viewport);
  await page.getByRole("button", { name: "Urteile versiegeln" }).tap();
  await page.waitForURL(/\/receipts\/13$/);
  const [, studyId] = /studies\/([^/]+)/.exec(page.url()) ?? [];
  type Answer = { sealed: { verdicts: unknown[] } | null };
  const { sealed } = await ask<Answer>(page, "rounds.judging", { studyId, round: 13 }, "query");
  expect(sealed?.verdicts).toHaveLength(count);
});

test("a round is judged in Spanish only by keyboard", async ({ browser }) => {
  const page = await judgingIn(browser, "auditor2", "es");
  const { count } = await placeOf(page);
  const said = page.locator("p[role=status].sr-only");
  await page.keyboard.press("f");
  await expect(said).toContainText(
    /^Objetado como injusto\. Persona\s\d+ por delante de Persona\s\d+\. 1 objeción/,
  );
  for (let left = count - 1; left > 0; left -= 1) await page.keyboard.press(["a", "u"][left % 2] ?? "a");
  await expect(said).toContainText(/todos los pares mirados|toda la lista prioritaria mirada/);
  await expect.poll(async () => (await savedVerdicts(page)).length).toBe(count);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Revisión antes de sellar" })).toBeFocused();
  await expectSound(page);
  const seal = page.getByRole("button", { name: "Sellar mis veredictos" });
  for (let presses = 0; presses < 80; presses += 1) {
    if (await seal.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/receipts\/13$/);
});

test("a decimal is typed with a comma in German", async ({ browser }) => {
  const call = await client(server.url, "researcher");
  await call("accounts.changeLanguage", { language: "de" });
  const page = await signedIn(browser, server.url, "researcher");
  await page.goto(`${await demoStudy(page)}/results/what-if`);
  const limit = page.getByLabel("Kleinster Unterschied, der beurteilt wird, in Punkten");
  // Text typed before hydration keeps its comma.
  await expect(async () => {
    await limit.fill("");
    await limit.pressSequentially("31,5");
    await expect(limit).toHaveValue("31.5", { timeout: 1_000 });
  }).toPass();
  await expect(limit).not.toHaveAttribute("aria-invalid");
  // A comma typed in the middle leaves the caret after it, and can be undone.
  await limit.fill("315");
  await limit.press("ArrowLeft");
  await limit.pressSequentially(",2");
  await expect(limit).toHaveValue("31.25");
  await limit.press("ControlOrMeta+z");
  await expect(limit).toHaveValue("315");
});

test("an account chooses its language, and its pages follow at once", async ({ browser }) => {
  const page = await signedIn(browser, server.url, "auditor3", { locale: "de-DE" });
  await page.goto("/account");
  // The study's language comes before the browser's.
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByLabel("Language").selectOption("Español");
  await page.getByRole("button", { name: "Save language" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByRole("button", { name: "Guardar idioma" })).toBeVisible();
  const languages = await page
    .locator("head script[src]")
    .evaluateAll((scripts: HTMLScriptElement[]) =>
      scripts.flatMap(({ src }) => /\.(en|de|es)\.js$/.exec(src)?.[1] ?? []),
    );
  expect([...new Set(languages)]).toEqual(["es"]);
  await page.goto("/nothing/here");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No hay nada en esta dirección");
  await expect(page).toHaveTitle("No encontrado · Evenhand");
});

for (const [language, results] of [
  ["de", "policy"],
  ["es", "distances"],
] as const) {
  test(`no label of a chart of ${results} is cut in ${language} on a phone`, async ({ browser }) => {
    const call = await client(server.url, "researcher");
    await call("accounts.changeLanguage", { language });
    const viewport = { width: 360, height: 800 };
    const page = await signedIn(browser, server.url, "researcher", { viewport });
    await page.goto(`${await demoStudy(page)}/results/${results}`);
    await expect(page.locator("main details").first()).toBeAttached();
    await page.locator("main details").evaluateAll((folds: HTMLDetailsElement[]) => {
      for (const fold of folds) fold.open = true;
    });
    await expect(page.locator("[role=img] svg text").first()).toBeVisible();
    const cut = await page.locator("[role=img] svg text").evaluateAll((texts) =>
      texts.flatMap((text) => {
        const { right } = text.getBoundingClientRect();
        const edge = text.closest("[role=img]")?.getBoundingClientRect().right ?? 0;
        return right > edge || text.textContent.includes("…") ? [text.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
    expect(await widthDrawnBeforePaint(page)).toBe(200);
  });
}

/** Makes the first chart's container 200 px wide. Returns the chart's width at the next paint. */
function widthDrawnBeforePaint(page: Page): Promise<number> {
  return page
    .locator("[role=img]:has(svg)")
    .first()
    .evaluate(
      (place: HTMLElement) =>
        new Promise<number>((resolve) => {
          // Its first call comes at once. The chart's observer is older, so it is called before this one.
          const observer = new ResizeObserver(([entry]) => {
            if (entry?.contentRect.width === 200)
              resolve(Number(place.querySelector("svg")?.getAttribute("width")));
            else requestAnimationFrame(() => place.style.setProperty("width", "200px"));
          });
          observer.observe(place);
        }),
    );
}

/**
 * Texts on a page that are not in brackets, as messages are in a pseudo-locale. Words of the study itself, such as
 * names of fields, are not counted.
 */
async function untranslated(page: Page): Promise<string[]> {
  const [, studyId, round] = /studies\/([^/]+)\/judging\/(\d+)/.exec(page.url()) ?? [];
  const study = await ask<object>(page, "rounds.judging", { studyId, round: Number(round) }, "query");
  const known = `Evenhand ${JSON.stringify(study)}`.toLowerCase();
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // Keys, times, and the account's own name.
      const isOther = node.parentElement?.closest(
        "script, noscript, style, kbd, time, [popovertarget], [popover] p",
      );
      if (!isOther) found.push((node.textContent ?? "").trim());
    }
    return found;
  });
  const words = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return texts.filter((text) => !/^\[.*\]/s.test(text) && words(text).some((word) => !known.includes(word)));
}

test("no text of the judging page is untranslated or breaks the layout in en-XA", async ({ browser }) => {
  const page = await signedIn(browser, server.url, "auditor3", { locale: "en-XA" });
  const address = `${await demoStudy(page)}/judging/13`;
  for (const view of ["queue", "against", "grid", "review"]) {
    await page.goto(`${address}?view=${view}`);
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\[/);
    for (const width of [360, 1280]) await expectNoSidewaysScroll(page, width);
    expect(await untranslated(page), view).toEqual([]);
  }
});
