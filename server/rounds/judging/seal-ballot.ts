import { countVersions, findBallotByKey, insertBallot } from "#db/queries/ballots.ts";
import * as t from "#messages/refusals.ts";
import { sendReceiptInBackground } from "#server/accounts/messages/send-receipt.ts";
import { nonceHash, orderVerdicts } from "#server/audit-log/ballots.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { type BallotReceipt, ballotReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { SignedBallot } from "#server/audit-log/sealing.ts";
import { shownDigest } from "#server/audit-log/shown.ts";
import { tolerancesAskedIn } from "#server/audit-log/tolerance.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { countSeal } from "#server/platform/process/metrics.ts";
import { requireVotes } from "#server/rounds/carried-annulments.ts";
import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { checkBallot } from "./check-ballot.ts";
import { requireEligible, requireJudging, requireSeat } from "./judging-seat.ts";
import { listShownPeople } from "./people-as-shown.ts";
import { receiptAt } from "./receipt-at.ts";
import { readSeatKeys } from "./seat-keys.ts";
import { requireTolerances } from "./tolerances.ts";

export type SealInput = SignedBallot & {
  readonly studyId: string;
  readonly round: number;
  readonly accountId: string;
  /** The seat the verdicts were given from, if known. */
  readonly seat?: string | undefined;
  /** Chosen by the browser once a ballot; a retry with it is the same ballot. */
  readonly idempotencyKey: string;
};

type SeatKey = { readonly studyId: string; readonly round: number; readonly seatId: string };

/**
 * Records a ballot that its author's browser made and signed, and stores what is needed to open it when the round
 * closes. Sealing again replaces it. The receipt is also mailed, once, if mail is set up.
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "pair-not-eligible", "tolerance-wrong",
 *   "votes-wrong", "bad-input", "key-reused" if the key was used for another ballot, "too-many-ballots", "too-many-attempts",
 *   "ballot-outdated", "key-unknown", "key-unproven", "shown-wrong", "commitment-wrong", "signature-wrong"
 */
export async function sealBallot(app: App, input: SealInput): Promise<BallotReceipt> {
  const { studyId, round } = input;
  const verdicts = orderedOrRefused(input.verdicts);
  const shown = await readShown(app, studyId, round);
  const { receipt, isNew } = await writeStudy(app, studyId, async (writer) => {
    const seatId = await requireSeat(writer.tx, studyId, round, input.accountId, input.seat);
    const key = { studyId, round, seatId };
    const before = await findBallotByKey(writer.tx, { ...key, idempotencyKey: input.idempotencyKey });
    if (before !== undefined) {
      if (before.commitment !== input.commitment || before.verdicts !== canonicalJson(verdicts)) {
        throw new DomainError("key-reused", t.ballotKeyReused());
      }
      return { receipt: await receiptAt(writer.tx, studyId, before.seq), isNew: false };
    }
    const row = await requireJudging(writer.tx, studyId, round, writer.clock);
    const version = await requireNext(writer, key, input.version);
    const settings = settingsOf(writer.study);
    const chances = await requireEligible(
      writer.tx,
      { studyId, round: row, settings },
      input.verdicts.map(([high, low]) => [high, low]),
    );
    requireTolerances(tolerancesAskedIn(settings, row.tolerancePairs), chances, input.verdicts);
    await requireVotes(writer, round, input.votes);
    const keys = await readSeatKeys(writer.tx, studyId, seatId);
    const place = { study: studyId, opening: row.openedHash, round, seat: seatId, version };
    checkBallot(place, { ...input, verdicts }, { keys, shown });
    return { receipt: await record(writer, key, { ...input, verdicts }), isNew: true };
  });
  if (isNew) {
    countSeal();
    sendReceiptInBackground(app, input.accountId, receipt);
  }
  return receipt;
}

/**
 * Reads the data shown to every auditor of the round, which does not change while it is open; null if one of its people
 * was erased.
 */
function readShown(app: App, studyId: string, round: number): Promise<string | null> {
  return app.store.read(async (db) => {
    const settings = settingsOf(await requireStudy(db, studyId));
    const people = await listShownPeople(db, { studyId, round, settings });
    return people.every((one) => one !== null) ? shownDigest(people) : null;
  });
}

/**
 * Checks that a ballot is the next version of its seat.
 * @throws DomainError "too-many-ballots", "too-many-attempts", "ballot-outdated"
 */
async function requireNext({ tx, now }: StudyWriter, key: SeatKey, version: number): Promise<number> {
  const { all, late } = await countVersions(tx, { ...key, after: now - 60_000 });
  const { versions, aMinute } = ballotLimits;
  if (all >= versions) {
    throw new DomainError("too-many-ballots", t.tooManyBallots({ count: versions }));
  }
  if (late >= aMinute) {
    throw new DomainError("too-many-attempts", t.ballotsTooFast({ count: aMinute }));
  }
  if (version === all + 1) return version;
  throw new DomainError("ballot-outdated", t.ballotOutdated());
}

async function record(
  { tx, append, head, now }: StudyWriter,
  key: SeatKey,
  ballot: SignedBallot & { readonly idempotencyKey: string },
): Promise<BallotReceipt> {
  const { idempotencyKey, version, verdicts, votes, salt, nonce, shown, commitment, signature } = ballot;
  const { studyId: study, round, seatId: seat } = key;
  const signed = { key: ballot.key, signature };
  const body = { round, seat, version, commitment, nonceHash: nonceHash(nonce), ...signed };
  const prev = head();
  const { seq, hash, at } = append("ballot.sealed", body);
  await insertBallot(tx, {
    ...key,
    version,
    idempotencyKey,
    verdicts: canonicalJson(verdicts),
    votes: votes === undefined ? null : canonicalJson(votes),
    salt,
    nonce,
    shown,
    commitment,
    ...signed,
    seq,
    sealedAt: now,
  });
  return ballotReceipt({ study, seq, prev, at, body }, hash);
}

function orderedOrRefused(verdicts: readonly Verdict[]): Verdict[] {
  const pairs = new Set(verdicts.map(([high, low]) => pairKey(high, low)));
  if (pairs.size === verdicts.length) return orderVerdicts(verdicts);
  throw new DomainError("bad-input", t.pairTwice());
}
