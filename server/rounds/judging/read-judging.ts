import { type BallotRow, countVersions, listOwnBallots, listSavedVerdicts } from "#db/queries/ballots.ts";
import { findGuideline, findLatestGuideline } from "#db/queries/guidelines.ts";
import { findHiddenAt } from "#db/queries/hidden.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { repeatedPairs } from "#server/audit-log/queue-order.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { clockTrouble } from "#server/platform/app/clock-trouble.ts";
import { parseVotes } from "#server/rounds/carried-annulments.ts";
import { readDecidingPanel } from "#server/rounds/deciding-panel.ts";
import { readCarriedReports } from "#server/rounds/read-annulments.ts";
import { hasClosedOtherwise, requireRound } from "#server/rounds/read-round.ts";
import { listShownFields } from "#server/rounds/shown-fields.ts";
import { findDecision } from "#server/studies/labels.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readAskedObjections } from "./answer-objection.ts";
import { requirePlace } from "./judging-seat.ts";
import { lastSaved, paceOf } from "./pace.ts";
import { listShownPeople } from "./people-as-shown.ts";
import { readSeatKeys } from "./seat-keys.ts";
import { seatQueue } from "./seat-queue.ts";

/**
 * Reads a round as an auditor of its panel sees it: shown fields, chances, pairs to judge in the auditor's own order,
 * and the auditor's own verdicts. Never includes the draw, an outcome, an identifier, a field that is not shown, or
 * another auditor's verdict.
 */
export async function readJudging(
  app: App,
  { studyId, round: number, accountId }: { studyId: string; round: number; accountId: string },
) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const round = await requireRound(db, studyId, number);
    const seatId = await requirePlace(db, { studyId, round: number, accountId });
    const people = await listRoundPeople(db, studyId, number);
    const guideline = await findGuideline(db, studyId, round.guidelineVersion);
    const latest = await findLatestGuideline(db, studyId);
    // Stryker disable next-line ConditionalExpression,BlockStatement: a published study has guidelines
    if (guideline === undefined || latest === undefined) {
      throw new Error(`round ${number} of study ${studyId} has no guidelines`);
    }
    const saved = await listSavedVerdicts(db, { studyId, round: number, seatId });
    const savedAt = saved.map((one) => one.savedAt);
    const hiddenAt = await findHiddenAt(db, { studyId, round: number, seatId });
    const shown = await listShownPeople(db, { studyId, round: number, settings });
    const [ballot] = await listOwnBallots(db, { studyId, seatId, rounds: [number] });
    const { alpha } = settings.learner;
    const queue = seatQueue(round, people, { settings, seatId });
    const asksTolerances = round.tolerancePairs !== null;
    return {
      decision: await findDecision(db, studyId),
      round: roundOfAuditor(round, app.now()),
      /** Why nothing can be saved or sealed just now; null: it can. */
      trouble: clockTrouble(app, study)?.message ?? null,
      panel: await readDecidingPanel(db, studyId, round),
      /** The seat that this page is for. Verdicts sent with it are refused from any other seat. */
      seat: seatId,
      guideline: {
        purpose: guideline.purpose,
        body: guideline.body,
        version: round.guidelineVersion,
        /** The newest version. A newer one than the round's applies from the next opening on. */
        latest: latest.version,
        language: study.language,
      },
      alpha,
      fields: await listShownFields(db, studyId, settings),
      /** Raw values: the page formats them, and a ballot binds them. */
      people: people.map(({ position, chance }) => ({
        position,
        chance,
        person: shown[position]?.person ?? null,
        cells: shown[position]?.cells ?? null,
        shownKey: shown[position]?.shownKey ?? null,
      })),
      /** Hash of the entry that opened the round. */
      opening: round.openedHash,
      keys: await readSeatKeys(db, studyId, seatId),
      nextVersion: 1 + (await countVersions(db, { studyId, round: number, seatId, after: 0 })).all,
      /** Whether only tolerances are asked for, because no pair can be judged. */
      asksTolerances,
      /** The docket first, then every other pair, each part in the seat's own order. */
      pairs: queue.pairs,
      /** How many of the pairs are the docket. */
      docketCount: queue.docketCount,
      /** How many of the first pairs are repeated once the docket is finished. */
      repeatCount: settings.presentation.repeat && !asksTolerances ? repeatedPairs(queue).length : 0,
      /** How the study shows pairs, and what it asks in addition to a verdict. */
      presentation: modesOf(settings),
      /** Earlier reports that the panel votes on, in the order of the opening. */
      reportsAgain: await readCarriedReports(db, { studyId, round: number, settings }),
      /** Objections of people of earlier rounds, which the panel answers apart from its ballots. */
      objections: await readAskedObjections(
        db,
        { studyId, round: number },
        { settings, seatId, isHidden: hiddenAt !== null },
      ),
      saved: saved.map(({ verdict }) => verdict),
      savedAt: lastSaved(savedAt),
      /** How long one pair takes this auditor; null as long as there is too little data. */
      msPerPair: paceOf(savedAt) ?? null,
      /** Since when the earlier verdicts are hidden until the close, because a link set a new password. */
      hiddenAt,
      sealed: ballot === undefined ? null : sealedOf(ballot),
    };
  });
}

export type Judging = Awaited<ReturnType<typeof readJudging>>;

function modesOf({ presentation: { fields: _, chanceFormat: __, ...modes } }: StudySettings) {
  return modes;
}

/** Returns the status of a round as auditors may know it. */
export function roundOfAuditor(round: RoundRow, now: number) {
  const { number, state, closing, deadlineAt, closedAt, closedSeq } = round;
  const takesVerdicts = state === "open" && (deadlineAt === null || now < deadlineAt);
  return {
    ...{ number, state, closing, deadlineAt, closedAt, closedSeq, takesVerdicts },
    hasClosedOtherwise: hasClosedOtherwise(round),
  };
}

export type AuditorRound = ReturnType<typeof roundOfAuditor>;

function sealedOf({ version, seq, sealedAt, verdicts, votes }: BallotRow) {
  return { version, seq, sealedAt, verdicts: parseVerdicts(verdicts), votes: parseVotes(votes) };
}
