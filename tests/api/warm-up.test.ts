import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { warmUp } from "#server/api/warm-up.ts";
import { readWhyNotReady } from "#server/services/app/readiness.ts";
import { enterPhase } from "#server/services/process/phase.ts";
import { keepDiary } from "#tests/setup/diary.ts";

const diary = keepDiary();

beforeEach(() => vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example"));

describe("a server that has just started", () => {
  it("asks itself for pages and procedures, under its own name and as nobody", async () => {
    const asked: string[] = [];
    const server = createServer(({ url = "", headers }, response) => {
      asked.push(`${headers.host} ${headers.cookie ?? "nobody"} ${url.split("?", 1)[0]}`);
      response.end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    vi.stubEnv("PORT", String((server.address() as AddressInfo).port));
    await warmUp();
    expect(asked).toContain("evenhand.example nobody /sign-in");
    expect(asked).toContain("evenhand.example nobody /api/trpc/rounds.judging,studies.read");
    expect(asked.every((one) => one.startsWith("evenhand.example nobody /"))).toBe(true);
    expect(asked).toHaveLength(3 * new Set(asked).size);
    expect(diary.at(-1)).toContain("warmed up");
  });

  it("goes on where it cannot reach itself, and notes it", async () => {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    vi.stubEnv("PORT", String((server.address() as AddressInfo).port));
    server.close();
    await once(server, "close");
    await warmUp();
    expect(diary.at(-1)).toContain("could not warm up");
  });

  it("is not ready before it is warm", async () => {
    enterPhase("warming");
    onTestFinished(() => enterPhase("serving"));
    const never = () => Promise.reject(new Error("the database is not asked"));
    expect(await readWhyNotReady(never)).toBe("This server is warming up.");
  });
});
