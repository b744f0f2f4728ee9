import { countVersions, findBallotByKey, insertBallot } from "#db/queries/ballots.ts";
import { DomainError } from "#server/errors.ts";
import { ballotCommitment, nonceHash, orderVerdicts } from "#server/log/ballots.ts";
import { canonicalJson } from "#server/log/canonical.ts";
import { type BallotReceipt, ballotReceipt } from "#server/log/receipts.ts";
import type { Verdict } from "#server/log/verdicts.ts";
import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import type { App } from "#server/services/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/services/app/study-writer.ts";
import { sendReceiptInBackground } from "#server/services/letters/send-receipt.ts";
import { settingsOf } from "#server/services/studies/settings.ts";
import { requireEligible, requireJudging, requireSeat } from "./eligibility.ts";
import { receiptAt } from "./receipt-at.ts";

export type SealInput = {
  readonly studyId: string;
  readonly round: number;
  readonly accountId: string;
  /** The seat the verdicts were given from, where that is known. */
  readonly seat?: string | undefined;
  /** Chosen by the browser once a ballot; a retry with it is the same ballot. */
  readonly idempotencyKey: string;
  /** 32 random bytes of the browser's as hex; those of the first ballot enter the draw. */
  readonly nonce: string;
  readonly verdicts: readonly Verdict[];
};

type SeatKey = { readonly studyId: string; readonly round: number; readonly seatId: string };

/**
 * Seals a ballot: recorded in the log as a commitment, opened when the round closes. Sealing again replaces it. The
 * receipt is also mailed, once, where mail is set up.
 * @throws DomainError "round-closed", "deadline-passed", "not-on-panel", "pair-not-eligible", "bad-input",
 *   "key-reused" if the key was used for other verdicts, "too-many-ballots", "too-many-attempts"
 */
export async function sealBallot(app: App, input: SealInput): Promise<BallotReceipt> {
  const { studyId, round } = input;
  const salt = app.newSecret();
  const verdicts = orderedOrRefused(input.verdicts);
  const { receipt, isNew } = await writeStudy(app, studyId, async (writer) => {
    const seatId = await requireSeat(writer.tx, studyId, round, input.accountId, input.seat);
    const key = { studyId, round, seatId };
    const before = await findBallotByKey(writer.tx, { ...key, idempotencyKey: input.idempotencyKey });
    if (before !== undefined) {
      if (before.verdicts !== canonicalJson(verdicts)) throw keyReused();
      return { receipt: await receiptAt(writer.tx, studyId, before.seq), isNew: false };
    }
    await requireJudging(writer.tx, studyId, round, writer.now);
    const version = await nextVersion(writer, key);
    const settings = settingsOf(writer.study);
    await requireEligible(
      writer.tx,
      { studyId, round, settings },
      input.verdicts.map(([high, low]) => [high, low]),
    );
    return { receipt: await record(writer, { ...key, version }, { ...input, verdicts, salt }), isNew: true };
  });
  if (isNew) sendReceiptInBackground(app, input.accountId, receipt);
  return receipt;
}

/** @throws DomainError "too-many-ballots", "too-many-attempts" */
async function nextVersion({ tx, now }: StudyWriter, key: SeatKey): Promise<number> {
  const { all, late } = await countVersions(tx, { ...key, after: now - 60_000 });
  const { versions, aMinute } = ballotLimits;
  if (all >= versions) {
    throw new DomainError(
      "too-many-ballots",
      `You have sealed ${versions} ballots in this round, and no more are taken: the last of them counts.`,
    );
  }
  if (late >= aMinute) {
    throw new DomainError(
      "too-many-attempts",
      `You have sealed ${aMinute} ballots within a minute. Wait a minute, then seal again.`,
    );
  }
  return all + 1;
}

async function record(
  { tx, append, now }: StudyWriter,
  { version, ...key }: SeatKey & { readonly version: number },
  ballot: { idempotencyKey: string; nonce: string; salt: string; verdicts: Verdict[] },
): Promise<BallotReceipt> {
  const { nonce, salt, verdicts, idempotencyKey } = ballot;
  const { studyId: study, round, seatId: seat } = key;
  const where = { round, seat, version };
  const commitment = ballotCommitment({ ...where, study, salt, nonceHash: nonceHash(nonce), verdicts });
  const body = { ...where, commitment, nonceHash: nonceHash(nonce) };
  const { seq, hash, at } = append("ballot.sealed", body);
  await insertBallot(tx, {
    ...key,
    version,
    idempotencyKey,
    verdicts: canonicalJson(verdicts),
    salt,
    nonce,
    commitment,
    seq,
    sealedAt: now,
  });
  return ballotReceipt({ study, seq, at, body }, hash);
}

function orderedOrRefused(verdicts: readonly Verdict[]): Verdict[] {
  const pairs = new Set(verdicts.map(([high, low]) => `${high}>${low}`));
  if (pairs.size === verdicts.length) return orderVerdicts(verdicts);
  throw new DomainError(
    "bad-input",
    "A ballot holds one verdict a pair; this one holds two for the same pair.",
  );
}

function keyReused(): DomainError {
  return new DomainError(
    "key-reused",
    "This key was used for another ballot: make a new key for new verdicts.",
  );
}
