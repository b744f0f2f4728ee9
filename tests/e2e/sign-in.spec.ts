import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { connectStore } from "#db/open-store.ts";
import { insertFactor } from "#db/queries/factors.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { freePort } from "../../scripts/lib/port.mjs";
import { emailOf, testAppBeside } from "../setup/app.ts";
import { changeByHand } from "../setup/change-by-hand.ts";
import { startProvider } from "../setup/provider.ts";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { publishedStudy } from "../setup/study.ts";
import { test } from "./browser-test.ts";
import { type Credential, plugIn } from "./passkeys.ts";
import { expectSound } from "./sound.ts";

/** A separate server: only an empty one offers the first administrator's link. */
let server: RunningApp;
let provider: Awaited<ReturnType<typeof startProvider>>;
const logFile = "test-results/sign-in-server.log";

/** The link is printed to the console a moment after the address. */
async function printedInvitation(): Promise<string> {
  const link = () => /\/invitation\/[\w-]{43}/.exec(readFileSync(logFile, "utf8"))?.[0] ?? "";
  await expect.poll(link).not.toBe("");
  return link();
}

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const port = await freePort();
  provider = await startProvider(`http://localhost:${port}`, {
    judge: { email: "auditor-1-loans@example.org", email_verified: true },
  });
  server = await startApp(port, { demo: false, logFile, env: provider.env });
});

test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const password = "correct horse battery";
const karin = "karin.holm@example.org";
const amina = "amina.diallo@example.org";

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  return context.newPage();
}

async function signIn(page: Page, email: string) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Karin's passkey, required since she is an administrator; one device used in several browsers. */
let key: Credential;

async function signInWithKey(page: Page) {
  await bringKeyTo(page);
  await signIn(page, karin);
  await showKey(page);
}

/** Waits for hydration: a button does not react before its script has loaded. */
async function showKey(page: Page) {
  await page.waitForURL(/\/sign-in\/factor/);
  await page.getByRole("button", { name: "Use your passkey" }).click();
}

async function bringKeyTo(page: Page) {
  // Ahead of all counters used elsewhere.
  key.signCount += 100;
  await plugIn(page, key);
}

/** Sets her last confirmation of identity to an hour ago. */
async function letConfirmationsRunOut() {
  const store = await connectStore({ dataFolder: server.data, databaseUrl: undefined });
  await changeByHand(store, "session", { set: "confirmed_at = confirmed_at - 3600000" });
  await store.close();
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: /Menu of/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
}

const studies = (page: Page) => page.getByRole("heading", { level: 1, name: "Studies" });

test("the first administrator uses the console link, which works once, and sets up a passkey", async ({
  browser,
}) => {
  const page = await newPage(browser);
  const invitation = await printedInvitation();
  await page.goto(invitation);
  await page.getByRole("button", { name: "Make my account" }).click();
  await expect(page.getByText("Use at least 15 characters.")).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expectSound(page);
  await page.getByLabel("Your name").fill("Karin Holm");
  await page.getByLabel("E-mail").fill(karin);
  // Refused by the server, and said once: at the field.
  await page.getByLabel("Password").fill("password1234567");
  await page.getByRole("button", { name: "Make my account" }).click();
  await expect(page.getByText(/^This password is made of words that many people choose/)).toHaveCount(1);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Make my account" }).click();
  await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toHaveCount(0);
  await expectSound(page);
  await page.goto("/administration");
  await expect(page, "nothing else is open before").toHaveURL(/\/sign-in\/factor\?next=%2Fadministration$/);
  const device = await plugIn(page);
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByRole("img", { name: "Picture for the camera" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Set up a passkey" }).click();
  await page.getByLabel("Name").fill("Key on my ring");
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await expect(page.getByText("Keep these recovery codes.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^(\w{4}-){3}\w{4}$/ })).toHaveCount(10);
  await expectSound(page);
  key = await device.credential();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
  await page.goto(invitation);
  await expect(page.getByRole("heading", { name: "This link has been used" })).toBeVisible();
});

test("signing out ends the session on the server, not only the cookie", async ({ browser }) => {
  const page = await newPage(browser);
  await signInWithKey(page);
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

test("a wrong password is refused, and the right one leads back to the requested page", async ({
  browser,
}) => {
  const page = await newPage(browser);
  await page.goto("/administration");
  await page.getByLabel("E-mail").fill(karin);
  await page.getByLabel("Password").fill("not the right one");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("do not belong together")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await expectSound(page);
  await bringKeyTo(page);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();

  // Server status, by keyboard, also while the server is unreachable.
  await page.getByRole("link", { name: "Open server status" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Server status" })).toBeVisible();
  await expect(page.getByText("left where the data folder is")).toBeVisible();
  await page.route("**/api/trpc/health.read**", (route) => route.abort());
  const gone = page.getByText("The server does not answer. The values below are older.");
  await expect(gone).toBeVisible();
  await expectSound(page);
  await page.unroute("**/api/trpc/health.read**");
  await expect(gone).toBeHidden();
});

test("an invited operator cannot see the administration, and is signed out when suspended", async ({
  browser,
}) => {
  const administrator = await newPage(browser);
  await signInWithKey(administrator);
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
  await operator.getByLabel("Your name").fill("Amina Diallo");
  await operator.getByLabel("Password").fill(password);
  await operator.getByRole("button", { name: "Make my account" }).click();
  await expect(studies(operator)).toBeVisible();
  const refused = await operator.goto("/administration");
  expect(refused?.status()).toBe(403);
  await expect(operator.getByText("Only an administrator can see this page")).toBeVisible();
  await expectSound(operator);

  await administrator.reload();
  await letConfirmationsRunOut();
  await administrator.getByRole("button", { name: "Suspend Amina Diallo" }).click();
  const question = administrator.getByRole("dialog", { name: "Is it you?" });
  await expect(question).toBeVisible();
  await expectSound(administrator);
  await administrator.keyboard.press("Escape");
  await expect(administrator.getByText("Confirm that it is you, then try again.")).toBeVisible();
  await administrator.getByRole("button", { name: "Suspend Amina Diallo" }).click();
  await question.getByRole("button", { name: "Use your passkey" }).click();
  await expect(administrator.getByText("Suspended", { exact: true })).toBeVisible();
  await expectSound(administrator);
  await operator.goto("/");
  await expect(operator).toHaveURL(/\/sign-in$/);
  await signIn(operator, amina);
  await expect(operator.getByText("This account is suspended")).toBeVisible();
});

test("an auditor signs in with the provider, which the operator then requires for the panel", async ({
  browser,
}) => {
  const app = await testAppBeside(
    await connectStore({ dataFolder: server.data, databaseUrl: undefined }),
    loadSecrets(server.data),
  );
  const { studyId, operatorId } = await publishedStudy(app, { name: "loans", auditors: 2, password });
  const factor = { id: app.newId(), accountId: operatorId, kind: "authenticator", name: "Phone" } as const;
  await app.store.tx((tx) => insertFactor(tx, { ...factor, secret: "lost", counter: 0, createdAt: 1 }));
  await app.close();
  const [auditor, other, administrator] = [
    await newPage(browser),
    await newPage(browser),
    await newPage(browser),
  ];
  await auditor.goto("/sign-in");
  await expectSound(auditor);
  await auditor.getByRole("button", { name: "Sign in with Campus" }).click();
  await auditor.locator("[name=login]").fill("judge");
  await auditor.locator("[name=password]").fill("x");
  await auditor.locator("[type=submit]").click();
  await expect(studies(auditor)).toBeVisible();
  await signIn(other, emailOf("auditor-2-loans"));
  await expect(studies(other)).toBeVisible();
  await other.goto(`/studies/${studyId}/judging`);
  await expect(other.getByRole("heading", { name: /^Only / })).toBeHidden();

  // The operator lost the phone that the sign-in requires.
  const operator = await newPage(browser);
  await signIn(operator, emailOf("operator-loans"));
  await expect(operator.getByRole("heading", { name: "One more step" })).toBeVisible();
  await signInWithKey(administrator);
  await expect(studies(administrator)).toBeVisible();
  await administrator.goto("/administration");
  await administrator.getByRole("button", { name: /^Remove the second factor: / }).click();
  await expectSound(administrator);
  await administrator.getByRole("button", { name: /^Yes: Remove the second factor: / }).click();
  await expect(administrator.getByRole("button", { name: /take the second factor/i })).toHaveCount(0);
  await signIn(operator, emailOf("operator-loans"));
  await expect(operator.getByText("Your second factor was removed")).toBeVisible();
  await expectSound(operator);
  await operator.getByRole("button", { name: "It was me" }).click();

  await operator.goto(`/studies/${studyId}/panel`);
  await operator.getByRole("button", { name: "Require sign-in with Campus" }).click();
  await expect(operator.getByText("Only people who signed in with Campus may judge.")).toBeVisible();
  await expectSound(operator);
  await other.reload();
  await expect(
    other.getByRole("heading", { name: /^Only auditors who signed in with Campus/ }),
  ).toBeVisible();
  await expectSound(other);
  await auditor.goto(`/studies/${studyId}/judging`);
  await expect(auditor.getByRole("heading", { name: /^Only / })).toBeHidden();
});

test("an account without any factor left regains access once by the server's command", async ({
  browser,
}) => {
  const page = await newPage(browser);
  const output = execFileSync(process.execPath, ["server/cli/reset-factor.ts", karin], {
    env: { ...process.env, EVENHAND_DATA: server.data, DATABASE_URL: "", NEXTAUTH_URL: server.url },
    encoding: "utf8",
  });
  await page.goto(/http:\S+\/invitation\/[\w-]{43}/.exec(output)?.[0] ?? "");
  await page.getByLabel("New password").fill("one more that is new");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
});

test("every page has its own content security policy, and no script without its nonce", async ({
  browser,
}) => {
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

test("the dark theme is kept from the first paint of the next page", async ({ browser }) => {
  const page = await newPage(browser);
  await page.goto("/sign-in");
  const dark = page.locator("html[data-theme=dark]");
  // A click before hydration has no effect.
  await expect(async () => {
    if (!(await dark.isVisible()))
      await page.getByRole("button", { name: "Switch between light and dark" }).click();
    await expect(dark).toBeVisible({ timeout: 500 });
  }).toPass();
  const response = await page.goto("/stored");
  expect(await response?.text()).toContain('data-theme="dark"');
});
