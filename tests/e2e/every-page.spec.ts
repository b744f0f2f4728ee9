import { type Browser, expect, type Page } from "@playwright/test";
import { v7 } from "uuid";
import { connectStore } from "#db/open-store.ts";
import { insertFactor } from "#db/queries/factors.ts";
import {
  makeDraft,
  makeInvitation,
  makePersonalLink,
  type Tours,
  toursBetweenRounds,
  toursWhileOpen,
} from "../pages/tours.ts";
import { emailOf, insertPerson } from "../setup/app.ts";
import { test } from "./browser-test.ts";
import { demoServer, studiesServer } from "./shared.ts";
import { demoPassword, demoStudy, signedIn } from "./signed-in.ts";
import { expectSoundEverywhere, expectStill } from "./sound.ts";
import { watchRequests } from "./watch-requests.ts";

/** Checks each page once, at all widths and in both themes. States that need more than an address are in other files. */
async function walk(page: Page, tour: Tours[string]): Promise<void> {
  const settled = watchRequests(page);
  for (const [name, { address }] of Object.entries(tour)) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      const answer = await page.goto(address);
      expect(answer?.status(), address).toBe(200);
      await settled();
      expect(new URL(page.url()).pathname, "no redirect").toBe(address.replace(/\?.*/, ""));
      await expectStill(page);
      await expectSoundEverywhere(page);
    });
  }
}

type Open = ReturnType<typeof toursWhileOpen>;

async function walkDemo(
  page: Page,
  study: string,
  who: keyof Open,
  made: { draft?: string; invitation?: string; explanation?: string },
) {
  const places = {
    study: study.replace("/studies/", ""),
    draft: "",
    invitation: "",
    explanation: "",
    ...made,
  };
  await walk(page, toursWhileOpen(places)[who]);
}

for (const who of ["admin", "operator", "auditor1", "researcher", "observer"] as const) {
  test(`axe finds no problem on the pages of ${who}`, async ({ browser, demoUrl }) => {
    const page = await signedIn(browser, demoUrl, who);
    const study = await demoStudy(await signedIn(browser, demoUrl, "operator"));
    await walkDemo(page, study, who, {});
  });
}

test("axe finds no problem on the steps of a new study", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await walkDemo(page, await demoStudy(page), "drafting", { draft: await makeDraft(page) });
});

test("axe finds no problem on the pages of a visitor", async ({ browser, demoUrl }) => {
  const operator = await signedIn(browser, demoUrl, "operator");
  const study = await demoStudy(operator);
  const explanation = await makePersonalLink(operator, study);
  const invitation = await makeInvitation(await signedIn(browser, demoUrl, "admin"));
  const page = await (await browser.newContext({ baseURL: demoUrl })).newPage();
  await walkDemo(page, study, "visitor", { invitation, explanation });
});

test("axe finds no problem on the page that requires a second factor", async ({ browser }) => {
  const { url, data } = await demoServer();
  await walkDemo(await owing(browser, url, data), "", "owing", {});
});

test("axe finds no problem between two rounds", async ({ browser }) => {
  const { url, studies } = await studiesServer();
  const page = await signedIn(browser, url, "operator");
  await walk(page, toursBetweenRounds(studies.betweenRounds).operator);
});

/** Signs in a new account that has a second factor, before it is entered. */
async function owing(browser: Browser, url: string, data: string): Promise<Page> {
  const store = await connectStore({ dataFolder: data, databaseUrl: undefined });
  const app = { store, newId: v7, now: Date.now };
  const person = { email: emailOf("owing"), displayName: "Ola Owing", platformRole: "member" } as const;
  const accountId = await insertPerson(app, person, demoPassword);
  const factor = { id: v7(), accountId, kind: "authenticator", name: "Phone" } as const;
  await store.tx((tx) => insertFactor(tx, { ...factor, secret: "lost", counter: 0, createdAt: 1 }));
  await store.close();
  return signedIn(browser, url, emailOf("owing"));
}
