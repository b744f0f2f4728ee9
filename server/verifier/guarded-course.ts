import * as say from "#messages/differences.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import type { Effect } from "#server/audit-log/learner-steps.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type CountedRound, countSettled, tauWithOpen } from "#server/learner/guarded/allowance.ts";
import { budgetUntil, guardedRate, isRare, noShareOf } from "#server/learner/guarded/open.ts";
import { published, pullOf } from "#server/learner/guarded/pull.ts";
import { type GuardedSettings, guardedSettings } from "#server/learner/guarded/settings.ts";
import type { GuardedOpenRound } from "#server/learner/guarded/state.ts";
import {
  isUndoable,
  nextNumber,
  type Openings,
  requireOpen,
  withCancelled,
  withClosed,
  withOpened,
} from "#server/learner/interface/open-rounds.ts";
import { exactGaps } from "#server/learner/panel/eligibility.ts";
import { aheadOf, aheadWithOpen, mixed, pickBounds, printedChances } from "#server/learner/policy/picks.ts";
import type { ProblemCollector } from "./findings.ts";

type Course = Openings<GuardedOpenRound> & {
  readonly later: readonly CountedRound[];
  readonly eta: number;
  readonly tau: number;
  readonly spent: number;
  readonly ahead: number;
};

/**
 * The numbers of mode `guarded` that follow from the log alone (docs/log-format-guarded.md, "What an erasure leaves"):
 * rate, tau, limit, pull and published chances, given the logged base chances, `mixability` and `lead`.
 */
export class GuardedCourse {
  readonly #spec: LearnerSpec;
  readonly #settings: GuardedSettings;
  /** N */
  readonly #size: number;
  readonly #outcomes = new Map<string, string>();
  #now: Course;
  /** The number t of the opening of each round. */
  readonly #numbers = new Map<number, number>();
  #beforeOpening: Course;

  constructor(spec: LearnerSpec, size: number) {
    this.#spec = spec;
    this.#settings = guardedSettings(spec);
    this.#size = size;
    const none = { t: 0, open: [], later: [], spent: 0, ahead: 0 };
    this.#now = { ...none, eta: Number.POSITIVE_INFINITY, tau: this.#settings.tauStart };
    this.#beforeOpening = this.#now;
  }

  take(effect: Effect): void {
    if (effect.type === "round.opened") this.#opened(effect.body);
    if (effect.type === "round.closed") this.#closed(effect);
    if (effect.type === "round.cancelled") this.#cancelled(effect);
    if (effect.type === "outcome.recorded") {
      const { round, position, value } = effect.body;
      this.#outcomes.set(`${round}/${position}`, value);
    }
  }

  /** Checks an opening. Call it before {@link take}. */
  check(findings: ProblemCollector, { people, guard, eta, picks }: EntryBody<"round.opened">): void {
    if (guard === undefined) {
      findings.require(false, say.guard(), say.numbersOfGuarded(), say.none());
      return;
    }
    const { alpha, upwards, rareYes } = this.#settings;
    const { spent } = this.#now;
    const tau = tauWithOpen(this.#settings, this.#now.tau, this.#now);
    const t = nextNumber(this.#now);
    const state = { settings: this.#settings, rules: { size: this.#size }, core: this.#now };
    const rate = guardedRate(state, Number(guard.mixability), t);
    findings.same("eta", String(rate), eta);
    findings.same("tau", String(tau), guard.tau);
    const inbox = this.#inbox();
    findings.same("noShare", String(noShareOf(inbox)), guard.noShare);
    findings.same("isRare", rareYes ? isRare(inbox) : null, guard.isRare ?? null);
    findings.presence("lead", upwards, guard.lead !== undefined, say.present());
    findings.same(say.baseChances(), people.length, guard.base.length);
    const base = guard.base.map(Number);
    const areChances = base.every((chance) => chance >= 0 && chance <= 1);
    findings.require(areChances, say.baseChances(), say.zeroToOne(), guard.base);
    const bounds = pickBounds(this.#spec, people.length, aheadWithOpen(this.#now.ahead, this.#now.open));
    const reached =
      picks === undefined ? base : mixed(base, { none: Number(picks.none), all: Number(picks.all) });
    const left = budgetUntil(state, t) - spent;
    const lead = guard.lead === undefined ? null : Number(guard.lead);
    const pull = pullOf(reached, { alpha, tau, left, lead, bounds });
    for (const key of ["limit", "pull", "target"] as const) findings.same(key, String(pull[key]), guard[key]);
    findings.same(say.pullWasCut(), pull.isCut, guard.isCut);
    findings.same("spent", String(spent + pull.spent), guard.spent);
    const chances = printedChances(published(reached, pull), bounds);
    for (const [position, { person, chance }] of people.entries()) {
      findings.same(say.chanceOf({ person }), chances[position], chance);
    }
  }

  #opened({ round, people, eta, guard }: EntryBody<"round.opened">): void {
    const chances = people.map(({ chance }) => chance);
    const t = nextNumber(this.#now);
    const hasPairs = exactGaps(chances)(this.#spec.alpha).count > 0;
    this.#beforeOpening = this.#now;
    this.#numbers.set(round, t);
    this.#now = {
      ...this.#now,
      ...withOpened(this.#now, { t, ahead: aheadOf(this.#spec, chances), hasPairs }),
      eta: Number(eta),
      spent: Number(guard?.spent),
    };
  }

  #closed({ body }: Entry<"round.closed">): void {
    const t = this.#numbers.get(body.round) ?? 0;
    const { ahead } = requireOpen(this.#now, t);
    const openings = withClosed(this.#now, t);
    const later = [...this.#now.later, { t, isReported: body.violations.length > 0 }];
    const counted = countSettled(this.#settings, this.#now.tau, { open: openings.open, later });
    this.#now = { ...this.#now, ...openings, ...counted, ahead: this.#now.ahead + ahead };
  }

  #cancelled({ body }: Entry<"round.cancelled">): void {
    const t = this.#numbers.get(body.round) ?? 0;
    const openings = withCancelled(this.#now, t);
    if (isUndoable(this.#now, t)) {
      this.#now = { ...this.#beforeOpening, ...openings };
      return;
    }
    const counted = countSettled(this.#settings, this.#now.tau, { ...this.#now, open: openings.open });
    this.#now = { ...this.#now, ...openings, ...counted };
  }

  /** Counts the people whose last outcome is known, and those with "no". */
  #inbox(): { labelCount: number; noCount: number } {
    const known = [...this.#outcomes.values()].filter((value) => value !== "lost");
    return { labelCount: known.length, noCount: known.filter((value) => value === "no").length };
  }
}
