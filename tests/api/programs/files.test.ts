import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { peopleAtOnce } from "#server/services/exports/imported-people.ts";
import { erasePerson } from "#server/services/people/erase-person.ts";
import { readSecurityEvents } from "#server/services/security-log/read-events.ts";
import { send } from "#tests/api/routes.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { tell, tokenOf } from "./stage.ts";

describeEngines("files for programs", (openStore) => {
  let app: TestApp;
  let study: TestStudy;
  let token: string;
  let log: Buffer;

  beforeAll(async () => {
    app = testApp(await openStore());
    // Two pages of people, so that somebody can be erased between them; a name that is more bytes than letters.
    const people = madeUpPeople(peopleAtOnce + 5).map(([income = null, years = null], index) => [
      ...[income, years, index % 3 === 0 ? "own" : "Bötchen 🎲"],
    ]);
    study = await publishedStudy(app, { people, name: "of files" });
    await playRound(app, study, [() => true, () => false, () => true]);
    token = await tokenOf(app, study.operatorId);
    log = Buffer.from((await exportStudy(app, study.studyId)).log);
  });
  afterAll(() => app.close());

  const at = (path: string) => `/studies/${study.studyId}${path}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    tell(app, "GET", at(path), { token, headers });

  it("the log comes byte for byte as it was hashed", async () => {
    const { status, headers, text } = await get("/log");
    expect(status).toBe(200);
    expect(Buffer.from(text).equals(log)).toBe(true);
    // Packed on its way it would have other bytes to go on from.
    expect(headers.get("cache-control")).toContain("no-transform");
    const { head } = (await get("")).body as { head: { hash: string } };
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    expect(createHash("sha256").update(`\0${last}`).digest("hex")).toBe(head.hash);
  });

  it("a stretch of it has the entries that were asked for", async () => {
    const { text } = await get("/log?after=2&upTo=5");
    const seqs = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).seq);
    expect(seqs).toEqual([3, 4, 5]);
    const empty = await get("/log?after=5&upTo=5");
    expect([empty.status, empty.text]).toEqual([200, ""]);
    for (const path of [
      "/log?upTo=99999",
      "/log?after=6&upTo=5",
      "/log?after=-1",
      "/log?upTo=x",
      "/log?to=3",
    ]) {
      expect([path, (await get(path)).body]).toEqual([
        path,
        expect.objectContaining({ status: 400, code: "bad-input" }),
      ]);
    }
  });

  it("goes on from any byte, also in the middle of a letter, while its mark is the same", async () => {
    const { seq } = ((await get("")).body as { head: { seq: number } }).head;
    const whole = await get(`/log?upTo=${seq}`);
    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}-0"$/);
    for (const begin of [0, 1, 777, log.length - 1]) {
      const range = { range: `bytes=${begin}-`, "if-range": etag };
      const request = new Request(`http://evenhand.example/api/v1${at(`/log?upTo=${seq}`)}`, {
        headers: { host: "evenhand.example", authorization: `Bearer ${token}`, ...range },
      });
      const answer = await send(app, request);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.equals(log.subarray(begin)), String(begin)).toBe(true);
      if (begin === 0) continue;
      expect(answer.status).toBe(206);
      expect(answer.headers.get("content-range")).toBe(`bytes ${begin}-${log.length - 1}/${log.length}`);
    }
    const beyond = await get(`/log?upTo=${seq}`, { range: `bytes=${log.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${log.length}`]);
    // Of another stretch: all of it, from its beginning.
    const other = await get(`/log?upTo=${seq - 1}`, { range: "bytes=100-", "if-range": etag });
    expect([other.status, other.text.startsWith('{"at"')]).toEqual([200, true]);
  });

  it("tables, the record and decisions are those that a browser gets, and are noted with the token", async () => {
    const asked: [string, string, RegExp][] = [
      ["/data/verdicts.csv", "data", /^seq,round,/],
      ["/data/features.csv", "data", /^person,/],
      ["/data/decisions.vw", "data", /r1_p/],
      ["/record", "record", /"manifest":/],
      ["/decisions.csv?round=1", "decisions", /^round,person,/],
      ["/log", "log", /^\{/],
    ];
    for (const [path, file, form] of asked) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toMatch(form);
      const [event] = (await readSecurityEvents(app, { kind: "file.downloaded" })).events;
      expect(event).toMatchObject({ actor: { id: study.operatorId }, study: { id: study.studyId } });
      expect(event?.detail).toEqual({ file, token: expect.any(String) });
    }
    expect((await get("/data/nothing.csv")).body).toMatchObject({ status: 404, code: "not-found" });
    expect((await get("/decisions.csv?round=9")).body).toMatchObject({ status: 404, code: "not-found" });
  });

  it("a record during which somebody is erased breaks off before its manifest", async () => {
    const request = new Request(`http://evenhand.example/api/v1${at("/record")}`, {
      headers: { host: "evenhand.example", authorization: `Bearer ${token}` },
    });
    const answer = await send(app, request);
    const { studyId, operatorId: accountId } = study;
    // A chunk is under way, and with it no more than the first page of people.
    await erasePerson(app, { studyId, personId: "p1", accountId });
    const text = await answer.text().catch((error: Error) => error.message);
    expect(text.slice(0, 200)).toBe(
      "Somebody was erased while the record was being read: download it once more.",
    );
    expect((await get("/record")).text).toContain('"manifest":');
  });
});
