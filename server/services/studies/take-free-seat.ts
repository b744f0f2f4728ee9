import { findOpenRound } from "#db/queries/rounds.ts";
import { listSeats } from "#db/queries/seats.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import { studyWriter } from "#server/services/app/study-writer.ts";
import { addSeat } from "./seats.ts";
import { settingsOf } from "./settings.ts";

/**
 * Seats an auditor who has just joined by a link, if one of the planned seats is free and no round is open. Otherwise the
 * operator decides: more seats than planned change how many flags are needed.
 */
export async function takeFreeSeat(
  tx: Tx,
  {
    studyId,
    accountId,
    filledBy,
    now,
  }: { studyId: string; accountId: string; filledBy: string | null; now: number },
): Promise<void> {
  const study = await lockStudy(tx, studyId);
  if (study === undefined || study.settings === null || study.state === "ended") return;
  if ((await findOpenRound(tx, studyId)) !== undefined) return;
  const planned = settingsOf(study).panel.gamma.denominator;
  if ((await listSeats(tx, studyId)).length >= planned) return;
  const { writer, flush } = studyWriter(tx, study, now);
  await addSeat(writer, { accountId, filledBy });
  await flush();
}
