import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { suspendAccount } from "#server/accounts/invitations/administration.ts";
import { authOptions } from "#server/http/auth/options.ts";
import { budgets } from "#server/platform/limits/budgets.ts";
import { logger } from "#server/platform/process/logger.ts";
import { addAccount, emailOf, type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { inRequest } from "#tests/setup/request.ts";
import { openBrowser } from "./browser.ts";

const engine = sqliteEngine();
const address = "http://evenhand.example";
const password = "correct horse battery";
const cookie = "next-auth.session-token";
let app: TestApp;
let logLines: string[];

beforeAll(async () => {
  logLines = captureLog();
  app = testApp(await engine.openStore());
  await addAccount(app, "ada", "member", password);
});
beforeEach(() => vi.stubEnv("NEXTAUTH_URL", address));
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.close();
  await engine.cleanUp();
});

const browser = (on = app) => openBrowser(on, address);
/** Returns the error that next-auth passes on. */
const sentence = (text: string) => new URL(JSON.parse(text).url).searchParams.get("error");

describe("signing in", () => {
  it("signs in, and signing out ends the session on the server, not only the cookie", async () => {
    const { jar, signIn, signOut, sessions } = browser();
    await signIn(" Ada@Example.org ", password, { "user-agent": "the browser of Ada" });
    expect((await sessions()).text).toContain("the browser of Ada");
    const kept = jar.get(cookie) ?? "";
    await signOut();
    expect((await sessions()).status).toBe(401);
    const again = browser();
    again.jar.set(cookie, kept);
    expect((await again.sessions()).status).toBe(401);
  });

  it("lists the session of a client without a user agent with an empty name", async () => {
    const { signIn, sessions } = browser();
    await signIn("ada@example.org", password);
    const { data } = JSON.parse((await sessions()).text).result;
    const own = data.filter(({ isThisOne }: { isThisOne: boolean }) => isThisOne);
    expect(own).toMatchObject([{ userAgent: "" }]);
  });

  it.each([
    ["a wrong password", "ada@example.org", "not the right one"],
    ["an unknown address", "nobody@example.org", password],
  ])("says the same about %s", async (_, email, word) => {
    const { jar, signIn } = browser();
    const answer = await signIn(email, word);
    expect(answer.status).toBe(401);
    expect(sentence(answer.text)).toBe("This e-mail address and password do not belong together.");
    expect(jar.has(cookie)).toBe(false);
  });

  it("names the missing field", async () => {
    expect(sentence((await browser().signIn("ada", password)).text)).toMatch(/^Enter an e-mail address/);
    expect(sentence((await browser().signIn("ada@example.org", "")).text)).toBe("Enter your password.");
  });

  it("says that an account is suspended if its password is right", async () => {
    const accountId = await addAccount(app, "ben", "member", password);
    await suspendAccount(app, await addAccount(app, "admin", "administrator"), accountId);
    const { jar, signIn } = browser();
    expect(sentence((await signIn(emailOf("ben"), password)).text)).toMatch(/^This account is suspended/);
    expect(jar.has(cookie)).toBe(false);
    expect(sentence((await signIn(emailOf("ben"), "a guess")).text)).toMatch(/do not belong together/);
  });

  it("reveals only the incident's id of an unexpected error", async () => {
    const failing = { ...app, store: { ...app.store, read: () => Promise.reject(new Error("secret")) } };
    const { text } = await browser(failing).signIn("ada@example.org", password);
    const [, incident] = /quote ([0-9a-f]{12}) to/.exec(sentence(text) ?? "") ?? [];
    expect(text).not.toContain("secret");
    expect(
      logLines.some((line) => line.includes(`"incident":"${incident}"`) && line.includes("secret")),
    ).toBe(true);
  });

  it("is rate limited by network, and says how long to wait", async () => {
    const overloaded = testApp(await engine.openStore());
    const { ask } = browser(overloaded);
    for (let count = 0; count < budgets["sign-in"].calls; count += 1) {
      expect((await ask("/api/auth/csrf")).status).toBe(200);
    }
    for (const answer of [await ask("/api/auth/csrf"), await ask("/api/auth/signout", { method: "POST" })]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(JSON.parse(answer.text).message).toMatch(/^These were too many requests .* try again\.$/);
    }
    await overloaded.close();
  });

  it("waits after many failures from one network, whatever its clients claim as their address", async () => {
    const { signIn } = browser();
    const attempt = async (index: number, peer: string) => {
      const headers = { "x-evenhand-peer": peer, "x-forwarded-for": `203.0.113.${index}` };
      return sentence((await signIn(`person-${index}@example.org`, "a guess", headers)).text);
    };
    for (let index = 0; index < 20; index += 1) {
      expect(await attempt(index, "192.0.2.7")).toMatch(/do not belong together/);
    }
    expect(await attempt(20, "192.0.2.7")).toMatch(/^Too many attempts. Wait /);
    expect(await attempt(21, "192.0.2.8")).toMatch(/do not belong together/);
  });
});

it.each([
  "https://evil.example/",
  "//evil.example/",
  "/.//evil.example",
  "/\\\\evil.example",
  "javascript:alert(1)",
])("signing in and out redirects to this server when the callback is %j", async (callbackUrl) => {
  const { post, csrfToken } = browser();
  const to = async (action: string, body: object) => {
    const answer = await post(`/api/auth/${action}`, { ...body, callbackUrl, csrfToken: await csrfToken() });
    const where = answer.headers.get("location") ?? JSON.parse(answer.text).url;
    return new URL(where, address).origin;
  };
  for (const form of [{}, { json: "true" }]) {
    expect(await to("callback/credentials", { email: "ada@example.org", password, ...form })).toBe(address);
    expect(await to("signout", form)).toBe(address);
  }
});

it("next-auth's errors and warnings are in the application log", async () => {
  const options = await inRequest(app, new Request(address), () => authOptions(() => null));
  const { level } = logger();
  logger().level = "debug";
  logLines.length = 0;
  options.logger?.error?.("ONE", new Error("why"));
  options.logger?.warn?.("TWO" as never);
  options.logger?.debug?.("THREE", {});
  logger().level = level;
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, code: "ONE", metadata: {}, msg: "next-auth" },
    { level: 40, code: "TWO", msg: "next-auth" },
    { level: 20, code: "THREE", msg: "next-auth" },
  ]);
});

describe("a request to sign in is refused", () => {
  const body = { email: "ada@example.org", password, json: "true" };

  it.each([
    ["from another site", { origin: "https://evil.example" }, 403],
    ["as a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["with more than 8 KB in it", { "content-length": String(8 * 1_024 + 1) }, 413],
  ])("%s", async (_, headers, status) => {
    const { jar, post } = browser();
    const answer = await post("/api/auth/callback/credentials", body, headers);
    expect(answer.status).toBe(status);
    expect(jar.has(cookie)).toBe(false);
  });

  it("unless it has at most 8 KB", async () => {
    const answer = await browser().signIn("ada@example.org", password, {
      "content-length": String(8 * 1_024),
    });
    expect(answer.status).toBe(200);
  });

  it("without the CSRF token of one of our pages", async () => {
    const { jar, post } = browser();
    await post("/api/auth/callback/credentials", { ...body, csrfToken: "x".repeat(64) });
    expect(jar.has(cookie)).toBe(false);
  });
});

it.each([
  ...["//evil.example", "\\\\/evil.example", "https://evil.example/x", "javascript:alert(1)"],
  ...["/%", " ", "http://"],
])("the callback %j redirects to this server and is no error", async (callbackUrl) => {
  const { ask, post } = browser();
  const { csrfToken } = JSON.parse((await ask("/api/auth/csrf")).text) as { csrfToken: string };
  const encoded = encodeURIComponent(callbackUrl);
  for (const path of ["/api/auth/signout", `/api/auth/signout?callbackUrl=${encoded}`]) {
    const { status, text } = await post(path, { csrfToken, callbackUrl, json: "true" });
    expect([status, new URL(JSON.parse(text).url).origin]).toEqual([200, address]);
  }
});

it.each([
  "GET session",
  "GET signin",
  "GET signout",
  "GET providers",
  "GET error",
  "GET verify-request",
  "GET callback/credentials",
  "GET csrf/more",
  "POST session",
  "POST csrf",
  "POST signin",
  "POST signin/credentials",
  "POST callback/email",
  "POST _log",
])("%s of next-auth is not served", async (action) => {
  const [method, path] = action.split(" ");
  const { ask, post } = browser();
  const url = `/api/auth/${path}`;
  const answer = method === "GET" ? await ask(url) : await post(url, {});
  expect([answer.status, answer.text]).toEqual([404, ""]);
});
