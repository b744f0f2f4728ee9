import { setImmediate } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { answerMade, type MadeFile } from "#server/http/files/made-file.ts";
import { makerFor } from "#server/http/files/turns.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";

const engine = sqliteEngine();
afterAll(() => engine.cleanUp());

const chunkCount = 10;
const chunk = "x".repeat(64 * 1_024);

it("many downloads of one account delay another account as little as one download", async () => {
  const app = testApp(await engine.openStore());
  const made: string[] = [];
  const download = async (name: string, accountId: string) => {
    const file: MadeFile = {
      ...{ head: { seq: 1, hash: "0".repeat(64) }, savedAs: "file", contentType: "text/plain" },
      size: chunkCount * chunk.length,
      pieces: (async function* () {
        for (let count = 0; count < chunkCount; count += 1) {
          // As long as a read of the database takes.
          await setImmediate();
          made.push(name);
          yield chunk;
        }
      })(),
    };
    const session = { account: { id: accountId } } as CurrentSession;
    const request = new Request("http://evenhand.example/file");
    const answer = await answerMade(request, makerFor(app, session), file, async () => undefined);
    expect((await answer.text()).length).toBe(file.size);
  };
  const [busy, calm] = [await addAccount(app, "busy"), await addAccount(app, "calm")];
  const many = Array.from({ length: 12 }, () => download("busy", busy));
  await Promise.all([...many, download("calm", calm)]);
  expect(made.length).toBe(13 * chunkCount);
  const places = made.flatMap((name, place) => (name === "calm" ? [place] : []));
  const between = places.slice(1).map((place, index) => place - (places[index] ?? 0) - 1);
  expect(Math.max(...between)).toBeLessThanOrEqual(2);
});

it("resuming at the last byte makes no earlier chunk if the file supports that", async () => {
  const app = testApp(await engine.openStore());
  const session = { account: { id: await addAccount(app, "calm") } } as CurrentSession;
  let made = 0;
  const size = chunkCount * chunk.length;
  const file: MadeFile = {
    ...{ head: { seq: 1, hash: "0".repeat(64) }, savedAs: "file", contentType: "text/plain", size },
    pieces: (async function* () {
      for (let count = 0; count < chunkCount; count += 1) {
        made += 1;
        yield chunk;
      }
    })(),
    from: async function* (begin) {
      yield chunk.slice(0, size - begin);
    },
  };
  const ask = (headers: Record<string, string> = {}) =>
    answerMade(
      new Request("http://evenhand.example/file", { headers }),
      makerFor(app, session),
      file,
      async () => file,
    );
  const whole = await ask();
  await whole.body?.cancel();
  const before = made;
  const last = await ask({ range: `bytes=${size - 1}-`, "if-range": whole.headers.get("etag") ?? "" });
  expect([last.status, await last.text(), made - before]).toEqual([206, "x", 0]);
});

it("a file whose data outside the log changed before it was measured is refused as busy", async () => {
  const app = testApp(await engine.openStore());
  const session = { account: { id: await addAccount(app, "calm") } } as CurrentSession;
  const file: MadeFile = {
    ...{ head: { seq: 1, hash: "0".repeat(64) }, savedAs: "file", contentType: "text/plain" },
    pieces: (async function* () {})(),
  };
  const request = new Request("http://evenhand.example/file");
  const response = answerMade(request, makerFor(app, session), file, async () => undefined);
  await expect(response).rejects.toMatchObject({ code: "busy", message: expect.stringContaining("changed") });
});
