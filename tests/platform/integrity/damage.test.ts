import { beforeEach, expect, it } from "vitest";
import { listRounds } from "#db/queries/rounds.ts";
import { deleteRuleList, replaceRuleList } from "#db/queries/rule-lists.ts";
import { findStudy } from "#db/queries/studies.ts";
import type { MigratableStore } from "#db/store/store.ts";
import { StoreError } from "#db/store/store-error.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { readWorry } from "#server/platform/app/readiness.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { countDamaged, damageOf } from "#server/platform/integrity/damaged.ts";
import { checkHeads, checkLines, checkLinesInBackground } from "#server/platform/integrity/find-damage.ts";
import { readStudy } from "#server/results/read-study.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readInbox } from "#server/rounds/inbox/read-inbox.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { packFile } from "#server/study/files/reading/packed-file.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { listedStudy, type TestList } from "#tests/setup/listed-study.ts";
import { judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";

let listCount = 0;
const logLines = captureLog();
const warningsOf = (studyId: string) =>
  logLines.filter((line) => line.includes(studyId) && line.includes("a study is damaged and takes no writes"))
    .length;

describeEngines("damage of a study’s record", (openStore) => {
  // All tests have studies of the same ids.
  beforeEach(() => {
    logLines.length = 0;
  });

  async function twoStudies() {
    const store = await openStore();
    const app = testApp(store);
    return { store, app, hurt: await publishedStudy(app), whole: await publishedStudy(app) };
  }

  const alterEntry = (store: MigratableStore, studyId: string, seq: number) =>
    changeByHand(store, "log_entry", {
      set: "entry = replace(entry, '\"v\":1', '\"v\":2')",
      where: `study_id = '${studyId}' and seq = ${seq}`,
    });

  const headOf = async (app: TestApp, studyId: string) =>
    ((await app.store.read((db) => findStudy(db, studyId)))?.nextSeq ?? 0) - 1;

  it("in the last entry is found at start, and then that study alone refuses writes", async () => {
    const { store, app, hurt, whole } = await twoStudies();
    const { studyId } = hurt;
    const { round } = await openRound(app, { studyId });
    await alterEntry(store, studyId, await headOf(app, studyId));
    expect(countDamaged(store)).toBe(0);
    await checkHeads(store);
    // the second check finds the same, and it is logged once
    await checkHeads(store);
    expect([countDamaged(store), warningsOf(studyId)]).toEqual([1, 1]);
    const seq = await headOf(app, studyId);
    const what = `Entry ${seq} of this study’s record is not as it was written.`;
    const accountId = hurt.auditorIds[0] ?? "";
    await refused(
      judge(app, { studyId, round, accountId }, () => false),
      "study-damaged",
    );
    const given = [0, 1, "unfair"] as const;
    await refused(saveVerdicts(app, { studyId, round, accountId }, [given]), "study-damaged");
    await refused(closeRound(app, { studyId, round }), "study-damaged");
    expect(await headOf(app, studyId)).toBe(seq);
    expect((await readStudy(app, studyId)).damage).toBe(what);
    expect((await readMyRounds(app, { studyId, accountId })).damage).toBe(what);
    // No account is asked to do what would be refused.
    const closed = { act: { kind: "closed-for-writing" }, isMine: false, later: [], meanwhile: [] };
    for (const reader of [accountId, hurt.operatorId])
      expect((await readInbox(app, reader)).studies.find(({ id }) => id === studyId)?.waiting).toEqual(
        closed,
      );
    expect((await readStudy(app, studyId)).waiting).toEqual(closed);
    expect(await readWorry(async () => app)).toBe("One study is damaged and takes no writes.");
    await openRound(app, { studyId: whole.studyId });
    expect((await readStudy(app, whole.studyId)).damage).toBeNull();
  });

  it("in the head is found, and so is an entry after it", async () => {
    const { store, app, hurt, whole } = await twoStudies();
    await changeByHand(store, "study", { set: "head_hash = 'ff'", where: `id = '${hurt.studyId}'` });
    await changeByHand(store, "study", { set: "next_seq = next_seq - 1", where: `id = '${whole.studyId}'` });
    const seq = await headOf(app, whole.studyId);
    await checkHeads(store);
    expect(damageOf(store, hurt.studyId)).toBe(
      `Entry ${seq + 1} of this study’s record is not as it was written.`,
    );
    expect(damageOf(store, whole.studyId)).toBe(
      `Entry ${seq} should be the last one of this study’s record, but another follows it.`,
    );
    expect(await readWorry(async () => app)).toBe("2 studies are damaged and take no writes.");
  });

  it("is found if the last entry is missing", async () => {
    const { store, app, hurt } = await twoStudies();
    await changeByHand(store, "study", { set: "next_seq = next_seq + 1", where: `id = '${hurt.studyId}'` });
    await checkHeads(store);
    expect(damageOf(store, hurt.studyId)).toBe(
      `Entry ${await headOf(app, hurt.studyId)}, the last one of this study’s record, is missing.`,
    );
  });

  it("is found after the first page of a long record, and where an entry is missing", async () => {
    const { store, app, hurt, whole } = await twoStudies();
    for (const { studyId } of [hurt, whole])
      await writeStudy(app, studyId, async ({ append }) => {
        for (let version = 2; version < 200; version += 1)
          append("guidelines.revised", { version, hash: "f".repeat(64) });
      });
    await checkLines(store);
    expect(countDamaged(store)).toBe(0);
    await alterEntry(store, hurt.studyId, 202);
    await changeByHand(store, "log_entry", {
      set: "seq = 1000",
      where: `study_id = '${whole.studyId}' and seq = 201`,
    });
    await checkLines(store);
    expect(damageOf(store, hurt.studyId)).toBe("Entry 202 of this study’s record is not as it was written.");
    expect(damageOf(store, whole.studyId)).toBe("Entry 201 of this study’s record is missing.");
  });

  it("that cannot be checked is logged, unless the server is stopping", async () => {
    const { store } = await twoStudies();
    const warnings = () => logLines.filter((line) => line.includes("look for damage")).length;
    const before = warnings();
    checkLinesInBackground({ ...store, read: () => Promise.reject(new StoreError("closed", "closed")) });
    checkLinesInBackground({ ...store, read: () => Promise.reject(new StoreError("busy", "busy")) });
    checkLinesInBackground({ ...store, read: () => Promise.reject(new Error("odd")) });
    await expect.poll(warnings).toBe(before + 2);
  });

  it("in an earlier entry is found by reading every entry", async () => {
    const { store, hurt, whole } = await twoStudies();
    await alterEntry(store, hurt.studyId, 2);
    await checkHeads(store);
    expect(damageOf(store, hurt.studyId)).toBeNull();
    checkLinesInBackground(store);
    await expect.poll(() => damageOf(store, hurt.studyId)).toMatch(/^Entry 2 of .* not as it was written/);
    expect(damageOf(store, whole.studyId)).toBeNull();
  });

  it("in an entry whose hash was forged is found by the entry after it", async () => {
    const { store, hurt, whole } = await twoStudies();
    const where = `study_id = '${hurt.studyId}' and seq = 2`;
    const other = `(select entry from log_entry where study_id = '${whole.studyId}' and seq = 2)`;
    const otherHash = `(select hash from log_entry where study_id = '${whole.studyId}' and seq = 2)`;
    await changeByHand(store, "log_entry", { set: `entry = ${other}, hash = ${otherHash}`, where });
    await checkLines(store);
    expect(damageOf(store, hurt.studyId)).toMatch(/^Entry 2 of this study’s record is not as it was/);
  });

  const altered = "The list of rules of this study is not as it was written.";
  const missing = "The list of rules of this study is missing.";
  const packedRules = (text: string) => packFile(new TextEncoder().encode(text));
  /** Returns a new list each time, because a process caches the lists that it has read. */
  const newList = (): TestList => {
    listCount += 1;
    return {
      predicates: [{ column: "income", test: "above", value: String(listCount) }],
      rules: [{ isAny: false, conditions: [0] }],
    };
  };
  const listRow = { size: 1, createdAt: 1 };

  it.for([
    { kind: "with other rules", packed: packedRules("[]\n0\n"), what: altered },
    { kind: "cut off", packed: packedRules("[]\n0\n").slice(0, -6), what: altered },
    { kind: "of other bytes", packed: new Uint8Array([1, 2, 3]), what: altered },
    { kind: "missing", packed: null, what: missing },
  ])("in the list of rules, $kind, is reported whenever a rule is read", async ({ packed, what }) => {
    const { store, app, whole } = await twoStudies();
    const { studyId, text } = await listedStudy(app, {}, newList());
    const hash = sha256Hex(text);
    await app.store.tx((tx) =>
      packed === null
        ? deleteRuleList(tx, { studyId })
        : replaceRuleList(tx, { studyId, hash, packed, ...listRow }),
    );
    const before = await headOf(app, studyId);
    for (const ask of [() => openRound(app, { studyId }), () => exportRecord(app, studyId)]) {
      const { message } = await refused(ask(), "study-damaged");
      expect(message).toMatch(new RegExp(`^${what} Nothing is written to this study until`));
    }
    expect(await headOf(app, studyId)).toBe(before);
    await checkLines(store);
    expect(damageOf(store, studyId)).toBe(packed === null ? null : what);
    await app.store.tx((tx) => replaceRuleList(tx, { studyId, hash, packed: packFile(text), ...listRow }));
    await Array.fromAsync((await exportRecord(app, studyId)).lines);
    // A missing list is read again at the next call.
    if (packed === null) await openRound(app, { studyId });
    expect(damageOf(store, whole.studyId)).toBeNull();
  });

  it("is not found in intact studies", async () => {
    const { store, app, hurt, whole } = await twoStudies();
    const { studyId } = whole;
    const { round } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round });
    await checkHeads(store);
    await checkLines(store);
    expect([damageOf(store, hurt.studyId), damageOf(store, studyId)]).toEqual([null, null]);
    expect(await app.store.read((db) => listRounds(db, studyId))).toHaveLength(1);
  });
});
