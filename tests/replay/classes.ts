/** `settings.learner.hypotheses`: the class of rules of a study (docs/log-format-classes.md). */

import { type Predicates, readPredicates } from "./predicates.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { Column, Rules } from "./rules.ts";
import { explicitRules } from "./rules-explicit.ts";
import type { RulesFile } from "./rules-file.ts";
import { listedRules } from "./rules-listed.ts";
import { decisionLists, LITERAL_KINDS, MOST_LITERAL_PREDICATES, signedRules } from "./rules-literals.ts";
import { PREDICATE_KINDS, predicateRules } from "./rules-predicates.ts";
import { MOST_CARD_PREDICATES, scorecards } from "./rules-scorecards.ts";
import { thresholds } from "./rules-thresholds.ts";
import { decisionTrees } from "./rules-trees.ts";

const KINDS = ["thresholds", ...PREDICATE_KINDS, ...LITERAL_KINDS, "scorecards", "trees"] as const;
const MOST_STEPS = 6;

export function readRules(learner: Fields, file: RulesFile | null): Rules {
  const columns = learner
    .objects("columns")
    .map((column) => ({ name: column.text("name"), type: column.text("type") }));
  const hypotheses = learner.object("hypotheses");
  const kind = hypotheses.word("kind", [...KINDS, "explicit", "listed"]);
  if (kind === "listed") {
    checkVersion(hypotheses.only(["kind", "version", "count", "hash"]));
    return listedRules(hypotheses, columns, file);
  }
  if (kind !== "explicit") return classOf(hypotheses, columns);
  checkVersion(hypotheses.only(["kind", "version", "rules"]));
  return explicitRules(hypotheses, columns, (from) => classOf(from, columns));
}

function checkVersion(hypotheses: Fields): void {
  const version = hypotheses.get("version");
  if (version !== 1) throw new Broken("version of the rules", "1", version);
}

function classOf(hypotheses: Fields, columns: readonly Column[]): Rules {
  const kind = hypotheses.word("kind", KINDS);
  checkVersion(hypotheses);
  if (kind === "thresholds") {
    return thresholds(hypotheses.only(["kind", "version", "cuts"]).objects("cuts"), columns);
  }
  const keys = { "decision-lists": ["longest"], scorecards: ["largestPoints"], trees: ["depth"] };
  const further = (keys as Record<string, string[]>)[kind] ?? [];
  const fields = hypotheses.only(["kind", "version", "predicates", ...further]).objects("predicates");
  const predicates = (most: number): Predicates => readPredicates(fields, columns, most);
  if (kind === "scorecards") {
    const most = wholeNumber(hypotheses.get("largestPoints"), "largestPoints", 1);
    return scorecards(predicates(MOST_CARD_PREDICATES), most);
  }
  if (kind === "decision-lists") {
    const longest = wholeNumber(hypotheses.get("longest"), "longest", 1);
    if (longest > MOST_STEPS) throw new Broken("longest", `1 to ${MOST_STEPS}`, longest);
    return decisionLists(predicates(MOST_LITERAL_PREDICATES), longest);
  }
  if (kind === "trees")
    return decisionTrees(fields, columns, wholeNumber(hypotheses.get("depth"), "depth", 2));
  if (kind === "signed-conjunctions" || kind === "signed-disjunctions") {
    return signedRules(kind, predicates(MOST_LITERAL_PREDICATES));
  }
  return predicateRules(kind, fields, columns);
}
