import { readFileSync } from "node:fs";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { expectSound } from "./judging-steps.ts";

/** A server of its own: only an empty one offers the first administrator's link. */
let server: RunningApp;
const logFile = "test-results/sign-in-server.log";

/** The link stands on the console a moment after the address. */
async function printedInvitation(): Promise<string> {
  const link = () => /\/invitation\/[\w-]{43}/.exec(readFileSync(logFile, "utf8"))?.[0] ?? "";
  await expect.poll(link).not.toBe("");
  return link();
}

test.describe.configure({ mode: "serial", timeout: 120_000 });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startApp(await freePort(), { demo: false, logFile });
});

test.afterAll(() => server.stop());

const password = "correct horse battery";
const karin = "karin.holm@example.org";
const amina = "amina.diallo@example.org";

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  return context.newPage();
}

async function signIn(page: Page, email: string, word = password) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(word);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: /Menu of/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
}

const studies = (page: Page) => page.getByRole("heading", { level: 1, name: "Studies" });

test("the first administrator comes in by the link on the console, which works once", async ({ browser }) => {
  const page = await newPage(browser);
  const invitation = await printedInvitation();
  await page.goto(invitation);
  await page.getByRole("button", { name: "Make my account" }).click();
  await expect(page.getByText("Use at least 15 characters.")).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expectSound(page);
  await page.getByLabel("Your name").fill("Karin Holm");
  await page.getByLabel("E-mail").fill(karin);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Make my account" }).click();
  await expect(studies(page)).toBeVisible();
  await page.goto(invitation);
  await expect(page.getByRole("heading", { name: "This link has been used" })).toBeVisible();
});

test("signing out ends the session on the server, not only the cookie", async ({ browser }) => {
  const page = await newPage(browser);
  await signIn(page, karin);
  await expect(studies(page)).toBeVisible();
  const cookies = await page.context().cookies();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /Menu of/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You are still signed in." })).toBeVisible();
  await page.context().setOffline(false);
  await page.keyboard.press("Escape");
  await signOut(page);
  await page.context().addCookies(cookies);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
});

test("a wrong password is refused, the right one leads back to where one wanted to go", async ({
  browser,
}) => {
  const page = await newPage(browser);
  await page.goto("/administration");
  await page.getByLabel("E-mail").fill(karin);
  await page.getByLabel("Password").fill("not the right one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("do not belong together")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
});

test("an operator is invited, cannot see the administration, and is out at once when suspended", async ({
  browser,
}) => {
  const administrator = await newPage(browser);
  await signIn(administrator, karin);
  await administrator.getByRole("link", { name: "Administration" }).click();
  await administrator.getByLabel("E-mail").fill(amina);
  await administrator.getByRole("button", { name: "Make a link" }).click();
  const madeLink = administrator.getByRole("textbox", { name: "Link" });
  const link = await madeLink.inputValue();
  await administrator.getByLabel("E-mail").fill("second@example.org");
  await administrator.getByRole("button", { name: "Make a link" }).click();
  await expect(administrator.getByText("Send this link to second@example.org.")).toBeVisible();
  await expect(madeLink).not.toHaveValue(link);
  await expect(administrator.getByLabel("E-mail"), "one form, and it is empty").toHaveValue("");

  const operator = await newPage(browser);
  await operator.goto(link);
  await expectSound(operator);
  await operator.getByLabel("Your name").fill("Amina Diallo");
  await operator.getByLabel("Password").fill(password);
  await operator.getByRole("button", { name: "Make my account" }).click();
  await expect(studies(operator)).toBeVisible();
  const refused = await operator.goto("/administration");
  expect(refused?.status()).toBe(403);
  await expect(operator.getByText("Only an administrator can see this page")).toBeVisible();
  await expectSound(operator);

  await administrator.reload();
  await administrator.getByRole("button", { name: "Suspend Amina Diallo" }).click();
  await expect(administrator.getByText("Suspended", { exact: true })).toBeVisible();
  await expectSound(administrator);
  await operator.goto("/");
  await expect(operator).toHaveURL(/\/sign-in$/);
  await signIn(operator, amina);
  await expect(operator.getByText("This account is suspended")).toBeVisible();
});

test("changing the password signs every other browser out", async ({ browser }) => {
  const [here, elsewhere] = [await newPage(browser), await newPage(browser)];
  for (const page of [here, elsewhere]) {
    await signIn(page, karin);
    await expect(studies(page)).toBeVisible();
  }
  await here.goto("/account");
  await expectSound(here);
  await here.getByLabel("Present password").fill(password);
  await here.getByLabel("New password").fill("an entirely new one");
  await here.getByRole("button", { name: "Change the password" }).click();
  await expect(here.getByText("The password is changed.")).toBeVisible();
  await elsewhere.goto("/account");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
});

test("every page carries a policy of its own, and no script without its nonce", async ({ browser }) => {
  const page = await newPage(browser);
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const nonces: string[] = [];
  for (const path of ["/sign-in", "/stored", "/sign-in"]) {
    const response = await page.goto(path);
    const headers = response?.headers() ?? {};
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toContain("no-store");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "";
    nonces.push(nonce);
    const html = (await response?.text()) ?? "";
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
  }
  expect(new Set(nonces).size).toBe(3);
  expect(complaints).toEqual([]);
});

test("a choice of dark stays, from the first paint of the next page", async ({ browser }) => {
  const page = await newPage(browser);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  const response = await page.goto("/stored");
  expect(await response?.text()).toContain('data-theme="dark"');
});
