import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningApp, startApp } from "#tests/setup/running-app.ts";
import { freePort } from "../../scripts/lib/port.mjs";

/** The server as `npm start` serves it, with an OpenTelemetry collector. */
const folder = mkdtempSync(join(tmpdir(), "evenhand-inside-"));
const logFile = join(folder, "server.log");
const sent: { path: string | undefined; body: string }[] = [];
let collector: Server;
let server: RunningApp;

beforeAll(async () => {
  collector = createServer(async (request, answer) => {
    sent.push({ path: request.url, body: await text(request) });
    answer.setHeader("content-type", "application/json").end("{}");
  });
  await once(collector.listen(0, "127.0.0.1"), "listening");
  const { port } = collector.address() as AddressInfo;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, EVENHAND_LOG_LEVEL: "info" };
  server = await startApp(await freePort(), { demo: false, logFile, env });
});
afterAll(async () => {
  await server?.stop();
  collector?.close();
  rmSync(folder, { recursive: true, force: true });
});

const lines = () =>
  readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it("prints plain lines about the start and its log as JSON without a terminal, and no refused probe", async () => {
  const plain = () =>
    readFileSync(logFile, "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("{"));
  // The server is ready a moment before the last of these lines is printed.
  await expect
    .poll(plain)
    .toEqual([
      "Starting ...",
      "",
      `Evenhand is running at ${server.url}`,
      "",
      expect.stringMatching(/^Next: create the first administrator at /),
      expect.stringMatching(/^The data are in \//),
      "",
    ]);
  const messages = lines().map(({ msg }) => msg);
  expect(messages).toContain("warmed up");
  expect(messages).not.toContain("refused");
});

it("answers liveness and readiness checks, and serves metrics to this machine", async () => {
  for (const [path, said] of [
    ["/livez", "Alive.\n"],
    ["/readyz", "Ready.\n"],
  ] as const) {
    const answer = await fetch(server.url + path);
    expect([answer.status, await answer.text()]).toEqual([200, said]);
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/^evenhand_database_up 1$/m);
  expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(metrics).toMatch(/^evenhand_commit_seconds_count \d+$/m);
  expect(metrics).toMatch(/^evenhand_answers_total\{endpoint="\/livez",status="200"\} [1-9]/m);
  const handedOn = await fetch(`${server.url}/metrics`, { headers: { "x-forwarded-for": "192.0.2.7" } });
  expect(handedOn.status).toBe(403);
});

it("limits the memory for short-lived objects", async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const [, bytes] = /^nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)$/m.exec(metrics) ?? [];
  // Two halves of the size that scripts/lib/serve.mjs sets; Node alone uses 128 MB during a start.
  expect(Number(bytes)).toBeLessThanOrEqual(2 * 16 * 2 ** 20);
});

it("a refusal has the id of its request, which is logged once, without the request's input", async () => {
  const path = "/api/trpc/accounts.list?input=%7B%22of%22%3A%22ada%22%7D";
  const answer = await fetch(server.url + path, { headers: { "x-request-id": "given-by-a-proxy" } });
  const { error } = await answer.json();
  expect(answer.status).toBe(401);
  expect(answer.headers.get("x-request-id")).toBe("given-by-a-proxy");
  expect(error.data.request).toBe("given-by-a-proxy");
  const ofIt = () => lines().filter(({ request }) => request === "given-by-a-proxy");
  await expect.poll(ofIt).toHaveLength(1);
  expect(ofIt()[0]).toMatchObject({
    msg: "refused",
    procedure: "accounts.list",
    code: "not-signed-in",
    status: 401,
  });
  expect(JSON.stringify(ofIt())).not.toContain("ada");
});

it("logs a refused page by its endpoint only, with another id each time", async () => {
  const [one, other] = await Promise.all(
    ["/nothing-here", "/nothing-there"].map((path) => fetch(server.url + path)),
  );
  const ids = [one, other].map((answer) => answer?.headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    const ofIt = () => lines().filter(({ request }) => request === id);
    await expect.poll(ofIt).toMatchObject([{ msg: "refused", endpoint: "elsewhere", status: 404 }]);
    expect(JSON.stringify(ofIt())).not.toContain("nothing");
  }
});

it("sends its traces to the collector when it stops at the latest, without tokens", async () => {
  expect((await fetch(`${server.url}/invitation/a-secret-token`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(sent.map(({ path }) => path)).toContain("/v1/traces");
  const traces = sent.map(({ body }) => body).join();
  expect(traces).toContain('"evenhand"');
  expect(traces).toContain("/invitation");
  expect(traces).not.toContain("a-secret-token");
});
