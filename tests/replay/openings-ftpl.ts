/** The chances of an opening of FTPL: shares of the rules drawn (docs/log-format-learners.md, sections 5 and 6). */

import { toNumber } from "./decimal.ts";
import { Drawing, finderOf } from "./ftpl.ts";
import { type Opened, type OpenedPolicy, sumsUpTo } from "./openings-policy.ts";
import type { Fields } from "./read.ts";
import { TOLERANCE } from "./report.ts";
import type { Drawn } from "./rules.ts";
import type { Ftpl } from "./settings-ftpl.ts";
import type { RoundPerson, Study } from "./study.ts";

/** What a round of FTPL was opened with. */
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
  const drawn = drawing.opening(body.hash("noiseSeed"));
  const difference = compareShares(study, drawn, opened.people);
  return { ...shared, ftpl: { drawing, drawn }, isLost: false, difference };
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
