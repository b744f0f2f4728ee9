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

/** @returns the port of a server that answers so, until the test is over */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

const notWarm = "the first pages are not warmed up, so the first visits may be slow";

beforeEach(() => vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example"));

describe("a server that has just started", () => {
  it("asks itself for pages and procedures, under its own name and as nobody", async () => {
    const [asked, began] = [[] as string[], performance.now()];
    const port = await listen(({ url = "", headers }, response) => {
      asked.push(`${headers.host} ${headers.cookie ?? "nobody"} ${decodeURIComponent(url)}`);
      // More than is read ahead: who does not read it waits for its end in vain.
      response.end("x".repeat(1_000_000));
    });
    vi.stubEnv("PORT", port);
    vi.stubEnv("EVENHAND_HOST", "127.0.0.1");
    await warmUp();
    const [study, round] = ["00000000-0000-7000-8000-000000000000", 1];
    const input = JSON.stringify({ 0: { studyId: study, round }, 1: { studyId: study } });
    expect([...new Set(asked)]).toEqual(
      [
        ...["/api/auth/csrf", "/sign-in", "/"],
        ...["", "/judging", "/judging/1"].map((page) => `/studies/${study}${page}`),
        `/api/trpc/rounds.judging,studies.read?batch=1&input=${input}`,
      ].map((path) => `evenhand.example nobody ${path}`),
    );
    expect(asked).toHaveLength(3 * new Set(asked).size);
    const { msg, ms } = JSON.parse(logLines.at(-1) ?? "");
    expect(msg).toBe("warmed up");
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThanOrEqual(Math.ceil(performance.now() - began));
  });

  // Where it is asked for is looked at before anybody answers: some systems take the address of everybody for their own.
  it.each([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
    ["127.0.0.1", "127.0.0.1"],
  ])("asks near by where it listens at %s", async (listens, near) => {
    const hosts = new Set<string>();
    const note = (message: unknown) => hosts.add((message as { request: ClientRequest }).request.host);
    subscribe("http.client.request.start", note);
    onTestFinished(() => void unsubscribe("http.client.request.start", note));
    vi.stubEnv("EVENHAND_HOST", listens);
    vi.stubEnv("PORT", await listen((_, response) => response.end()));
    await warmUp();
    expect([...hosts]).toEqual([near]);
  });

  it("asks by its own id, whose refusals are not logged", async () => {
    const ids = new Set<unknown>();
    const port = await listen(({ headers }, response) => {
      ids.add(headers[requestIdHeader]);
      response.end();
    });
    vi.stubEnv("PORT", port);
    await warmUp();
    expect([...ids]).toEqual([ownProbeId()]);
  });

  it("stops asking after a while on a slow machine, and says so without a stack", async () => {
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

  it("goes on where an answer breaks off, and notes it", async () => {
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

  it("goes on where it cannot reach itself, and notes it", async () => {
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
    const never = () => Promise.reject(new Error("the database is not asked"));
    expect(await readWhyNotReady(never)).toBe("This server is warming up.");
  });
});
