import { inserting, listRows, updateRows, updating } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { Report } from "#server/audit-log/annulments.ts";

type OfStudy = { readonly studyId: string };

const columns = [
  ...(["proposedSeq", "proposedAt", "round", "high", "low", "reason", "seatId", "state"] as const),
  ...(["votedIn", "voteCount"] as const),
] as const;

export const insertAnnulment = inserting("annulment");

/** Lists the proposals about reports of these rounds, oldest first. */
export async function listAnnulments(db: Reader, studyId: string, rounds: readonly number[]) {
  return listRows(db, "annulment", { studyId, round: rounds }, columns, ["proposedSeq"]);
}

/** Lists the proposals about one report, oldest first. */
export async function listAnnulmentsOf(db: Reader, { studyId, round, high, low }: OfStudy & Report) {
  return listRows(db, "annulment", { studyId, round, high, low }, columns, ["proposedSeq"]);
}

/** Lists the oldest proposals that no round has carried yet, or whose round was cancelled. */
export async function listWaitingAnnulments(db: Reader, studyId: string, limit: number) {
  return listRows(db, "annulment", { studyId, state: "waiting" }, columns, ["proposedSeq"], limit);
}

/** Lists the proposals that a round carries or carried, in the order of its opening. */
export async function listCarriedAnnulments(
  db: Reader,
  { studyId, round: votedIn }: OfStudy & { round: number },
) {
  return listRows(db, "annulment", { studyId, votedIn }, columns, ["proposedSeq"]);
}

export const updateAnnulment = updating(
  "annulment",
  ["studyId", "proposedSeq"],
  ["state", "votedIn", "voteCount"],
);

/** Makes the proposals of a cancelled round pending again. */
export async function releaseAnnulments(
  tx: Tx,
  { studyId, round: votedIn }: OfStudy & { round: number },
): Promise<void> {
  await updateRows(
    tx,
    "annulment",
    { studyId, votedIn, state: "voting" },
    { state: "waiting", votedIn: null },
  );
}
