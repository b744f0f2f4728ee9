/** `settings` (docs/log-format.md, sections 3 and 5, and its pages on learners). */

import type { Charging } from "./charges.ts";
import { readRules } from "./classes.ts";
import { compare, ONE, parseDecimal, type Ratio, ZERO } from "./decimal.ts";
import type { DecisionRule } from "./decision.ts";
import { type Guarded, readGuarded } from "./guarded-settings.ts";
import { type Picks, readPicks } from "./picks.ts";
import { portableLog } from "./portable.ts";
import { isPriorEven, readPrior } from "./prior.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken, type Problems } from "./report.ts";
import type { Rules } from "./rules.ts";
import type { RulesFile } from "./rules-file.ts";
import { type Audit, readAudit } from "./settings-audit.ts";
import { checkFtpl, type Ftpl, readFtpl } from "./settings-ftpl.ts";
import {
  checkColumns,
  checkGroups,
  checkShown,
  readAsksTolerance,
  readColumns,
  readDocketSize,
  readPanel,
  type Selection,
} from "./settings-shared.ts";

export type Mode = "known" | "paper" | "ix" | "guarded";
export type PairRule = "average" | "largest-gap" | "most-flags" | "all";

export interface Settings {
  readonly mode: Mode;
  /** The settings of an audit of the rule in force, without learner and draw; else null. */
  readonly audit: Audit | null;
  /** null for Exp2. */
  readonly ftpl: Ftpl | null;
  /** The column of the tables of charges that applies. */
  readonly charging: Charging;
  /** g of mode `ix`, else 0. */
  readonly margin: Ratio;
  /** g as a double. */
  readonly doubleMargin: number;
  readonly rules: Rules;
  /** q_h of every rule. */
  readonly prior: readonly number[];
  /** Whether all rules except the two constants have equal initial weights. */
  readonly isPriorEven: boolean;
  /** How a draw picks: by one rule for all people, or evenly. */
  readonly draw: "rule" | "even";
  /** null in every mode but `guarded`. */
  readonly guarded: Guarded | null;
  /** How many people of a round are picked; null if the policy decides. */
  readonly picks: Picks | null;
  /** Of the learner, and of groups. */
  readonly cellCount: number;
  readonly columnTypes: readonly string[];
  /** How many pairs the docket of a round has; null where there is none. */
  readonly docketSize: number | null;
  /** Whether a verdict may have a tolerance. */
  readonly asksTolerance: boolean;
  /** Places of the columns that auditors are shown, in the order of `presentation.fields`. */
  readonly shown: readonly number[];
  readonly roundSize: number;
  readonly horizon: number | null;
  readonly anytimeAfterHorizon: boolean;
  readonly alpha: Ratio;
  readonly eps: number;
  readonly fairnessMultiplier: number;
  readonly pairRule: PairRule;
  readonly rejectedHalves: "at-close" | "when-settled";
  readonly gamma: { readonly numerator: number; readonly denominator: number };
  readonly rule: DecisionRule | null;
  readonly drawAt: "close" | "opening";
  readonly closesWithoutPairs: boolean;
  readonly closesAtDeadline: boolean;
  /** How panels are chosen, until an entry changes it. */
  readonly selection: Selection;
}

/** Keys of every learner, in addition to those of one mode. */
const KEYS =
  "learner version kernel mode columns hypotheses roundSize horizon afterHorizon alpha eps fairnessMultiplier pairRule rejectedHalves".split(
    " ",
  );
const GROUPS = ["groups"];
const OPTIONAL = ["prior", "draw", "picks", "guarded", "delta", "resampleCount", "omegaMultiplier"];

/** The inputs to read settings. */
interface ReadContext {
  readonly problems: Problems;
  readonly rulesFile: RulesFile | null;
}

export function readSettings(settings: Fields, { problems, rulesFile }: ReadContext): Settings {
  settings.only([
    "learner",
    "panel",
    "drawAt",
    "presentation",
    ...GROUPS.filter((key) => settings.get(key) !== undefined),
  ]);
  const learner = settings.object("learner");
  checkShown(settings);
  checkColumns(learner);
  checkGroups(settings);
  if (learner.get("version") !== 1) throw new Broken("learner version", "1", learner.get("version"));
  if (learner.get("learner") === "fixed") return readAudit(settings, problems);
  const isFtpl = learner.word("learner", ["exp2", "ftpl"]) === "ftpl";
  if (isFtpl) checkFtpl(learner);
  else forFtplOnly(learner);
  const panel = readPanel(settings);
  learner.only([...KEYS, ...OPTIONAL.filter((key) => learner.get(key) !== undefined)]);
  learner.word("kernel", ["portable-1"]);
  const mode = learner.word("mode", ["known", "paper", "ix", "guarded"]);
  const rules = readRules(learner, rulesFile);
  if (isFtpl && rules.listHash !== undefined)
    throw new Broken("learner", "exp2 for a list by its hash", "ftpl");
  if (!isFtpl && rules.search !== undefined) {
    throw new Broken("rules", "few enough to list, or learner ftpl", rules.count);
  }
  const horizon = learner.isNull("horizon") ? null : wholeNumber(learner.get("horizon"), "horizon", 1);
  const doubleMargin = marginOf(learner, mode, rules.count, horizon);
  const read: Settings = {
    audit: null,
    ftpl: isFtpl ? readFtpl(learner, rules) : null,
    charging: isFtpl ? (mode === "paper" ? "ftpl-paper" : "ftpl") : mode,
    ...{ mode, rules, horizon, doubleMargin, margin: parseDecimal(String(doubleMargin)) ?? ZERO },
    prior: isFtpl ? [] : readPrior(learner, rules.count),
    isPriorEven: isPriorEven(learner),
    draw: learner.get("draw") === undefined ? "rule" : learner.word("draw", ["even"]),
    guarded: readGuarded(learner),
    picks: readPicks(learner),
    ...readColumns(settings),
    docketSize: readDocketSize(settings),
    asksTolerance: readAsksTolerance(settings),
    shown: readShown(settings),
    roundSize: learner.whole("roundSize", 1),
    anytimeAfterHorizon: learner.word("afterHorizon", ["end", "anytime"]) === "anytime",
    alpha: learner.real("alpha"),
    eps: realNumber(learner, "eps"),
    fairnessMultiplier: realNumber(learner, "fairnessMultiplier"),
    pairRule: learner.word("pairRule", ["average", "largest-gap", "most-flags", "all"]),
    rejectedHalves: learner.word("rejectedHalves", ["at-close", "when-settled"]),
    drawAt: settings.word("drawAt", ["close", "opening"]),
    ...panel,
  };
  checkSettings(read, learner, problems);
  return read;
}

function forFtplOnly(learner: Fields): void {
  for (const key of ["resampleCount", "omegaMultiplier"]) {
    if (learner.get(key) !== undefined) throw new Broken(key, "only with learner ftpl", learner.get(key));
  }
}

/** Checks what algorithms and format refuse: alpha outside [0, 1), eps outside (0, alpha], averaging in `paper` mode. */
function checkSettings(read: Settings, learner: Fields, problems: Problems): void {
  const isShare = compare(read.alpha, ZERO) >= 0 && compare(read.alpha, ONE) < 0;
  problems.require(isShare, "alpha", "0 to below 1", learner.get("alpha"));
  if (read.mode === "paper") {
    problems.require(read.pairRule !== "average", "pair rule", "one pair in paper mode", read.pairRule);
    problems.require(read.horizon !== null, "horizon", "a number in paper mode", null);
    problems.require(!read.anytimeAfterHorizon, "after the horizon", "end", "anytime");
    problems.require(learner.get("prior") === undefined, "prior", "none in paper mode", "one");
    problems.require(read.draw === "rule", "draw", "one rule in paper mode", read.draw);
    return;
  }
  if (read.mode === "ix") problems.require(!read.anytimeAfterHorizon, "after the horizon", "end", "anytime");
  const eps = learner.real("eps");
  const inside = compare(eps, ZERO) > 0 && compare(eps, read.alpha) <= 0;
  problems.require(inside, "eps", "above 0, at most alpha", learner.get("eps"));
  problems.require(read.fairnessMultiplier > 0, "fairness multiplier", "above 0", read.fairnessMultiplier);
}

/** g = sqrt(ln(N/delta) / (2T)) (docs/log-format-learners.md, section 5). */
function marginOf(learner: Fields, mode: Mode, count: number, horizon: number | null): number {
  if (mode !== "ix") {
    if (learner.get("delta") !== undefined) throw new Broken("delta", "mode ix", mode);
    return 0;
  }
  if (horizon === null) throw new Broken("horizon", "a number in mode ix", null);
  const delta = learner.real("delta");
  const inside = compare(delta, ZERO) > 0 && compare(delta, ONE) < 0;
  if (!inside) throw new Broken("delta", "above 0, below 1", learner.get("delta"));
  return Math.sqrt(portableLog(count / Number(learner.text("delta"))) / (2 * horizon));
}

/** Finds the positions of the columns in `presentation.fields`. */
export function readShown(settings: Fields): number[] {
  const columns = settings.object("learner").objects("columns");
  const names = columns.map((column) => column.text("name"));
  const fields = settings.object("presentation").texts("fields");
  return fields.map((field) => {
    const place = names.indexOf(field);
    if (place < 0) throw new Broken("shown field", "one of the columns", field);
    return place;
  });
}

function realNumber(fields: Fields, key: string): number {
  fields.real(key);
  return Number(fields.text(key));
}
