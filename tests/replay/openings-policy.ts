/** The chances of an opening by the study's learner (docs/log-format.md, section 5, and its pages). */

import { exactly } from "./charges.ts";
import { type Ratio, toNumber, ZERO } from "./decimal.ts";
import { doubleWeights, rates, weightsOf } from "./exp2.ts";
import type { Guard } from "./guarded-guard.ts";
import { openGuarded } from "./guarded-openings.ts";
import { totalOf } from "./guarded-weights.ts";
import { openAudit } from "./openings-audit.ts";
import { type FtplRound, openFtpl } from "./openings-ftpl.ts";
import {
  boundsOf,
  checkMixing,
  checkNu,
  checkPrinted,
  gridChargeOf,
  type LoggedPicks,
  mixed,
  type Picks,
  readLogged,
} from "./picks.ts";
import type { Fields } from "./read.ts";
import { Broken, TOLERANCE } from "./report.ts";
import type { Answers, Rules } from "./rules.ts";
import type { RoundPerson, Study } from "./study.ts";
import { blockWeights, listedWeights, type Weights } from "./weights.ts";

export interface OpenedPolicy {
  /** W of the draw; null where charges for erased people are among the losses, and with FTPL. */
  readonly weights: Weights | null;
  readonly ftpl: FtplRound | null;
  /** Whether the draw's inputs cannot be recomputed. */
  readonly isLost: boolean;
  readonly fairnessWeight: Ratio;
  readonly guard: Guard | null;
  /** The largest difference of a recomputed chance from the logged one; null if none can be recomputed. */
  readonly difference: number | null;
}

export interface Opened {
  readonly t: number;
  readonly appliedSeq: number;
  readonly people: readonly RoundPerson[];
}

export function openPolicy(study: Study, body: Fields, opened: Opened): OpenedPolicy {
  const { guarded, audit, ftpl } = study.knownSettings();
  if (audit !== null) return openAudit(study, audit, body, opened);
  const isGuarded = guarded !== null;
  checkSum(study, body, opened);
  const policy = ftpl
    ? openFtpl(study, ftpl, body, opened)
    : isGuarded
      ? openGuardedRound(study, body, opened)
      : openExp2(study, body, opened);
  study.largestDifference = Math.max(study.largestDifference, policy.difference ?? 0);
  return policy;
}

/** The exact sum of the chances, where a study sets a number of picks and FTPL did not draw them. */
function checkSum(study: Study, body: Fields, { people }: Opened): void {
  const { picks, ftpl } = study.knownSettings();
  if (picks === null || ftpl !== null) return;
  readLogged(body);
  const bounds = boundsOf(picks, people.length, study.openRounds.aheadWithOpen);
  checkPrinted(
    study.problems,
    bounds,
    people.map(({ chance }) => chance),
  );
}

function openGuardedRound(study: Study, body: Fields, { t, people }: Opened): OpenedPolicy {
  const settings = study.knownSettings();
  const { problems } = study;
  const { guarded, horizon } = settings;
  if (guarded === null) throw new Broken("mode", "guarded", settings.mode);
  problems.same("fairness weight", null, body.get("fairnessWeight"));
  const isOver = horizon !== null && t > horizon && !settings.anytimeAfterHorizon;
  problems.require(!isOver, "t", "a round within the horizon", t);
  const roundPeople = people.map(({ person, chance }) => ({
    person,
    exactChance: chance,
    chance: toNumber(chance),
    bits: study.bitsOf(person),
  }));
  const state = study.knownGuarded();
  const bounds = settings.picks && boundsOf(settings.picks, people.length, study.openRounds.aheadWithOpen);
  const reached = bounds && { bounds, logged: readLogged(body) };
  const opened = { state, settings: { ...settings, guarded }, people: roundPeople, problems, picks: reached };
  const policy = openGuarded(body, opened);
  if (policy.weights !== null) study.chanceCount += roundPeople.filter(({ bits }) => bits !== null).length;
  const weights = policy.weights && listedWeights(settings.rules, policy.weights);
  return { ...policy, weights, fairnessWeight: ZERO, ftpl: null, isLost: weights === null };
}

function openExp2(study: Study, body: Fields, { t, appliedSeq, people }: Opened): OpenedPolicy {
  checkRates(study, t, body);
  const eta = Number(body.text("eta"));
  const { picks } = study.knownSettings();
  const weights =
    picks === null
      ? weightsAt(study, appliedSeq, eta)
      : projectedWeights(study, picks, readLogged(body), { eta, appliedSeq, people });
  const difference = weights && compareChances(study, weights, people, picks && readLogged(body));
  const fairnessWeight = body.real("fairnessWeight");
  return { weights, fairnessWeight, guard: null, ftpl: null, isLost: weights === null, difference };
}

function checkRates(study: Study, t: number, body: Fields): void {
  const expected = rates(study.knownSettings(), t);
  if (expected === null) {
    study.problems.note("t", "a round within the horizon", t);
    return;
  }
  for (const key of ["eta", "fairnessWeight"] as const) {
    body.real(key);
    const found = Number(body.text(key));
    const close = Math.abs(found - expected[key]) <= TOLERANCE * Math.abs(expected[key]);
    study.problems.require(close, key, String(expected[key]), String(found));
  }
}

/** Computes the weights with the projection's charge on the round's people, to compare with the opening. */
function projectedWeights(
  study: Study,
  picks: Picks,
  logged: LoggedPicks,
  { eta, appliedSeq, people }: Pick<Opened, "appliedSeq" | "people"> & { readonly eta: number },
): Weights | null {
  const all = people.flatMap(({ answers }) => (answers === null ? [] : [answers]));
  if (all.length < people.length) return null;
  const cost = exactly(gridChargeOf(logged, all.length, eta));
  const [free, weights] = [0n, cost].map((each) =>
    weightsAt(
      study,
      appliedSeq,
      eta,
      all.map((answers) => [answers, each] as const),
    ),
  );
  if (!free || !weights) return null;
  const bounds = boundsOf(picks, all.length, study.openRounds.aheadWithOpen);
  const chancesOf = (each: Weights) => all.map((answers) => each.chanceOf(answers));
  const [before, after] = [free, weights].map((each) => totalOf(chancesOf(each))) as [number, number];
  const reached = { free: before, projected: after, people: all.length, tolerance: 1e-6 };
  checkNu(study.problems, logged, bounds, reached);
  checkMixing(study.problems, logged, bounds, chancesOf(weights));
  return weights;
}

/** The sums that the learner keeps, but for the charges of people without features; and these, one sum a person. */
export function sumsUpTo(
  study: Study,
  appliedSeq: number,
  more: readonly (readonly [Answers, bigint])[] = [],
): { sums: bigint[]; unknown: bigint[] } {
  const { rules } = study.knownSettings();
  const unknown: bigint[] = [];
  const charged: (readonly [Answers, bigint])[] = [...more];
  for (const [person, total] of study.ledger.totalsUpTo(appliedSeq)) {
    if (total === 0n) continue;
    const answers = study.answersOf(person);
    if (answers === null) unknown.push(total);
    else charged.push([answers, total]);
  }
  const base = study.ledger.losses;
  const charges = study.keepsCells ? cellSums(rules, charged) : rules.losses(charged);
  return { sums: charges.map((sum, place) => sum + (base?.[place] ?? 0n)), unknown };
}

function cellSums({ cells }: Rules, charged: readonly (readonly [Answers, bigint])[]): bigint[] {
  const sums = new Array<bigint>(cells.count).fill(0n);
  for (const [answers, cost] of charged) {
    for (const cell of cells.of(answers)) sums[cell] = (sums[cell] ?? 0n) + cost;
  }
  return sums;
}

/** Computes the weights of all rules, or null if a person without features was charged. */
function weightsAt(
  study: Study,
  appliedSeq: number,
  eta: number,
  more: readonly (readonly [Answers, bigint])[] = [],
): Weights | null {
  const { prior, isPriorEven, rules } = study.knownSettings();
  const { sums, unknown } = sumsUpTo(study, appliedSeq, more);
  if (unknown.length > 0) return null;
  if (isPriorEven && rules.blocks !== undefined) return blockWeights(rules.blocks(sums), eta, prior);
  if (rules.doubles !== undefined)
    return listedWeights(rules, doubleWeights(rules.doubles(sums), eta, prior));
  return listedWeights(rules, weightsOf(study.keepsCells ? rules.cells.losses(sums) : sums, eta, prior));
}

function compareChances(
  study: Study,
  weights: Weights,
  people: readonly RoundPerson[],
  picks: LoggedPicks | null,
): number | null {
  let largest: number | null = null;
  for (const { person, chance, answers } of people) {
    if (answers === null) continue;
    const logged = toNumber(chance);
    const own = weights.chanceOf(answers);
    const [expected = own] = picks === null ? [] : mixed([own], picks);
    const difference = Math.abs(expected - logged);
    const close = difference <= TOLERANCE;
    study.problems.require(close, `chance of ${person}`, String(expected), String(logged));
    largest = Math.max(largest ?? 0, difference);
    study.chanceCount++;
  }
  return largest;
}
