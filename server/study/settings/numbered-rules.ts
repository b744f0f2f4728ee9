import { formatNumber } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/params.ts";
import type { Missing, RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { studyLimits } from "#server/study/study-limits.ts";

const kindsOfAllSets: readonly RulesDraft["kind"][] = ["conjunctions", "disjunctions", "parities"];

/** Bytes for each rule in mode `guarded` while a round is open: L, G and A, and their values before the opening. */
const guardedBytes = 6 * 8;

/** The most rules of mode `guarded`. */
const maxGuarded = 1 + 2 ** studyLimits.numberedConditions;

/**
 * Returns what is wrong with a class where every rule has numbers of its own. A class over all sets of conditions, or a
 * long list, is limited to what can be read and written in one piece, or looked through for each rule that FTPL draws.
 */
export function numberedProblems(
  { learner, mode }: Pick<SettingsDraft, "learner" | "mode">,
  context: RulesContext | null,
): Missing[] {
  const isNumbered = learner === "ftpl" || mode === "guarded";
  if (context === null || !isNumbered) return [];
  const { kind, list } = context.rules;
  if (kindsOfAllSets.includes(kind)) return setsProblems(learner, context.rules.predicates.length);
  if (kind !== "listed") return [];
  return learner === "ftpl" ? [noList] : listProblems(list?.count ?? 0);
}

const noList = at(
  "learner",
  `FTPL looks through all rules for each one that it draws, and takes no list from a file. Choose Exp2, or write at most ${formatNumber(LIMITS.listedRules)} rules as “A list of your own”.`,
);

function listProblems(count: number): Missing[] {
  const rules = 2 + count;
  if (rules <= maxGuarded) return [];
  const advice = `Shorten the list to ${formatNumber(maxGuarded - 2)} rules, or choose another mode.`;
  return [guardedProblem(`The list has ${formatNumber(count)} rules`, rules, advice)];
}

function setsProblems(learner: SettingsDraft["learner"], count: number): Missing[] {
  const most = studyLimits.numberedConditions;
  if (count <= most || count > studyLimits.conditions) return [];
  const rules = 1 + 2 ** count;
  const made = `${count} conditions make ${formatNumber(rules)} rules`;
  const advice = `Take ${most} conditions at most, or Exp2 in another mode.`;
  if (learner !== "ftpl") return [guardedProblem(made, rules, advice)];
  return [
    at("learner", `${made}, and FTPL looks through all of them for each rule that it draws. ${advice}`),
  ];
}

function guardedProblem(made: string, rules: number, advice: string): Missing {
  const [needed, largest] = [rules, maxGuarded].map((each) => megabytes(guardedBytes * each));
  return at(
    "mode",
    `${made}, and this mode keeps six numbers for each of them while a round is open: ${needed}, which every step of a round reads and writes in one piece. It takes ${largest}. ${advice}`,
  );
}

function megabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1_000_000))} MB`;
}

function at(field: "learner" | "mode", message: string): Missing {
  return { step: "settings", field, message };
}
