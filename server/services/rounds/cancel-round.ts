import { listRoundPeople } from "#db/queries/round-people.ts";
import { endRound } from "#db/queries/rounds.ts";
import { assignPeople } from "#db/queries/waiting.ts";
import { DomainError } from "#server/errors.ts";
import type { CancelReason } from "#server/log/cancel-reasons.ts";
import type { App } from "#server/services/app/app.ts";
import { seedLink } from "#server/services/app/seeds.ts";
import { writeStudy } from "#server/services/app/study-writer.ts";
import { settingsOf } from "../studies/settings.ts";
import { endReceipt, type RoundEndReceipt, requireRound } from "./read-round.ts";

/**
 * Ends an open round without a decision: its people wait again, its link of the seed chain is spent and shown.
 * A round whose draw was made at opening cannot be cancelled: its decisions may have been acted on.
 *
 * @throws DomainError "round-not-open", "round-closed"
 */
export async function cancelRound(
  app: App,
  { studyId, round: number, reason }: { studyId: string; round: number; reason: CancelReason },
): Promise<RoundEndReceipt> {
  const link = await seedLink(app, studyId, number);
  return writeStudy(app, studyId, async ({ tx, study, append }) => {
    const round = await requireRound(tx, studyId, number);
    if (round.state === "cancelled") return endReceipt(studyId, round);
    if (round.state === "closed") throw new DomainError("round-closed", `Round ${number} is closed already.`);
    if (settingsOf(study).drawAt === "opening") {
      throw new DomainError(
        "round-not-open",
        "The draw was made when this round opened, so it can only be closed.",
      );
    }
    const { seq, hash, at } = append("round.cancelled", { round: number, reason, link });
    const end = {
      state: "cancelled" as const,
      closedSeq: seq,
      closedHash: hash,
      closedAt: at,
      closeReason: reason,
    };
    await endRound(tx, { studyId, number }, end);
    const people = await listRoundPeople(tx, studyId, number);
    await assignPeople(tx, { studyId, ids: people.map((person) => person.personId), round: null });
    return endReceipt(studyId, { ...round, ...end });
  });
}
