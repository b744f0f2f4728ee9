import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore } from "#db/open-store.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { addReader } from "#server/studies/seats.ts";
import { addAccount, fixedBytes, type TestApp, testApp } from "#tests/setup/app.ts";
import { sealFrom } from "#tests/setup/browser.ts";
import { migrated } from "#tests/setup/migrated.ts";
import { incomeAbove, madeUpPeople, publishFor, seatByLink } from "#tests/setup/study.ts";

export const password = "only for this test";
export const names = ["operator", "researcher", "observer", "auditor", "second", "third"] as const;
const sealers = ["auditor", "second", "third"] as const;
/** In the rounds after these, only the first auditor seals. */
const sealedByAll = 12;
type Ids = Readonly<Record<(typeof names)[number], string>>;

export type PlayedStudy = { readonly studyId: string; readonly roundCount: number };

/**
 * Plays studies of this many rounds of four people, with three auditors and sealed outcomes, and opens one more round in each, in
 * a new data folder. The people of a study are as many as its rounds take and ten more.
 */
export async function playStudies(counts: readonly number[]) {
  const place = await migrated({ dataFolder: await mkdtemp(join(tmpdir(), "evenhand-pages-")) });
  const app = testApp(await connectStore(place), loadSecrets(place.dataFolder));
  const remove = () => rm(place.dataFolder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const ids = {} as Record<keyof Ids, string>;
    for (const name of names)
      ids[name] = await addAccount(app, name, name === "operator" ? "operator" : "member", password);
    const studies: PlayedStudy[] = [];
    for (const roundCount of counts) studies.push(await playStudy(app, ids, roundCount));
    return { studies, dataFolder: place.dataFolder, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await app.close();
  }
}

async function playStudy(app: TestApp, ids: Ids, roundCount: number): Promise<PlayedStudy> {
  const people = madeUpPeople(4 * (roundCount + 1) + 10);
  const studyId = await publishFor(app, ids.operator, {
    name: `Rounds: ${roundCount}`,
    people,
    outcomes: people.map((_, index) => (index % 3 === 0 ? "no" : "yes")),
    groups: { sex: people.map((_, index) => (index % 2 === 0 ? "f" : "m")) },
    rules: { kind: "conjunctions", predicates: incomeAbove(20, 40, 60, 80) },
    settings: { roundSize: "4", horizon: String(roundCount + 10) },
  });
  await addReader(app, { studyId, accountId: ids.researcher, role: "researcher" });
  await addReader(app, { studyId, accountId: ids.observer, role: "observer" });
  for (const [index, name] of sealers.entries())
    await seatByLink(app, { studyId, accountId: ids[name], seat: `s${index + 1}` });
  for (let round = 1; round <= roundCount; round += 1) {
    await openRound(app, { studyId });
    // With three ballots in every round the studies would take twice as long to play.
    for (const [index, name] of (round <= sealedByAll ? sealers : sealers.slice(0, 1)).entries())
      await seal(app, { studyId, round, accountId: ids[name] }, index);
    await closeRound(app, { studyId, round });
    await revealSealedOutcomes(app, { studyId, accountId: ids.operator, round });
    await applyUpdates(app, studyId);
  }
  await openRound(app, { studyId });
  return { studyId, roundCount };
}

/** Seals a ballot that flags some pairs, the same ones in each run. */
async function seal(
  app: TestApp,
  where: { studyId: string; round: number; accountId: string },
  auditor: number,
): Promise<void> {
  const { pairs } = await readJudging(app, where);
  const verdicts = pairs.map(([high, low]): Verdict => {
    const isUnfair = (where.round * (high + 2 * low) + auditor) % 3 === 0;
    return [high, low, isUnfair ? "unfair" : "acceptable"];
  });
  const key = `ballot-${where.round}-${auditor}`;
  await sealFrom(app, where, { idempotencyKey: key, nonce: fixedBytes("nonce", key), verdicts });
}
