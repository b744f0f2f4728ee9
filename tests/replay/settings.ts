/** `settings` (docs/log-format.md, sections 3 and 5). */

import { compare, type Ratio, ZERO } from "./decimal.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken, type Problems } from "./report.ts";
import type { Rules } from "./rules.ts";
import { conjunctions } from "./rules-conjunctions.ts";
import { thresholds } from "./rules-thresholds.ts";

export type Mode = "known" | "paper";
export type PairRule = "average" | "largest-gap" | "most-flags";

export interface Settings {
  readonly mode: Mode;
  readonly rules: Rules;
  readonly columnCount: number;
  readonly roundSize: number;
  readonly horizon: number | null;
  readonly anytimeAfterHorizon: boolean;
  readonly alpha: Ratio;
  readonly eps: number;
  readonly fairnessMultiplier: number;
  readonly pairRule: PairRule;
  readonly rejectedHalves: "at-close" | "when-settled";
  readonly gamma: { readonly numerator: number; readonly denominator: number };
  readonly drawAt: "close" | "opening";
}

export function readSettings(settings: Fields, problems: Problems): Settings {
  settings.only(["learner", "panel", "drawAt", "presentation"]);
  const learner = settings.object("learner");
  learner.word("learner", ["exp2"]);
  if (learner.get("version") !== 1) throw new Broken("learner version", "1", learner.get("version"));
  const gamma = settings.object("panel").object("gamma");
  const read: Settings = {
    mode: learner.word("mode", ["known", "paper"]),
    rules: readRules(learner),
    columnCount: learner.list("columns").length,
    roundSize: learner.whole("roundSize", 1),
    horizon: learner.isNull("horizon") ? null : wholeNumber(learner.get("horizon"), "horizon", 1),
    anytimeAfterHorizon: learner.get("afterHorizon") === "anytime",
    alpha: learner.real("alpha"),
    eps: realNumber(learner, "eps"),
    fairnessMultiplier: realNumber(learner, "fairnessMultiplier"),
    pairRule: learner.word("pairRule", ["average", "largest-gap", "most-flags"]),
    rejectedHalves: learner.word("rejectedHalves", ["at-close", "when-settled"]),
    gamma: { numerator: gamma.whole("numerator", 1), denominator: gamma.whole("denominator", 1) },
    drawAt: settings.word("drawAt", ["close", "opening"]),
  };
  checkSettings(read, learner, problems);
  return read;
}

/** What algorithms and format refuse: gamma outside (0,1], eps outside (0, alpha], averaging in `paper` mode. */
function checkSettings(read: Settings, learner: Fields, problems: Problems): void {
  const { gamma } = read;
  if (gamma.numerator > gamma.denominator) throw new Broken("gamma", "at most 1", gamma);
  problems.require(compare(read.alpha, ZERO) >= 0, "alpha", "not negative", learner.get("alpha"));
  if (read.mode === "paper") {
    problems.require(read.pairRule !== "average", "pair rule", "one pair in paper mode", read.pairRule);
    problems.require(read.horizon !== null, "horizon", "a number in paper mode", null);
    return;
  }
  const eps = learner.real("eps");
  const inside = compare(eps, ZERO) > 0 && compare(eps, read.alpha) <= 0;
  problems.require(inside, "eps", "above 0, at most alpha", learner.get("eps"));
  problems.require(read.fairnessMultiplier > 0, "fairness multiplier", "above 0", read.fairnessMultiplier);
}

function realNumber(fields: Fields, key: string): number {
  fields.real(key);
  return Number(fields.text(key));
}

/** The catalogue is told by what it holds: `cuts` or `predicates`. */
function readRules(learner: Fields): Rules {
  const columns = learner.objects("columns").map((column) => column.text("name"));
  const hypotheses = learner.object("hypotheses");
  const kind = hypotheses.word("kind", ["thresholds", "conjunctions"]);
  if (kind === "thresholds") return thresholds(hypotheses.objects("cuts"), columns);
  return conjunctions(hypotheses.objects("predicates"), columns);
}
