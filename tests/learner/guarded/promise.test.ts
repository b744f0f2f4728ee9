import fc from "fast-check";
import { expect, it } from "vitest";
import type { LearnerSpec, Picks } from "#server/learner/config/spec.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { OutcomeChange } from "#server/learner/interface/learner.ts";
import { nextNumber } from "#server/learner/interface/open-rounds.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { evenDraw } from "#server/learner/policy/even-draw.ts";
import { isFullRun } from "../../setup/tier.ts";
import { guardedSpec, spread } from "../fixtures.ts";
import { closedOf, type GuardedOpening, labelOf, openedFor } from "./play-guarded.ts";

const rounds = 30;
const label = fc.constantFrom("yes", "no", "lost", null);
const arrival = fc.array(fc.record({ score: fc.integer({ min: 0, max: 4 }), label }), {
  minLength: 2,
  maxLength: 5,
});

const world = fc.record({
  alpha: fc.constantFrom("0.02", "0.1", "0.2", "0.5"),
  epsShare: fc.constantFrom(0.25, 0.5, 1),
  allowance: fc.constantFrom("1", "1.5", "2"),
  budget: fc.constantFrom("0.01", "0.5", "4"),
  trust: fc.constantFrom("0.5", "3"),
  pace: fc.constantFrom("1", "10"),
  constants: fc.constantFrom("0", "0.25"),
  rememberFor: fc.constantFrom(undefined, 1, 2, 7),
  switches: fc.record({ isUpwards: fc.boolean(), isRareYes: fc.boolean() }),
  picks: fc.option(
    fc.record({
      rule: fc.constantFrom("exactly", "exactly", "at-least", "at-most", "average"),
      count: fc.constantFrom("1", "2", "2.5", "4"),
    }),
    { freq: 4, nil: undefined },
  ),
  /** The largest number of rounds that are open at once. */
  mostOpen: fc.constantFrom(1, 1, 2, 5, 20),
  /**
   * By round: whether its labels come two rounds late, it is cancelled once before it is played, its first person is erased, each
   * close annuls the newest report; and which of the rounds that are open then end.
   */
  mishaps: fc.array(
    fc.record({
      isLate: fc.boolean(),
      isCancelled: fc.boolean(),
      isErased: fc.boolean(),
      isAnnulled: fc.boolean(),
      ends: fc.array(fc.record({ which: fc.nat({ max: 19 }), isCancelled: fc.boolean() }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  arrivals: fc.array(arrival, { minLength: 1, maxLength: rounds }),
  panel: fc.record({
    kind: fc.constantFrom("everything", "largest", "mask", "when-relaxed", "until-limit"),
    masks: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: rounds }),
    tau: fc.constantFrom(0.05, 0.2, 0.4),
  }),
});

const promises = new Map(
  [1, 1.5, 2].map((allowance) => {
    const settings = { allowance, step: 0.2, tauStart: 0.1 };
    return [String(allowance), reportsUntil(settings, rounds)] as const;
  }),
);

/** The pairs that a panel reports that sees everything except the draw. */
function reported(
  { kind, masks, tau }: { kind: string; masks: readonly number[]; tau: number },
  index: number,
  eligible: readonly (readonly [number, number])[],
  guard: { tau: string; isCut: boolean },
): { high: number; low: number }[] {
  const mask = masks[index % masks.length] ?? 0;
  const isChosen = (pair: number) => {
    if (kind === "everything") return true;
    if (kind === "largest") return pair === 0;
    if (kind === "when-relaxed") return Number(guard.tau) >= tau;
    if (kind === "until-limit") return Number(guard.tau) >= tau || guard.isCut;
    return ((mask >> (pair % 4)) & 1) === 1;
  };
  return eligible.filter((_, pair) => isChosen(pair)).map(([high, low]) => ({ high, low }));
}

/** Checks the picks of a round by an even draw from chances printed for k = 5. */
function checkPicks({ rule, count }: Picks, index: number, chances: readonly string[]): void {
  const number = (Number(count) * chances.length) / 5;
  const order = chances.map((_, position) => position);
  const u = Math.floor(spread(index) * 2 ** 53) / 2 ** 53;
  const drawn = evenDraw(chances, order, u).reduce<number>((sum, decision) => sum + decision, 0);
  if (rule === "exactly" || rule === "at-least") expect(drawn).toBeGreaterThanOrEqual(Math.floor(number));
  if (rule === "exactly" || rule === "at-most") expect(drawn).toBeLessThanOrEqual(Math.ceil(number));
}

it("never has more reports than guaranteed, apart from cut corrections, for any panel and open rounds", () => {
  fc.assert(
    fc.property(
      world,
      ({ alpha, epsShare, constants, arrivals, panel, picks, mishaps, mostOpen, ...dials }) => {
        const spec: LearnerSpec = {
          ...guardedSpec,
          alpha,
          eps: String(Number(alpha) * epsShare),
          roundSize: 5,
          ...(picks && { picks }),
          prior: { kind: "constants", none: constants, all: constants } as const,
          guarded: {
            ...guardedSpec.guarded,
            allowance: dials.allowance,
            budget: dials.budget,
            trust: dials.trust,
            pace: dials.pace,
            step: "0.2",
            tauStart: "0.1",
            forget: null,
            ...(dials.switches.isUpwards && { upwards: true }),
            ...(dials.switches.isRareYes && { rareYes: true }),
            ...(dials.rememberFor !== undefined && { rememberFor: dials.rememberFor }),
          },
        };
        const most = promises.get(dials.allowance) ?? [];
        const study = new Study(spec, picks);
        for (const [index, people] of arrivals.entries()) {
          const { isLate, isCancelled, isErased, isAnnulled, ends } = mishaps[
            index % mishaps.length
          ] as (typeof mishaps)[number];
          const flagsOf = ({ chances, guard }: GuardedOpening) =>
            reported(panel, index, eligiblePairs(chances, alpha), guard);
          const due = isLate ? index + 2 : index;
          if (isCancelled) study.cancel(study.open(people).opening.t);
          const round = study.open(people);
          if (picks !== undefined) checkPicks(picks, index, round.opening.chances);
          for (const { which, isCancelled } of ends) {
            const ending = study.openRounds[which % study.openRounds.length];
            if (ending === undefined) break;
            if (isCancelled && mostOpen > 1) study.cancel(ending.opening.t);
            else study.close(ending, flagsOf, { due, isAnnulled });
          }
          while (study.openRounds.length >= mostOpen) {
            const ending = study.openRounds[index % study.openRounds.length] as Round;
            study.close(ending, flagsOf, { due, isAnnulled });
          }
          study.takeLabels(index);
          if (isErased) study.erase(round);
          study.check(most);
        }
        for (const round of study.openRounds) {
          study.close(
            round,
            ({ chances, guard }) => reported(panel, 0, eligiblePairs(chances, alpha), guard),
            { due: 0, isAnnulled: false },
          );
          study.check(most);
        }
      },
    ),
    { numRuns: isFullRun ? 10_000 : 1_000, seed: 1 },
  );
});

type Arrival = { readonly score: number; readonly label: OutcomeValue | null };
type Round = { readonly opening: GuardedOpening; readonly people: readonly Arrival[] };

/** A study that counts its reports. */
class Study {
  #state: GuardedState;
  readonly #picks: Picks | undefined;
  /** The open rounds, in the order of their openings. */
  openRounds: readonly Round[] = [];
  /** For each opening's number, whether the reported round's correction was cut. */
  readonly #reports = new Map<number, { readonly isCut: boolean }>();
  #late: { readonly due: number; readonly label: OutcomeChange }[] = [];
  /** Expected picks less the requested number, and the change by cancelled rounds. */
  readonly #ahead = { picks: 0, moved: 0 };

  constructor(spec: LearnerSpec, picks: Picks | undefined) {
    this.#state = guarded.init(spec);
    this.#picks = picks;
  }

  open(people: readonly Arrival[]): Round {
    const opened = openedFor(
      this.#state,
      people.map(({ score }) => score),
    );
    this.#state = opened.state;
    const round = { opening: opened.opening, people };
    this.openRounds = [...this.openRounds, round];
    this.#ahead.picks += this.#aheadOf(round);
    return round;
  }

  close(
    round: Round,
    flagsOf: (opening: GuardedOpening) => { high: number; low: number }[],
    { due, isAnnulled }: { due: number; isAnnulled: boolean },
  ): void {
    const { opening, people } = round;
    const scores = people.map(({ score }) => score);
    const pairs = flagsOf(opening);
    const annulled = isAnnulled ? this.#state.core.verdicts.slice(-1) : [];
    this.#state = guarded.applyRound(this.#state, closedOf(opening, scores, pairs, annulled));
    this.openRounds = this.openRounds.filter((one) => one !== round);
    if (pairs.length > 0) this.#reports.set(opening.t, opening.guard);
    for (const [i, { label }] of people.entries()) {
      if (label === null || Number(opening.chances[i]) === 0) continue;
      this.#late.push({ due, label: labelOf(opening, scores, i, label) });
    }
  }

  cancel(t: number): void {
    const round = this.openRounds.find(({ opening }) => opening.t === t) as Round;
    this.#state = guarded.applyCancel(this.#state, t);
    this.openRounds = this.openRounds.filter((one) => one !== round);
    this.#ahead.picks -= this.#aheadOf(round);
    this.#ahead.moved += Math.abs(this.#aheadOf(round));
  }

  takeLabels(index: number): void {
    for (const { label } of this.#late.filter(({ due }) => due <= index)) {
      this.#state = guarded.applyOutcome(this.#state, label);
    }
    this.#late = this.#late.filter(({ due }) => due > index);
  }

  erase({ opening }: Round): void {
    this.#state = guarded.applyErasure(this.#state, `t${opening.t}/0`);
  }

  /** @param most the guaranteed numbers of reports of the first 0, 1, 2 ... openings */
  check(most: readonly number[]): void {
    let reports = 0;
    for (let t = 1; t < nextNumber(this.#state); t += 1) {
      const report = this.#reports.get(t);
      reports += report !== undefined && !report.isCut ? 1 : 0;
      expect(reports).toBeLessThanOrEqual(most[t] ?? 0);
    }
    if (this.#picks?.rule !== "average") return;
    expect(Math.abs(this.#ahead.picks)).toBeLessThanOrEqual(5 + this.#ahead.moved + 1e-9);
  }

  #aheadOf({ opening, people }: Round): number {
    const sum = opening.chances.reduce((total, chance) => total + Number(chance), 0);
    return sum - (Number(this.#picks?.count ?? 0) * people.length) / 5;
  }
}
