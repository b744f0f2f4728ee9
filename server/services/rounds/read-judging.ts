import { findLastBallot, listDrafts } from "#db/queries/ballots.ts";
import { findLatestGuideline } from "#db/queries/guidelines.ts";
import { listRoundFeatures } from "#db/queries/rounds.ts";
import { eligiblePairs } from "#server/learner/panel.ts";
import type { App } from "../app.ts";
import { requireSeat } from "../ballots/eligibility.ts";
import { parseVerdicts } from "../ballots/verdicts.ts";
import { requireStudy, settingsOf } from "../studies/settings.ts";
import { parseFeatures } from "./policy.ts";
import { requireRound } from "./read-round.ts";

/**
 * What an auditor of the panel sees of a round: shown fields, chances, pairs that can be judged, the own verdicts.
 * Never the draw, an outcome, an identifier, a field that is not shown, or anybody else's verdict.
 */
export async function readJudging(
  app: App,
  { studyId, round: number, accountId }: { studyId: string; round: number; accountId: string },
) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const round = await requireRound(db, studyId, number);
    const seatId = await requireSeat(db, studyId, number, accountId);
    const people = await listRoundFeatures(db, studyId, [number]);
    const guideline = await findLatestGuideline(db, studyId);
    const ballot = await findLastBallot(db, { studyId, round: number, seatId });
    const { columns, alpha } = settings.learner;
    const { fields } = settings.presentation;
    return {
      studyName: study.name,
      round: { number, state: round.state, deadlineAt: round.deadlineAt, closedSeq: round.closedSeq },
      panel: { seatCount: round.seatCount, neededFlags: round.neededFlags },
      guideline: {
        purpose: guideline?.purpose ?? "",
        body: guideline?.body ?? "",
        version: round.guidelineVersion,
      },
      alpha,
      fields,
      people: people.map(({ position, chance, features }) => ({
        position,
        chance,
        cells: features === null ? null : shownCells(features, columns, fields),
      })),
      pairs: eligiblePairs(
        people.map((person) => person.chance),
        alpha,
      ),
      drafts: (await listDrafts(db, { studyId, round: number, seatId })).map(({ high, low, verdict }) => ({
        high,
        low,
        verdict,
      })),
      sealed:
        ballot === undefined
          ? null
          : {
              version: ballot.version,
              seq: ballot.seq,
              sealedAt: ballot.sealedAt,
              verdicts: parseVerdicts(ballot.verdicts),
            },
    };
  });
}

export type Judging = Awaited<ReturnType<typeof readJudging>>;

function shownCells(text: string, columns: readonly { name: string }[], fields: readonly string[]) {
  const features = parseFeatures(text);
  return fields.map((field) => features[columns.findIndex((column) => column.name === field)] ?? null);
}
