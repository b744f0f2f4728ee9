/** The chances of an opening of FTPL: shares of the rules drawn (docs/log-format-learners.md, sections 5 and 6). */

import { toNumber } from "./decimal.ts";
import { Drawing, finderOf } from "./ftpl.ts";
import { type Opened, type OpenedPolicy, sumsUpTo } from "./openings-policy.ts";
import { boundsOf, readLogged } from "./picks.ts";
import { EVERYONE, NO_ONE } from "./prior.ts";
import type { Fields } from "./read.ts";
import { TOLERANCE } from "./report.ts";
import type { Drawn } from "./rules.ts";
import type { Ftpl } from "./settings-ftpl.ts";
import type { RoundPerson, Study } from "./study.ts";

/** The inputs of a round's opening with FTPL. */
export interface FtplRound {
  readonly drawing: Drawing;
  /** h_1 ... h_R. */
  readonly drawn: readonly Drawn[];
}

export function openFtpl(study: Study, ftpl: Ftpl, body: Fields, opened: Opened): OpenedPolicy {
  const { problems } = study;
  const { rules, horizon } = study.knownSettings();
  problems.require(opened.t <= Number(horizon), "t", "a round within the horizon", opened.t);
  checkNumber(study, body, "eta", ftpl.omega);
  checkNumber(study, body, "fairnessWeight", ftpl.fairnessWeight);
  const shared = { weights: null, fairnessWeight: body.real("fairnessWeight"), guard: null };
  const { sums, unknown } = sumsUpTo(study, opened.appliedSeq);
  if (unknown.length > 0) return { ...shared, ftpl: null, isLost: true, difference: null };
  const drawing = new Drawing(ftpl, rules, finderOf(rules, sums));
  const drawn = pickedRules(study, body, drawing.opening(body.hash("noiseSeed")), opened.people);
  const difference = compareShares(study, drawn, opened.people);
  return { ...shared, ftpl: { drawing, drawn }, isLost: false, difference };
}

/** h_1, h_2, ... become a constant, as many as bring the hits within the bounds of a number of picks. */
function pickedRules(study: Study, body: Fields, drawn: Drawn[], people: readonly RoundPerson[]): Drawn[] {
  const { picks, rules } = study.knownSettings();
  const known = people.flatMap(({ answers }) => (answers === null ? [] : [answers]));
  if (picks === null || known.length < people.length) return drawn;
  const { low, high } = boundsOf(picks, people.length, study.openRounds.aheadWithOpen);
  const hitsOf = (some: readonly Drawn[]) =>
    some.reduce((sum, { rule }) => sum + known.filter((answers) => rules.accepts(answers, rule)).length, 0);
  const isBelow = hitsOf(drawn) < low * drawn.length;
  const constant = { rule: isBelow ? EVERYONE : NO_ONE, isUnsure: false };
  let replaced = 0;
  const hits = () => hitsOf(drawn.slice(replaced)) + (isBelow ? replaced * known.length : 0);
  while (isBelow ? hits() < low * drawn.length - 1e-6 : hits() > high * drawn.length + 1e-6) replaced++;
  const logged = readLogged(body);
  study.problems.same("nu", 0, logged.nu);
  study.problems.same("all", isBelow ? replaced / drawn.length : 0, logged.all);
  study.problems.same("none", isBelow ? 0 : replaced / drawn.length, logged.none);
  return [...Array<Drawn>(replaced).fill(constant), ...drawn.slice(replaced)];
}

function checkNumber(
  { problems }: Study,
  body: Fields,
  key: "eta" | "fairnessWeight",
  expected: number,
): void {
  const found = body.number(key);
  problems.require(Math.abs(found - expected) <= TOLERANCE * expected, key, String(expected), String(found));
}

/** A chance is a share of R; each rule that could be another one may move it by 1 / R. */
function compareShares(study: Study, drawn: readonly Drawn[], people: readonly RoundPerson[]): number | null {
  const { rules } = study.knownSettings();
  const unsure = drawn.filter(({ isUnsure }) => isUnsure).length;
  let largest: number | null = null;
  for (const { person, chance, answers } of people) {
    if (answers === null) continue;
    const hits = drawn.filter(({ rule }) => rules.accepts(answers, rule)).length;
    const difference = Math.abs(hits / drawn.length - toNumber(chance));
    const isNear = difference <= unsure / drawn.length + TOLERANCE;
    study.problems.require(
      isNear,
      `chance of ${person}`,
      String(hits / drawn.length),
      String(toNumber(chance)),
    );
    largest = Math.max(largest ?? 0, difference);
    study.chanceCount++;
  }
  return largest;
}
