import * as t from "#messages/refusals.ts";
import { type BallotPlace, ballotCommitment, ballotMessage, nonceHash } from "#server/audit-log/ballots.ts";
import type { SignedBallot } from "#server/audit-log/sealing.ts";
import { DomainError } from "#server/errors.ts";
import type { SeatKey } from "./seat-keys.ts";
import { isSignedBy } from "./signatures.ts";

type BallotContext = { readonly keys: readonly SeatKey[]; readonly shown: string | null };

/**
 * Refuses a ballot that could not be opened at the close, or whose author could deny having made it.
 *
 * @param known the keys of the seat, and what the round shows
 * @throws DomainError "key-unknown", "key-unproven", "shown-wrong", "commitment-wrong", "signature-wrong"
 */
export function checkBallot(place: BallotPlace, ballot: SignedBallot, known: BallotContext): void {
  const { salt, nonce, shown, verdicts, votes, commitment, key, signature } = ballot;
  const own = known.keys.find((one) => one.key === key);
  if (own === undefined) {
    throw new DomainError("key-unknown", t.keyUnknown());
  }
  if (!own.isProven && known.keys.some((one) => one.isProven)) {
    throw new DomainError("key-unproven", t.keyUnconfirmed());
  }
  if (shown !== known.shown) {
    throw new DomainError("shown-wrong", t.shownWrong());
  }
  const hashes = { ...place, nonceHash: nonceHash(nonce) };
  if (commitment !== ballotCommitment({ ...hashes, salt, shown, verdicts, ...(votes && { votes }) })) {
    throw new DomainError("commitment-wrong", t.commitmentWrong());
  }
  if (!isSignedBy(key, ballotMessage({ ...hashes, commitment }), signature)) {
    throw new DomainError("signature-wrong", t.ballotUnsigned());
  }
}
