/**
 * A file of outcomes on a real database, at the limit: how long its preview and its recording take, and how long others
 * wait meanwhile. `npm run bench -- outcomes-file [ROWS]`; EVENHAND_TEST_POSTGRES also
 * measures PostgreSQL.
 */
import { performance } from "node:perf_hooks";
import { insertDraw } from "#db/queries/draws.ts";
import { endRound, insertRound } from "#db/queries/rounds.ts";
import { assignPeople } from "#db/queries/waiting.ts";
import type { EntryBody } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { writeStudy } from "#server/services/app/study-writer.ts";
import { confirmFile, readConfirmed } from "#server/services/files/confirm-file.ts";
import { checkFile, takeFile } from "#server/services/files/waiting-file.ts";
import { applyUpdates } from "#server/services/learner/apply-updates.ts";
import { readUploadedOutcomes, uploadedOutcomes } from "#server/services/outcomes/outcomes-upload.ts";
import { fixedBytes, testApp } from "#tests/setup/app.ts";
import { postgresEngine } from "#tests/setup/engine-postgres.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";

const rowCount = Number(process.argv[2] ?? 100_000);
const roundSize = 1_000;

/** Closed rounds of which everybody was picked, written straight in: playing them is not what is measured. */
async function closedRounds(app: App, { studyId }: TestStudy): Promise<void> {
  for (let number = 1; number <= rowCount / roundSize; number += 1) {
    const ids = Array.from({ length: roundSize }, (_, index) => `p${(number - 1) * roundSize + index + 1}`);
    await writeStudy(app, studyId, async ({ tx, append, patch }) => {
      const key = { studyId, round: number };
      const opening = openingOf(number, ids);
      const { round: _, people, panel, drawCommitment: __, guard: ___, docket: ____, ...columns } = opening;
      const opened = append("round.opened", opening);
      const { seq: openedSeq, at: openedAt, hash: openedHash } = opened;
      await insertRound(tx, {
        round: {
          ...columns,
          studyId,
          number,
          state: "open",
          openedSeq,
          openedAt,
          openedHash,
          inputsHash: "",
          pairCount: 0,
          seatCount: panel.length,
        },
        people: people.map(({ person: personId, ...rest }, position) => ({
          ...key,
          ...rest,
          position,
          personId,
        })),
        seats: [{ ...key, place: 0, seatId: "s1" }],
      });
      const draw = { u: "0", hypothesis: 1, decisions: ids.map(() => 1 as const) };
      const closing = { round: number, reason: "operator" as const, asAnnounced: true, violations: [] };
      const closed = append("round.closed", { ...closing, link: fixedBytes("link", number), draw });
      await insertDraw(tx, { ...key, u: draw.u, hypothesis: 1, drawnAt: closed.at }, draw.decisions);
      await assignPeople(tx, { studyId, ids, round: number });
      const end = { closedSeq: closed.seq, closedAt: closed.at, closedHash: closed.hash };
      await endRound(tx, { studyId, number }, { ...end, state: "closed", closeReason: "operator" });
      patch({ roundCount: number, state: "running" });
    });
  }
}

function openingOf(round: number, ids: readonly string[]): EntryBody<"round.opened"> {
  const digest = fixedBytes("digest");
  return {
    round,
    t: round,
    appliedSeq: 0,
    people: ids.map((person) => ({ person, digest, chance: "0.5" })),
    eta: "1",
    fairnessWeight: "0.0001",
    panel: ["s1"],
    neededFlags: 1,
    noiseSeed: fixedBytes("noise", round),
    docket: [],
    guidelineVersion: 1,
    deadlineAt: null,
    chosen: "in-order",
    closing: "by-hand",
    drawCommitment: null,
  };
}

async function measure(name: string, app: App): Promise<void> {
  const settings = { roundSize: String(roundSize) };
  const study = await publishedStudy(app, { people: madeUpPeople(rowCount), settings });
  const { studyId, operatorId: accountId } = study;
  await closedRounds(app, study);
  const rows = Array.from({ length: rowCount }, (_, index) => `p${index + 1},${index % 3 ? "yes" : "no"}`);
  const bytes = new TextEncoder().encode(`in the log,outcome\n${rows.join("\n")}\n`);
  const began = performance.now();
  await takeFile(app, uploadedOutcomes, { studyId, accountId, name: "outcomes.csv", bytes });
  const taken = performance.now();
  const { file } = await readUploadedOutcomes(app, studyId);
  const check = await checkFile(app, uploadedOutcomes, studyId);
  const planned = performance.now();
  const input = { studyId, accountId, fileId: file?.id ?? "", plan: check?.hash ?? "" };
  const { finished } = await confirmFile(app, uploadedOutcomes, input);
  const started = performance.now();
  const waits: number[] = [];
  let isDone = false;
  void finished.then(() => {
    isDone = true;
  });
  while (!isDone) {
    const asked = performance.now();
    await writeStudy(app, studyId, async () => undefined);
    waits.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const ended = performance.now();
  const recording = await readConfirmed(app, uploadedOutcomes, studyId);
  await applyUpdates(app, studyId);
  const learned = performance.now();
  waits.sort((a, b) => a - b);
  const at = (share: number) => `${(waits[Math.floor(share * (waits.length - 1))] ?? 0).toFixed(0)} ms`;
  const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`;
  console.log(
    `${name.padEnd(9)} rows ${rowCount}  read ${seconds(began, taken)}  preview ${seconds(taken, planned)}  recording ${seconds(started, ended)}  another write waits p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}  learner ${seconds(ended, learned)}  ${JSON.stringify(recording)}`,
  );
}

const server = process.env.EVENHAND_TEST_POSTGRES;
for (const engine of [sqliteEngine(), ...(server ? [postgresEngine(server)] : [])]) {
  const app = testApp(await engine.openStore());
  await measure(engine.name, app);
  // The learner's own turn after the recording looks once more for something to do.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await app.close();
  await engine.cleanUp();
}
