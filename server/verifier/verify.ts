import * as say from "#messages/differences.ts";
import {
  type IsBeaconSignature,
  isBeaconSignature as signedByBeacon,
} from "#server/audit-log/beacon/verify.ts";
import { genesisPrev, readLine } from "#server/audit-log/chain.ts";
import type { Entry, EntryType } from "#server/audit-log/entries.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { personIdOf } from "#server/audit-log/pseudonyms.ts";
import { type IsSigned, isSigned as signedInAnyBrowser } from "#server/audit-log/signatures.ts";
import { annulmentHandlers } from "./annulments.ts";
import { ballotOpened, ballotSealed } from "./ballots.ts";
import { roundClosing, roundDrawn } from "./beacon.ts";
import { defaultBudget, OperationBudget } from "./budget.ts";
import { Checkpoints } from "./checkpoints.ts";
import { roundCancelled, roundClosed } from "./closings.ts";
import { requireQuestion, tolerancesAsked } from "./docket.ts";
import { ProblemCollector } from "./findings.ts";
import * as genesis from "./genesis-entry.ts";
import { objectionHandlers } from "./objections.ts";
import { roundExtended, roundOpened } from "./openings.ts";
import { decisionOverridden, learnerUpdated, outcomeRecorded } from "./outcomes.ts";
import { panelHandlers } from "./panel.ts";
import { type GivenReceipt, Receipts } from "./receipts.ts";
import { RecordLines } from "./record.ts";
import { answerOf, type Obstacle, type VerifyReport } from "./report.ts";
import { keysOfNote, logRestored } from "./restored.ts";
import { retentionChanged } from "./retention.ts";
import { seatKeyAdded } from "./seat-keys.ts";
import { StudyState } from "./study.ts";
import { isTrustedBeacon, type ReliedOn, type Trusted } from "./trust.ts";

/** The input of a verification: the log, and data about it from other sources. */
export type VerifyInput = {
  /** A downloaded record, or a log by itself: lines without their LF. */
  readonly lines: Iterable<string>;
  /** Entries whose hashes are known from another source. */
  readonly known?: readonly { readonly seq: number; readonly hash: string }[];
  /** Saved checkpoints: from a mail, a witness, or the server's public page. */
  readonly checkpoints?: readonly string[];
  /** Receipt files that auditors saved. */
  readonly receipts?: readonly GivenReceipt[];
  /** Beacons and witnesses to trust. Without any, draws with an unpublished beacon rely on the server's choice. */
  readonly trusted?: Trusted;
  /** The budget for drawing FTPL's rules again, in operations; {@link defaultBudget} by default. */
  readonly budget?: number;
  /** A faster way to read a line of the log, with the same answers. */
  readonly readLine?: typeof readLine;
  /** A faster way to check a signature, with the same answers. */
  readonly isSigned?: IsSigned;
  /** A faster way to check a public number, with the same answers. */
  readonly isBeaconSignature?: IsBeaconSignature;
};

type Handlers = { readonly [Type in EntryType]: (study: StudyState, entry: Entry<Type>) => void };

const handlers: Handlers = {
  "study.created": genesis.studyCreated,
  "settings.revised": genesis.settingsRevised,
  "guidelines.revised": genesis.guidelinesRevised,
  "people.imported": genesis.peopleImported,
  "seat.added": genesis.seatAdded,
  "seat.key-added": seatKeyAdded,
  "seat.removed": genesis.seatRemoved,
  ...panelHandlers,
  "round.opened": roundOpened,
  "round.extended": roundExtended,
  "round.tolerances-asked": tolerancesAsked,
  "ballot.sealed": ballotSealed,
  "round.closing": roundClosing,
  "round.drawn": roundDrawn,
  "ballot.opened": ballotOpened,
  "round.closed": roundClosed,
  "round.cancelled": roundCancelled,
  "outcome.recorded": outcomeRecorded,
  "decision.overridden": decisionOverridden,
  ...annulmentHandlers,
  ...objectionHandlers,
  "learner.updated": learnerUpdated,
  "person.erased": genesis.personErased,
  "retention.changed": retentionChanged,
  "study.ended": genesis.studyEnded,
  "log.restored": logRestored,
};

/**
 * Verifies a record, or a log by itself: canonical form, chain, legal order, commitments, panel decisions, seed tree
 * and draws. With the features, it also verifies every chance and state of the learner, with the learner's own code.
 * docs/verifying.md describes what this proves.
 *
 * @param onEntry called with the number of each entry, for a progress bar
 * @returns a report; a log that is not correct is a result, not an exception
 * Cost: O(entries), and the learner's own.
 */
export function verifyLog(
  {
    lines,
    budget = defaultBudget,
    trusted = { beacons: [], witnesses: [] },
    isSigned = signedInAnyBrowser,
    isBeaconSignature = signedByBeacon,
    ...kept
  }: VerifyInput,
  onEntry?: (seq: number) => void,
): VerifyReport {
  const findings = new ProblemCollector();
  const record = new RecordLines(findings);
  const { rules, people, totals } = record;
  const parts = { rules, people, totals, budget: new OperationBudget(budget), trusted };
  const study = new StudyState(findings, { ...parts, isSigned, isBeaconSignature });
  const walk = new Walk(study, kept);
  for (const text of lines) {
    const line = record.take(text);
    if (line === null) continue;
    if (!walk.take(line)) break;
    onEntry?.(walk.head.seq);
  }
  findings.seq = 0;
  if (!walk.isBroken) {
    const isWhole = record.end({ study: walk.study, head: walk.head.hash });
    if (record.isRecord) study.checkRules();
    // A truncated log names only some of the people.
    if (isWhole) walk.checkFeatures();
  }
  return walk.end();
}

const typesAfterTheEnd = genesis.afterTheEnd.join(", ");

class Walk {
  readonly #study: StudyState;
  readonly #readLine: typeof readLine;
  readonly #countByType: Partial<Record<EntryType, number>> = {};
  /** Hashes of known entries that were not reached yet. */
  readonly #unmet: Map<number, string>;
  readonly #checkpoints: Checkpoints;
  readonly #receipts: Receipts;
  #last: Pick<Entry, "seq" | "at" | "study"> | null = null;
  #hash = genesisPrev;
  #obstacle: Obstacle | null = null;

  constructor(
    study: StudyState,
    {
      known = [],
      checkpoints = [],
      receipts = [],
      readLine: read = readLine,
    }: Pick<VerifyInput, "known" | "checkpoints" | "receipts" | "readLine">,
  ) {
    this.#study = study;
    this.#readLine = read;
    this.#receipts = new Receipts(receipts, study.findings);
    this.#checkpoints = new Checkpoints(checkpoints, this.#receipts.notes, study.findings);
    this.#unmet = new Map(known.map(({ seq, hash }) => [seq, hash]));
  }

  get study(): string {
    return this.#last?.study ?? "";
  }

  get head(): { seq: number; hash: string } {
    return { seq: this.#last?.seq ?? 0, hash: this.#hash };
  }

  /** Whether the log broke somewhere, so that the rest was not read. */
  isBroken = false;

  /** @returns whether to continue: false where the chain breaks, because then nothing after the break is meaningful */
  take(line: string): boolean {
    const { findings } = this.#study;
    const seq = this.head.seq + 1;
    findings.seq = seq;
    try {
      const entry = this.#readLine(line);
      this.isBroken = !this.#follows(entry);
      if (this.isBroken) return false;
      this.#study.previousAt = this.#last?.at ?? 0;
      this.#last = entry;
      this.#hash = entryHash(line);
      this.#study.grow(this.#hash);
      this.#checkpoints.take(this.#hash);
      this.#receipts.take(entry, this.#hash);
      this.#checkKnown();
      this.#countByType[entry.type] = (this.#countByType[entry.type] ?? 0) + 1;
      this.#requirePlace(entry);
      // The handler of `type` takes the body of `type`, which the compiler cannot follow through the table.
      findings.guard(entry.type, () =>
        (handlers[entry.type] as (study: StudyState, entry: Entry) => void)(this.#study, entry),
      );
      return true;
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.isBroken = true;
      if (error.code === "unknown-version" || error.code === "unknown-type")
        this.#obstacle = { kind: "newer", message: error.message };
      else findings.refuse(say.entry(), say.oneOfFormat1(), error);
      return false;
    }
  }

  /**
   * Checks that every person who was shown and not erased has features, so that no check can be avoided by omitting a
   * person.
   */
  checkFeatures(): void {
    const { findings, people, shown, erased, hasFeatures, imported } = this.#study;
    if (!hasFeatures) return;
    const named = imported.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => personIdOf(first + index)),
    );
    findings.same(say.peopleOfFeatures(), named, [...people.digests.keys()]);
    for (const person of people.digests.keys()) {
      const isDue = shown.has(person) && !erased.has(person);
      findings.presence(say.featuresOf({ person }), isDue, people.known.has(person), say.present());
    }
  }

  #checkKnown(): void {
    const { seq, hash } = this.head;
    const known = this.#unmet.get(seq);
    if (known !== undefined) this.#study.findings.same(say.hashOfKept(), known, hash);
    this.#unmet.delete(seq);
  }

  /** Requires that an entry's type is allowed here: after the end, among opened ballots, or after an opening. */
  #requirePlace({ type, body }: Entry): void {
    requireQuestion(this.#study, type);
    const { closing, findings, endedAt } = this.#study;
    const isTimely = endedAt === null || genesis.afterTheEnd.includes(type);
    findings.require(isTimely, say.entryAfterEnd(), typesAfterTheEnd, type);
    const isNext = (type === "ballot.opened" || type === "round.closed") && "round" in body;
    const fits = closing === undefined || (isNext && body.round === closing.opened.round);
    findings.require(fits, say.entryAfterOpened(), say.nextOrClosing(), type);
  }

  end(): VerifyReport {
    const { findings } = this.#study;
    if (this.#last === null && this.#obstacle === null)
      this.#obstacle = { kind: "empty", message: "The log has no entry that can be read." };
    findings.seq = 0;
    for (const [seq] of this.#unmet)
      findings.same(say.entriesOfLog(), say.orMore({ count: String(seq) }), this.head.seq);
    const keysOf = (note: string) => keysOfNote(note, this.#study);
    const kept = this.#checkpoints.end(keysOf, this.#study.lost);
    const receipts = this.#receipts.end(
      (note) => {
        const keys = keysOf(note);
        return keys === null ? null : this.#checkpoints.find(note, keys);
      },
      this.isBroken ? this.head.seq : null,
    );
    const witnessed = Math.max(kept, this.#study.witnessed);
    findings.reserve("no-witness", this.head.seq - witnessed);
    const reliedOn = this.#reliedOn(witnessed);
    findings.reserve("own-witness", reliedOn.witnesses.length > 0 ? witnessed : 0);
    const { problemCount, reservations, ...rest } = findings.result;
    const { given, needed, leftOut } = this.#study.budget;
    return {
      answer: answerOf(this.#obstacle, problemCount, reservations),
      reliedOn,
      ...{ problemCount, reservations, ...rest },
      obstacle: this.#obstacle,
      budget: needed === 0 ? null : { given, needed, leftOut },
      restores: this.#study.restores,
      entryCount: this.head.seq,
      countByType: this.#countByType,
      receipts,
      head: this.#last === null ? null : this.head,
    };
  }

  #reliedOn(witnessed: number): ReliedOn {
    const { beacon, trusted, checkpointKeys } = this.#study;
    const isOwn = trusted.witnesses.length === 0 && witnessed > 0;
    return {
      beacon: isTrustedBeacon(this.#study) ? null : beacon,
      witnesses: isOwn && checkpointKeys !== null ? checkpointKeys.witnesses : [],
    };
  }

  #follows(entry: Entry): boolean {
    const { findings } = this.#study;
    const isNext = findings.same(say.numberOfEntry(), this.head.seq + 1, entry.seq);
    const isChained = findings.same(say.hashBefore(), this.#hash, entry.prev);
    const isStudy = findings.same(say.study(), this.#last?.study ?? entry.study, entry.study);
    const { at = 0 } = this.#last ?? {};
    if (entry.at < at)
      findings.require(false, say.timeOfEntry(), say.atLeast({ count: String(at) }), entry.at);
    return isNext && isChained && isStudy;
  }
}
