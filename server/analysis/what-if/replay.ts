import { pairKey } from "#server/audit-log/pairs.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import type { ClosedRound, Learner, Opening, OutcomeChange } from "#server/learner/interface/learner.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { decidePanel, eligiblePairs, pairsInEffect, type Violation } from "#server/learner/panel/panel.ts";
import type { RoundEstimate } from "../findings/loss-estimate.ts";
import { estimateUnder } from "./estimates.ts";
import { placesIn, type WhatIfRound } from "./explored-round.ts";
import { flagsAt } from "./flags-at.ts";
import type { HistoryCells, HistoryEvent } from "./history.ts";
import type { WhatIfSetting } from "./redecide.ts";
import { ruleOnPanel } from "./rule-on-panel.ts";

export type ReplayInput = {
  /** The study's own spec. */
  readonly spec: LearnerSpec;
  /** Every closed round, or all up to one of them, at which the replay ends. */
  readonly rounds: readonly WhatIfRound[];
  /** Every seat of the study, in the numbering of the setting. */
  readonly seats: readonly string[];
  /** In log order. */
  readonly events: readonly HistoryEvent[];
  readonly cellsOf: HistoryCells;
  readonly setting: WhatIfSetting;
};

/** A round as the replayed learner would have played it. */
export type ReplayedRound = {
  readonly number: number;
  /** By position: the chances it would have published. */
  readonly chances: readonly string[];
  readonly decisions: readonly (0 | 1)[];
  /** Pairs that could have been judged, and how many of them were not: those count as unflagged. */
  readonly askedCount: number;
  readonly unjudgedCount: number;
  /**
   * Answers to those pairs whose seat had stated a tolerance, and how many of them the tolerance changed at these
   * chances.
   */
  readonly statedCount: number;
  readonly turnedCount: number;
  readonly reported: readonly Violation[];
  /** The number of people whom it would have picked and the study did not: their outcomes are unknown and left out. */
  readonly unknownCount: number;
  /** The average distance of its chances from the published ones, as a share of 1. */
  readonly moved: number;
  /** Its errors per person, estimated from the outcomes of the people who were picked. */
  readonly loss: RoundEstimate;
};

/** Thrown when a replay needs the features of an erased person. */
export class ErasedPersonError extends Error {
  override readonly name = "ErasedPersonError";
  readonly round: number;

  constructor(round: number) {
    super(`Somebody in round ${round} was erased, so what the learner would have done cannot be computed.`);
    this.round = round;
  }
}

/**
 * Computes what the same learner would have published round after round if another flag rule or another alpha had
 * applied from the first round on. This is a computed scenario that never took place.
 *
 * The same people come in the same rounds, the draws use the same random numbers, and seats answer as they did: at
 * other chances by the tolerance they stated, or with the same word where they stated none. Two things cannot be known:
 * what seats would have said of pairs that were not judged (they count as unflagged), and the outcomes of people whom
 * the study did not pick (they are settled like lost outcomes, and charge nothing). Both are counted. Under the study's
 * own setting nothing is unknown, and every chance is the published one.
 *
 * @returns a generator of the closed rounds in their order, so that the caller can stop at any of them
 * @throws ErasedPersonError; LearnerError as the learner and bindPanelRule
 * Cost: a round of the learner and O(k²) each; for FTPL its R draws of a rule.
 */
export function* replay(input: ReplayInput): Generator<ReplayedRound, void> {
  const rounds = new Map(input.rounds.map((round) => [round.number, round]));
  const player = new Player(input);
  for (const event of input.events) {
    if (event.kind === "opened") player.open(event);
    if (event.kind === "cancelled") player.cancel(event.round);
    if (event.kind === "outcome") player.take(event);
    if (event.kind !== "closed") continue;
    const round = rounds.get(event.round);
    if (round === undefined) return;
    yield player.close(event, round);
  }
}

type Opened = {
  readonly people: readonly Features[];
  readonly names: readonly string[];
  readonly opening: Opening;
  /** The state from which the round was opened. */
  readonly before: LearnerState;
};

/** The data on which later outcomes depend. */
type Decided = Opened & {
  readonly decisions: readonly (0 | 1)[];
  readonly resamples: readonly number[];
  readonly values: Map<number, OutcomeValue>;
  /** Picked people without an outcome. */
  missing: number;
};

class Player {
  readonly #input: ReplayInput;
  readonly #spec: LearnerSpec;
  readonly #learner: Learner<LearnerState>;
  readonly #decided = new Map<number, Decided>();
  #state: LearnerState;
  readonly #open = new Map<number, Opened>();

  constructor(input: ReplayInput) {
    this.#input = input;
    this.#spec = { ...input.spec, alpha: input.setting.alpha };
    this.#learner = learnerOf(this.#spec);
    this.#state = this.#learner.init(this.#spec);
  }

  open({ round, people: names, noiseSeed }: HistoryEvent & { kind: "opened" }): void {
    const people = names.map((name) => this.#input.cellsOf(name) ?? refuseErased(round));
    const before = this.#state;
    const opening = this.#learner.open(before, people, noiseSeed);
    this.#open.set(round, { people, names, opening, before });
    this.#state = this.#learner.applyOpening(before, people, opening.chances);
  }

  cancel(round: number): void {
    this.#state = this.#learner.applyCancel(this.#state, this.#take(round).opening.t);
  }

  /** Removes a round from the open ones. */
  #take(round: number): Opened {
    const opened = this.#open.get(round);
    if (opened === undefined) throw new LearnerError("shape", `round ${round} was not opened`);
    this.#open.delete(round);
    return opened;
  }

  close(lot: HistoryEvent & { kind: "closed" }, round: WhatIfRound): ReplayedRound {
    const opened = this.#take(round.number);
    const { opening, people, before } = opened;
    const panel = this.#askPanel(round, opening.chances);
    const { decisions } = drawRound(this.#spec, before.rules, { opening, people }, lot);
    const resamples = this.#learner.resample(before, people, decisions, lot.resampleSeed);
    this.#state = this.#learner.applyRound(
      this.#state,
      closedRound(opened, { decisions, resamples, violations: panel.reported }),
    );
    const missing = decisions.filter((decision) => decision === 1).length;
    const decided: Decided = { ...opened, decisions, resamples, values: new Map(), missing };
    this.#decided.set(round.number, decided);
    const unknown = decisions.flatMap((decision, position) =>
      decision === 1 && round.selected?.[position] !== 1 ? [position] : [],
    );
    for (const position of unknown) this.#apply(decided, position, "lost");
    return {
      ...{ number: round.number, chances: opening.chances, decisions, ...panel },
      unknownCount: unknown.length,
      moved: meanOf(opening.chances.map((chance, i) => Math.abs(Number(chance) - Number(round.chances[i])))),
      loss: estimateUnder(round, opening.chances),
    };
  }

  /** Applies a recorded outcome; does nothing where the replayed draw did not pick the person. */
  take({ round, position, value }: HistoryEvent & { kind: "outcome" }): void {
    const decided = this.#decided.get(round);
    if (decided === undefined) throw new LearnerError("shape", `an outcome of round ${round}, not closed`);
    if (decided.decisions[position] === 1) this.#apply(decided, position, value);
  }

  #apply(decided: Decided, position: number, after: OutcomeValue): void {
    const { opening, people, decisions, resamples, values } = decided;
    const before = values.get(position) ?? null;
    values.set(position, after);
    if (before === null) decided.missing -= 1;
    const chanceAt = (i: number) => Number(opening.chances[i]);
    const guard = opening.guard;
    const change: OutcomeChange = {
      individual: people[position] as Features,
      chance: chanceAt(position),
      ...(guard && { guard: { ...guard, base: guard.base[position] as string } }),
      ...(resamples.length > 0 && { resample: resamples[position] as number }),
      before,
      after,
      settledRejected:
        before === null && decided.missing === 0
          ? people.flatMap((individual, i) =>
              decisions[i] === 0 ? [{ individual, chance: chanceAt(i) }] : [],
            )
          : [],
    };
    this.#state = this.#learner.applyOutcome(this.#state, change);
  }

  #askPanel(round: WhatIfRound, chances: readonly string[]) {
    const { alpha, rule } = this.#input.setting;
    const eligible = new Set(eligiblePairs(chances, alpha).map(([high, low]) => pairKey(high, low)));
    const judged = round.pairs.filter(([high, low]) => eligible.has(pairKey(high, low)));
    const flags = round.seats.map((): [number, number][] => []);
    let turned = 0;
    for (const pair of judged) {
      const now = flagsAt(pair, chances);
      turned += now.turnedCount;
      for (const place of placesIn(now.flags)) flags[place]?.push([pair[0], pair[1]]);
    }
    const onPanel = ruleOnPanel(rule, this.#input.seats, round.seats);
    const reported =
      onPanel === null
        ? []
        : decidePanel({
            ...{ chances, alpha, rule: onPanel, seatCount: round.seats.length, flags },
            pairRule: this.#spec.pairRule,
          }).violations;
    return {
      ...{ askedCount: eligible.size, unjudgedCount: eligible.size - judged.length },
      statedCount: judged.reduce((count, [, , , stated = []]) => count + stated.length, 0),
      turnedCount: turned,
      reported,
    };
  }
}

function closedRound(
  { people, names, opening }: Opened,
  made: {
    decisions: readonly (0 | 1)[];
    resamples: readonly number[];
    violations: readonly Violation[];
  },
): ClosedRound {
  const { t, chances, eta, fairnessWeight, guard, picks } = opening;
  return {
    t,
    people,
    chances: chances.map(Number),
    decisions: made.decisions,
    pairs: pairsInEffect(made.violations),
    fairnessWeight: fairnessWeight === null ? null : Number(fairnessWeight),
    ...(guard && { guard: { ...guard, names } }),
    ...(picks && { projection: { nu: Number(picks.nu), eta: Number(eta) } }),
    resamples: made.resamples,
  };
}

function refuseErased(round: number): never {
  throw new ErasedPersonError(round);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
