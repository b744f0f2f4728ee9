import { listCarriedAnnulments, listWaitingAnnulments, updateAnnulment } from "#db/queries/annulments.ts";
import * as t from "#messages/refusals.ts";
import { annulVotesSchema } from "#server/audit-log/annulment-schemas.ts";
import {
  type AnnulDecision,
  type AnnulVote,
  annulmentsPerRound,
  decideAnnulments,
  type Report,
} from "#server/audit-log/annulments.ts";
import { parseCanonical } from "#server/audit-log/canonical.ts";
import { DomainError } from "#server/errors.ts";
import type { BoundPanelRule } from "#server/learner/panel/panel-rule.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";

type Writer = Pick<StudyWriter, "tx" | "study">;

/** The proposals of an opening, and the entries that made them. */
export type CarriedAnnulments = { readonly reports: Report[]; readonly proposedSeqs: readonly number[] };

/** Returns the proposals that the next round carries: the oldest ones, if its panel has pairs to judge. */
export async function nextAnnulments({ tx, study }: Writer, pairCount: number): Promise<CarriedAnnulments> {
  const rows = pairCount === 0 ? [] : await listWaitingAnnulments(tx, study.id, annulmentsPerRound);
  return {
    reports: rows.map(({ round, high, low }) => ({ round, high, low })),
    proposedSeqs: rows.map(({ proposedSeq }) => proposedSeq),
  };
}

/** Records that a round carries these proposals. */
export async function carryAnnulments(
  { tx, study }: Writer,
  round: number,
  { proposedSeqs }: CarriedAnnulments,
): Promise<void> {
  for (const proposedSeq of proposedSeqs) {
    await updateAnnulment(tx, { studyId: study.id, proposedSeq }, { state: "voting", votedIn: round });
  }
}

/**
 * Decides the proposals of a round that closes, and records the decisions.
 *
 * @param votes by place of the panel; none where a seat sealed no ballot
 * @returns the decisions in the order of the opening
 */
export async function closeAnnulments(
  { tx, study }: Writer,
  round: number,
  { votes, rule }: { votes: readonly (readonly AnnulVote[])[]; rule: BoundPanelRule },
): Promise<AnnulDecision[]> {
  const rows = await listCarriedAnnulments(tx, { studyId: study.id, round });
  const decisions = decideAnnulments(rows, votes, rule);
  for (const [index, { voteCount, annulled }] of decisions.entries()) {
    const proposedSeq = rows[index]?.proposedSeq as number;
    const state = annulled ? "annulled" : "kept";
    await updateAnnulment(tx, { studyId: study.id, proposedSeq }, { state, voteCount });
  }
  return decisions;
}

/**
 * Checks that a ballot has one vote, or none, for each proposal of its round.
 *
 * @throws DomainError "votes-wrong"
 */
export async function requireVotes(
  { tx, study }: Writer,
  round: number,
  votes: readonly AnnulVote[] = [],
): Promise<void> {
  const count = (await listCarriedAnnulments(tx, { studyId: study.id, round })).length;
  if (votes.length === count) return;
  throw new DomainError("votes-wrong", t.votesWrong({ count, given: votes.length }));
}

/** Reads the stored votes of a ballot; none where its round carried no proposal. */
export function parseVotes(text: string | null): readonly AnnulVote[] {
  return text === null ? [] : annulVotesSchema.parse(parseCanonical(text));
}
