import { listRoundFeatures } from "#db/queries/round-people.ts";
import { estimateRound, type RoundEstimate } from "#server/analysis/findings/loss-estimate.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { yardstickErrors } from "#server/learner/exp2/yardsticks.ts";
import { type FixedSpec, fixedChances } from "#server/learner/policy/fixed.ts";
import type { App } from "#server/platform/app/app.ts";
import { type RoundFacts, readRoundFacts } from "./round-facts.ts";

/** More rounds are not looked at: the newest ones say most about a study. */
const mostRounds = 200;

/**
 * Estimates the errors of rules that a study is compared with and that depend on people's features, by inverse
 * propensities. Rounds with an erased person are left out.
 *
 * @param study.chance the column with the chances of the rule in force; null: none
 * @param rounds closed rounds in which no outcome is expected or lost; only the newest 200 are read
 */
export async function readRuleErrors(
  app: App,
  study: { studyId: string; chance: FixedSpec["chance"] | null },
  { learner }: LearningSettings,
  rounds: readonly number[],
) {
  const { studyId, chance } = study;
  const read = await readKnownRounds(app, studyId, rounds.slice(-mostRounds));
  const people = read.flatMap(({ people, features }) =>
    people.map((person, i) => ({
      features: features[i] as Features,
      outcome: estimatedOutcome(person),
      chance: Number(person.chance),
    })),
  );
  const best = people.length === 0 ? null : await app.pool.run("findBestRules", { spec: learner, people });
  const mean = (key: "outcome" | "chance") =>
    people.reduce((sum, person) => sum + person[key], 0) / people.length;
  const { unreportable } = yardstickErrors({
    ...{ yesShare: mean("outcome"), pickedShare: mean("chance"), best, inForce: null },
    hasNumber: learner.picks !== undefined,
    alpha: Number(learner.alpha),
  });
  const { columns } = learner;
  return {
    /**
     * Wrong decisions per person of the policy that no panel can report, with the rule that looks best, cut to the range
     * of the true value; null without a round, and where the learner's rules are not listed.
     */
    unreportable: unreportable === null ? null : Math.min(1, Math.max(0, unreportable)),
    /** The rule in force in each of these rounds; empty where the file of people has no column with its chances. */
    inForce: new Map(
      chance === null
        ? []
        : read.map((round) => [
            round.number,
            estimateInForce(round, fixedChances({ columns, chance }, round.features)),
          ]),
    ),
  };
}

type KnownRound = {
  readonly number: number;
  readonly people: RoundFacts["people"];
  readonly features: readonly Features[];
};

async function readKnownRounds(app: App, studyId: string, rounds: readonly number[]): Promise<KnownRound[]> {
  const { facts, features } = await app.store.read(async (db) => ({
    facts: await readRoundFacts(db, studyId, rounds, { pairs: false }),
    features: Map.groupBy(await listRoundFeatures(db, studyId, rounds), (row) => row.round),
  }));
  return facts.flatMap(({ round: { number }, people }) => {
    const cells = (features.get(number) ?? []).map((row) => row.features);
    if (cells.includes(null)) return [];
    return [{ number, people, features: cells.map((text) => readCells(text ?? "")) }];
  });
}

/** Returns 1/p for a picked person whose outcome is yes, else 0. */
function estimatedOutcome({ chance, selected, outcome }: RoundFacts["people"][number]): number {
  return selected && outcome === "yes" && Number(chance) > 0 ? 1 / Number(chance) : 0;
}

function estimateInForce({ people }: KnownRound, chances: readonly string[]): RoundEstimate {
  return estimateRound({
    people: people.map(({ chance, selected, outcome }, i) => ({
      chance: Number(chance),
      policy: Number(chances[i]),
      selected,
      label: outcome === "yes" ? 1 : outcome === "no" ? 0 : null,
    })),
  });
}
