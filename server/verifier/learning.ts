import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Opening } from "#server/learner/contract/learner.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import { stepOn } from "#server/log/apply-step.ts";
import type { Entry } from "#server/log/entries.ts";
import { type Effect, StepMaker } from "#server/log/learner-steps.ts";
import { type LoggedState, stateHash } from "#server/log/states.ts";
import type { Findings } from "./findings.ts";

/** Cells of a pseudonym; null for somebody erased before the entry that is looked at; undefined where they are not known. */
export type CellsOf = (person: string) => Features | null | undefined;

/** A step stands on features that are not there: not the log's fault. */
class Unknown extends Error {}

/** The learner of the study as the log plays it, with the learner's own code. */
export class Learning {
  readonly #spec: LearnerSpec;
  readonly #findings: Findings;
  readonly #cellsOf: CellsOf;
  readonly #steps = new StepMaker();
  /** Effects that no update has taken in yet. */
  #waiting: Effect[] = [];
  /** null where it rests on features that are not there. */
  #state: LearnerState | null;
  appliedSeq = 0;
  lastEffect = 0;
  #lastHash: string;

  constructor(spec: LearnerSpec, findings: Findings, cellsOf: CellsOf) {
    this.#spec = spec;
    this.#findings = findings;
    this.#cellsOf = cellsOf;
    this.#state = learnerOf(spec).init(spec);
    this.#lastHash = this.#hashOf(this.#state);
  }

  effect(entry: Effect): void {
    if (entry.type === "round.opened") this.#steps.open(entry.body);
    this.#waiting.push(entry);
    this.lastEffect = entry.seq;
  }

  /** The policy of an opening; null where state or people are not known. */
  open(people: readonly (Features | null | undefined)[], noiseSeed: string): Opening | null {
    if (this.#state === null) return null;
    const known = people.filter((cells) => cells !== null && cells !== undefined);
    if (known.length < people.length) return null;
    return learnerOf(this.#spec).open(this.#state, known, noiseSeed);
  }

  resample(
    people: readonly Features[],
    decisions: readonly (0 | 1)[],
    seed: string,
  ): readonly number[] | null {
    return this.#state && learnerOf(this.#spec).resample(this.#state, people, decisions, seed);
  }

  /** Takes in what `learner.updated` says it took in, and holds the state against its hash. */
  update({ body }: Entry<"learner.updated">): void {
    const findings = this.#findings;
    findings.same("fromSeq", this.appliedSeq, body.fromSeq);
    const isEffect = this.#waiting.some(({ seq }) => seq === body.appliedSeq);
    findings.require(isEffect, "appliedSeq", `an effect after entry ${this.appliedSeq}`, body.appliedSeq);
    const taken = this.#waiting.filter(({ seq }) => seq <= body.appliedSeq);
    this.#waiting = this.#waiting.filter(({ seq }) => seq > body.appliedSeq);
    for (const effect of taken) this.#take(effect);
    this.appliedSeq = Math.max(this.appliedSeq, body.appliedSeq);
    this.#lastHash = body.stateHash;
    if (this.#state === null) return;
    if (findings.same("hash of the learner's state", this.#hashOf(this.#state), body.stateHash)) {
      findings.computed.states += 1;
    }
  }

  /** Goes on from the state that an erasure holds. */
  resume(logged: LoggedState, totals: Uint8Array | undefined): void {
    const findings = this.#findings;
    findings.same("state of an erasure: entries taken in", this.lastEffect, this.appliedSeq);
    const isTheLast = findings.same("state of an erasure", this.#lastHash, stateHash(logged));
    if (!isTheLast || this.#state !== null) return;
    if (totals === undefined) {
      findings.reserve("no-totals");
      return;
    }
    findings.guard("state of an erasure", () => {
      const record = { head: logged.head, totals };
      this.#state = learnerOf(this.#spec).resume(
        this.#spec,
        record,
        (person) => this.#cellsOf(person) ?? null,
      );
      findings.reserve("unchecked-totals");
    });
  }

  #take(effect: Effect): void {
    // Only in mode `guarded` an opening is a step.
    if (effect.type === "round.opened" && this.#spec.mode !== "guarded") return;
    try {
      // Steps are made of every effect: later ones stand on them also where the state is not known.
      const step = this.#steps.next(effect, (person) => this.#cells(person));
      if (this.#state === null) return;
      this.#state = stepOn(this.#spec, this.#state, step);
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      this.#state = null;
    }
  }

  #cells(person: string): Features | null {
    const cells = this.#cellsOf(person);
    if (cells === undefined) throw new Unknown();
    return cells;
  }

  #hashOf(state: LearnerState): string {
    const { head, totals } = learnerOf(this.#spec).record(state);
    return stateHash({ head, totals: bytesToHex(sha256(totals)) });
  }
}
