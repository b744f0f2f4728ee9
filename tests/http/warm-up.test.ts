import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type ClientRequest, createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { warmUp } from "#server/http/warm-up.ts";
import { readWhyNotReady } from "#server/platform/app/readiness.ts";
import { enterPhase } from "#server/platform/process/phase.ts";
import { ownProbeId, requestIdHeader } from "#server/platform/process/request.ts";
import { captureLog } from "#tests/setup/application-log.ts";

const logLines = captureLog();

/** Starts a server with this listener until the test is over. @returns its port */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

const notWarm = "the first pages are not warmed up, so the first visits may be slow";

beforeEach(() => vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example"));

describe("a server that has just started", () => {
  it("requests pages and procedures of itself, under its own host name and without a session", async () => {
    const [requests, began] = [[] as string[], performance.now()];
    const port = await listen(({ url = "", headers }, response) => {
      requests.push(`${headers.host} ${headers.cookie ?? "no cookie"} ${decodeURIComponent(url)}`);
      // More than is read ahead: a client that does not read it never sees its end.
      response.end("x".repeat(1_000_000));
    });
    vi.stubEnv("PORT", port);
    vi.stubEnv("EVENHAND_HOST", "127.0.0.1");
    await warmUp();
    const [study, round] = ["00000000-0000-7000-8000-000000000000", 1];
    const input = JSON.stringify({ 0: { studyId: study, round }, 1: { studyId: study } });
    expect([...new Set(requests)]).toEqual(
      [
        ...["/api/auth/csrf", "/sign-in", "/"],
        ...["", "/judging", "/judging/1"].map((page) => `/studies/${study}${page}`),
        `/api/trpc/rounds.judging,studies.read?batch=1&input=${input}`,
      ].map((path) => `evenhand.example no cookie ${path}`),
    );
    expect(requests).toHaveLength(3 * new Set(requests).size);
    const { msg, ms } = JSON.parse(logLines.at(-1) ?? "");
    expect(msg).toBe("warmed up");
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThanOrEqual(Math.ceil(performance.now() - began));
  });

  // Checks the requested address, not a response: some systems accept connections to the wildcard address.
  it.each([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
    ["127.0.0.1", "127.0.0.1"],
  ])("sends its requests to a loopback address when it listens at %s", async (listens, near) => {
    const hosts = new Set<string>();
    const note = (message: unknown) => hosts.add((message as { request: ClientRequest }).request.host);
    subscribe("http.client.request.start", note);
    onTestFinished(() => void unsubscribe("http.client.request.start", note));
    vi.stubEnv("EVENHAND_HOST", listens);
    vi.stubEnv("PORT", await listen((_, response) => response.end()));
    await warmUp();
    expect([...hosts]).toEqual([near]);
  });

  it("sends an id of its own, whose refusals are not logged", async () => {
    const ids = new Set<unknown>();
    const port = await listen(({ headers }, response) => {
      ids.add(headers[requestIdHeader]);
      response.end();
    });
    vi.stubEnv("PORT", port);
    await warmUp();
    expect([...ids]).toEqual([ownProbeId()]);
  });

  it("stops after a while on a slow machine, and says so without a stack", async () => {
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    vi.stubEnv("PORT", await listen((_, response) => response.end()));
    await warmUp();
    const { level, msg, reason, err } = JSON.parse(logLines.at(-1) ?? "");
    expect({ level, msg, reason, err }).toEqual({
      level: 30,
      msg: notWarm,
      reason: "it took longer than 15 s",
    });
  });

  it("continues and logs a failure when a response breaks off", async () => {
    vi.stubEnv(
      "PORT",
      await listen((_, response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write("half an answer", () => response.destroy());
      }),
    );
    await warmUp();
    expect(JSON.parse(logLines.at(-1) ?? "")).toMatchObject({ level: 40, msg: notWarm });
  });

  it("continues and logs a failure when it cannot reach itself", async () => {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    vi.stubEnv("PORT", String((server.address() as AddressInfo).port));
    server.close();
    await once(server, "close");
    await warmUp();
    expect(JSON.parse(logLines.at(-1) ?? "")).toMatchObject({ level: 40, msg: notWarm });
  });

  it("is not ready before it is warm", async () => {
    enterPhase("warming");
    onTestFinished(() => enterPhase("serving"));
    const never = () => Promise.reject(new Error("the database is not queried"));
    expect(await readWhyNotReady(never)).toBe("This server is warming up.");
  });
});
