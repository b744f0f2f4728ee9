import { findRound } from "#db/queries/rounds.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import type { TestApp } from "./app.ts";
import { judge } from "./play.ts";
import type { TestStudy } from "./study.ts";

/** Opens a round, seals all ballots, and ends voting. */
export async function playToClosing(app: TestApp, study: TestStudy, deadlineAt?: number): Promise<number> {
  const { studyId } = study;
  const { round } = await openRound(app, { studyId, ...(deadlineAt && { deadlineAt }) });
  for (const accountId of study.auditorIds)
    await judge(app, { studyId, round, accountId }, (_, __, gap) => gap > 0.3);
  await closeRound(app, { studyId, round });
  return round;
}

/** Reads a round's row. */
export async function roundRow(app: TestApp, studyId: string, number: number) {
  const row = await app.store.read((db) => findRound(db, studyId, number));
  if (row === undefined) throw new Error(`there is no round ${number}`);
  return row;
}
