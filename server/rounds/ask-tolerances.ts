import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { updateRound } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { readCells } from "#server/audit-log/features.ts";
import { tolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { requireRound } from "./read-round.ts";

/**
 * Asks the panel of an open round without judgeable pairs how far apart the chances of up to six pairs may be. The
 * answers are sealed and opened as ballots are, and change no chance, report or draw.
 *
 * @returns the pairs, chosen by the rule of {@link tolerancePairs}, and the entry's number
 * @throws DomainError "round-not-open"; "tolerances-not-needed" where a pair can be judged, the round closes at once or
 *   has only one person, the panel was asked before, or a ballot was sealed
 */
export async function askTolerances(
  app: App,
  { studyId, round: number }: { studyId: string; round: number },
): Promise<{ pairs: [number, number][]; seq: number }> {
  return writeStudy(app, studyId, async (writer) => {
    const { tx } = writer;
    const round = await requireRound(tx, studyId, number);
    if (round.state !== "open") {
      throw new DomainError("round-not-open", t.roundOver({ round: number, state: round.state }));
    }
    if (round.pairCount > 0 || round.closing === "no-pairs") {
      throw new DomainError("tolerances-not-needed", t.tolerancesNotNeeded({ round: number }));
    }
    if (round.tolerancePairs !== null || (await listSealTimes(tx, studyId, number)).length > 0) {
      throw new DomainError("tolerances-not-needed", t.tolerancesAsked({ round: number }));
    }
    const people = await listRoundFeatures(tx, studyId, [number]);
    const pairs = tolerancePairs(settingsOf(await requireStudy(tx, studyId)), {
      chances: people.map(({ chance }) => chance),
      people: people.map(({ features }) => readCells(features ?? "[]")),
    });
    if (pairs.length === 0)
      throw new DomainError("tolerances-not-needed", t.onePersonOnly({ round: number }));
    return { pairs, seq: await logQuestion(writer, { round: number, pairs }) };
  });
}

/** Logs for which pairs the panel of a round is asked for tolerances. @returns the entry's number */
export async function logQuestion(
  { tx, study, append }: StudyWriter,
  question: { readonly round: number; readonly pairs: [number, number][] },
): Promise<number> {
  const key = { studyId: study.id, number: question.round };
  await updateRound(tx, key, { tolerancePairs: canonicalJson(question.pairs) });
  return append("round.tolerances-asked", question).seq;
}
