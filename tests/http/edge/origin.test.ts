import { afterEach, describe, expect, it, vi } from "vitest";
import { isOwnOrigin } from "#server/http/edge/origin.ts";

afterEach(() => vi.unstubAllEnvs());

const headers = (origin: string | null, host = "evenhand.example") =>
  new Headers({ host, ...(origin !== null && { origin }) });

describe("with a public address", () => {
  it("accepts its own pages and no others", () => {
    vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example/");
    expect(isOwnOrigin(headers("https://evenhand.example"))).toBe(true);
    expect(isOwnOrigin(headers("https://evenhand.example", "evenhand.example:443"))).toBe(true);
  });

  it.each([
    null,
    "null",
    "",
    "http://evenhand.example",
    "https://evil.example",
    "https://evenhand.example.evil.example",
    "https://evenhand.example:8443",
    "https://evil.example#evenhand.example",
    "file://evenhand.example",
  ])("refuses Origin %j", (origin) => {
    vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example");
    expect(isOwnOrigin(headers(origin))).toBe(false);
  });

  it.each(["evil.example", "10.0.0.7:3000", "localhost", "evenhand.example:8443", "x@evenhand.example"])(
    "refuses a page of the name %s, although the request went to that name",
    (host) => {
      vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example");
      expect(isOwnOrigin(headers(`https://${host}`, host))).toBe(false);
      expect(isOwnOrigin(headers("https://evenhand.example", host))).toBe(false);
    },
  );
});

describe("without a public address, on one's own machine", () => {
  it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])("accepts %s as its own name", (host) => {
    for (const address of ["http://localhost:3000", undefined]) {
      vi.stubEnv("NEXTAUTH_URL", address);
      expect(isOwnOrigin(headers(`http://${host}`, host))).toBe(true);
      expect(isOwnOrigin(headers(`https://${host}`, host))).toBe(false);
      expect(isOwnOrigin(headers("http://evil.example:3000", host))).toBe(false);
    }
  });

  it("tells its own names apart, as browsers do", () => {
    vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
    expect(isOwnOrigin(headers("http://localhost:3000", "127.0.0.1:3000"))).toBe(false);
  });

  it.each(["localhost", "localhost:3001", "evil.example:3000"])("refuses the name %s", (host) => {
    vi.stubEnv("NEXTAUTH_URL", undefined);
    expect(isOwnOrigin(headers(`http://${host}`, host))).toBe(false);
  });
});

it("ignores a malformed public address", () => {
  vi.stubEnv("NEXTAUTH_URL", "evenhand.example");
  expect(() => isOwnOrigin(headers("https://evenhand.example"))).toThrow(/^NEXTAUTH_URL must be/);
});
