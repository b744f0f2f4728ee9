import { findOpenRound } from "#db/queries/rounds.ts";
import { listSeats } from "#db/queries/seats.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { studyWriter } from "#server/platform/app/study-writer.ts";
import { addSeat } from "./seats.ts";
import { settingsOf } from "./settings.ts";

/**
 * Gives a seat to an auditor who has just joined by a link, if a planned seat is free and no round is open. Otherwise
 * the operator decides, since more seats than planned change how many flags are needed.
 *
 * @throws DomainError "clock-behind", "clock-jumped"
 */
export async function takeFreeSeat(
  app: Pick<App, "now" | "timekeeper">,
  tx: Tx,
  { studyId, accountId, filledBy }: { studyId: string; accountId: string; filledBy: string | null },
): Promise<void> {
  const study = await lockStudy(tx, studyId);
  if (study === undefined || study.settings === null || study.state === "ended") return;
  if ((await findOpenRound(tx, studyId)) !== undefined) return;
  const planned = settingsOf(study).panel.gamma.denominator;
  if ((await listSeats(tx, studyId)).length >= planned) return;
  refuseClock(app, study);
  const { writer, flush } = studyWriter(tx, study, app.now());
  await addSeat(writer, { accountId, filledBy });
  await flush();
}
