import { afterAll, expect, it } from "vitest";
import { insertCheckpoint } from "#db/queries/checkpoints.ts";
import { listEntryHashes } from "#db/queries/tree.ts";
import { parseCheckpoint } from "#server/audit-log/checkpoints/checkpoint.ts";
import { parseNote } from "#server/audit-log/checkpoints/note.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { budgets } from "#server/platform/limits/budgets.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { makeCheckpoint } from "#server/studies/checkpoints/make-checkpoint.ts";
import { fixedBytes, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { judge } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { fetchAs } from "./routes.ts";

const engine = sqliteEngine();
afterAll(() => engine.cleanUp());
const app = testApp(await engine.openStore());
const study = await publishedStudy(app, { people: madeUpPeople(40) });
const openedSeq = (await openRound(app, { studyId: study.studyId })).seq;
await makeCheckpoint(app, study.studyId);
const [accountId = ""] = study.auditorIds;
await judge(app, { studyId: study.studyId, round: 1, accountId }, () => true);

const get = (path: string, studyId = study.studyId) => fetchAs(app, null, `/checkpoints/${studyId}/${path}`);

it("serves the newest checkpoint without a session and uncached", async () => {
  const answer = await get("checkpoint");
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "text/plain; charset=utf-8",
    "no-cache",
  ]);
  const { size, root } = parseCheckpoint(parseNote(await answer.text()).text);
  expect(size).toBe(openedSeq);
  const which = { studyId: study.studyId, from: 0, count: size };
  expect(root).toBe(treeRoot(await app.store.read((db) => listEntryHashes(db, which))));
});

it("tiles hold the hashes up to the checkpoint and none after it, and are cached", async () => {
  const answer = await get(`tile/0/000.p/${openedSeq}`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "application/octet-stream",
    "public, max-age=31536000, immutable",
  ]);
  const hashes =
    Buffer.from(await answer.arrayBuffer())
      .toString("hex")
      .match(/.{64}/g) ?? [];
  const which = { studyId: study.studyId, from: 0, count: openedSeq };
  expect(hashes).toEqual(await app.store.read((db) => listEntryHashes(db, which)));
  expect((await get("tile/0/000.p/1")).status).toBe(200);
  expect((await get(`tile/0/000.p/${openedSeq + 1}`)).status).toBe(404);
  expect((await get("tile/0/000")).status).toBe(404);
  expect((await get("tile/1/000.p/1")).status).toBe(404);
});

it("a full tile is requested without a width, a partial one with its width", async () => {
  const { studyId } = await publishedStudy(app);
  const { size: begun } = await makeCheckpoint(app, studyId);
  const size = 300;
  const rows = Array.from({ length: size - begun }, (_, index) => ({
    ...{ studyId, seq: begun + index + 1, type: "round.opened", at: 1, entry: "{}" },
    hash: fixedBytes("entry", index),
  }));
  await app.store.tx(async (tx) => {
    await tx.q.insert(tx.t.logEntry).values(rows);
    await insertCheckpoint(tx, { studyId, size, root: fixedBytes("root"), note: "", signedAt: 1 });
  });
  const hashesIn = async (place: string) => {
    const answer = await get(`tile/${place}`, studyId);
    return answer.status === 200 ? (await answer.arrayBuffer()).byteLength / 32 : answer.status;
  };
  expect(await hashesIn("0/000")).toBe(256);
  expect(await hashesIn("0/000.p/255")).toBe(255);
  expect(await hashesIn("0/000.p/256")).toBe(404);
  expect(await hashesIn("0/000.p/257")).toBe(404);
  // A number has one spelling.
  expect(await hashesIn("0/x000/000")).toBe(404);
  expect(await hashesIn("0/x000/001.p/44")).toBe(404);
  expect(await hashesIn("0/001.p/44")).toBe(44);
  expect(await hashesIn("0/001")).toBe(404);
});

it("a tile number of four digits or more is written in groups of three", async () => {
  const { studyId } = await publishedStudy(app);
  const [size, hash] = [1_000 * 256 + 1, fixedBytes("entry", 0)];
  await app.store.tx(async (tx) => {
    const row = { studyId, seq: size, type: "round.opened", at: 1, entry: "{}", hash };
    await tx.q.insert(tx.t.logEntry).values(row);
    await insertCheckpoint(tx, { studyId, size, root: fixedBytes("root"), note: "", signedAt: 1 });
  });
  const answer = await get("tile/0/x001/000.p/1", studyId);
  expect(Buffer.from(await answer.arrayBuffer()).toString("hex")).toBe(hash);
  for (const place of ["0/x1/000.p/1", "0/x01/000.p/1", "0/001/000.p/1"])
    expect((await get(`tile/${place}`, studyId)).status, place).toBe(404);
});

it.each([
  "0/0",
  "0/00",
  "0/x000/000",
  "0/000.p/0",
  "0/000.p/256",
  "0/000.p/01",
  "64/000",
  "-1/000",
  "entries/000",
  "0/1000",
  "0/000/000",
])("there is no tile %s", async (place) => {
  expect((await get(`tile/${place}`)).status).toBe(404);
});

it("an unknown study, a draft and a malformed id get the same 404", async () => {
  const draft = (await publishedDraft()).studyId;
  const answers = await Promise.all(
    [app.newId(), draft, "nothing"].flatMap((id) =>
      ["checkpoint", "tile/0/000.p/1"].map(async (path) => {
        const answer = await get(path, id);
        return [answer.status, answer.headers.get("cache-control"), await answer.text()];
      }),
    ),
  );
  for (const answer of answers) {
    expect(answer).toEqual([404, "no-store", "There is no such checkpoint or tile.\n"]);
  }
});

async function publishedDraft() {
  const { createDraft } = await import("#server/studies/drafts/create-draft.ts");
  return createDraft(app, study.operatorId, { name: "A draft" });
}

it("requests without a session are rate limited by network", async () => {
  const other = testApp(await engine.openStore());
  const ask = () => fetchAs(other, null, `/checkpoints/${other.newId()}/checkpoint`);
  for (let count = 0; count < budgets.anonymous.calls; count += 1) expect((await ask()).status).toBe(404);
  const refused = await ask();
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await fetchAs(other, null, `/checkpoints/${other.newId()}/tile/0/000`)).status).toBe(429);
});
