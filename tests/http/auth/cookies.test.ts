import { decode, type JWT } from "next-auth/jwt";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sessionCookieName, cookieIn as valueIn } from "#server/http/auth/cookie.ts";
import { sessionCookie } from "#server/http/auth/set-cookie.ts";
import { addAccount, emailOf } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { cookieIn, openBrowser, type SetCookie } from "./browser.ts";

const password = "correct horse battery";
const app = await sqliteApp();

captureLog();
await addAccount(app, "ada", "member", password);
afterEach(() => vi.unstubAllEnvs());

const day = 24 * 60 * 60 * 1_000;
const plain = (attributes: readonly string[]) =>
  attributes.filter((attribute) => !attribute.startsWith("expires=")).sort();

describe.each([
  [
    "https",
    "https://evenhand.example",
    {
      csrf: "__Host-next-auth.csrf-token",
      session: "__Host-next-auth.session-token",
      callback: "__Host-next-auth.callback-url",
      device: "__Host-evenhand-device",
      flags: ["httponly", "path=/", "samesite=lax", "secure"],
    },
  ],
  [
    "http",
    "http://localhost:3000",
    {
      csrf: "next-auth.csrf-token",
      session: "next-auth.session-token",
      callback: "next-auth.callback-url",
      device: "evenhand-device",
      flags: ["httponly", "path=/", "samesite=lax"],
    },
  ],
])("on %s", (_, address, { csrf, session, callback, device, flags }) => {
  async function signedIn() {
    vi.stubEnv("NEXTAUTH_URL", address);
    const browser = openBrowser(app, address);
    const answer = await browser.signIn(emailOf("ada"), password);
    return { browser, answer };
  }

  it("cookies have the strictest name prefix that browsers enforce there, and are HttpOnly", async () => {
    const { browser, answer } = await signedIn();
    expect(answer.status).toBe(200);
    expect([...browser.jar.keys()].sort()).toEqual([csrf, callback, session, device].sort());
    expect(sessionCookieName()).toBe(session);
    const first = (await openBrowser(app, address).ask("/api/auth/csrf")).cookies;
    for (const cookie of [...answer.cookies, ...first]) expect(plain(cookie.attributes)).toEqual(flags);
    expect(first.map(({ name }) => name)).toContain(csrf);
  });

  it("the session's cookie expires with the session after twelve hours, the device's after a year", async () => {
    // A cookie's expiry is rounded to a second.
    const before = Date.now() - 1_000;
    const { answer } = await signedIn();
    const after = Date.now() + 1_000;
    const found = answer.cookies.find(({ name }) => name === session);
    const known = answer.cookies.find(({ name }) => name === device);
    for (const [cookie, days] of [
      [found, 0.5],
      [known, 365],
    ] as const) {
      expect(expiryOf(cookie) - days * day).toBeGreaterThanOrEqual(before);
      expect(expiryOf(cookie) - days * day).toBeLessThanOrEqual(after);
    }
    expect(known?.value).toMatch(/^[\w-]{43}$/);
  });

  it("the session's cookie holds an opaque id and no data about the account", async () => {
    const { browser } = await signedIn();
    const token = browser.jar.get(session) ?? "";
    const payload = await decode({ token, secret: app.secrets.sessionSecret });
    expect(Object.keys(payload ?? {}).sort()).toEqual(["exp", "iat", "jti", "sessionId"]);
    expect(payload?.sessionId).toMatch(/^[\w-]{43}$/);
  });

  it("a session with a new id sets the same cookie", async () => {
    const { browser, answer } = await signedIn();
    const { sessionId } = (await decode({
      token: browser.jar.get(session) ?? "",
      secret: app.secrets.sessionSecret,
    })) as { sessionId: string };
    const given = cookieIn(await sessionCookie(app, sessionId));
    const first = answer.cookies.find(({ name }) => name === session);
    expect([given.name, plain(given.attributes)]).toEqual([session, plain(first?.attributes ?? [])]);
    expect(Math.abs(expiryOf(given) - expiryOf(first))).toBeLessThan(10_000);
    const payload = await decode({ token: given.value, secret: app.secrets.sessionSecret });
    expect(lifeOf(payload)).toBeCloseTo(day / 2 / 1_000, -1);
    browser.jar.set(session, given.value);
    expect((await browser.sessions()).status).toBe(200);
  });

  it("the device's cookie lets its holder sign in despite wrong passwords tried by others", async () => {
    const { browser } = await signedIn();
    const peer = { "x-evenhand-peer": "192.0.2.7" };
    const other = openBrowser(app, address);
    for (let time = 0; time < 6; time += 1) await other.signIn(emailOf("ada"), "a guess", peer);
    expect((await other.signIn(emailOf("ada"), password, peer)).text).toContain("Too%20many%20attempts");
    expect((await browser.signIn(emailOf("ada"), password, peer)).status).toBe(200);
  });

  it("signing out deletes the cookie", async () => {
    const { browser } = await signedIn();
    const { cookies } = await browser.signOut();
    const found = cookies.find(({ name }) => name === session);
    expect(found?.value).toBe("");
    expect(plain(found?.attributes ?? [])).toEqual([...flags, "max-age=0"].sort());
  });
});

it.each([
  ["b=2; a=1", "a", "1"],
  ["aa=3; a=1; a=2", "a", "1"],
  ["b=a=1", "a", undefined],
  ["a=x=y", "a", "x=y"],
  ["a=", "a", ""],
  [undefined, "a", undefined],
])("in the header %j the cookie %s has the value %j", (header, name, value) => {
  expect(valueIn(header, name)).toBe(value);
});

it("cookies have no name prefix without a public address", () => {
  vi.stubEnv("NEXTAUTH_URL", undefined);
  expect(sessionCookieName()).toBe("next-auth.session-token");
});

/** Returns a token's remaining lifetime in seconds. */
function lifeOf(payload: JWT | null): number {
  return Number(payload?.exp) - Number(payload?.iat);
}

function expiryOf(cookie: SetCookie | undefined): number {
  const found = cookie?.attributes.find((attribute) => attribute.startsWith("expires="));
  return Date.parse(found?.slice("expires=".length) ?? "");
}
