import { expect, it } from "vitest";
import { deviceCookieName } from "#server/http/auth/cookie.ts";
import { contextOf } from "#server/http/request-context.ts";
import { cookieOf, inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { makeCast } from "./cast.ts";

const app = await sqliteApp();

const cast = await makeCast(app);

it("a request context has the session and the network of the connection", async () => {
  const cookie = await cookieOf(app, cast.accounts.auditor.id);
  const known = `${cookie}; ${deviceCookieName()}=known-here`;
  const headers = { cookie: known, "x-evenhand-peer": "192.0.2.7", "x-forwarded-for": "198.51.100.1" };
  const request = new Request("http://evenhand.example/", { headers });
  const context = await inRequest(app, request, (incoming) => contextOf(incoming.headers));
  expect(context.app).toBe(app);
  expect(context.session).toEqual({
    ref: expect.stringMatching(/^[0-9a-f]{64}$/),
    account: cast.accounts.auditor,
    confirmedAt: expect.any(Number),
    issuer: null,
  });
  expect(context.network).toBe("192.0.2.7");
  expect(context.device).toBe("known-here");
});

it("a request without a cookie has no session", async () => {
  const request = new Request("http://evenhand.example/");
  expect(await inRequest(app, request, (incoming) => contextOf(incoming.headers))).toMatchObject({
    session: null,
    network: "unknown",
    device: undefined,
  });
});
