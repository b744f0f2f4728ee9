import { NextRequest } from "next/server";
import { afterEach, expect, it, vi } from "vitest";
import { pathHeader } from "#server/http/return-path.ts";
import { config, proxy } from "../../proxy.ts";

afterEach(() => vi.unstubAllEnvs());

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://evenhand.example${path}`, { headers })).headers;
/** Returns a header as the page receives it. */
const passedOn = (headers: Headers, name: string) => headers.get(`x-middleware-request-${name}`);
const nonceOf = (headers: Headers) =>
  /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "";

it("a page learns the requested address, whatever the request claims itself", () => {
  const headers = ask("/studies/1?tab=2", { [pathHeader]: "https://evil.example" });
  expect(passedOn(headers, pathHeader)).toBe("/studies/1?tab=2");
});

it("each page has a nonce of its own, which a request cannot set", () => {
  const headersSent = { "x-nonce": "known", "content-security-policy": "script-src *" };
  const [one, other] = [ask("/", headersSent), ask("/", headersSent)];
  expect(passedOn(one, "x-nonce")).toBe(nonceOf(one));
  expect(passedOn(one, "content-security-policy")).toBe(one.get("content-security-policy"));
  expect(Buffer.from(nonceOf(one), "base64")).toHaveLength(16);
  expect(nonceOf(one)).not.toBe(nonceOf(other));
});

it("a page runs only its own scripts, cannot be framed, and sends its forms only here", () => {
  const headers = ask("/");
  const policy = new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")] as const;
    }),
  );
  const nonce = `'nonce-${nonceOf(headers)}'`;
  expect(Object.fromEntries(policy)).toEqual({
    "default-src": "'self'",
    "script-src": `'self' ${nonce} 'strict-dynamic'`,
    "style-src": `'self' ${nonce}`,
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
});

it("only a development server allows eval", () => {
  expect(ask("/").get("content-security-policy")).not.toContain("unsafe-eval");
  vi.stubEnv("NODE_ENV", "development");
  expect(ask("/").get("content-security-policy")).toContain("unsafe-eval");
});

it.each([
  ["/", true],
  ["/studies/1", true],
  ["/apiary", true],
  ["/api/trpc/accounts.list", false],
  ["/_next/static/chunk.js", false],
  ["/offline/worker.js", false],
])("the proxy handles %s: %s", (path, isPage) => {
  expect(new RegExp(`^${config.matcher}$`).test(path)).toBe(isPage);
});
