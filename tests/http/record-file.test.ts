import { expect, it } from "vitest";
import { deleteRuleList } from "#db/queries/rule-lists.ts";
import { limits } from "#server/accounts/account-limits.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { addReader } from "#server/studies/seats.ts";
import { readRecord } from "#tests/replay/record.ts";
import { listedStudy } from "#tests/setup/listed-study.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { broken } from "./broken.ts";
import { makeCast } from "./cast.ts";
import { fetchAs, send } from "./routes.ts";

const app = await sqliteApp();

const cast = await makeCast(app);
await playRound(app, cast.study, []);
await playRound(app, cast.study, []);
const whole = await exportStudy(app, cast.study.studyId);
const last = linesOf(whole.log).length;

const get = (file: string, who: "operator" | "researcher" | "auditor" | null = "researcher") =>
  fetchAs(app, who && cast.accounts[who].id, `/api/studies/${cast.study.studyId}/${file}`);

it.each(["log", "record"] as const)("the %s is a file of JSON lines that is not cached", async (file) => {
  const answer = await get(file);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "application/jsonl; charset=utf-8",
    "content-disposition": `attachment; filename="${file}-${cast.study.studyId}-${last}.jsonl"`,
    // A download continues from a byte and is checked by its length, so no proxy may compress it.
    ...{ "cache-control": "no-store, no-transform", "accept-ranges": "bytes" },
    // Every process makes the same bytes of a log; a record names its process too.
    etag: expect.stringMatching(`^"${last}-[0-9a-f]{64}${file === "log" ? "" : "-[0-9a-f]{16}"}"$`),
    "content-length": expect.stringMatching(/^[1-9]\d+$/),
    "x-evenhand-length": expect.stringMatching(/^[1-9]\d+$/),
    ...(file === "log" && { "x-evenhand-entries": String(last) }),
  });
  const text = await answer.text();
  expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
  expect(file === "log" ? text : readRecord(text)).toEqual(file === "log" ? whole.log : whole);
});

it.each(["record", "log", "data/features.parquet", "data/datasheet.md", "data/manifest.json"])(
  "%s resumes from the byte where it broke off",
  async (file) => {
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
    const ask = (headers: Record<string, string>) =>
      fetchAs(app, cast.accounts.researcher.id, `/api/studies/${cast.study.studyId}/${file}`, { headers });
    const answer = await ask({});
    const etag = answer.headers.get("etag") ?? "";
    const bytes = await bytesOf(answer);
    const begin = Math.floor(bytes.length / 3);
    const rest = await ask({ range: `bytes=${begin}-`, "if-range": etag });
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect([rest.status, rest.headers.get("content-range"), rest.headers.get("content-length")]).toEqual([
      206,
      `bytes ${begin}-${bytes.length - 1}/${bytes.length}`,
      String(bytes.length - begin),
    ]);
    expect((await bytesOf(rest)).equals(bytes.subarray(begin))).toBe(true);
    // Without a range, or with an ETag of another history, the whole file is sent.
    expect((await ask({ "if-range": etag })).status).toBe(200);
    const other = etag.replace(/^"\d+/, '"1');
    expect((await ask({ range: `bytes=${begin}-`, "if-range": other })).status).toBe(200);
    // Only a log is continued without an ETag: its bytes never change.
    expect((await ask({ range: `bytes=${begin}-` })).status).toBe(file === "log" ? 206 : 200);
  },
);

it("the log ends with the requested entry", async () => {
  const log = await get("log?upTo=5");
  expect(log.headers.get("content-disposition")).toContain("-5.jsonl");
  expect(linesOf(await log.text())).toEqual(linesOf(whole.log).slice(0, 5));
});

it("an unknown or malformed entry number is refused with the valid range", async () => {
  for (const upTo of ["0", "-1", "01", "1.5", "1e1", "last", "", " 1", String(last + 1), "9".repeat(17)]) {
    const answer = await get(`log?upTo=${upTo}`);
    expect(answer.status, upTo).toBe(400);
    const message = `upTo must be a whole number from 1 to ${last}, the last entry.`;
    expect(await answer.json(), upTo).toEqual({ message });
  }
  expect((await get(`log?upTo=${last}`)).status).toBe(200);
});

it.each([
  ["a visitor", null, "log", 401, "Sign in first."],
  [
    "an auditor who requests the features",
    "auditor",
    "features",
    403,
    "Only an operator or a researcher of this study can do this. You are an auditor in it.",
  ],
  ["an operator who requests an unknown file", "operator", "secrets", 404, "There is no such file."],
] as const)("%s is refused in plain words, uncached", async (_, who, file, status, message) => {
  const answer = await get(file, who);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ message });
});

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

it("an auditor may read the log, to find the own ballot in it", async () => {
  const answer = await get("log", "auditor");
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(await (await get("log", "operator")).text());
});

it("an auditor's download of the log is no refusal in the security log", async () => {
  const [, auditorId = ""] = cast.study.auditorIds;
  const [, account] = cast.study.auditorEmails;
  const { status } = await fetchAs(app, auditorId, `/api/studies/${cast.study.studyId}/log`);
  expect(status).toBe(200);
  const { events } = await readSecurityEvents(app, { account });
  expect(events.map(({ kind }) => kind)).toEqual(["file.downloaded"]);
});

it("the record requires a fresh confirmation; the log does not", async () => {
  const path = (file: string) => `/api/studies/${cast.study.studyId}/${file}`;
  const cookie = await cookieOf(app, cast.accounts.researcher.id);
  const fetchLater = (file: string) =>
    send(app, new Request(`http://evenhand.example${path(file)}`, { headers: { cookie } }));
  app.clock.advance(limits.confirmationLife);
  expect((await fetchLater("log")).status).toBe(200);
  const refusal = await fetchLater("record");
  expect(refusal.status).toBe(403);
  expect((await refusal.json()).message).toContain("Confirm that it is you");
});

// Last, because the log grows meanwhile.
it.each(["record", "log?upTo=LAST", "data/chances.parquet?upTo=LAST"])(
  "%s resumes as of the entry at which it began, however far the log has grown",
  async (file) => {
    const path = `/api/studies/${cast.study.studyId}/${file.replace("LAST", String(last))}`;
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetchAs(app, cast.accounts.researcher.id, path, { headers });
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const { answer, bytes } = await ask({});
    const { studyId } = cast.study;
    const { round } = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round, reason: "wrong-people" });
    const begin = Math.floor(bytes.length / 3);
    const range = { range: `bytes=${begin}-` };
    const rest = await ask({ ...range, "if-range": answer.headers.get("etag") ?? "" });
    expect([rest.answer.status, rest.answer.headers.get("etag")]).toEqual([206, answer.headers.get("etag")]);
    expect(rest.bytes.equals(bytes.subarray(begin))).toBe(true);
    // With the ETag of another process the whole file is sent.
    expect((await ask({ ...range, "if-range": '"1-0"' })).answer.status).toBe(200);
  },
);

it.each([
  ["verdicts.csv", "data/verdicts.csv"],
  ["record", "record"],
])("an unexpected error reveals only how to find it in the application log: %s", async (where, file) => {
  const path = `/api/studies/${cast.study.studyId}/${file}`;
  const { answer, logged } = await broken(app, 2, (on) => fetchAs(on, cast.accounts.researcher.id, path));
  expect([answer.status, logged.where]).toEqual([500, where]);
  expect(await answer.json()).toEqual({ message: logged.message });
});

it("a record whose list of rules is missing is refused", async () => {
  const { studyId } = await listedStudy(app);
  await addReader(app, { studyId, accountId: cast.accounts.researcher.id, role: "researcher" });
  await app.store.tx((tx) => deleteRuleList(tx, { studyId }));
  const ask = (file: string) => fetchAs(app, cast.accounts.researcher.id, `/api/studies/${studyId}/${file}`);
  const answer = await ask("record");
  expect(answer.status).toBe(500);
  expect((await answer.json()).message).toMatch(/^The list of rules of this study is missing\. /);
  expect((await ask("log")).status).toBe(200);
});
