import type { Features } from "#server/learner/config/spec.ts";
import type { ClosedRound, OutcomeChange } from "#server/learner/interface/learner.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { pairsInEffect } from "#server/learner/panel/panel.ts";
import type { Report } from "./annulments.ts";
import type { Entry, EntryBody, EntryType, LoggedDraw } from "./entries.ts";
import { LogError } from "./errors.ts";

/** The entry types that change the learner's state, each by one step. No other entry does. */
export const effectTypes = [
  "round.opened",
  "round.closed",
  "round.cancelled",
  "outcome.recorded",
  "person.erased",
] as const satisfies readonly EntryType[];

/** The effect types on which later effects of the same round depend. */
export const contextTypes = ["round.closed", "outcome.recorded"] as const satisfies readonly EntryType[];

export type Effect = Entry<(typeof effectTypes)[number]>;
type ContextEntry = Entry<(typeof contextTypes)[number]>;

/** One effect on the learner. */
export type LearnerStep =
  | { readonly kind: "opening"; readonly people: readonly Features[]; readonly chances: readonly string[] }
  | { readonly kind: "round"; readonly round: ClosedRound }
  | { readonly kind: "cancel"; readonly t: number }
  | { readonly kind: "erasure"; readonly name: string }
  | { readonly kind: "outcome"; readonly change: OutcomeChange };

/** Returns the cells of a pseudonym; null for an erased person. */
type FeaturesOf = (person: string) => Features | null;

/**
 * Derives the learner's steps from entries. They follow from the log alone, except for the features, so no table can
 * contradict them.
 *
 * @param openings of the rounds that the effects name, and of those whose reports they annul
 * @param earlier  the closings and outcomes of these rounds before the first of `effects`, in log order
 * @param effects  consecutive, in log order
 * @param featuresOf called only for people whom a step may charge
 * @returns one step for each of `effects`
 * @throws LogError "entry-missing" if an effect depends on a missing entry; "person-erased" if it charges a person who
 *   was erased since
 * Cost: O(entries + people that the steps name).
 */
export function learnerSteps(
  openings: readonly Entry<"round.opened">[],
  earlier: readonly ContextEntry[],
  effects: readonly Effect[],
  featuresOf: FeaturesOf,
): LearnerStep[] {
  const maker = new StepMaker();
  for (const { body } of openings) maker.open(body);
  for (const effect of earlier) maker.take(effect);
  return effects.map((effect) => maker.next(effect, featuresOf));
}

/** Derives steps from a log, entry by entry. */
export class StepMaker {
  readonly #rounds = new Map<number, PlayedRound>();

  /** Adds a round that later effects may name. */
  open(body: EntryBody<"round.opened">): void {
    this.#rounds.set(body.round, { opened: body, closed: null, outcomes: new Map() });
  }

  /** Adds an effect that the state already contains, because later effects depend on it. */
  take(effect: ContextEntry): PlayedRound {
    const round = this.#roundOf(effect);
    if (effect.type === "outcome.recorded") takeOutcome(round, effect);
    else {
      const { decisions } = drawIn(effect.body);
      const selectedCount = decisions.filter((decision) => decision === 1).length;
      round.closed = { decisions, resamples: effect.body.resamples, selectedCount };
    }
    return round;
  }

  /** @throws LogError as {@link learnerSteps} */
  next(effect: Effect, featuresOf: FeaturesOf): LearnerStep {
    const cellsOf = (person: string) => featuresOf(person) ?? refuseErased(person);
    if (effect.type === "person.erased") return { kind: "erasure", name: effect.body.person };
    if (effect.type === "round.cancelled") return { kind: "cancel", t: this.#roundOf(effect).opened.t };
    if (effect.type === "round.opened") {
      const { people } = effect.body;
      return {
        kind: "opening",
        people: people.map(({ person }) => cellsOf(person)),
        chances: people.map(({ chance }) => chance),
      };
    }
    const round = this.take(effect);
    return effect.type === "round.closed"
      ? roundStep(round.opened, effect.body, { cellsOf, namesOf: (report) => this.#namesOf(effect, report) })
      : outcomeStep(round, effect, featuresOf);
  }

  /** Returns the pseudonyms of a report's pair. */
  #namesOf(effect: Effect, { round, high, low }: Report): { high: string; low: string } {
    const people = this.#rounds.get(round)?.opened.people;
    const [above, below] = [people?.[high], people?.[low]];
    if (above === undefined || below === undefined) throw missing(effect, "the report that it annuls");
    return { high: above.person, low: below.person };
  }

  #roundOf(effect: ContextEntry | Entry<"round.cancelled">): PlayedRound {
    const round = this.#rounds.get(effect.body.round);
    if (round === undefined) throw missing(effect, "the opening of its round");
    return round;
  }
}

function refuseErased(person: string): never {
  throw new LogError("person-erased", `${person} was erased before the learner saw the entry`);
}

/** A round as the entries so far describe it. */
type PlayedRound = {
  readonly opened: EntryBody<"round.opened">;
  closed: {
    readonly decisions: LoggedDraw["decisions"];
    readonly resamples: EntryBody<"round.closed">["resamples"];
    readonly selectedCount: number;
  } | null;
  /** Every version of the outcome, by position. */
  readonly outcomes: Map<number, OutcomeValue[]>;
};

function takeOutcome({ outcomes }: PlayedRound, effect: Entry<"outcome.recorded">): void {
  const { position, version, value } = effect.body;
  const versions = outcomes.get(position) ?? [];
  if (version !== versions.length + 1) throw missing(effect, `version ${version - 1} of the outcome`);
  outcomes.set(position, [...versions, value]);
}

type RoundSources = {
  readonly cellsOf: (person: string) => Features;
  readonly namesOf: (report: Report) => { high: string; low: string };
};

function roundStep(
  { t, people, eta, fairnessWeight, guard, picks }: EntryBody<"round.opened">,
  closed: EntryBody<"round.closed">,
  { cellsOf, namesOf }: RoundSources,
): LearnerStep {
  const { violations, resamples } = closed;
  const annulled = (closed.annulments ?? []).filter((one) => one.annulled);
  return {
    kind: "round",
    round: {
      t,
      people: people.map(({ person }) => cellsOf(person)),
      chances: people.map(({ chance }) => Number(chance)),
      decisions: drawIn(closed).decisions,
      pairs: pairsInEffect(violations),
      fairnessWeight: fairnessWeight === null ? null : Number(fairnessWeight),
      ...(guard && {
        guard: { ...guard, names: people.map(({ person }) => person), annulled: annulled.map(namesOf) },
      }),
      ...(picks && { projection: { nu: Number(picks.nu), eta: Number(eta) } }),
      ...(resamples && { resamples }),
    },
  };
}

function outcomeStep(
  { opened, closed, outcomes }: PlayedRound,
  effect: Entry<"outcome.recorded">,
  featuresOf: FeaturesOf,
): LearnerStep {
  const { position, version, value } = effect.body;
  const person = opened.people[position];
  if (closed === null || person === undefined) throw missing(effect, "the decision on this person");
  const { decisions, resamples, selectedCount } = closed;
  const { guard } = opened;
  const resample = resamples?.[position];
  // The first outcome of the last selected person of the round who had none so far.
  const settles = version === 1 && outcomes.size === selectedCount;
  const rejected = settles ? opened.people.filter((_, index) => decisions[index] === 0) : [];
  return {
    kind: "outcome",
    change: {
      individual: featuresOf(person.person) ?? refuseErased(person.person),
      chance: Number(person.chance),
      ...(guard && {
        guard: { ...guard, base: guard.base[position] ?? refuseWithoutBase(effect) },
      }),
      ...(resample !== undefined && { resample }),
      before: outcomes.get(position)?.at(-2) ?? null,
      after: value,
      settledRejected: rejected.flatMap((one) => {
        const individual = featuresOf(one.person);
        // An erased person is no longer charged.
        return individual === null ? [] : [{ individual, chance: Number(one.chance) }];
      }),
    },
  };
}

function refuseWithoutBase(effect: Effect): never {
  throw missing(effect, "the base chance of this person");
}

/** Returns the draw of a closing that a learner learns from. */
function drawIn({ round, draw }: EntryBody<"round.closed">): LoggedDraw {
  if (draw !== undefined) return draw;
  throw new LogError("entry-missing", `round ${round} closed without a draw, so the learner cannot use it`);
}

function missing({ seq }: Effect, what: string): LogError {
  return new LogError("entry-missing", `entry ${seq} depends on ${what}, which no earlier entry contains`);
}
