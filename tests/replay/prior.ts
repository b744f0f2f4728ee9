/** The initial weights of rules (docs/log-format-guarded.md, section 5, "priors"). */

import { compare, minus, ONE, ZERO } from "./decimal.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";

/** Positions of the two constants in every catalogue. */
export const NO_ONE = 0;
export const EVERYONE = 1;

/** q_h of every rule; all equal without a prior. */
export function readPrior(learner: Fields, ruleCount: number): readonly number[] {
  if (learner.get("prior") === undefined) return new Array<number>(ruleCount).fill(1 / ruleCount);
  const prior = learner.object("prior");
  const kind = prior.word("kind", ["constants", "score", "records"]);
  const cold = constants(prior, ruleCount);
  if (kind === "constants") {
    prior.only(["kind", "none", "all"]);
    return cold;
  }
  const warm = kind === "score" ? score(prior, ruleCount) : records(prior, cold);
  const keep = share(prior, "keep");
  return cold.map((q, rule) => keep * q + (1 - keep) * (warm[rule] ?? 0));
}

export function isPriorEven(learner: Fields): boolean {
  return learner.get("prior") === undefined || learner.object("prior").get("kind") === "constants";
}

function constants(prior: Fields, ruleCount: number): number[] {
  const [none, all] = [share(prior, "none"), share(prior, "all")];
  const rest = minus(minus(ONE, prior.decimal("none")), prior.decimal("all"));
  if (compare(rest, ZERO) < 0) throw new Broken("prior", "shares of at most 1 together", [none, all]);
  if (ruleCount === 2 && compare(rest, ZERO) > 0) throw new Broken("prior", "all of it", [none, all]);
  return Array.from({ length: ruleCount }, (_, rule) => {
    if (rule === NO_ONE) return none;
    return rule === EVERYONE ? all : Math.max(0, 1 - none - all) / (ruleCount - 2);
  });
}

function score(prior: Fields, ruleCount: number): number[] {
  prior.only(["kind", "none", "all", "column", "keep", "rules"]);
  prior.text("column");
  const weights = new Array<number>(ruleCount).fill(0);
  let total = 0;
  for (const listed of prior.objects("rules")) {
    listed.only(["rule", "weight"]);
    const rule = listed.whole("rule");
    const weight = above(listed, "weight");
    if (rule >= ruleCount || weights[rule] !== 0)
      throw new Broken("prior: rule", "each of the class once", rule);
    weights[rule] = weight;
    total += weight;
  }
  if (total === 0) throw new Broken("prior: rules", "one at least", []);
  return weights.map((weight) => weight / total);
}

function records(prior: Fields, cold: readonly number[]): number[] {
  prior.only(["kind", "none", "all", "count", "keep", "rate", "losses"]);
  prior.whole("count", 1);
  const rate = above(prior, "rate");
  const losses = prior.decimals("losses");
  if (losses.length !== cold.length)
    throw new Broken("prior: losses", `${cold.length} of them`, losses.length);
  let least = Number.POSITIVE_INFINITY;
  for (const [rule, loss] of losses.entries()) if ((cold[rule] ?? 0) > 0) least = Math.min(least, loss);
  const weights = cold.map((q, rule) => {
    const exponent = -rate * ((losses[rule] ?? 0) - least);
    return q === 0 || exponent < -708 ? 0 : q * Math.exp(exponent);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function share(prior: Fields, key: string): number {
  const exact = prior.decimal(key);
  if (compare(exact, ZERO) < 0 || compare(exact, ONE) > 0)
    throw new Broken(`prior: ${key}`, "0 to 1", prior.get(key));
  return Number(prior.text(key));
}

function above(fields: Fields, key: string): number {
  fields.decimal(key);
  const value = Number(fields.text(key));
  if (!(value > 0)) throw new Broken(`prior: ${key}`, "above 0", fields.get(key));
  return value;
}
