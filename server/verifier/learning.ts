import * as say from "#messages/differences.ts";
import { applyStep } from "#server/audit-log/apply-step.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { type Effect, StepMaker } from "#server/audit-log/learner-steps.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { type LoggedState, stateHash } from "#server/audit-log/states.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { settingsAt } from "#server/learner/config/step-sizes.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import { peopleIn } from "#server/learner/interface/serialised-state.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { type DrawCost, drawCostOf, type OperationBudget, roundCost } from "./budget.ts";
import type { ProblemCollector } from "./findings.ts";
import { GuardedCourse } from "./guarded-course.ts";
import { type Residue, residueOf } from "./residue.ts";

/**
 * Returns the cells of a pseudonym; null for a person erased before the current entry; undefined where they are
 * unknown.
 */
export type CellsOf = (person: string) => Features | null | undefined;

type Dependencies = {
  readonly findings: ProblemCollector;
  readonly budget: OperationBudget;
  readonly cellsOf: CellsOf;
};

/** Replays the study's learner from the log, with the learner's own code. */
export class Learning {
  readonly #spec: LearnerSpec;
  readonly #findings: ProblemCollector;
  readonly #budget: OperationBudget;
  readonly #cellsOf: CellsOf;
  readonly #drawCost: DrawCost | null;
  readonly #steps = new StepMaker();
  /** Effects that no update has included yet. */
  #waiting: Effect[] = [];
  /** The states from which open rounds were computed. */
  readonly #openedWith = new Map<number, LearnerState>();
  /** null if it depends on missing features. */
  #state: LearnerState | null;
  /** The known part of the state, where the state consists of sums. */
  #residue: Residue | null = null;
  /** Placeholders for missing features, for steps that must be made nevertheless. */
  readonly #standIns = new Map<string, Features>();
  /** N of a learner whose rate and weight follow a schedule alone; null for other learners. */
  readonly #scheduledSize: number | null;
  /** The numbers of mode `guarded` that follow from the log alone; null in other modes. */
  readonly #course: GuardedCourse | null;
  appliedSeq = 0;
  lastEffect = 0;
  #lastHash: string;

  constructor(spec: LearnerSpec, { findings, budget, cellsOf }: Dependencies) {
    this.#spec = spec;
    this.#findings = findings;
    this.#budget = budget;
    this.#cellsOf = cellsOf;
    this.#drawCost = drawCostOf(spec);
    this.#state = learnerOf(spec).init(spec);
    this.#lastHash = this.#hashOf(this.#state);
    const hasSchedule = spec.learner === "exp2" && spec.mode !== "guarded" && "rules" in this.#state;
    this.#course =
      spec.mode === "guarded" && "rules" in this.#state
        ? new GuardedCourse(spec, this.#state.rules.size)
        : null;
    this.#scheduledSize = hasSchedule ? this.#state.rules.size : null;
  }

  effect(entry: Effect): void {
    if (entry.type === "round.opened") this.#steps.open(entry.body);
    this.#course?.take(entry);
    this.#waiting.push(entry);
    this.lastEffect = entry.seq;
  }

  /**
   * Returns the policy of an opening, or why it cannot be determined: the state or people are unknown, or it would cost
   * too much.
   */
  open(
    people: readonly (Features | null | undefined)[],
    { round, noiseSeed }: { round: number; noiseSeed: string },
  ): Opening | "not-known" | "over-budget" {
    const known = people.filter((cells) => cells !== null && cells !== undefined);
    if (this.#state === null || known.length < people.length) return "not-known";
    if (this.#drawCost !== null && !this.#budget.spend(round, roundCost(this.#drawCost))) {
      return "over-budget";
    }
    this.#openedWith.set(round, this.#state);
    return learnerOf(this.#spec).open(this.#state, known, noiseSeed);
  }

  /** Checks an opening whose chances cannot be recomputed, as far as it follows from the log alone. */
  checkCourse(body: EntryBody<"round.opened">): void {
    this.#course?.check(this.#findings, body);
  }

  /** Returns rate and weight of the t-th round, if they depend on no person's features; otherwise null. */
  scheduled(t: number): { eta: string; fairnessWeight: string } | null {
    if (this.#scheduledSize === null) return null;
    const { eta, fairnessWeight } = settingsAt(this.#spec, this.#scheduledSize, t);
    return { eta: String(eta), fairnessWeight: String(fairnessWeight) };
  }

  /** Returns J of each person of a round, with the state of its opening; null where that is unknown. */
  resample(
    round: number,
    people: readonly Features[],
    decisions: readonly (0 | 1)[],
    seed: string,
  ): readonly number[] | null {
    const state = this.#openedWith.get(round);
    return state === undefined ? null : learnerOf(this.#spec).resample(state, people, decisions, seed);
  }

  /** Drops the state that only an open round needs. */
  end(round: number): void {
    this.#openedWith.delete(round);
  }

  /** Applies the effects that `learner.updated` lists, and compares the state with its hash. */
  update({ body }: Entry<"learner.updated">): void {
    const findings = this.#findings;
    findings.same("fromSeq", this.appliedSeq, body.fromSeq);
    const isEffect = this.#waiting.some(({ seq }) => seq === body.appliedSeq);
    findings.require(
      isEffect,
      "appliedSeq",
      say.effectAfter({ seq: String(this.appliedSeq) }),
      body.appliedSeq,
    );
    const taken = this.#waiting.filter(({ seq }) => seq <= body.appliedSeq);
    this.#waiting = this.#waiting.filter(({ seq }) => seq > body.appliedSeq);
    for (const effect of taken) this.#take(effect);
    this.appliedSeq = Math.max(this.appliedSeq, body.appliedSeq);
    this.#lastHash = body.stateHash;
    if (this.#state === null) return;
    if (findings.same(say.hashOfState(), this.#hashOf(this.#state), body.stateHash)) {
      findings.computed.states += 1;
    }
  }

  /** Continues from the state that an erasure contains. */
  resume(logged: LoggedState, totals: Uint8Array | undefined): void {
    const findings = this.#findings;
    findings.same(say.erasureEntries(), this.lastEffect, this.appliedSeq);
    const isTheLast = findings.same(say.stateOfErasure(), this.#lastHash, stateHash(logged));
    if (!isTheLast || this.#state !== null) return;
    if (totals === undefined) {
      findings.reserve("no-totals");
      return;
    }
    findings.guard(say.stateOfErasure(), () => {
      const { head } = logged;
      const cells = new Map<string, Features>();
      for (const name of peopleIn(head)) {
        const features = this.#cellsOf(name);
        if (features) cells.set(name, features);
      }
      this.#state = learnerOf(this.#spec).restore(this.#spec, { head, totals, cells });
      findings.reserve(this.#fits(this.#state) ? "fitting-totals" : "unchecked-totals");
      this.#residue = null;
    });
  }

  /** Returns whether totals could be compared with the charges; any mismatch becomes a problem. */
  #fits(state: LearnerState): boolean {
    const residue = this.#residue;
    if (residue === null || !residue.canTell || "core" in state) return false;
    const misfit = residue.misfit(state);
    const expected = say.sumOfCharges();
    const what = say.totalOfState({ index: String(misfit?.place) });
    this.#findings.require(misfit === null, what, expected, String(misfit?.total));
    return true;
  }

  #take(effect: Effect): void {
    const unknown = new Set<Features>();
    // Every effect becomes a step, because later steps depend on it even where the state is unknown.
    const step = this.#steps.next(effect, (person) => {
      const cells = this.#cellsOf(person);
      if (cells !== undefined) return cells;
      const standIn = this.#standIns.get(person) ?? [person];
      this.#standIns.set(person, standIn);
      unknown.add(standIn);
      return standIn;
    });
    // Only mode `guarded` learns from an opening.
    const isLearned = effect.type !== "round.opened" || this.#spec.mode === "guarded";
    if (this.#state !== null && isLearned && unknown.size > 0) {
      this.#residue = residueOf(this.#state);
      this.#state = null;
    }
    if (this.#state !== null) this.#state = applyStep(this.#spec, this.#state, step);
    else this.#residue?.take(step, (features) => unknown.has(features));
  }

  #hashOf(state: LearnerState): string {
    const { head, totals } = learnerOf(this.#spec).serialise(state);
    return stateHash({ head, totals: sha256Hex(totals) });
  }
}
