import * as say from "#messages/differences.ts";
import { ballotCommitment, ballotMessage, checkVerdicts, nonceHash } from "#server/audit-log/ballots.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { isOneOf } from "#server/audit-log/pairs.ts";
import { type ShownPerson, shownCells, shownDigest } from "#server/audit-log/shown.ts";
import { checkTolerances, tolerancesAskedIn } from "#server/audit-log/tolerance.ts";
import { exactGaps } from "#server/learner/panel/eligibility.ts";
import { checkVotes } from "./annulments.ts";
import { requireTaking } from "./beacon.ts";
import { proofOfBallot } from "./seat-keys.ts";
import type { StudyState, VerifiedRound } from "./study.ts";

type Opened = EntryBody<"ballot.opened">;

export function ballotSealed(study: StudyState, entry: Entry<"ballot.sealed">): void {
  const { at, body } = entry;
  const { findings } = study;
  const open = study.findOpen(body.round);
  if (open === null) return;
  requireTaking(study, open, say.ballot());
  const { seat, version } = body;
  const isOnPanel = open.seated.panel.includes(seat) && study.seats.get(seat) === "active";
  findings.require(isOnPanel, say.seatOfBallot(), say.oneOfPanel(), seat);
  const inTime = open.deadlineAt === null || at < open.deadlineAt;
  // The clock was behind the previous entry, whose time this entry got. The ballot may have been in time, but this
  // cannot be determined.
  const isUntimed = !inTime && at === study.previousAt;
  findings.require(
    inTime || isUntimed,
    say.timeOfBallot(),
    say.before({ time: String(open.deadlineAt) }),
    at,
  );
  if (isUntimed) findings.reserve("untimed-ballots");
  const before = open.sealed.get(seat) ?? [];
  findings.same(say.versionOfBallot(), before.length + 1, version);
  open.sealed.set(seat, [...before, body]);
  open.proofs.set(`${seat}/${version}`, proofOfBallot(study, seat, body.key));
  const message = ballotMessage({ study: entry.study, opening: open.openedHash, ...body });
  const isRight = study.isSigned(body.key, message, body.signature);
  findings.require(isRight, say.signatureOfBallot(), say.madeWith({ key: body.key }), body.signature);
}

export function ballotOpened(study: StudyState, entry: Entry<"ballot.opened">): void {
  const { findings } = study;
  const { round, seat, version, salt, nonce, shown, verdicts, votes } = entry.body;
  const open = study.findOpen(round);
  if (open === null) return;
  const sealed = open.sealed.get(seat)?.at(-1);
  if (!findings.same(say.versionOfOpened(), sealed?.version ?? say.none(), version)) return;
  const hashOfNonce = nonceHash(nonce);
  findings.same(say.hashOfNonce(), sealed?.nonceHash, hashOfNonce);
  findings.guard(say.ballot(), () => {
    const hashes = { opening: open.openedHash, shown, nonceHash: hashOfNonce };
    const content = { verdicts, ...(votes && { votes }) };
    const ballot = { salt, study: entry.study, round, seat, version, ...content, ...hashes };
    findings.same(say.commitment(), sealed?.commitment, ballotCommitment(ballot));
    const chances = open.opened.people.map(({ chance }) => chance);
    const { tolerancePairs } = open;
    open.exceedsAlpha ??= exactGaps(chances)(study.settings.learner.alpha).exceedsAlpha;
    checkVerdicts(verdicts, tolerancePairs === null ? open.exceedsAlpha : isOneOf(tolerancePairs));
    checkTolerances(verdicts, chances, tolerancesAskedIn(study.settings, tolerancePairs));
  });
  checkVotes(study, open, votes);
  checkShown(study, open, entry.body);
  const proof = open.proofs.get(`${seat}/${version}`);
  if (proof === "none") findings.reserve("unproven-ballots");
  if (proof === "panel") findings.reserve("confirmed-ballots");
  open.ballots.push(entry.body);
}

/**
 * Compares what the ballot's author was shown with the features file. If a person's line is missing, this cannot be
 * checked.
 */
function checkShown(study: StudyState, round: VerifiedRound, body: Opened): void {
  round.shown ??= shownIn(study, round);
  if (round.shown !== "not known") study.findings.same(say.whatWasShown(), round.shown, body.shown);
}

function shownIn({ people, settings }: StudyState, { opened }: VerifiedRound): string {
  const shown = opened.people.flatMap(({ person, chance }): ShownPerson[] => {
    const known = people.known.get(person);
    if (known === undefined) return [];
    const cells = shownCells(settings, known.cells);
    return [{ person, chance, cells, shownKey: known.shownKey }];
  });
  return shown.length < opened.people.length ? "not known" : shownDigest(shown);
}
