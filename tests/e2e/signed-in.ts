import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from "@playwright/test";
import type { Outputs } from "#server/http/outputs.ts";
import { HttpClient } from "../trials/http-client.ts";

export const demoPassword = "evenhand-demo";

/** Returns the address of an account, given its address or the name of one of the demo's. */
export const emailOf = (name: string) => (name.includes("@") ? name : `${name}@demo.example`);

/** Signs an account in without the form, in a new browser context. The form has its own tests. */
export async function signedIn(
  browser: Browser,
  baseURL: string | undefined,
  name: string,
  device: BrowserContextOptions = {},
): Promise<Page> {
  const origin = baseURL ?? "";
  const context = await browser.newContext({ ...device, baseURL: origin });
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const answer = await context.request.post("/api/auth/callback/credentials", {
    headers: { origin },
    data: { csrfToken, email: emailOf(name), password: demoPassword, json: true },
  });
  expect(answer.ok(), `sign-in of ${name}`).toBe(true);
  const page = await context.newPage();
  return device.javaScriptEnabled === false ? page : opensAlive(page);
}

/**
 * Lets `goto` wait until React has hydrated each control of the page, which marks its elements then. On a busy machine a
 * click can come earlier, and is lost.
 */
function opensAlive(page: Page): Page {
  const goto = page.goto.bind(page);
  const isAlive = () =>
    [...document.querySelectorAll("main button, main input, main select")].every((control) =>
      Object.keys(control).some((key) => key.startsWith("__reactFiber")),
    );
  page.goto = async (...address) => {
    const answer = await goto(...address);
    // A test that waits only for the first bytes checks the page before that.
    if (address[1]?.waitUntil !== "commit") await page.waitForFunction(isAlive);
    return answer;
  };
  return page;
}

/** Signs an account in, at the list of studies. */
export async function atStudies(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const page = await signedIn(browser, baseURL, name);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Studies" })).toBeVisible();
  return page;
}

/** Reads the demo study's address for this page's account: `/studies/<id>`. */
export async function demoStudy(page: Page): Promise<string> {
  const answer = await page.request.get("/api/trpc/accounts.myStudies?input=%7B%7D");
  const { studies } = (await answer.json()).result.data as Outputs["accounts"]["myStudies"];
  const demo = studies.find(({ name }) => name === "Small loans (demo)");
  if (demo === undefined) throw new Error("this account has no part in the demonstration");
  return `/studies/${demo.id}`;
}

/** Signs a demo account in without a browser, to send requests to the server. */
export async function client(baseURL: string, name: string, password = demoPassword) {
  const http = new HttpClient(baseURL);
  await http.signIn(emailOf(name), password);
  return async <Data>(path: string, input: unknown, method: "query" | "mutate" = "mutate"): Promise<Data> => {
    const answer = await http[method]<Data>(path, input);
    if ("ok" in answer) return answer.ok;
    throw new Error(`${path} as ${name}: ${JSON.stringify(answer)}`);
  };
}

/** Fills in the sign-in form of the page. */
export async function enter(page: Page, name: string): Promise<void> {
  await page.getByLabel("E-mail").fill(emailOf(name));
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Ends the session, as if it expired or was ended on another device. */
export async function loseSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /session-token/ });
}
