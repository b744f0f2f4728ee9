import { insertAnnulment, listAnnulmentsOf, updateAnnulment } from "#db/queries/annulments.ts";
import { listViolations } from "#db/queries/draws.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import type { AnnulReason, Report } from "#server/audit-log/annulments.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { refuseEnded } from "#server/studies/settings.ts";
import { requirePlace, requireSeat } from "./judging-seat.ts";

/** Who proposes: an operator, or an auditor of the report's panel by the account. */
export type Proposer = "operator" | { readonly accountId: string };

type Proposal = Report & { readonly studyId: string };

/**
 * Proposes to annul a report. The panel of the next round that has pairs to judge votes on it.
 *
 * @returns the number of the entry
 * @throws DomainError "report-unknown"; "report-annulled"; "annulment-pending" for a report that was proposed already;
 *   "study-ended"; "not-on-panel" for an auditor who did not judge the report's round, or has no seat any more
 */
export async function proposeAnnulment(
  app: App,
  { studyId, reason, ...report }: Proposal & { readonly reason: AnnulReason },
  proposer: Proposer,
): Promise<{ seq: number }> {
  return writeStudy(app, studyId, async ({ tx, study, append }) => {
    refuseEnded(study);
    const seatId = await seatOf(tx, { studyId, ...report }, proposer);
    const reports = await listViolations(tx, studyId, [report.round]);
    if (!reports.some(({ high, low }) => high === report.high && low === report.low)) {
      throw new DomainError("report-unknown", t.reportUnknown({ round: report.round }));
    }
    const states = (await listAnnulmentsOf(tx, { studyId, ...report })).map(({ state }) => state);
    if (states.includes("annulled")) throw new DomainError("report-annulled", t.reportAnnulled());
    if (states.some((state) => state === "waiting" || state === "voting")) {
      throw new DomainError("annulment-pending", t.annulmentPending());
    }
    const { seq, at } = append("annulment.proposed", { ...report, reason, by: seatId ?? "operator" });
    const row = { studyId, ...report, reason, seatId, proposedSeq: seq, proposedAt: at };
    await insertAnnulment(tx, { ...row, state: "waiting" });
    return { seq };
  });
}

/**
 * Withdraws a proposal before a round carries it. An operator withdraws what an operator proposed, an auditor the own
 * proposal.
 *
 * @returns the number of the entry
 * @throws DomainError "not-found" without such a proposal of the same side; "annulment-pending" once a round carries it;
 *   "study-ended"; "not-on-panel"
 */
export async function withdrawAnnulment(
  app: App,
  { studyId, ...report }: Proposal,
  proposer: Proposer,
): Promise<{ seq: number }> {
  return writeStudy(app, studyId, async ({ tx, study, append }) => {
    refuseEnded(study);
    const seatId = await seatOf(tx, { studyId, ...report }, proposer);
    const own = (await listAnnulmentsOf(tx, { studyId, ...report })).filter((row) => row.seatId === seatId);
    const pending = own.find(({ state }) => state === "waiting" || state === "voting");
    if (pending === undefined) throw new DomainError("not-found", t.annulmentUnknown());
    if (pending.votedIn !== null) {
      throw new DomainError("annulment-pending", t.annulmentCarried({ round: pending.votedIn }));
    }
    const { seq } = append("annulment.withdrawn", { ...report, by: seatId ?? "operator" });
    await updateAnnulment(tx, { studyId, proposedSeq: pending.proposedSeq }, { state: "withdrawn" });
    return { seq };
  });
}

/** Returns the seat of an auditor who judged the report's round and still has the seat; null for an operator. */
async function seatOf(tx: Tx, { studyId, round }: Proposal, proposer: Proposer): Promise<string | null> {
  if (proposer === "operator") return null;
  const { accountId } = proposer;
  const seatId = await requirePlace(tx, { studyId, round, accountId });
  return requireSeat(tx, studyId, round, accountId, seatId);
}
