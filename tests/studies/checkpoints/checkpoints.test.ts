import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { findCheckpoint, listCosignatures, listWitnessTroubles } from "#db/queries/checkpoints.ts";
import { listEntryHashes } from "#db/queries/tree.ts";
import type { MigratableStore } from "#db/store/store.ts";
import { parseCheckpoint } from "#server/audit-log/checkpoints/checkpoint.ts";
import { verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import { parseNote } from "#server/audit-log/checkpoints/note.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import type { Witness } from "#server/platform/witnesses/settings.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { readReceiptProof } from "#server/rounds/judging/read-receipt-proof.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { cosignNewest } from "#server/studies/checkpoints/cosign.ts";
import {
  checkpointsFor,
  countWitnesses,
  findStudyCheckpoints,
  serverKeyText,
} from "#server/studies/checkpoints/identity.ts";
import {
  isCheckpointDue,
  keepCheckpoints,
  listUncovered,
} from "#server/studies/checkpoints/keep-checkpoints.ts";
import { mailCheckpoint } from "#server/studies/checkpoints/mail-checkpoint.ts";
import { makeCheckpoint } from "#server/studies/checkpoints/make-checkpoint.ts";
import {
  readCheckpointNote,
  readCheckpointStatus,
  readNewestCheckpoint,
} from "#server/studies/checkpoints/read-checkpoints.ts";
import { readNodes } from "#server/studies/checkpoints/tree-hashes.ts";
import { fixedBytes, type TestApp, testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { growByHand } from "#tests/setup/long-log.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { findingOf } from "#tests/setup/noted.ts";
import { judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { type RunningWitness, startWitness } from "#tests/setup/witness.ts";

describeEngines("checkpoints", (openStore, { name }) => {
  let folder: string;
  let running: RunningWitness;
  let store: MigratableStore;
  let app: TestApp;
  let study: TestStudy;
  let studyCount = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenhand-witness-"));
    running = await startWitness(folder, { servers: [serverKeyText(testApp({} as never))] });
  });
  afterAll(async () => {
    await running.kill();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    store = await openStore();
    app = Object.assign(testApp(store), { witnesses: [running.witness] });
    // Ids repeat between tests and engines, and both the witness and a process remember a study.
    studyCount += 1;
    app.clock.advance(1_000 * studyCount + (name === "sqlite" ? 0 : 500));
    study = await publishedStudy(app, { people: madeUpPeople(40) });
  });

  const hashes = async () => {
    const which = { studyId: study.studyId, from: 0, count: 10_000 };
    return store.read((db) => listEntryHashes(db, which));
  };
  const newest = () => store.read((db) => findCheckpoint(db, study.studyId));
  const troubles = () => store.read((db) => listWitnessTroubles(db, study.studyId));
  const keys = async () => {
    const found = await store.read((db) => findStudyCheckpoints(db, study.studyId));
    if (found === undefined) throw new Error("the study has no first entry");
    return found;
  };

  it("are signed for the current log by the key and witnesses named in its genesis entry", async () => {
    expect(await keys()).toEqual({
      origin: `evenhand.example/studies/${study.studyId}`,
      key: checkpointsFor(app, study.studyId).key,
      witnesses: [running.witness.key],
    });
    const { note, size } = await makeCheckpoint(app, study.studyId);
    expect(parseCheckpoint(parseNote(note).text)).toEqual({
      origin: (await keys()).origin,
      size: (await hashes()).length,
      root: treeRoot(await hashes()),
    });
    expect(findingOf(await hashes(), note, await keys())).toMatchObject({ kind: "holds" });
    expect(await makeCheckpoint(app, study.studyId)).toMatchObject({ size, note });
  });

  it("are due after an opening, a close, a cancellation and the end, and reveal no ballot", async () => {
    const { studyId } = study;
    const due = () => store.read((db) => isCheckpointDue(db, studyId));
    const settled = async () => {
      expect(await due()).toBe(true);
      expect(await keepCheckpoints(app, studyId)).toBeNull();
      expect(await due()).toBe(false);
      return (await newest())?.size;
    };
    await settled();
    const { seq } = await openRound(app, { studyId });
    expect(await settled()).toBe(seq);
    const ballots = [];
    for (const accountId of study.auditorIds) {
      const { seq } = await judge(app, { studyId, round: 1, accountId }, () => false);
      ballots.push({ studyId, accountId, seq });
    }
    expect(await due()).toBe(false);
    expect((await makeCheckpoint(app, studyId)).size).toBe(seq);
    const closed = await closeRound(app, { studyId, round: 1 });
    expect(await settled()).toBe(closed.seq);
    await openRound(app, { studyId });
    await settled();
    await cancelRound(app, { studyId, round: 2, reason: "trouble" });
    await settled();
    await endStudy(app, studyId);
    expect(await settled()).toBe((await hashes()).length);
    const file = await readCheckpointNote(app, studyId);
    expect(findingOf(await hashes(), file ?? "", await keys())).toMatchObject({
      kind: "holds",
      cosigned: [{ key: { name: "witness.example" } }],
    });
    // A receipt shows the witness as well.
    for (const ballot of ballots) expect(await readReceiptProof(app, ballot)).toMatchObject({ note: file });
  });

  it("are computed from stored tiles for a long log, with the root over all entries", async () => {
    const { studyId } = study;
    await makeCheckpoint(app, studyId);
    const before = (await hashes()).length;
    for (const size of [256, 700, ...(name === "sqlite" ? [66_100] : [])]) {
      await store.tx((tx) => growByHand(tx, studyId, size));
      const { root } = await makeCheckpoint(app, studyId);
      expect(root).toBe(
        treeRoot(await store.read((db) => listEntryHashes(db, { studyId, from: 0, count: size }))),
      );
    }
    expect(before).toBeLessThan(256);
  });

  it("are never signed for a log that was changed in the database", async () => {
    const { studyId } = study;
    const first = await makeCheckpoint(app, studyId);
    const change = { set: `hash = '${fixedBytes("another")}'`, where: `study_id = '${studyId}' and seq = 2` };
    await changeByHand(store, "log_entry", change);
    await openRound(app, { studyId });
    await expect(makeCheckpoint(app, studyId)).rejects.toMatchObject({ code: "checkpoint-differs" });
    expect(await newest()).toMatchObject({ size: first.size });
    // A reader of the changed log detects the change with a stored checkpoint.
    expect(findingOf(await hashes(), first.note, await keys())).toMatchObject({
      kind: "other-log",
    });
  });

  it("are not signed with another server's key, nor for a draft", async () => {
    const secrets = { ...app.secrets, checkpointKey: fixedBytes("another server's") };
    await refused(makeCheckpoint({ ...app, secrets }, study.studyId), "secret-mismatch");
    await refused(makeCheckpoint(app, app.newId()), "not-found");
  });

  it("are made once by several processes at the same moment", async () => {
    const { studyId } = study;
    const made = await Promise.all(Array.from({ length: 5 }, () => makeCheckpoint(app, studyId)));
    expect(new Set(made.map(({ note }) => note)).size).toBe(1);
  });

  it("continue from the witness's size if this server has lost it", async () => {
    const { studyId } = study;
    await keepCheckpoints(app, studyId);
    await openRound(app, { studyId });
    await makeCheckpoint(app, studyId);
    const forget = () =>
      store.alter(async (run) => {
        await run(
          store.engine === "sqlite"
            ? "drop trigger if exists cosignature_no_delete"
            : "drop trigger if exists cosignature_no_change on cosignature",
        );
        await run("delete from cosignature");
      });
    await forget();
    expect(await cosignNewest(app, studyId, running.witness)).toBeNull();
    // Now the witness is at the newest checkpoint.
    await forget();
    expect(await cosignNewest(app, studyId, running.witness)).toBeNull();
    expect(await troubles()).toEqual([]);
  });

  it("retry a silent witness at growing intervals, and report it until it answers", async () => {
    const { studyId } = study;
    const silent = { ...running.witness, address: "http://127.0.0.1:9" };
    await makeCheckpoint(app, studyId);
    expect(await cosignNewest(app, studyId, silent)).toBe(5_000);
    expect(await cosignNewest(app, studyId, silent)).toBe(10_000);
    const [trouble] = await troubles();
    expect(trouble).toMatchObject({ problem: '{"kind":"silent"}', tryCount: 2, witness: silent.key });
    expect(trouble?.since).toBeLessThan(trouble?.triedAt ?? 0);
    const waits = [];
    for (let times = 0; times < 6; times += 1) waits.push(await cosignNewest(app, studyId, silent));
    expect(waits).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
    expect(await cosignNewest(app, studyId, running.witness)).toBeNull();
    expect(await troubles()).toEqual([]);
  });

  it("are not requested endlessly from a witness that names one size after another", async () => {
    const { studyId } = study;
    let requestCount = 0;
    const confused = createServer((request, response) => {
      requestCount += 1;
      request.resume();
      response.writeHead(409).end("1\n");
    });
    await once(confused.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void confused.close());
    onTestFinished(() => confused.closeAllConnections());
    const address = `http://127.0.0.1:${(confused.address() as AddressInfo).port}`;
    await makeCheckpoint(app, studyId);
    expect(await cosignNewest(app, studyId, { ...running.witness, address })).toBe(5_000);
    expect(requestCount).toBe(2);
    expect(await troubles()).toMatchObject([{ problem: '{"kind":"twoSizes"}' }]);
  });

  it("are mailed complete to each auditor on a closed round's panel, if mail is set up", async () => {
    const { studyId } = study;
    await openRound(app, { studyId });
    await closeRound(app, { studyId, round: 1 });
    await keepCheckpoints(app, studyId);
    await mailCheckpoint(app, { studyId, round: 1 });
    const server = await startMailServer();
    onTestFinished(server.close);
    // A round that has not closed has no checkpoint to mail.
    const { round } = await openRound(app, { studyId });
    await mailCheckpoint({ ...app, mailer: server.mailer() }, { studyId, round });
    await mailCheckpoint({ ...app, mailer: server.mailer() }, { studyId, round: 1 });
    const mails = [await server.take(), await server.take(), await server.take()];
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(study.auditorEmails.toSorted());
    for (const { text, headers } of mails) {
      expect(headers.get("subject")).toMatch(/^Checkpoint: round 1 of /);
      const note = text.slice(text.indexOf((await keys()).origin));
      expect(findingOf(await hashes(), `${note.trimEnd()}\n`, await keys())).toMatchObject({
        kind: "holds",
        cosigned: [{ key: { name: "witness.example" } }],
      });
    }
  });

  it("of a truncated log, restored from a backup, are refused by the witness with the reason", async () => {
    const { studyId } = study;
    await keepCheckpoints(app, studyId);
    const old = await newest();
    await openRound(app, { studyId });
    await keepCheckpoints(app, studyId);
    await store.alter(async (run) => {
      for (const table of ["cosignature", "checkpoint"]) {
        await run(
          store.engine === "sqlite"
            ? `drop trigger if exists ${table}_no_delete`
            : `drop trigger if exists ${table}_no_change on ${table}`,
        );
      }
      await run("delete from cosignature");
      await run(`delete from checkpoint where size > ${old?.size}`);
    });
    expect(await cosignNewest(app, studyId, running.witness)).toBe(5_000);
    expect((await troubles())[0]?.problem).toMatch(/^{"kind":"ahead","answered":\d+,"held":\d+}$/);
  });

  it("are cosigned by witnesses that study and server both list; the shortest wait applies", async () => {
    const known = (name: string) => {
      const secretKey = fixedBytes(`witness ${name} ${name}`);
      const verifier = verifierOf({ name, type: "ed25519-cosignature", secretKey });
      return { ...running.witness, verifier, key: verifierKeyText(verifier), address: "http://127.0.0.1:9" };
    };
    const [a, b, stranger] = [known("a.example"), known("b.example"), known("stranger.example")];
    const { witness } = running;
    const of = (...witnesses: Witness[]) => ({ ...app, witnesses });
    study = await publishedStudy(of(witness, a, b), { people: madeUpPeople(40) });
    const { studyId } = study;
    const statusFor = (by = of(witness, a, b)) => readCheckpointStatus(by, studyId);
    expect(await statusFor()).toMatchObject({ newest: null, isDue: true, witnesses: [{}, {}, {}] });
    expect(await cosignNewest(app, studyId, a)).toBeNull();
    const began = 1_000 * Math.floor(Date.now() / 1_000);
    expect(await keepCheckpoints(of(witness, stranger), studyId)).toBeNull();
    expect(await troubles()).toEqual([]);
    const since = app.now();
    expect(await cosignNewest(app, studyId, a)).toBe(5_000);
    expect(await keepCheckpoints(of(witness, a, b), studyId)).toBe(5_000);
    expect(await keepCheckpoints(of(b, witness, a), studyId)).toBe(10_000);
    expect(await keepCheckpoints(of(a, b), studyId)).toBe(20_000);
    const { size, root, signedAt } = (await newest()) ?? {};
    const cosigned = { size, witnessedAt: expect.any(Number) };
    const trouble = { problem: { kind: "silent" }, since: expect.any(Number) };
    const found = await statusFor(of(witness, b));
    expect(found).toEqual({
      newest: { size, root, signedAt },
      isDue: false,
      witnesses: [
        { name: "witness.example", isNewest: true, cosigned, trouble: null, isAsked: true },
        { name: "a.example", isNewest: false, cosigned: null, trouble, isAsked: false },
        { name: "b.example", isNewest: false, cosigned: null, trouble, isAsked: true },
      ],
    });
    const [first, second, third] = found.witnesses;
    expect(first?.cosigned?.witnessedAt).toBeGreaterThanOrEqual(began);
    expect(first?.cosigned?.witnessedAt).toBeLessThanOrEqual(Date.now());
    expect(second?.trouble?.since).toBeGreaterThanOrEqual(since);
    expect(third?.trouble?.since).toBeGreaterThan(second?.trouble?.since ?? 0);
    expect(await readNewestCheckpoint(app, studyId)).toEqual({
      ...{ origin: (await keys()).origin, key: (await keys()).key, size, root, signedAt },
      witnesses: [
        { key: witness.key, name: "witness.example", newest: cosigned },
        { key: a.key, name: "a.example", newest: null },
        { key: b.key, name: "b.example", newest: null },
      ],
      serverKey: serverKeyText(app),
      beacon: null,
    });
    await openRound(app, { studyId });
    await makeCheckpoint(app, studyId);
    // The checkpoint it has cosigned is no longer the newest.
    expect((await statusFor()).witnesses[0]).toMatchObject({ isNewest: false, cosigned: { size } });
  });

  it("are found due in studies without a checkpoint or lacking a signature", async () => {
    const { studyId } = study;
    const alone = { ...app, witnesses: [] };
    expect(await listUncovered(alone)).toEqual([{ studyId }]);
    await makeCheckpoint(app, studyId);
    expect(await listUncovered(alone)).toEqual([]);
    expect(await listUncovered(app)).toEqual([{ studyId }]);
    expect(await store.read((db) => isCheckpointDue(db, app.newId()))).toBe(false);
    expect(await store.read((db) => countWitnesses(db, studyId))).toBe(1);
    expect(await store.read((db) => countWitnesses(db, app.newId()))).toBe(0);
  });

  it("are cosigned once when two processes request it at the same moment", async () => {
    const { studyId } = study;
    await makeCheckpoint(app, studyId);
    const ask = () => cosignNewest(app, studyId, running.witness);
    expect(await Promise.all([ask(), ask()])).toEqual([null, null]);
    const { size = 0 } = (await newest()) ?? {};
    expect(await store.read((db) => listCosignatures(db, studyId, size))).toHaveLength(1);
  });

  it("cannot be computed if a hash is missing", async () => {
    const node = { level: 9, index: 3 };
    await expect(store.read((db) => readNodes(db, study.studyId, [node]))).rejects.toThrow(
      `the tree of ${study.studyId} lacks hashes of level 1 from 6 on`,
    );
  });
});
