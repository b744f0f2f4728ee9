import { afterEach, expect, it, vi } from "vitest";
import { isOwnOrigin } from "#server/auth/origin.ts";

afterEach(() => vi.unstubAllEnvs());

const headers = (origin: string | null, host = "evenhand.example") =>
  new Headers({ host, ...(origin !== null && { origin }) });

it("takes a page of the address the browser called for its own", () => {
  expect(isOwnOrigin(headers("https://evenhand.example"))).toBe(true);
  expect(isOwnOrigin(headers("http://127.0.0.1:3000", "127.0.0.1:3000"))).toBe(true);
});

it("takes a page of the public address for its own, behind a proxy that changes Host", () => {
  vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example/");
  expect(isOwnOrigin(headers("https://evenhand.example", "10.0.0.7:3000"))).toBe(true);
  expect(isOwnOrigin(headers("http://evenhand.example", "10.0.0.7:3000"))).toBe(false);
});

it.each([
  null,
  "null",
  "",
  "https://evil.example",
  "https://evenhand.example.evil.example",
  "https://evenhand.example:8443",
  "https://evil.example#evenhand.example",
  "file://evenhand.example",
])("refuses Origin %j", (origin) => expect(isOwnOrigin(headers(origin))).toBe(false));

it("believes no public address that is none", () => {
  vi.stubEnv("NEXTAUTH_URL", "evenhand.example");
  expect(isOwnOrigin(headers("https://evil.example"))).toBe(false);
});

it("does not take another site for its own because a public address is set", () => {
  vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example");
  expect(isOwnOrigin(headers("https://evil.example", "10.0.0.7:3000"))).toBe(false);
  expect(isOwnOrigin(headers(null, "10.0.0.7:3000"))).toBe(false);
});
