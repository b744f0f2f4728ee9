import { listRoundFeatures } from "#db/queries/round-people.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { type PersonWithOutcome, yardstickErrors } from "#server/learner/exp2/yardsticks.ts";
import type { App } from "#server/platform/app/app.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { readRoundFacts } from "./round-facts.ts";

const keptStudies = 50;
/** More rounds are not looked at: the newest ones say most about a study. */
const mostRounds = 200;

/**
 * Estimates the wrong decisions per person of the policy that no panel can report, by inverse propensities: (1 - alpha)
 * times the better constant rule plus alpha times the rule that looks best. Rounds with a lost outcome or an erased
 * person are left out.
 *
 * @param rounds closed rounds in which no outcome is expected or lost
 * @param headHash of the log; the estimate is kept until it changes
 * @returns null without such a round, and where the learner's rules are not listed
 */
export async function readUnreportable(
  app: App,
  { studyId, headHash }: { studyId: string; headHash: string },
  { learner }: LearningSettings,
  rounds: readonly number[],
): Promise<number | null> {
  const kept = processCache<{ head: string; errors: number | null }>("unreportable", { max: keptStudies });
  const known = kept.get(studyId);
  if (known?.head === headHash) return known.errors;
  const people = await readKnownPeople(app, studyId, rounds.slice(-mostRounds));
  const bestRule =
    people.length === 0 ? null : await app.pool.run("errorOfBestRule", { spec: learner, people });
  const yesShare = people.reduce((sum, { outcome }) => sum + outcome, 0) / people.length;
  const alpha = Number(learner.alpha);
  const { unreportable } = yardstickErrors({ yesShare, pickedShare: 0, bestRule, alpha });
  // an estimate may leave the range of the true value
  const errors = unreportable === null ? null : Math.min(1, Math.max(0, unreportable));
  kept.set(studyId, { head: headHash, errors });
  return errors;
}

/** Reads the people of these rounds with their estimated outcomes: 1/p for a picked person whose outcome is yes, else 0. */
async function readKnownPeople(
  app: App,
  studyId: string,
  rounds: readonly number[],
): Promise<PersonWithOutcome[]> {
  const { facts, features } = await app.store.read(async (db) => ({
    facts: await readRoundFacts(db, studyId, rounds, { pairs: false }),
    features: Map.groupBy(await listRoundFeatures(db, studyId, rounds), (row) => row.round),
  }));
  return facts.flatMap(({ round, people }) => {
    const cells = (features.get(round.number) ?? []).map((row) => row.features);
    if (cells.includes(null)) return [];
    return people.map(({ chance, selected, outcome }, i): PersonWithOutcome => {
      const isYes = selected && outcome === "yes" && Number(chance) > 0;
      return { features: readCells(cells[i] ?? ""), outcome: isYes ? 1 / Number(chance) : 0 };
    });
  });
}
