import { listAnnulments, listCarriedAnnulments } from "#db/queries/annulments.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { storedCells } from "#server/rounds/shown-fields.ts";

/**
 * Reads the last proposal about each report of a round, without those that were withdrawn.
 *
 * @param seatId the seat of the auditor who asks; null for an operator
 */
export async function readAnnulments(
  db: Reader,
  { studyId, round, seatId: own }: { studyId: string; round: number; seatId: string | null },
) {
  const rows = (await listAnnulments(db, studyId, [round])).flatMap(({ state, ...row }) =>
    state === "withdrawn" ? [] : [{ ...row, state }],
  );
  const last = new Map(rows.map((row) => [`${row.high}/${row.low}`, row]));
  return [...last.values()].map(({ high, low, reason, seatId, state, votedIn, voteCount }) => ({
    ...{ high, low, reason, state, votedIn, voteCount },
    /** Whether the viewer, or for an operator any operator, proposed it. */
    isOwn: seatId === own,
  }));
}

export type ReportAnnulment = Awaited<ReturnType<typeof readAnnulments>>[number];

/** Reads the proposals that a round carries, each with its two people as they were shown in their own round. */
export async function readCarriedReports(
  db: Reader,
  { studyId, round: number, settings }: { studyId: string; round: number; settings: StudySettings },
) {
  const rows = await listCarriedAnnulments(db, { studyId, round: number });
  const rounds = [...new Set(rows.map(({ round }) => round))];
  // Stryker disable next-line ConditionalExpression: saves a query
  const people = rounds.length === 0 ? [] : await listRoundFeatures(db, studyId, rounds);
  const personAt = (round: number, position: number) => {
    const found = people.find((one) => one.round === round && one.position === position);
    // Stryker disable next-line ConditionalExpression: a proposal is about two people of its round, which all stay
    if (found === undefined) throw new Error(`no position ${position} in round ${round} of ${studyId}`);
    const { chance, features } = found;
    return { position, chance, cells: features === null ? null : storedCells(features, settings) };
  };
  return rows.map(({ round, high, low, reason }) => ({
    ...{ round, reason },
    high: personAt(round, high),
    low: personAt(round, low),
  }));
}
