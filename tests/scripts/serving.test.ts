import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningApp, startApp } from "#tests/setup/running-app.ts";
import { freePort } from "../../scripts/lib/port.mjs";

/** The server as `npm start` serves it: the headers of every response. */
const folder = mkdtempSync(join(tmpdir(), "evenhand-serving-"));
const logFile = join(folder, "server.log");
let server: RunningApp;
let port: number;

beforeAll(async () => {
  port = await freePort();
  server = await startApp(port, { demo: false, logFile });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type RequestOptions = Record<string, string>;

/** Sends a request unchanged, whatever a browser would make of it. */
async function send(port: number, path: string, { method = "GET", body = "", ...headers }: RequestOptions) {
  const all = { connection: "close", ...headers };
  const outgoing = request({ host: "127.0.0.1", port, path, method, headers: all, setHost: false }).end(body);
  const [answer] = await once(outgoing, "response");
  return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) };
}

const ask = (path: string, options: RequestOptions = {}) =>
  send(port, path, { host: `localhost:${port}`, ...options });

const log = () => readFileSync(logFile, "utf8");

it("only this machine can reach the server by default", async () => {
  const elsewhere = connect({ host: "127.0.0.2", port });
  const [error] = await once(elsewhere, "error");
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
});

it("scripts and style sheets are sent as compressed by the build", async () => {
  const page = (await ask("/sign-in")).body;
  const files = page.match(/\/_next\/static\/[^"\\?]+\.(?:js|css)/g) ?? [];
  const kinds = await Promise.all(
    [...new Set(files)].map(async (file) => {
      const { headers } = await ask(file, { "accept-encoding": "gzip, br" });
      const size = statSync(join(".next", `${file.slice("/_next".length)}.br`)).size;
      expect(headers).toMatchObject({ "content-encoding": "br", "content-length": String(size) });
      expect(headers["cache-control"]).toContain("immutable");
      expect((await ask(file)).headers["content-encoding"]).toBeUndefined();
      return headers["content-type"];
    }),
  );
  expect(new Set(kinds)).toEqual(
    new Set(["application/javascript; charset=UTF-8", "text/css; charset=UTF-8"]),
  );
});

describe("another host name that resolves to this server", () => {
  it.each(["/", "/sign-in", "/api/auth/csrf", "/api/trpc/accounts.list", "/icon.svg", "/_next/static/x.js"])(
    "is not served %s",
    async (path) => {
      const { status, body, headers } = await ask(path, { host: `evil.example:${port}` });
      expect([status, body]).toEqual([
        421,
        expect.stringContaining(`answers at http://localhost:${port} alone`),
      ]);
      expect(headers["set-cookie"]).toBeUndefined();
    },
  );

  it("is not localhost, to which this machine's other names redirect", async () => {
    const statusAt = async (name: string) => (await ask("/sign-in", { host: `${name}:${port}` })).status;
    expect(await statusAt("localhost")).toBe(200);
    for (const name of ["127.0.0.1", "[::1]"]) expect(await statusAt(name)).toBe(307);
  });
});

describe("every response has one policy", () => {
  const strict = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  function oneStyle(): string {
    return /\/_next\/static\/[^"]+\.css/.exec(page)?.[0] ?? "";
  }
  let page = "";
  beforeAll(async () => {
    page = (await ask("/sign-in")).body;
  });

  it.each([
    ["a call", () => "/api/trpc/accounts.list?input=%7B%7D", 401],
    ["a call of nothing", () => "/api/trpc/nothing", 404],
    ["a call that cannot be read", () => "/api/trpc/accounts.describeInvitation?input=%7B", 400],
    ["an address that cannot be read", () => "/api/studies/%ff/log", 400],
    ["the sign-in's token", () => "/api/auth/csrf", 200],
    ["a disabled route", () => "/api/auth/session", 404],
    ["an unknown route", () => "/api/nothing", 404],
    ["a download", () => "/api/studies/nothing/log", 401],
    ["a style", oneStyle, 200],
    ["a missing file", () => "/_next/static/nothing.css", 404],
    ["the icon", () => "/icon.svg", 200],
  ])("%s allows nothing", async (_, path, status) => {
    const { headers, ...answer } = await ask(path());
    expect(answer.status).toBe(status);
    expect(headers["content-security-policy"]).toBe(strict);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  it.each([
    ["/sign-in", 200],
    ["/nothing", 404],
    ["/docs/log-format", 200],
    ["/invitation/nothing", 200],
    ["/studies/%E0%A4%A", 400],
  ])("the page %s allows its own scripts, or nothing", async (path, status) => {
    const { headers, ...answer } = await ask(path);
    expect(answer.status).toBe(status);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy.match(/default-src/g)).toHaveLength(1);
    expect(policy).not.toContain("unsafe-eval");
  });
});

describe("requests that our pages never send are answered without a log line", () => {
  const odd: [string, Record<string, string>][] = [
    ["a guessed server action", { method: "POST", "next-action": "0".repeat(42), body: "[]" }],
    [
      "an action of the wrong form",
      { method: "POST", "next-action": "x", "content-type": "multipart/form-data; boundary=x" },
    ],
    ["a form", { method: "POST", "content-type": "application/x-www-form-urlencoded", body: "a=b" }],
    ["a form of parts", { method: "POST", "content-type": "multipart/form-data; boundary=x", body: "--x" }],
    ["a method of a page", { method: "DELETE" }],
    ["a broken router state", { rsc: "1", "next-router-state-tree": "%7B" }],
    ["a broken prefetch", { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/../x" }],
    ["an inner header", { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" }],
    ["a broken cookie", { cookie: "next-auth.session-token=%E0%A4%A; theme=%" }],
  ];

  it.each(odd)("%s", async (_, headers) => {
    const before = log();
    for (const path of ["/sign-in", "/", "/studies/1", "/invitation/x"]) {
      const { status } = await ask(path, headers);
      expect(status, path).toBeLessThan(500);
      if (headers.method !== undefined) expect(status, path).toBe(405);
    }
    expect(log().slice(before.length)).toBe("");
  });

  it.each([
    "/%",
    "/%00",
    "/studies/%00",
    "/studies/%E0%A4%A",
    "//evil.example",
    "/\\evil.example",
    "/?%",
    "/invitation/%00",
  ])("the address %s", async (path) => {
    const before = log();
    const { status, headers } = await ask(path);
    expect(status).toBeLessThan(500);
    expect(headers.location ?? "/").toMatch(/^\/(?![/\\])/);
    expect(log().slice(before.length)).toBe("");
  });
});

describe("behind a proxy with https", () => {
  let secure: RunningApp;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const env = { NEXTAUTH_URL: "https://evenhand.example", EVENHAND_TRUST_PROXY: "1" };
    secure = await startApp(port, { demo: false, logFile: join(folder, "secure.log"), env });
  });
  afterAll(() => secure?.stop());

  const through = (path: string, host: string) =>
    send(port, path, { host, "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" });

  it("answers to its public name only, even from its own machine", async () => {
    expect((await through("/sign-in", "evenhand.example")).status).toBe(200);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "evil.example", "evenhand.example:8443"]) {
      expect((await through("/sign-in", host)).status, host).toBe(421);
    }
  });

  it("sends HSTS with every response, also a refusal", async () => {
    for (const path of ["/sign-in", "/api/auth/csrf", "/icon.svg", "/nothing"]) {
      const { headers } = await through(path, "evenhand.example");
      expect(headers["strict-transport-security"], path).toBe("max-age=63072000; includeSubDomains");
    }
    expect((await through("/", "evil.example")).headers).toHaveProperty("strict-transport-security");
  });

  it("sets cookies that no other host can have set and that are sent over https only", async () => {
    const cookies = (await through("/api/auth/csrf", "evenhand.example")).headers["set-cookie"] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Path=\/;.*; Secure/);
  });
});
