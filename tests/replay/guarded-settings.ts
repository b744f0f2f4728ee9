/** The settings of mode `guarded` (docs/log-format-guarded.md, sections 5 and 6). */

import { compare, ONE, type Ratio, ZERO } from "./decimal.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import type { Settings } from "./settings.ts";

export interface Guarded {
  readonly allowance: number;
  readonly step: number;
  readonly tauStart: number;
  readonly pace: number;
  readonly trust: number;
  readonly budget: number;
  readonly forget: number | null;
  readonly upwards: boolean;
  readonly rareYes: boolean;
  /** null: verdicts never expire. */
  readonly rememberFor: number | null;
}

/** Settings of a study in mode `guarded`. */
export type GuardedStudy = Settings & { readonly guarded: Guarded };

const LEAST_ALPHA: Ratio = { n: 1n, d: 100_000n };
const MOST: Ratio = { n: 1000n, d: 1n };

/** null in every other mode. */
export function readGuarded(learner: Fields): Guarded | null {
  if (learner.text("mode") !== "guarded") {
    if (learner.get("guarded") !== undefined)
      throw new Broken("guarded", "only in mode guarded", learner.get("mode"));
    if (learner.get("pairRule") === "all") throw new Broken("pair rule", "another in this mode", "all");
    return null;
  }
  const alpha = learner.real("alpha");
  if (compare(alpha, LEAST_ALPHA) < 0 || compare(alpha, ONE) >= 0) {
    throw new Broken("alpha", "0.00001 to 1", learner.get("alpha"));
  }
  learner.word("pairRule", ["all"]);
  learner.word("rejectedHalves", ["at-close"]);
  if (compare(learner.decimal("fairnessMultiplier"), ONE) !== 0) {
    throw new Broken("fairness multiplier", "1 in mode guarded", learner.get("fairnessMultiplier"));
  }
  const keys = ["allowance", "step", "tauStart", "pace", "trust", "budget", "forget"];
  const switches = ["upwards", "rareYes", "rememberFor"];
  const settings = learner.object("guarded");
  settings.only([...keys, ...switches.filter((key) => settings.get(key) !== undefined)]);
  const between = (key: string, most: Ratio) => inRange(settings, key, most);
  return {
    allowance: between("allowance", MOST),
    step: between("step", ONE),
    tauStart: compare(settings.decimal("tauStart"), ZERO) === 0 ? 0 : between("tauStart", ONE),
    pace: between("pace", MOST),
    trust: between("trust", MOST),
    budget: between("budget", MOST),
    forget: settings.isNull("forget") ? null : between("forget", MOST),
    upwards: onlyTrue(settings, "upwards"),
    rareYes: onlyTrue(settings, "rareYes"),
    rememberFor: readRememberFor(settings),
  };
}

/** A key that is absent or true. */
function onlyTrue(settings: Fields, key: string): boolean {
  if (settings.get(key) === undefined) return false;
  if (!settings.flag(key)) throw new Broken(`guarded.${key}`, "true, or no such key", false);
  return true;
}

function readRememberFor(settings: Fields): number | null {
  if (settings.get("rememberFor") === undefined) return null;
  const openings = settings.whole("rememberFor");
  if (openings < 1 || openings > 10_000) throw new Broken("guarded.rememberFor", "1 to 10000", openings);
  return openings;
}

/** Above 0, at most `most`. */
function inRange(settings: Fields, key: string, most: Ratio): number {
  const exact = settings.decimal(key);
  if (compare(exact, ZERO) <= 0 || compare(exact, most) > 0) {
    throw new Broken(`guarded.${key}`, `above 0, at most ${most.n}`, settings.get(key));
  }
  return Number(settings.text(key));
}
