import { decode, encode, type JWT } from "next-auth/jwt";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { limits } from "#server/accounts/account-limits.ts";
import { suspendAccount } from "#server/accounts/invitations/administration.ts";
import { changeLanguage } from "#server/accounts/language.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { endSession, signOut } from "#server/accounts/sessions.ts";
import { currentSession, waitingSession } from "#server/http/auth/session.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { currentRequest, enterRequest } from "#server/platform/process/request.ts";
import { addAccount, fixedBytes } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { cookieOf, inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";

const app = await sqliteApp();
let accountId: string;
let cookie: string;
let sessionId: string;

const logLines = captureLog();
beforeEach(async () => {
  accountId = await addAccount(app, app.newId());
  cookie = await cookieOf(app, accountId);
  const token = cookie.slice(cookie.indexOf("=") + 1);
  sessionId = String((await decode({ token, secret: app.secrets.sessionSecret }))?.sessionId);
});
afterEach(() => vi.unstubAllEnvs());

/** Returns the account that a request with these cookies is signed in as. */
async function sender(cookies: string | undefined = cookie): Promise<string | null> {
  const headers: HeadersInit = cookies === undefined ? {} : { cookie: cookies };
  const session = await inRequest(app, new Request("http://evenhand.example/", { headers }), currentSession);
  return session?.account.id ?? null;
}

const encoded = (token: JWT, secret = app.secrets.sessionSecret) => encode({ token, secret });
const named = async (token: JWT, secret?: string) =>
  `next-auth.session-token=${await encoded(token, secret)}`;

describe("a session is looked up in the database on each request", () => {
  it("and signs the account in with its present data while the session lasts", async () => {
    const session = await inRequest(
      app,
      new Request("http://evenhand.example/", { headers: { cookie } }),
      currentSession,
    );
    expect(session?.ref).toBe(hashToken(sessionId));
    expect(session?.account).toMatchObject({ id: accountId, platformRole: "member" });
    await app.store.tx((tx) =>
      tx.q
        .update(tx.t.account)
        .set({ displayName: "Another name" })
        .then(() => 0),
    );
    const later = await inRequest(
      app,
      new Request("http://evenhand.example/", { headers: { cookie } }),
      currentSession,
    );
    expect(later?.account.displayName).toBe("Another name");
  });

  it("and the request is then answered in the account's language", async () => {
    await changeLanguage(app, accountId, "de");
    const localeFor = (headers: HeadersInit) => {
      const request = new Request("http://evenhand.example/", { headers });
      return inRequest(app, request, async () => {
        enterRequest(undefined, "es");
        await currentSession();
        return currentRequest()?.locale;
      });
    };
    expect([await localeFor({ cookie }), await localeFor({})]).toEqual(["de", "es"]);
  });

  it.each([
    ["was ended by its owner", () => endSession(app, accountId, hashToken(sessionId))],
    ["was signed out", () => signOut(app, sessionId)],
    [
      "is of an account that was suspended",
      async () => suspendAccount(app, await addAccount(app, app.newId(), "administrator"), accountId),
    ],
    ["has run out", async () => keptAlive(limits.sessionLife)],
  ])("and one that %s signs in no account at once", async (_, end) => {
    expect(await sender()).toBe(accountId);
    await end();
    expect(await sender()).toBeNull();
  });

  it("and an administrator's expires after half an hour without a request", async () => {
    accountId = await addAccount(app, app.newId(), "administrator");
    cookie = await cookieOf(app, accountId);
    app.clock.advance(limits.administratorIdle - 60_000);
    expect(await sender()).toBe(accountId);
    app.clock.advance(limits.administratorIdle);
    expect(await sender()).toBeNull();
  });
});

it("an account that still needs its second factor is not signed in", async () => {
  const request = () => new Request("http://evenhand.example/", { headers: { cookie } });
  expect(await inRequest(app, request(), waitingSession)).toBeNull();
  expect(await inRequest(app, new Request("http://evenhand.example/"), waitingSession)).toBeNull();
  vi.stubEnv("EVENHAND_SECOND_FACTOR", "everyone");
  const waiting = await inRequest(app, request(), waitingSession);
  expect(waiting).toMatchObject({ ref: hashToken(sessionId), holder: { id: accountId } });
  expect(await sender()).toBeNull();
});

describe("a cookie signs in no account", () => {
  it.each([
    ["that is missing", async () => undefined],
    ["that is empty", async () => "next-auth.session-token="],
    ["that is no token", async () => "next-auth.session-token=nothing"],
    ["that was made with another secret", async () => named({ sessionId }, fixedBytes("another secret"))],
    ["with one altered letter", async () => withOneLetterChanged(cookie, cookie.length - 40)],
    ["that is not encrypted", async () => `next-auth.session-token=${unencrypted({ sessionId })}`],
    ["that names no session", async () => named({})],
    ["that names a session by a number", async () => named({ sessionId: 1 })],
    ["that names a session that never existed", async () => named({ sessionId: "x".repeat(43) })],
    ["that names a session by its ref", async () => named({ sessionId: hashToken(sessionId) })],
    ["of another name", async () => `session-token=${await encoded({ sessionId })}`],
    ["of the name for https", async () => `__Secure-next-auth.session-token=${await encoded({ sessionId })}`],
  ])("%s", async (_, cookies) => {
    const given = await cookies();
    const headers: HeadersInit = given === undefined ? {} : { cookie: given };
    const request = new Request("http://evenhand.example/", { headers });
    expect(await inRequest(app, request, currentSession)).toBeNull();
  });

  it("that is no token, which is logged at debug level only", async () => {
    const { level } = logger();
    logger().level = "debug";
    logLines.length = 0;
    expect(await sender("next-auth.session-token=nothing")).toBeNull();
    logger().level = level;
    expect(JSON.parse(logLines.join())).toMatchObject({ level: 20, msg: "session cookie not readable" });
  });

  it("that is missing, and then nothing is decrypted", async () => {
    const secrets = { get: () => expect.unreachable("the secrets were read") };
    const closed = Object.defineProperty({ ...app }, "secrets", secrets);
    const request = new Request("http://evenhand.example/");
    expect(await inRequest(closed, request, currentSession)).toBeNull();
  });

  it("with the plain name on https, which another page on the path could have set", async () => {
    vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example");
    expect(await sender()).toBeNull();
    expect(await sender(`__Host-${cookie}`)).toBe(accountId);
  });
});

describe("a cookie that was decrypted before", () => {
  it("is not accepted after its own expiry", async () => {
    const soon = `next-auth.session-token=${await encode({ token: { sessionId }, secret: app.secrets.sessionSecret, maxAge: 60 })}`;
    expect(await sender(soon)).toBe(accountId);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await sender(soon)).toBeNull();
  });

  it("is cached until its expiry, at most 5,000 of them", async () => {
    const read = processCache("session-cookies", { max: 5_000 });
    read.clear();
    for (let other = 1; other < 5_000; other += 1) read.set(`of another browser ${other}`, {});
    expect(await sender()).toBe(accountId);
    expect(read.size).toBe(5_000);
    const secret = app.secrets.sessionSecret;
    const token = cookie.slice(cookie.indexOf("=") + 1);
    const until = 1_000 * Number((await decode({ token, secret }))?.exp);
    expect(read.get(token)).toEqual({ secret, sessionId, until });
    // The cached content is used; the cookie is not decrypted again.
    read.set(token, { secret, sessionId: "another", until });
    expect(await sender()).toBeNull();
    const next = await encoded({ sessionId });
    expect(await sender(`next-auth.session-token=${next}`)).toBe(accountId);
    const isKept = [1, 2].map((other) => read.has(`of another browser ${other}`));
    expect([read.size, read.has(next), ...isKept]).toEqual([5_000, true, false, true]);
  });

  it("is refused once the cookie key has changed", async () => {
    expect(await sender()).toBe(accountId);
    const { secrets } = app;
    Object.assign(app, { secrets: { ...secrets, sessionSecret: fixedBytes("another key") } });
    onTestFinished(() => void Object.assign(app, { secrets }));
    expect(await sender()).toBeNull();
  });
});

function withOneLetterChanged(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}

function unencrypted(token: JWT): string {
  const [head, body] = [{ alg: "none" }, token].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return `${head}.${body}.`;
}

/** Keeps the session in use by a request now and then. */
async function keptAlive(until: number): Promise<void> {
  const step = limits.sessionLife / 4;
  for (let passed = 0; passed + step < until; passed += step) {
    expect(await sender()).toBe(accountId);
    app.clock.advance(step);
  }
  app.clock.advance(step);
}
