import { afterEach, expect, it, vi } from "vitest";
import { fetchAs } from "#tests/http/routes.ts";
import { addAccount } from "#tests/setup/app.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { type ApiResponse, callApi, tokenOf } from "./stage.ts";

const app = await sqliteApp();
const token = await tokenOf(app, await addAccount(app, "of another site", "operator"));
const allowed = { origin: "https://tool.example.org" };
const corsOf = ({ headers }: Pick<ApiResponse, "headers">) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
const setOrigins = (origins: string) => vi.stubEnv("EVENHAND_API_ORIGINS", origins);

afterEach(() => {
  vi.unstubAllEnvs();
});

it("no page of another origin can read a response, unless the server names it", async () => {
  const others: [string, { origin: string }][] = [
    ["", allowed],
    ["https://tool.example.org", { origin: "https://tool.example.com" }],
    ["https://tool.example.org", { origin: "http://tool.example.org" }],
    ["https://tool.example.org", { origin: "null" }],
  ];
  for (const [origins, headers] of others) {
    setOrigins(origins);
    for (const method of ["OPTIONS", "GET"])
      expect(corsOf(await callApi(app, method, "/studies", { token, headers })), origins).toEqual({});
  }
});

it("a page of a named origin may call with a token, without cookies, and read refusals", async () => {
  setOrigins("http://localhost:8000, https://tool.example.org/");
  const preflight = await callApi(app, "OPTIONS", "/studies", { headers: allowed });
  expect([preflight.status, preflight.text, preflight.headers.get("vary")]).toEqual([204, "", "Origin"]);
  expect(corsOf(preflight)).toEqual({
    "access-control-allow-origin": "https://tool.example.org",
    "access-control-allow-methods": "GET, POST, PUT",
    "access-control-allow-headers": expect.stringMatching(/authorization.*idempotency-key/),
    "access-control-max-age": "600",
  });
  const readable = {
    "access-control-allow-origin": "https://tool.example.org",
    "access-control-expose-headers": expect.stringContaining("retry-after"),
  };
  const answers = [
    await callApi(app, "GET", "/studies", { token, headers: allowed }),
    await callApi(app, "GET", "/studies", { headers: allowed }),
    await callApi(app, "GET", "/openapi.json", { headers: allowed }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200]);
  for (const answer of answers) expect(corsOf(answer)).toEqual(readable);
  const page = await fetchAs(app, null, "/api/trpc/accounts.language", { headers: allowed });
  expect(corsOf(page)).toEqual({});
});
