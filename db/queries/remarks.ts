import { and, asc, eq, isNotNull, not, or } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { listRows, putRow } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { SeatInRound } from "./round-seats.ts";
import { isUnended } from "./rounds.ts";

type RemarkRow = Omit<Tx["t"]["remark"]["$inferSelect"], "isHidden">;

/** Saves a seat's remark on a pair in place of its earlier one. */
export async function saveRemark(tx: Tx, row: RemarkRow): Promise<void> {
  const key = ["studyId", "round", "seatId", "high", "low"] as const;
  await putRow(tx, "remark", { ...row, isHidden: false }, key);
}

/** Lists a seat's remarks on pairs, as far as its holder may see them. */
export async function listOwnRemarks(db: Reader, { studyId, round: number, seatId }: SeatInRound) {
  const { remark, round } = db.t;
  return db.q
    .select(pick(remark, "high", "low", "note", "reasons", "again"))
    .from(remark)
    .innerJoin(round, matches(round, { studyId: remark.studyId, number: remark.round }))
    .where(
      and(
        matches(remark, { studyId, round: number, seatId }),
        or(eq(remark.isHidden, false), not(isUnended(db))),
      ),
    )
    .orderBy(asc(remark.high), asc(remark.low));
}

/** Lists all seats' remarks in a round, by pair. */
export async function listRemarks(db: Reader, studyId: string, round: number) {
  return listRows(
    db,
    "remark",
    { studyId, round },
    ["seatId", "high", "low", "note", "reasons", "again"],
    ["high", "low", "seatId"],
  );
}

/** Lists what seats of these rounds answered when they judged a pair a second time, by round, pair, seat. */
export async function listSecondAnswers(db: Reader, studyId: string, rounds: readonly number[]) {
  return listRows(
    db,
    "remark",
    { studyId, round: rounds, again: isNotNull },
    ["round", "seatId", "high", "low", "again"],
    ["round", "high", "low", "seatId"],
  );
}
