/** The learner of mode `guarded` between two entries (docs/log-format-guarded.md, section 5, "State"). */

import type { GuardedStudy } from "./guarded-settings.ts";
import { remember, sweep, type Verdict } from "./guarded-verdicts.ts";
import { mixabilityGap, normalised, normalisedWeights, totalOf } from "./guarded-weights.ts";
import type { OpenRounds } from "./open-rounds.ts";
import { chargeOf, type LoggedPicks } from "./picks.ts";

/** h(x) of every rule; null where the person's features are gone. */
export type Bits = Uint8Array | null;

/** What an opening changes. */
interface Core {
  readonly eta: number;
  readonly spent: number;
  readonly mixability: number;
  readonly reported: boolean;
  readonly verdicts: readonly Verdict[];
  /** L and G; null from the first opening on that rests on features that are gone. */
  readonly totals: { readonly loss: readonly number[]; readonly tilt: readonly number[] } | null;
}

/** The pending changes until an opening. */
interface Inbox {
  /** A; null if a charged person's features are gone. */
  readonly charges: readonly number[] | null;
  readonly lin: number;
}

/** What an opening logged, for the state goes on with logged numbers. */
export interface LoggedOpening {
  readonly eta: number;
  readonly mixability: number;
  readonly spent: number;
}

/** A round that was brought to a number of picks. */
export interface PickedRound {
  readonly picks: LoggedPicks;
  readonly bits: readonly Bits[];
}

export class GuardedState {
  readonly settings: GuardedStudy;
  private readonly none: readonly number[];
  /** Those of the study, which the log's entries change. */
  readonly rounds: OpenRounds;
  private core: Core;
  private inbox: Inbox;
  private before: { readonly core: Core; readonly inbox: Inbox } | null = null;
  /** n and n0. */
  private labels = { count: 0, no: 0 };
  /** Of the newest opening with a number of picks: what it would pick, and what it picks by its nu. */
  reached = { free: Number.NaN, projected: Number.NaN };
  /** The dropped verdict depends on nearly equal charges: from here on nothing is recomputed. */
  isUncertain = false;

  constructor(settings: GuardedStudy, rounds: OpenRounds) {
    this.rounds = rounds;
    this.settings = settings;
    this.none = settings.prior.map(() => 0);
    const start = {
      eta: Number.POSITIVE_INFINITY,
      reported: false,
      verdicts: [],
    };
    const totals = { loss: this.none, tilt: this.none };
    this.core = { ...start, spent: 0, mixability: 0, totals };
    this.inbox = { charges: this.none, lin: 0 };
  }

  /** Returns the inputs of the next opening's numbers. */
  get now(): Core & { readonly t: number; readonly tau: number } {
    return { ...this.core, t: this.rounds.next - 1, tau: this.rounds.tau(this.settings.guarded) };
  }

  get noShare(): number {
    return (1.5 + this.labels.no) / (3 + this.labels.count);
  }

  /** Tells whether the "no" labels so far outnumber the others by more than the root of the total. */
  get isRare(): boolean {
    const { count, no } = this.labels;
    return no - count / 2 > Math.sqrt(count);
  }

  /** Computes D with all pending changes; null if features are gone. */
  settle(): number | null {
    const { core, inbox } = this;
    if (core.totals === null || inbox.charges === null || this.isUncertain) return null;
    if (inbox.charges.every((charge) => charge === 0)) return core.mixability;
    const { loss, tilt } = core.totals;
    const weights = normalisedWeights(this.settings.prior, summed(loss, tilt), core.eta);
    const eta = core.reported ? 2 * core.eta : core.eta;
    return core.mixability + mixabilityGap(weights, inbox.charges, inbox.lin, eta);
  }

  /** Opens a round with the logged numbers. @returns the weights of the base policy */
  open(
    { eta, mixability, spent }: LoggedOpening,
    round: PickedRound | null = null,
  ): readonly number[] | null {
    const { core, inbox } = this;
    this.before = { core, inbox };
    this.expire();
    const opened = this.openTotals(eta, round);
    this.inbox = { charges: this.none, lin: 0 };
    const { verdicts, totals } = opened ?? { verdicts: this.core.verdicts, totals: null };
    this.core = { ...core, eta, mixability, spent, verdicts, totals, reported: false };
    return opened === null ? null : opened.weights;
  }

  /** Drops verdicts that the next opening no longer enforces. */
  private expire(): void {
    const t = this.rounds.next;
    const verdicts = this.core.verdicts.filter(({ until }) => until === null || t <= until);
    this.core = { ...this.core, verdicts };
  }

  /** The last opening that enforces what a closing reports now. */
  get until(): number | null {
    const { rememberFor } = this.settings.guarded;
    return rememberFor === null ? null : this.rounds.next - 1 + rememberFor;
  }

  private openTotals(eta: number, round: PickedRound | null) {
    const { core, settings } = this;
    const { charges } = this.inbox;
    if (core.totals === null || charges === null || this.isUncertain) return null;
    const { forget, trust } = settings.guarded;
    const taken = summed(core.totals.loss, charges);
    const loss = forget === null ? taken : clipped(taken, (forget + Math.log(this.rounds.next)) / eta);
    const weights = normalisedWeights(settings.prior, summed(loss, core.totals.tilt), eta);
    const swept = sweep(weights, core.totals.tilt, core.verdicts, { eta, trust });
    if (swept === null) return null;
    const { verdicts } = swept;
    if (round === null)
      return { verdicts, totals: { loss, tilt: swept.tilt }, weights: normalised(swept.weights) };
    const known = round.bits.flatMap((bits) => (bits === null ? [] : [bits]));
    if (known.length < round.bits.length) return null;
    const counts = swept.weights.map((_, rule) => known.reduce((sum, bits) => sum + (bits[rule] ?? 0), 0));
    const charge = chargeOf(round.picks, known.length, eta);
    const before = normalised(swept.weights);
    const projected = normalised(
      before.map((weight, rule) => weight * Math.exp((round.picks.nu * (counts[rule] ?? 0)) / known.length)),
    );
    const tilt = swept.tilt.map((total, rule) => total + charge * (counts[rule] ?? 0));
    const numberOf = (shares: readonly number[]) =>
      totalOf(shares.map((share, rule) => share * (counts[rule] ?? 0)));
    this.reached = { free: numberOf(before), projected: numberOf(projected) };
    return { verdicts, totals: { loss, tilt }, weights: projected };
  }

  charge(bits: Bits, cost: number, base: number): void {
    const { charges, lin } = this.inbox;
    const isLost = charges === null || (bits === null && cost !== 0);
    this.inbox = {
      charges: isLost ? null : charges.map((charge, rule) => (bits?.[rule] === 1 ? charge + cost : charge)),
      lin: lin + cost * base,
    };
  }

  close(found: readonly Verdict[]): void {
    const { verdicts, atBoundary } = remember(this.core.verdicts, found);
    this.isUncertain ||= atBoundary;
    this.core = { ...this.core, verdicts, reported: this.core.reported || found.length > 0 };
    this.before = null;
  }

  /** Undoes the newest opening: restores the state before it, with the charges that came meanwhile. */
  cancel(isUndone: boolean): void {
    const before = this.before;
    this.before = null;
    if (before === null || !isUndone) return;
    const { core, inbox } = before;
    const meanwhile = this.inbox;
    this.core = core;
    this.inbox = {
      charges: inbox.charges && meanwhile.charges && summed(inbox.charges, meanwhile.charges),
      lin: inbox.lin + meanwhile.lin,
    };
  }

  /** Counts a label that was added or removed: n and n0. */
  count(count: number, no: number): void {
    this.labels = { count: this.labels.count + count, no: this.labels.no + no };
  }

  /** Returns the values to compare with a logged state. */
  get summary() {
    return { core: this.core, lin: this.inbox.lin, labels: this.labels };
  }

  /** Continues from a logged state; people without features have no differences between rules. */
  resume(
    { loss, tilt, pending, lin }: { loss: number[]; tilt: number[]; pending: number[]; lin: number },
    verdicts: readonly Omit<Verdict, "differences">[],
  ): void {
    const known = this.core.verdicts;
    this.core = {
      ...this.core,
      totals: { loss, tilt },
      verdicts: verdicts.map((verdict, place) => ({
        ...verdict,
        differences: known[place]?.differences ?? null,
      })),
    };
    this.inbox = { charges: pending, lin };
    this.isUncertain = false;
  }

  /** Retires the verdicts on these people; their charges stay. */
  annul(pairs: readonly (readonly [high: string, low: string])[]): void {
    const isAnnulled = ({ people: [high, low] }: Verdict) =>
      pairs.some((pair) => pair[0] === high && pair[1] === low);
    this.core = { ...this.core, verdicts: this.core.verdicts.filter((verdict) => !isAnnulled(verdict)) };
  }

  erase(person: string): void {
    const without = (core: Core): Core => ({
      ...core,
      verdicts: core.verdicts.filter(({ people }) => !people.includes(person)),
    });
    this.core = without(this.core);
    this.before &&= { ...this.before, core: without(this.before.core) };
  }
}

function summed(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, rule) => value + (b[rule] ?? 0));
}

/** Clips totals to this distance above the least. */
function clipped(loss: readonly number[], distance: number): number[] {
  const least = loss.reduce((low, total) => Math.min(low, total), Number.POSITIVE_INFINITY);
  return loss.map((total) => Math.min(total, least + distance));
}
