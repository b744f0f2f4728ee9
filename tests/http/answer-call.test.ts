import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { ProxyTracerProvider, SpanKind, type Tracer, trace } from "@opentelemetry/api";
import { expect, it, onTestFinished, vi } from "vitest";
import { answerCall } from "#server/http/answer-call.ts";
import { anonymousBodyLimit } from "#server/http/edge/body-limits.ts";
import type { ServerRequest } from "#server/http/edge/server-request.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { cookieOf, inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { completeDraft } from "#tests/studies/drafts/drafting.ts";

const app = await sqliteApp();
const logLines = captureLog();
const origin = "http://evenhand.example";

/** Starts a server that answers procedure calls alone, without Next. @returns its port */
async function listen(): Promise<number> {
  vi.stubEnv("NEXTAUTH_URL", origin);
  await inRequest(app, new Request(origin), async () => undefined);
  const server = createServer().on("request", (incoming: ServerRequest, answer) => {
    void answerCall(incoming, answer);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

async function ask(path: string, { method = "GET", body = "", ...headers }: Record<string, string> = {}) {
  const port = await listen();
  const outgoing = request({
    ...{ host: "127.0.0.1", port, path: `/api/trpc/${path}`, method },
    headers: { host: "evenhand.example", connection: "close", ...headers },
  });
  outgoing.end(body);
  const [answer] = await once(outgoing, "response");
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(pieces) };
}

const json = { "content-type": "application/json", origin };

it("answers a call of a signed-in account and compresses large responses only", async () => {
  const { studyId, operatorId } = await publishedStudy(app);
  const cookie = await cookieOf(app, operatorId);
  const small = await ask("accounts.language?input=%7B%7D", { cookie, "accept-encoding": "gzip" });
  expect([small.status, small.headers["content-encoding"]]).toEqual([200, undefined]);
  expect(small.headers["content-length"]).toBe(String(small.bytes.length));
  const path = `studies.read?input=${encodeURIComponent(JSON.stringify({ studyId }))}`;
  const plain = await ask(path, { cookie });
  const packed = await ask(path, { cookie, "accept-encoding": "br, gzip" });
  expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([
    undefined,
    "gzip",
  ]);
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
  expect(JSON.parse(String(plain.bytes)).result.data.id).toBe(studyId);
  expect(packed.headers["cache-control"]).toBe("no-store");
});

it("refuses a call from another site and an oversized body, and keeps the connection usable", async () => {
  const elsewhere = await ask("ballots.save", { ...json, method: "POST", origin: "http://evil.example" });
  expect(elsewhere.status).toBe(403);
  const large = "x".repeat(anonymousBodyLimit + 1);
  const stated = await ask("ballots.save", { ...json, method: "POST", body: large });
  const chunked = await ask("ballots.save", {
    ...{ ...json, method: "POST", body: large },
    "transfer-encoding": "chunked",
  });
  expect([stated.status, chunked.status]).toEqual([413, 413]);
});

it("logs no failure when a client disconnects during its call", async () => {
  const port = await listen();
  const outgoing = request({
    ...{ host: "127.0.0.1", port, path: "/api/trpc/ballots.save", method: "POST" },
    headers: { host: "evenhand.example", ...json, "content-length": "100" },
  });
  outgoing.on("error", () => undefined);
  outgoing.write("{");
  outgoing.destroy();
  await new Promise((resolve) => outgoing.once("close", resolve));
  expect((await ask("accounts.language?input=%7B%7D")).status).toBe(401);
  expect(logLines.join()).not.toContain("a call could not be answered");
});

it("stops computing a response once the client has disconnected", async () => {
  const { studyId, operatorId } = await completeDraft(app);
  const port = await listen();
  const outgoing = request({
    ...{ host: "127.0.0.1", port },
    path: `/api/trpc/drafts.start?input=${encodeURIComponent(JSON.stringify({ studyId }))}`,
    headers: { host: "evenhand.example", cookie: await cookieOf(app, operatorId) },
  });
  outgoing.on("error", () => undefined);
  const { run } = app.pool;
  let signal: AbortSignal | undefined;
  const watched = ((...task: Parameters<typeof run>) => {
    if (task[0] === "pictureStart") {
      signal = task[2];
      outgoing.destroy();
    }
    return run(...task);
  }) as typeof run;
  vi.spyOn(app.pool, "run").mockImplementation(watched);
  outgoing.end();
  await expect.poll(() => signal?.aborted).toBe(true);
});

it("records one server span per call in traces", async () => {
  const ended: unknown[] = [];
  const nothing = new ProxyTracerProvider().getTracer("nothing");
  const startSpan: Tracer["startSpan"] = (name, options) =>
    Object.assign(nothing.startSpan(name), { end: () => void ended.push([name, options?.kind]) });
  const tracer = { startSpan, startActiveSpan: nothing.startActiveSpan.bind(nothing) };
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  onTestFinished(() => trace.disable());
  await ask("accounts.language?input=%7B%7D");
  await expect.poll(() => ended).toEqual([["call", SpanKind.SERVER]]);
});

it("streams events as they occur and sends headers before the first one", async () => {
  const { studyId, operatorId } = await publishedStudy(app);
  const port = await listen();
  const input = encodeURIComponent(JSON.stringify({ studyId }));
  const outgoing = request({
    ...{ host: "127.0.0.1", port, path: `/api/trpc/results.events?input=${input}` },
    headers: {
      ...{ host: "evenhand.example", accept: "text/event-stream", "accept-encoding": "gzip" },
      cookie: await cookieOf(app, operatorId),
    },
  }).end();
  const [answer] = await once(outgoing, "response");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/event-stream"]);
  expect(answer.headers).not.toHaveProperty("content-length");
  const [first] = await once(answer, "data");
  expect(String(first)).toMatch(/^(event|data|id|:)/);
  outgoing.destroy();
  await new Promise((resolve) => outgoing.once("close", resolve));
  expect(logLines.join()).not.toContain("a call could not be answered");
});

it("answers and logs a call that fails after its body was read", async () => {
  vi.spyOn(Response.prototype, "arrayBuffer").mockRejectedValue(new Error("the answer is lost"));
  const sent = { ...json, method: "POST", body: JSON.stringify({ token: "x" }) };
  expect((await ask("accounts.resetPassword", sent)).status).toBe(500);
  expect(logLines.join()).toContain("the answer is lost");
});

it("answers and logs a call that fails outside of every procedure", async () => {
  const port = await listen();
  vi.stubEnv("NEXTAUTH_URL", "no address");
  const outgoing = request({ host: "127.0.0.1", port, path: "/api/trpc/accounts.language" }).end();
  const [answer] = await once(outgoing, "response");
  answer.resume();
  expect(answer.statusCode).toBe(500);
  expect(logLines.join()).toContain("a call could not be answered");
});
