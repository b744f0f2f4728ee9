import type { Missing, RulesDraft, SettingsDraft } from "#server/draft/draft.ts";
import type { RulesContext } from "#server/draft/rules/kind.ts";
import { studyLimits } from "#server/draft/study-limits.ts";

const kindsOfAllSets: readonly RulesDraft["kind"][] = ["conjunctions", "disjunctions", "parities"];

/** Bytes of a rule in mode `guarded` while a round is open: L, G and A, and those of before the opening. */
const guardedBytes = 6 * 8;

/**
 * What is wrong with a class over all sets of conditions where every rule has numbers of its own: it may be as large as can
 * be read and written in one piece, or looked through for each rule that FTPL draws.
 */
export function numberedProblems(
  { learner, mode }: Pick<SettingsDraft, "learner" | "mode">,
  context: RulesContext | null,
): Missing[] {
  const most = studyLimits.numberedConditions;
  const isNumbered = learner === "ftpl" || mode === "guarded";
  if (context === null || !isNumbered || !kindsOfAllSets.includes(context.rules.kind)) return [];
  const count = context.rules.predicates.length;
  if (count <= most || count > studyLimits.conditions) return [];
  const rules = 1 + 2 ** count;
  const made = `${count} conditions make ${group(rules)} rules`;
  const advice = `Take ${most} conditions at most, or Exp2 in another mode.`;
  if (learner === "ftpl") {
    return [
      at("learner", `${made}, and FTPL looks through all of them for each rule that it draws. ${advice}`),
    ];
  }
  const [needed, largest] = [rules, 1 + 2 ** most].map((each) => megabytes(guardedBytes * each));
  return [
    at(
      "mode",
      `${made}, and this mode keeps six numbers for each of them while a round is open: ${needed}, which every step of a round reads and writes in one piece. It takes ${largest}. ${advice}`,
    ),
  ];
}

function megabytes(bytes: number): string {
  return `${group(Math.round(bytes / 1_000_000))} MB`;
}

function group(count: number): string {
  return count.toLocaleString("en-GB");
}

function at(field: "learner" | "mode", message: string): Missing {
  return { step: "settings", field, message };
}
