import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { peopleAtOnce } from "#server/studies/exports/imported-people.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { send } from "#tests/http/routes.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { behindOwnFile } from "#tests/setup/held-turn.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { callApi, tokenOf } from "./stage.ts";

describeEngines("files by API", async (openStore) => {
  const app = testApp(await openStore());
  // Two pages of people, so that a person can be erased between them; a name with more bytes than letters.
  const people = madeUpPeople(peopleAtOnce + 5).map(([income = null, years = null], index) => [
    ...[income, years, index % 3 === 0 ? "own" : "Bötchen 🎲"],
  ]);
  const study = await publishedStudy(app, { people, name: "of files" });
  await playRound(app, study, [() => true, () => false, () => true]);
  const token = await tokenOf(app, study.operatorId);
  const log = Buffer.from((await exportStudy(app, study.studyId)).log);

  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const at = (path: string) => `/studies/${study.studyId}${path}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    callApi(app, "GET", at(path), { token, headers });

  it("the log is sent byte for byte as it was hashed", async () => {
    const { status, headers, text } = await get("/log");
    expect(status).toBe(200);
    expect(headers.get("content-length")).toBe(String(log.length));
    expect(headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
    const name = expect.stringMatching(`^attachment; filename="log-${study.studyId}-\\d+\\.jsonl"$`);
    expect(headers.get("content-disposition")).toEqual(name);
    expect(Buffer.from(text).equals(log)).toBe(true);
    // Compressed by a proxy it would have other bytes to resume from.
    expect(headers.get("cache-control")).toContain("no-transform");
    const { head } = (await get("")).body as { head: { hash: string } };
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    expect(createHash("sha256").update(`\0${last}`).digest("hex")).toBe(head.hash);
  });

  it("part of the log has the requested entries", async () => {
    const seqsIn = async (path: string) =>
      (await get(path)).text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).seq);
    expect(await seqsIn("/log?after=2&upTo=5")).toEqual([3, 4, 5]);
    expect(await seqsIn("/log?after=0&upTo=1")).toEqual([1]);
    const empty = await get("/log?after=5&upTo=5");
    expect([empty.status, empty.text]).toEqual([200, ""]);
    const behind = await get("/log?after=5&upTo=5", { range: "bytes=1-" });
    expect([behind.status, behind.headers.get("content-range")]).toEqual([416, "bytes */0"]);
    expect((await get("/log?upTo=99999")).body).toMatchObject({ problems: [{ field: "upTo" }] });
    for (const path of [
      "/log?upTo=99999",
      "/log?upTo=0",
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

  it("resumes from any byte, also within a character, while the ETag is the same", async () => {
    const { seq } = ((await get("")).body as { head: { seq: number } }).head;
    const whole = await get(`/log?upTo=${seq}`);
    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"\d+-[0-9a-f]{64}"$/);
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
      expect(answer.headers.get("content-length")).toBe(String(log.length - begin));
      expect(answer.headers.get("accept-ranges")).toBe("bytes");
    }
    const beyond = await get(`/log?upTo=${seq}`, { range: `bytes=${log.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${log.length}`]);
    // With the ETag of another part the whole is sent.
    const other = await get(`/log?upTo=${seq - 1}`, { range: "bytes=100-", "if-range": etag });
    expect([other.status, other.text.startsWith('{"at"')]).toEqual([200, true]);
  });

  it("tables, the record and decisions are served, and recorded with the token", async () => {
    const files: [string, string, RegExp][] = [
      ["/data/verdicts.csv", "data", /^seq,round,/],
      ["/data/features.csv", "data", /^person,/],
      ["/data/decisions.vw", "data", /r1_p/],
      ["/record", "record", /"manifest":/],
      ["/decisions.csv?round=1", "decisions", /^round,person,/],
      ["/log", "log", /^\{/],
    ];
    for (const [path, file, form] of files) {
      const { status, text, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("cache-control"), path).toMatch(/^no-store/);
      expect(text).toMatch(form);
      const [event] = (await readSecurityEvents(app, { kind: "file.downloaded" })).events;
      expect(event).toMatchObject({ actor: { id: study.operatorId }, study: { id: study.studyId } });
      expect(event?.detail).toEqual({ file, token: expect.any(String) });
    }
    const { headers } = await get("/decisions.csv?round=1");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="decisions.csv"');
    expect((await get("/data/nothing.csv")).body).toMatchObject({ status: 404, code: "not-found" });
    expect((await get("/data/verdicts.csv?upTo=0")).body).toMatchObject({ status: 400, code: "bad-input" });
    expect((await get("/data/verdicts.csv?upTo=1")).text).toMatch(/^seq,round,[^\n]*\n$/);
    expect((await get("/decisions.csv?round=9")).body).toMatchObject({ status: 404, code: "not-found" });
  });

  it("reads a short sheet into rows, for tokens of operators only", async () => {
    const sheet = { body: "email,role\na@example.org,observer\n", headers: { "content-type": "text/csv" } };
    const read = await callApi(app, "PUT", at("/sheet"), { token, ...sheet });
    const rows = [
      ["email", "role"],
      ["a@example.org", "observer"],
    ];
    expect([read.status, read.body]).toEqual([200, { sheet: null, sheets: [], rows }]);
    const other = await tokenOf(app, study.auditorIds[0] ?? "");
    expect((await callApi(app, "PUT", at("/sheet"), { token: other, ...sheet })).status).toBe(403);
  });

  it("files of one account are made one at a time", async () => {
    for (const path of ["/log", "/record", "/data/pairs.csv", "/decisions.csv"]) {
      const { waited, taken } = await behindOwnFile(app, study.operatorId, () => get(path));
      expect([path, waited, taken.status]).toEqual([path, true, 200]);
    }
  });

  it("tables and the record resume as of the entry at which they began, however far the log has grown", async () => {
    const paths = ["/data/pairs.csv", "/data/chances.parquet", "/data/decisions.vw", "/record"];
    paths.push("/data/features.parquet", "/data/bandit-feedback.npz");
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const own = { host: "evenhand.example", authorization: `Bearer ${token}` };
      const address = `http://evenhand.example/api/v1${at(path)}`;
      const answer = await send(app, new Request(address, { headers: { ...own, ...headers } }));
      return { status: answer.status, headers: answer.headers, bytes: await bytesOf(answer) };
    };
    const whole = new Map<string, Awaited<ReturnType<typeof ask>>>();
    for (const path of paths) whole.set(path, await ask(path));
    const { studyId, operatorId: accountId } = study;
    const { round } = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round, reason: "wrong-people" });
    for (const [path, { bytes, headers }] of whole) {
      expect(headers.get("cache-control")).toContain("no-transform");
      const etag = headers.get("etag") ?? "";
      const isFirst = path === paths[0];
      for (const begin of [Math.floor(bytes.length / 2), ...(isFirst ? [1, bytes.length - 1] : [])]) {
        const rest = await ask(path, { range: `bytes=${begin}-`, "if-range": etag });
        expect([path, rest.status]).toEqual([path, 206]);
        expect(rest.bytes.equals(bytes.subarray(begin)), `${path} from ${begin}`).toBe(true);
        expect(rest.headers.get("content-range")).toBe(`bytes ${begin}-${bytes.length - 1}/${bytes.length}`);
        for (const name of ["etag", "content-disposition", "content-type"]) {
          expect(rest.headers.get(name)).toBe(headers.get(name));
        }
      }
      if (!isFirst) continue;
      const beyond = await ask(path, { range: `bytes=${bytes.length}-`, "if-range": etag });
      expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
      // The ETag of another process, of another history, or an unknown one: the whole file as it is now.
      const others = [etag.replace(/-[0-9a-f]{16}"/, '-0123456789abcdef"'), etag.replace(/\d+-/, "1-"), ""];
      others.push(`${etag}x`, `x${etag}`);
      for (const other of others) {
        const fresh = await ask(path, { range: "bytes=5-", ...(other && { "if-range": other }) });
        expect([other, fresh.status]).toEqual([other, 200]);
        expect(fresh.headers.get("etag")).not.toBe(etag);
      }
    }
    // The person's features are gone, so an earlier file cannot be made any more.
    await erasePerson(app, { studyId, personId: "p3", accountId });
    for (const [path, { headers }] of whole) {
      const fresh = await ask(path, { range: "bytes=5-", "if-range": headers.get("etag") ?? "" });
      expect([path, fresh.status]).toEqual([path, 200]);
      expect(fresh.headers.get("etag")).not.toBe(headers.get("etag"));
    }
  });

  it("a record breaks off before its manifest if a person is erased meanwhile", async () => {
    const request = new Request(`http://evenhand.example/api/v1${at("/record")}`, {
      headers: { host: "evenhand.example", authorization: `Bearer ${token}` },
    });
    const answer = await send(app, request);
    const { studyId, operatorId: accountId } = study;
    // The first chunk is on its way, made of no more than the first page of people.
    await erasePerson(app, { studyId, personId: "p1", accountId });
    const text = await answer.text().catch((error: Error) => error.message);
    expect(text.slice(0, 200)).toBe(
      "A person was erased while the record was being read: download it once more.",
    );
    expect((await get("/record")).text).toContain('"manifest":');
  });
});
