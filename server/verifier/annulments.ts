import * as say from "#messages/differences.ts";
import { type AnnulVote, decideAnnulments } from "#server/audit-log/annulments.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import type { BoundPanelRule } from "#server/learner/panel/panel-rule.ts";
import type { StudyState, VerifiedRound } from "./study.ts";

/** Checks proposals to annul reports: who makes them, which round carries them, and what its panel decided. */

export const annulmentHandlers = {
  "annulment.proposed": annulmentProposed,
  "annulment.withdrawn": annulmentWithdrawn,
};

function annulmentProposed(study: StudyState, { body }: Entry<"annulment.proposed">): void {
  const { findings, reports } = study;
  checkProposer(study, body.by);
  findings.same(say.proposedReport(), "reported", reports.stateOf(body) ?? say.none());
  findings.require(reports.find(body) === undefined, say.proposedReport(), say.withoutProposal(), body.round);
  reports.propose(body, body.by);
}

function annulmentWithdrawn(study: StudyState, { body }: Entry<"annulment.withdrawn">): void {
  const { findings, reports } = study;
  checkProposer(study, body.by);
  const proposal = reports.find(body);
  const mayBe = proposal?.by === body.by && proposal.carriedBy === null;
  findings.require(mayBe, say.withdrawnProposal(), say.ownUncarried(), body.by);
  reports.remove(body);
}

function checkProposer({ findings, seats }: StudyState, by: string): void {
  const isKnown = by === "operator" || seats.get(by) === "active";
  findings.require(isKnown, say.proposer(), say.operatorOrSeat(), by);
}

/** Checks that an opening carries the oldest pending proposals, if its panel has pairs to judge. */
export function checkCarried(
  { findings, reports }: StudyState,
  body: EntryBody<"round.opened">,
  isJudged: boolean,
): void {
  const carried = body.annulments ?? [];
  findings.same(say.carriedProposals(), isJudged ? reports.next() : [], carried);
  reports.carry(carried, body.round);
}

/** Checks that a ballot has one vote, or none, for each proposal of its round. */
export function checkVotes(
  { findings }: StudyState,
  { opened }: VerifiedRound,
  votes: readonly AnnulVote[] = [],
): void {
  findings.same(say.votesOfBallot(), opened.annulments?.length ?? 0, votes.length);
}

/** Checks what the panel decided about the proposals of its round. */
export function checkAnnulments(
  study: StudyState,
  { opened, seated, ballots }: VerifiedRound,
  { rule, body }: { rule: BoundPanelRule; body: EntryBody<"round.closed"> },
): void {
  const counting = countingBallots(
    seated.panel,
    ballots.map((ballot) => ({ ...ballot, seatId: ballot.seat })),
  );
  const votes = counting.map((ballot) => ballot?.votes ?? []);
  const found = body.annulments ?? [];
  study.findings.same(say.decidedProposals(), decideAnnulments(opened.annulments ?? [], votes, rule), found);
  for (const decision of found) study.reports.decide(decision, decision.annulled);
}
