import { listOpenRounds } from "#db/queries/rounds.ts";
import { listSeats } from "#db/queries/seats.ts";
import type { Tx } from "#db/store/store.ts";
import { isOrdered } from "#server/audit-log/panel-ways.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { lockWithSettings, studyWriter } from "#server/platform/app/study-writer.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { addSeat } from "./seats.ts";
import { settingsOf } from "./settings.ts";

/**
 * Gives a seat to an auditor who has just joined by a link, if a planned seat is free and no round is open. Otherwise
 * the operator decides, since more seats than planned change how many flags are needed. Panels by lot or rotation have
 * a fixed size, so there each new auditor gets a seat and can be on the next panel.
 *
 * @throws DomainError "clock-behind", "clock-jumped"
 */
export async function takeFreeSeat(
  app: Pick<App, "now" | "timekeeper">,
  tx: Tx,
  { studyId, accountId, filledBy }: { studyId: string; accountId: string; filledBy: string | null },
): Promise<void> {
  const study = await lockWithSettings(tx, studyId);
  if (study === undefined || study.state === "draft" || study.state === "ended") return;
  const { gamma, selection } = settingsOf(study).panel;
  const isPool = isOrdered(selection.how);
  if (!isPool && (await listOpenRounds(tx, studyId)).length > 0) return;
  if ((await listSeats(tx, studyId)).length >= (isPool ? studyLimits.members : gamma.denominator)) return;
  refuseClock(app, study);
  const { writer, flush } = studyWriter(tx, study, app.now());
  await addSeat(writer, { accountId, filledBy });
  await flush();
}
