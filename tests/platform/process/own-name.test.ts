import { beforeEach, describe, expect, it, vi } from "vitest";
import { isLoopbackHost, isOwnHost, publicAddress } from "#server/platform/process/public-address.ts";
import { readShutdownTimeout } from "#server/platform/process/shutdown-timeout.ts";

describe("a server's own name", () => {
  const own = (address: string, hosts: readonly string[]) => {
    vi.stubEnv("NEXTAUTH_URL", address);
    return hosts.filter(isOwnHost);
  };

  it("is that of its public address, with or without the default port", () => {
    const hosts = ["a.example", "A.Example:443", "a.example:80", "a.example:444", "b.example", "localhost"];
    expect(own("https://a.example", hosts)).toEqual(["a.example", "A.Example:443"]);
    expect(own("http://a.example", hosts)).toEqual(["a.example", "a.example:80"]);
    expect(isOwnHost(undefined)).toBe(false);
  });

  it("needs its port if the address has one", () => {
    expect(own("https://a.example:8443", ["a.example", "a.example:8443", "a.example:443"])).toEqual([
      "a.example:8443",
    ]);
  });

  it("is any loopback name if the address is one", () => {
    const hosts = ["localhost:80", "127.0.0.1", "[::1]:80", "a.example"];
    for (const name of ["localhost", "127.0.0.1", "[::1]"])
      expect(own(`http://${name}`, hosts)).toEqual(hosts.slice(0, 3));
  });

  it("is localhost with its port if no address is set", () => {
    vi.stubEnv("NEXTAUTH_URL", "");
    vi.stubEnv("PORT", "3210");
    expect(publicAddress("/sign-in")).toBe("http://localhost:3210/sign-in");
    vi.stubEnv("NEXTAUTH_URL", "https://a.example/");
    expect(publicAddress("/sign-in")).toBe("https://a.example/sign-in");
  });

  it("is recognised as a loopback name with any port", () => {
    const hosts = ["LocalHost", "127.0.0.1:3000", "[::1]:9", "a.example", "localhost.a.example"];
    expect(hosts.filter(isLoopbackHost)).toEqual(["LocalHost", "127.0.0.1:3000", "[::1]:9"]);
    expect(isLoopbackHost(null)).toBe(false);
  });
});

describe("the shutdown timeout", () => {
  beforeEach(() => vi.stubEnv("EVENHAND_STOP_SECONDS", "12"));

  it("is left to Next unless the starter leaves it to the server", () => {
    vi.stubEnv("NEXT_MANUAL_SIG_HANDLE", "");
    expect(readShutdownTimeout()).toBeNull();
  });

  it("is that of the settings, and a third of it lets a proxy notice the stop", () => {
    vi.stubEnv("NEXT_MANUAL_SIG_HANDLE", "1");
    expect(readShutdownTimeout()).toEqual({ shutdownTimeoutMs: 12_000, drainMs: 0 });
    vi.stubEnv("EVENHAND_TRUST_PROXY", "1");
    expect(readShutdownTimeout()).toEqual({ shutdownTimeoutMs: 12_000, drainMs: 4_000 });
  });
});
