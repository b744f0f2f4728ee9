import { listLastBallots } from "#db/queries/ballots.ts";
import { listOwnRemarks, listRemarks, saveRemark } from "#db/queries/remarks.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { repeatedPairs } from "#server/audit-log/queue-order.ts";
import { parseVerdicts, type VerdictWord } from "#server/audit-log/verdicts.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { refuseClock } from "#server/platform/app/clock-trouble.ts";
import { requireRound } from "#server/rounds/read-round.ts";
import type { ReasonWord } from "#server/schemas/reason-words.ts";
import { reasonsSchema } from "#server/schemas/remarks.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { requireEligible, requireJudging, requirePlace, requireSeat } from "./judging-seat.ts";
import { seatQueue } from "./seat-queue.ts";

type AuditedRound = { readonly studyId: string; readonly round: number; readonly accountId: string };

type GivenRemark = {
  readonly high: number;
  readonly low: number;
  readonly note: string;
  readonly reasons: readonly ReasonWord[];
  readonly again: VerdictWord | null;
};

/**
 * Saves an auditor's remarks on a pair in place of earlier ones: a note, reasons, a second answer. Remarks are not in
 * the log and have no effect on the result.
 *
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "pair-not-eligible", "clock-behind",
 *   "clock-jumped", "bad-input" for what the study does not ask
 */
export function saveGivenRemark(
  app: App,
  where: AuditedRound & { readonly seat?: string | undefined },
  given: GivenRemark,
): Promise<{ savedAt: number }> {
  const { studyId, round: number, accountId, seat } = where;
  return app.store.tx(async (tx) => {
    const savedAt = app.now();
    const study = await requireStudy(tx, studyId);
    refuseClock(app, study);
    const settings = settingsOf(study);
    const round = await requireJudging(tx, studyId, number, savedAt);
    const seatId = await requireSeat(tx, studyId, number, accountId, seat);
    await requireEligible(tx, { studyId, round, settings }, [[given.high, given.low]]);
    refuseUnasked(settings, given);
    if (given.again !== null) await requireRepeated(tx, { studyId, round, seatId, settings }, given);
    const reasons = canonicalJson([...new Set(given.reasons)].sort());
    await saveRemark(tx, { studyId, round: number, seatId, ...given, reasons, savedAt });
    return { savedAt };
  });
}

function refuseUnasked({ presentation }: StudySettings, { note, reasons, again }: GivenRemark): void {
  const isAsked =
    (note === "" || presentation.notes) &&
    (reasons.length === 0 || presentation.reasons) &&
    (again === null || presentation.repeat);
  if (!isAsked) throw new DomainError("bad-input", t.remarkNotAsked());
}

type RoundSeat = {
  readonly studyId: string;
  readonly round: RoundRow;
  readonly seatId: string;
  readonly settings: StudySettings;
};

async function requireRepeated(db: Reader, place: RoundSeat, { high, low }: GivenRemark): Promise<void> {
  const repeated = await pairsAskedAgain(db, place);
  if (repeated.some(([one, other]) => one === high && other === low)) return;
  throw new DomainError("bad-input", t.notAskedAgain());
}

async function pairsAskedAgain(db: Reader, { studyId, round, seatId, settings }: RoundSeat) {
  const people = await listRoundPeople(db, studyId, round.number);
  return repeatedPairs(seatQueue(round, people, { settings, seatId }));
}

/** The panel's remarks on a pair, without names and seats. */
export type PanelRemark = {
  readonly high: number;
  readonly low: number;
  /** In an order that does not reveal their authors. */
  readonly notes: readonly string[];
  /** How often each reason was picked by auditors whose ballot flags the pair. */
  readonly reasons: Readonly<Partial<Record<ReasonWord, number>>>;
};

/** Consistency of answers: how many pairs were answered twice, and how many of them got the same answer. */
export type SelfAgreement = { readonly same: number; readonly asked: number };

/**
 * Reads an auditor's own remarks on the pairs of a round, and after its close those of the whole panel. Second answers
 * are compared with the ballot that counts: the auditor's own, and all together without names.
 *
 * @throws DomainError "not-found", "not-on-panel"
 */
export function readRemarks(app: App, { studyId, round: number, accountId }: AuditedRound) {
  return app.store.read(async (db) => {
    const round = await requireRound(db, studyId, number);
    const seatId = await requirePlace(db, { studyId, round: number, accountId });
    const own = await listOwnRemarks(db, { studyId, round: number, seatId });
    return {
      own: own.map(({ reasons, ...rest }) => ({ ...rest, reasons: readReasons(reasons) })),
      /** null until the round is closed. */
      panel: round.state === "closed" ? await readPanelRemarks(db, { studyId, round: number, seatId }) : null,
    };
  });
}

async function readPanelRemarks(
  db: Reader,
  { studyId, round, seatId }: { studyId: string; round: number; seatId: string },
) {
  const seats = (await listRoundSeats(db, studyId, round)).map((place) => place.seatId);
  const ballots = countingBallots(seats, await listLastBallots(db, { studyId, rounds: [round] }));
  const words = new Map(
    ballots.flatMap((ballot) =>
      ballot === null
        ? []
        : parseVerdicts(ballot.verdicts).map(
            ([high, low, word]) => [`${ballot.seatId} ${high} ${low}`, word] as const,
          ),
    ),
  );
  const remarks = (await listRemarks(db, studyId, round)).map((row) => ({
    ...row,
    first: words.get(`${row.seatId} ${row.high} ${row.low}`) ?? null,
  }));
  const byPair = Map.groupBy(remarks, ({ high, low }) => `${high} ${low}`);
  return {
    remarks: [...byPair.values()].flatMap((rows) => panelRemark(rows)),
    selfAgreement: {
      own: selfAgreement(remarks.filter((row) => row.seatId === seatId)),
      panel: selfAgreement(remarks),
    },
  };
}

type Answered = { readonly again: VerdictWord | null; readonly first: VerdictWord | null };
type Remark = Answered & {
  readonly high: number;
  readonly low: number;
  readonly note: string;
  readonly reasons: string;
};

function panelRemark(rows: readonly Remark[]): PanelRemark[] {
  const [first] = rows;
  const notes = rows.flatMap(({ note }) => (note === "" ? [] : [note])).sort();
  const reasons: Partial<Record<ReasonWord, number>> = {};
  for (const row of rows) {
    if (row.first !== "unfair") continue;
    for (const reason of readReasons(row.reasons)) reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  const isEmpty = notes.length === 0 && Object.keys(reasons).length === 0;
  return first === undefined || isEmpty ? [] : [{ high: first.high, low: first.low, notes, reasons }];
}

function selfAgreement(rows: readonly Answered[]): SelfAgreement {
  const twice = rows.filter(({ again, first }) => again !== null && first !== null);
  return { same: twice.filter(({ again, first }) => again === first).length, asked: twice.length };
}

function readReasons(text: string): ReasonWord[] {
  return reasonsSchema.parse(JSON.parse(text));
}
