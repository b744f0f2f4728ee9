import { TRPCError } from "@trpc/server";
import { describe, expect, it, vi } from "vitest";
import { StoreError } from "#db/store/store-error.ts";
import { answer } from "#server/http/http.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import { budgets } from "#server/platform/limits/budgets.ts";
import { logger } from "#server/platform/process/logger.ts";
import { testContext } from "#tests/setup/context.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";

const app = await sqliteApp();

const address = "http://evenhand.example/api/trpc";
const own = {
  origin: "http://evenhand.example",
  host: "evenhand.example",
  "content-type": "application/json",
};
const token = { token: "x".repeat(43) };

function context(): Promise<RequestContext> {
  return Promise.resolve(testContext(app, null));
}

async function post(path: string, body: unknown, headers: Record<string, string> = own) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await answer(
    new Request(`${address}/${path}`, { method: "POST", headers, body: text }),
    context,
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function get(path: string) {
  const response = await answer(new Request(`${address}/${path}`), context);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const session: NonNullable<RequestContext["session"]> = {
  ref: "0".repeat(64),
  account: { id: "an-account", email: "", displayName: "", platformRole: "member" },
  confirmedAt: 0,
  issuer: null,
};
const reset = { token: "x".repeat(43), password: "a long enough one" };

it.each([
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"token":{"__proto__":{"polluted":true}}}',
  '[{"__proto__":{"polluted":true}}]',
])("%s changes no other object of the server", async (body) => {
  expect((await post("accounts.resetPassword", body)).status).toBe(400);
  expect("polluted" in {}).toBe(false);
});

describe("a request that changes something", () => {
  it("is answered when one of our own pages sent it", async () => {
    const { status, text } = await post("accounts.resetPassword", reset);
    expect(status).toBe(409);
    expect(JSON.parse(text).error.data).toMatchObject({ refusal: "invitation-invalid" });
  });

  it.each([
    ["without Origin", { host: own.host, "content-type": own["content-type"] }],
    ["from another site", { ...own, origin: "https://evil.example" }],
    ["from another port", { ...own, origin: "http://evenhand.example:8080" }],
    ["from a sandboxed frame", { ...own, origin: "null" }],
    ["from an extension", { ...own, origin: "chrome-extension://evenhand.example" }],
  ])("is refused %s", async (_, headers) => {
    expect((await post("accounts.resetPassword", reset, headers)).status).toBe(403);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "is refused as %s",
    async (type) => {
      const { status } = await post("accounts.resetPassword", reset, { ...own, "content-type": type });
      expect(status).toBe(415);
    },
  );

  it("is refused above 8 KB without a session, whatever it says about its length", async () => {
    const body = JSON.stringify({ token: "x".repeat(8 * 1024) });
    const { status, text } = await post("accounts.resetPassword", body);
    expect(status).toBe(413);
    expect(text).toContain("A request may hold at most 8 KB.");
    const promised = { ...own, "content-length": String(8 * 1024 + 1) };
    expect((await post("accounts.resetPassword", "{}", promised)).status).toBe(413);
    expect((await post("ballots.seal", body)).status).toBe(413);
  });

  it.each([
    ["accounts.endSession", 32],
    ["ballots.seal", 256],
    ["accounts.endSession,ballots.seal", 256],
    ["accounts.endSession%2Cballots.seal", 256],
  ])("to %s is refused above the procedure's limit", async (path, kilobytes) => {
    const sent = async (length: number) => {
      const text = JSON.stringify({ token: "x".repeat(length) });
      const signedIn = async () => ({ ...(await context()), session });
      const request = new Request(`${address}/${path}?batch=1`, { method: "POST", headers: own, body: text });
      return (await answer(request, signedIn)).status;
    };
    expect(await sent(kilobytes * 1024)).toBe(413);
    expect(await sent(kilobytes * 1024 - 100)).not.toBe(413);
  });

  it("is refused as GET", async () => {
    const { status } = await get(`accounts.resetPassword?input=${encodeURIComponent(JSON.stringify(reset))}`);
    expect(status).toBe(405);
  });
});

describe("a batch", () => {
  const batchOf = (count: number) => {
    const paths = Array(count).fill("accounts.describeInvitation").join(",");
    const input = Object.fromEntries(Array.from({ length: count }, (_, index) => [index, token]));
    return `${paths}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
  };

  it("may hold ten calls", async () => {
    expect((await get(batchOf(10))).status).toBe(200);
  });

  it("may not hold eleven", async () => {
    expect((await get(batchOf(11))).status).toBe(400);
  });
});

describe("too many requests", () => {
  it("are refused with the time to wait, and another network's are not", async () => {
    const from = (network: string) =>
      answer(
        new Request(`${address}/accounts.resetPassword`, {
          method: "POST",
          headers: own,
          body: JSON.stringify(reset),
        }),
        async () => ({ ...(await context()), network }),
      );
    for (let count = 0; count < budgets.link.calls; count += 1) {
      expect((await from("203.0.113.7")).status).toBe(409);
    }
    const refusal = await from("203.0.113.7");
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(JSON.parse(await refusal.text()).error.data).toMatchObject({ refusal: "too-many-calls" });
    expect((await from("203.0.113.8")).status).toBe(409);
  });

  it("get the longest time to wait of all calls in a batch", async () => {
    const busy = () => Promise.reject(new StoreError("busy", "locked"));
    const failing = { ...app, store: { ...app.store, read: busy } };
    const waitOf = async (paths: string[], id = "an-account") => {
      const input = Object.fromEntries(paths.map((_, index) => [index, {}]));
      const query = `batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
      const signedIn = testContext(failing, { ...session.account, id }, { network: "203.0.113.9" });
      const request = new Request(`${address}/${paths.join(",")}?${query}`);
      return (await answer(request, async () => signedIn)).headers.get("retry-after");
    };
    for (let count = 0; count < budgets.work.calls; count += 10)
      expect(await waitOf(Array<string>(10).fill("results.changes"))).toBeNull();
    expect(await waitOf(["accounts.myStudies"])).toBe("1");
    expect(Number(await waitOf(["accounts.myStudies", "results.changes"]))).toBeGreaterThan(1);
    expect(await waitOf(["results.changes"], "a colleague in the same office")).toBeNull();
  });

  it("are fewer without a session than with one", async () => {
    const ask = async (account: typeof session.account | null) => {
      const input = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, {}]));
      const paths = Array<string>(10).fill("accounts.sessions").join(",");
      const query = `batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
      const asking = testContext(app, account, { network: "203.0.113.10" });
      const response = await answer(new Request(`${address}/${paths}?${query}`), async () => asking);
      return response.headers.get("retry-after");
    };
    for (let count = 0; count < budgets.anonymous.calls; count += 10) expect(await ask(null)).toBeNull();
    expect(Number(await ask(null))).toBeGreaterThan(0);
    for (let count = 0; count <= budgets.anonymous.calls; count += 10)
      expect(await ask(session.account)).toBeNull();
  });
});

describe("a response", () => {
  it("is never cached", async () => {
    const { headers } = await get(
      `accounts.describeInvitation?input=${encodeURIComponent(JSON.stringify(token))}`,
    );
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("carries each cookie that a procedure sets", async () => {
    const cookies = ["session=new; Path=/", "device=known; Path=/"];
    const request = new Request(`${address}/accounts.describeInvitation?input=${encodeURIComponent("{}")}`);
    const { headers } = await answer(request, async () => ({ ...(await context()), cookies }));
    expect(headers.getSetCookie()).toEqual(cookies);
  });

  it("names the wrong field", async () => {
    const { status, text } = await post("accounts.resetPassword", {
      token: "short",
      password: "short",
    });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.data.problems).toEqual([
      { field: "token", message: "This link is incomplete. Copy all of it." },
      { field: "password", message: "Use at least 15 characters." },
    ]);
  });

  it("refuses an unknown key", async () => {
    const body = { ...reset, role: "administrator" };
    expect((await post("accounts.resetPassword", body)).status).toBe(400);
  });

  it.each([
    ["no JSON", "{", 400],
    ["no procedure", "{}", 404],
  ])("to %s has a message of our own", async (what, body, status) => {
    const answered = await post(
      what === "no procedure" ? "accounts.nothing" : "accounts.resetPassword",
      body,
    );
    expect(answered.status).toBe(status);
    expect(answered.text).not.toMatch(/procedure|position|node_modules|\.ts/);
  });

  it("reveals only the incident's id of an unexpected error", async () => {
    const written = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
    const secret = "SQLITE_ERROR in /srv/evenhand: select password_hash from account";
    const broken = { ...app, store: { ...app.store, read: () => Promise.reject(new Error(secret)) } };
    const response = await answer(
      new Request(
        `${address}/accounts.describeInvitation?input=${encodeURIComponent(JSON.stringify(token))}`,
      ),
      async () => ({ ...(await context()), app: broken }),
    );
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/SQLITE|srv|select|stack/);
    const { incident } = JSON.parse(text).error.data;
    expect(text).toContain(`quote ${incident}`);
    expect(written).toHaveBeenCalledWith(expect.objectContaining({ incident }), "unforeseen error");
  });

  it("reveals nothing when the context cannot be created, whatever the size of the request", async () => {
    const written = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
    const body = JSON.stringify({ token: "x".repeat(9 * 1_024) });
    for (const request of [
      new Request(`${address}/accounts.list?input=${encodeURIComponent("{}")}`),
      new Request(`${address}/accounts.resetPassword`, { method: "POST", headers: own, body }),
    ]) {
      const response = await answer(request, () =>
        Promise.reject(new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: "secret" })),
      );
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain("secret");
      const err = expect.objectContaining({ message: "secret" });
      expect(written).toHaveBeenLastCalledWith(expect.objectContaining({ err }), "unforeseen error");
    }
  });
});
