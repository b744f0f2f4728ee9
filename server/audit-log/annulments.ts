import type { BoundPanelRule } from "#server/learner/panel/panel-rule.ts";

/**
 * Reasons for a proposal to annul a report, as the log records them. This is a list rather than free text because an
 * entry can never be changed, and free text could name a person by mistake.
 */
export const annulReasons = ["given-by-mistake", "wrong-data", "guidelines-changed", "other"] as const;

export type AnnulReason = (typeof annulReasons)[number];

/** The votes on a proposal; an auditor who gives none keeps the report. */
export const annulVotes = ["annul", "keep"] as const;

/** An auditor's vote on one proposal; null if none was given. */
export type AnnulVote = (typeof annulVotes)[number] | null;

/** The maximum number of proposals that one round carries. */
export const annulmentsPerRound = 5;

/** A report by its round and the positions of its pair. */
export type Report = { readonly round: number; readonly high: number; readonly low: number };

/** What a panel decided about a proposal. */
export type AnnulDecision = Report & { readonly voteCount: number; readonly annulled: boolean };

/**
 * Decides the proposals of a round by the rule that decides its pairs: a vote to annul counts as a flag does.
 *
 * @param proposals in the order of the opening
 * @param votes by place of the panel: one for each proposal, or none where a seat sealed no ballot
 * @param rule of the round, bound to its panel
 * @returns one decision for each proposal, in the same order
 */
export function decideAnnulments(
  proposals: readonly Report[],
  votes: readonly (readonly AnnulVote[])[],
  rule: BoundPanelRule,
): AnnulDecision[] {
  return proposals.map(({ round, high, low }, index) => {
    const annulling = new Set(votes.flatMap((own, place) => (own[index] === "annul" ? [place] : [])));
    return { round, high, low, voteCount: annulling.size, annulled: rule.decides(annulling) };
  });
}
