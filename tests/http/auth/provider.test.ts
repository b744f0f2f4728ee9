import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { updateAccount } from "#db/queries/accounts.ts";
import { readProvider } from "#server/accounts/provider.ts";
import { findSession } from "#server/accounts/sessions.ts";
import { admitProviderSignIn, providerName } from "#server/http/auth/provider.ts";
import { readOwnEvents } from "#server/platform/security-log/read-events.ts";
import { addAccount } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { startProvider } from "#tests/setup/provider.ts";
import { inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { openBrowser } from "./browser.ts";

const address = "http://evenhand.example";
const verified = (name: string) => ({ email: `${name}@example.org`, email_verified: true });
const people = {
  "ada-1": { ...verified("ada"), email: "Ada@Example.org" },
  "ada-2": verified("ada"),
  "ben-1": { email: "ben@example.org", email_verified: false },
  "ben-2": { email: "ben@example.org" },
  "cyd-1": verified("cyd"),
  "dora-1": verified("dora"),
  "karin-1": verified("karin"),
  stranger: verified("stranger"),
  nameless: {},
};
let provider: Awaited<ReturnType<typeof startProvider>>;
const app = await sqliteApp();
const ids: Record<string, string> = {};

captureLog();
beforeAll(async () => {
  provider = await startProvider(address, people);
  for (const name of ["ada", "ben", "cyd", "dora"]) ids[name] = await addAccount(app, name);
  ids.karin = await addAccount(app, "karin", "administrator");
});
beforeEach(() => {
  for (const [name, value] of Object.entries(provider.env)) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await provider.stop();
});

type Browser = ReturnType<typeof openBrowser>;

/** Presses the button. @returns the provider's address */
async function startSignIn(browser: Browser, callbackUrl = "/account"): Promise<string> {
  const { csrfToken } = JSON.parse((await browser.ask("/api/auth/csrf")).text);
  const body = { csrfToken, callbackUrl, json: "true" };
  return JSON.parse((await browser.post("/api/auth/signin/oidc", body)).text).url;
}

const agent = { "user-agent": "the test browser" };

async function finishSignIn(browser: Browser, returned: string, named: Record<string, string> = agent) {
  const { pathname, search } = new URL(returned);
  const { status, headers } = await browser.ask(pathname + search, { headers: named });
  return { status, location: headers.get("location") };
}

async function signInAs(subject: string, browser = openBrowser(app, address)) {
  const returned = await provider.visit(await startSignIn(browser), subject);
  return { browser, ...(await finishSignIn(browser, returned)) };
}

/** The cookies that a browser keeps while its user is at the provider. */
const pendingCookies = [
  "next-auth.callback-url",
  "next-auth.csrf-token",
  "next-auth.nonce",
  "next-auth.pkce.code_verifier",
  "next-auth.state",
];

const sessionsOf = async (browser: Browser) => (await browser.sessions()).status;

describe("signing in with a provider", () => {
  it("requests a code with state, nonce and a challenge, and only the scopes for identity", async () => {
    const browser = openBrowser(app, address);
    const url = new URL(await startSignIn(browser));
    expect([...browser.jar.keys()].sort()).toEqual(pendingCookies);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "evenhand",
      response_type: "code",
      scope: "openid email profile",
      max_age: "600",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{40,}$/),
      nonce: expect.stringMatching(/^[\w-]{40,}$/),
      redirect_uri: `${address}/api/auth/callback/oidc`,
    });
  });

  it("signs in an account by its verified address first, and by the subject alone afterwards", async () => {
    const { browser, location } = await signInAs("ada-1");
    expect(location).toBe(`${address}/account`);
    const sessions = await browser.sessions();
    expect(sessions.status).toBe(200);
    expect(sessions.text).toContain("the test browser");
    const { events } = await readOwnEvents(app, { accountId: ids.ada ?? "" });
    expect(events.map(({ kind, by }) => [kind, by])).toEqual([
      ["sign-in.succeeded", "you"],
      ["identity.linked", "you"],
    ]);
    await signInAs("ada-1");
    const again = await readOwnEvents(app, { accountId: ids.ada ?? "" });
    expect(again.events.map(({ kind }) => kind).filter((kind) => kind === "identity.linked")).toHaveLength(1);
  });

  it("accepts a client without a user agent, whose session then has an empty name", async () => {
    const browser = openBrowser(app, address);
    await finishSignIn(browser, await provider.visit(await startSignIn(browser), "ada-1"), {});
    const { data } = JSON.parse((await browser.sessions()).text).result;
    const own = data.filter(({ isThisOne }: { isThisOne: boolean }) => isThisOne);
    expect(own).toMatchObject([{ userAgent: "" }]);
  });

  it.each([
    ["whose address is not verified", "ben-1", "email-not-verified"],
    ["whose address has no verification claim", "ben-2", "email-not-verified"],
    ["without an address", "nameless", "email-not-verified"],
    ["who has no account here", "stranger", "no-account"],
    ["whose address is linked to another subject", "ada-2", "linked-to-another"],
  ])("refuses a user %s", async (_, subject, why) => {
    if (subject === "ada-2") await signInAs("ada-1");
    const { browser, location } = await signInAs(subject);
    expect(location).toBe(`/sign-in?error=${why}`);
    expect(await sessionsOf(browser)).toBe(401);
    expect([...browser.jar.keys()].filter((name) => name.endsWith("session-token"))).toEqual([]);
  });

  it("refuses a suspended account, linked or not, and records it", async () => {
    await signInAs("cyd-1");
    for (const name of ["cyd", "dora"]) {
      await app.store.tx((tx) => updateAccount(tx, ids[name] ?? "", { suspendedAt: app.now() }));
      const { location } = await signInAs(`${name}-1`);
      expect(location).toBe("/sign-in?error=account-suspended");
      const { events } = await readOwnEvents(app, { accountId: ids[name] ?? "" });
      expect(events[0]).toMatchObject({ kind: "sign-in.failed", by: "none" });
    }
  });

  it("does not sign in an administrator who still needs a second factor", async () => {
    vi.stubEnv("EVENHAND_SECOND_FACTOR", "administrators");
    const { browser, location } = await signInAs("karin-1");
    expect(location).toBe(`${address}/account`);
    expect(await sessionsOf(browser)).toBe(401);
  });

  it("redirects to no other site afterwards", async () => {
    for (const callbackUrl of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
      const browser = openBrowser(app, address);
      const returned = await provider.visit(await startSignIn(browser, callbackUrl), "ada-1");
      const { location } = await finishSignIn(browser, returned);
      expect(new URL(location ?? "", address).origin, callbackUrl).toBe(address);
    }
  });
});

describe("the provider's claims", () => {
  const admit = (claims: object | undefined, by = "oidc", user = { id: "unset" }) => {
    const account = { provider: by, type: "oauth", providerAccountId: "ada-1" };
    const params = { user, account, profile: claims && { ...people["ada-1"], ...claims } };
    return inRequest(app, new Request(address), async () => admitProviderSignIn(() => null)(params as never));
  };

  it("are accepted from the configured issuer, with or without a trailing slash", async () => {
    for (const iss of [provider.issuer, `${provider.issuer}/`]) {
      const user = { id: "unset" };
      expect(await admit({ iss }, "oidc", user)).toBe(true);
      expect(user.id).not.toBe("unset");
    }
    for (const claims of [{ iss: "https://evil.example" }, { iss: `${provider.issuer}/x` }, {}, undefined])
      expect(await admit(claims)).toBe("/sign-in?error=failed");
  });

  it("set when a session was confirmed only if they say when the user signed in", async () => {
    const provenAt = Math.floor(app.now() / 1_000) - 3_600;
    for (const [claims, confirmedAt] of [
      [{ auth_time: provenAt }, 1_000 * provenAt],
      [{ auth_time: String(provenAt) }, 0],
      [{}, 0],
    ] as const) {
      const user = { id: "unset" };
      expect(await admit({ iss: provider.issuer, ...claims }, "oidc", user)).toBe(true);
      expect((await findSession(app, user.id))?.confirmedAt).toBe(confirmedAt);
    }
  });

  it("are refused when no provider is configured", async () => {
    vi.unstubAllEnvs();
    expect(await admit({ iss: provider.issuer })).toBe("/sign-in?error=failed");
  });

  it("are not checked for a sign-in with a password", async () => {
    const user = { id: "of a password" };
    expect(await admit({}, "credentials", user)).toBe(true);
    expect(user.id).toBe("of a password");
  });
});

describe("a callback is refused", () => {
  const refused = async (browser: Browser, returned: string) => {
    const { location } = await finishSignIn(browser, returned);
    expect(location).toBe("/sign-in?error=failed");
    expect(await sessionsOf(browser)).toBe(401);
  };

  it("in another browser than the one that started the sign-in", async () => {
    const returned = await provider.visit(await startSignIn(openBrowser(app, address)), "ada-1");
    await refused(openBrowser(app, address), returned);
    const other = openBrowser(app, address);
    await startSignIn(other);
    await refused(other, returned);
  });

  it("the second time", async () => {
    const browser = openBrowser(app, address);
    const returned = await provider.visit(await startSignIn(browser), "ada-1");
    const jar = new Map(browser.jar);
    await finishSignIn(browser, returned);
    const copy = openBrowser(app, address);
    for (const [name, value] of jar) copy.jar.set(name, value);
    await refused(copy, returned);
  });

  it.each(["state", "code", "iss"])("with another %s", async (name) => {
    const browser = openBrowser(app, address);
    const returned = new URL(await provider.visit(await startSignIn(browser), "ada-1"));
    returned.searchParams.set(name, "x".repeat(43));
    await refused(browser, returned.href);
  });

  it("when the provider refused", async () => {
    const browser = openBrowser(app, address);
    const state = new URL(await startSignIn(browser)).searchParams.get("state");
    await refused(browser, `${address}/api/auth/callback/oidc?error=access_denied&state=${state}`);
  });
});

it.each(["POST signin/oidc", "GET callback/oidc"])(
  "%s is not found when no provider is configured",
  async (action) => {
    vi.unstubAllEnvs();
    const [method, path] = action.split(" ");
    const { ask, post } = openBrowser(app, address);
    const answer = method === "GET" ? await ask(`/api/auth/${path}`) : await post(`/api/auth/${path}`, {});
    expect([answer.status, answer.text]).toEqual([404, ""]);
  },
);

it("the sign-in button has the provider's name if one is configured", () => {
  expect(providerName()).toBe("Campus");
  vi.unstubAllEnvs();
  expect(providerName()).toBeNull();
});

it("redirects to the provider only with the CSRF token of one of our pages", async () => {
  const { text } = await openBrowser(app, address).post("/api/auth/signin/oidc", {
    csrfToken: "x",
    json: "true",
  });
  expect(text).not.toContain(provider.issuer);
});

describe("the settings of a provider", () => {
  const whole = {
    EVENHAND_OIDC_ISSUER: "https://login.example.org/",
    EVENHAND_OIDC_CLIENT_ID: "evenhand",
    EVENHAND_OIDC_CLIENT_SECRET: "secret",
    EVENHAND_OIDC_NAME: "Campus",
  };

  it("are complete or absent", () => {
    expect(readProvider({})).toBeNull();
    expect(readProvider(whole)).toMatchObject({ issuer: "https://login.example.org", name: "Campus" });
    for (const name of Object.keys(whole)) {
      expect(() => readProvider({ ...whole, [name]: " " })).toThrow(`set ${name} too`);
    }
  });

  it.each(["http://login.example.org", "login.example.org", "https://login.example.org/?x=1"])(
    "refuse the issuer %s",
    (issuer) => {
      expect(() => readProvider({ ...whole, EVENHAND_OIDC_ISSUER: issuer })).toThrow(
        /must be an address with https/,
      );
    },
  );
});
