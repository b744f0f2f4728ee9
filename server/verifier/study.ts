import type { IsBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { type EntryBody, isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import type { CheckpointKeys } from "#server/audit-log/notes/check-log.ts";
import { ordinalOf } from "#server/audit-log/pseudonyms.ts";
import type { IsSigned } from "#server/audit-log/signatures.ts";
import { emptyFrontier, grown } from "#server/audit-log/tree/root.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import type { Budget } from "./budget.ts";
import type { PeopleLines } from "./features.ts";
import type { Findings } from "./findings.ts";
import { Learning } from "./learning.ts";
import type { NamedNumber } from "./named-number.ts";
import type { RulesLines } from "./rules.ts";
import type { TotalsLines } from "./totals.ts";

export type RoundState = {
  readonly opened: EntryBody<"round.opened">;
  readonly openedHash: string;
  readonly inputsHash: string;
  /** Seats by place, as they sit now. */
  readonly panel: string[];
  deadlineAt: number | null;
  readonly sealed: Map<string, EntryBody<"ballot.sealed">[]>;
  /** Seat and version of the ballots whose key was proven by then. */
  readonly proven: Set<string>;
  /** What its auditors were shown; "not known" where somebody's features are gone. Computed once a ballot is opened. */
  shown?: string;
  /** In the order of the log. */
  readonly ballots: EntryBody<"ballot.opened">[];
  /** null where it cannot be computed. */
  readonly opening: Opening | null;
  /** Of the opening, or where that awaits a public number of the draw. */
  drawCommitment: string | null;
  /** The public number that its draw awaits, once an entry named it. */
  named: NamedNumber | null;
  /** The entry that ended its ballots, where the draw awaits a public number. */
  frozen: EntryBody<"round.closing"> | null;
  /** The public number itself. */
  signature: string | null;
  /** Whether its link was shown in a lost history, so that it may only be cancelled. */
  isSpent: boolean;
  decisions: readonly (0 | 1)[];
};

/** What of a round is asked for once it has ended; the rest of it goes, for there may be very many. */
export type EndedRound = {
  readonly state: "closed" | "cancelled";
  /** Pseudonyms by position. */
  readonly people: readonly string[];
  readonly decisions: readonly (0 | 1)[];
  readonly outcomes: Map<number, { readonly version: number; readonly value: string }>;
};

/** What came after an entry, and was lost. */
export type LostHistory = {
  /** Whose signatures its checkpoints carry. */
  readonly keys: CheckpointKeys;
  /** The last entry that is still there. */
  readonly kept: number;
  readonly lostSeq: number;
};

type Surroundings = Pick<
  StudyState,
  "rules" | "people" | "totals" | "budget" | "isSigned" | "isBeaconSignature"
>;

/** What a verification knows between two entries. */
export class StudyState {
  readonly findings: Findings;
  readonly rules: RulesLines;
  readonly people: PeopleLines;
  readonly totals: TotalsLines;
  readonly budget: Budget;
  readonly isSigned: IsSigned;
  readonly isBeaconSignature: IsBeaconSignature;
  readonly ended = new Map<number, EndedRound>();
  readonly seats = new Map<string, "active" | "removed">();
  /** Keys of seats. */
  readonly keys = new Map<string, { readonly seat: string; readonly isProven: boolean }>();
  /** Seats that were put in the place of another one. */
  readonly replaced = new Set<string>();
  readonly erased = new Set<string>();
  /** Whoever stood in a round that was opened, a cancelled one too. */
  readonly shown = new Set<string>();
  /** People by the round that they stand in: opened, and not cancelled. */
  readonly standing = new Map<string, number>();
  /** Pseudonyms first to last, as numbers. */
  readonly imported: (readonly [first: number, last: number])[] = [];
  /** Of the entry that is looked at. */
  entryHash = "";
  /** Nobody before this number waits. */
  firstWaiting = 1;
  /** `at` of the entry before the one that is looked at. */
  previousAt = 0;
  /** Who signs and cosigns checkpoints of this log. */
  checkpointKeys: CheckpointKeys | null = null;
  /** Where the public numbers of its draws come from. */
  beacon: StudyBeacon | null = null;
  /** The tree over all entries so far, where draws rest on a beacon; log n hashes. */
  frontier = emptyFrontier;
  /** So many entries from the first one on a checkpoint in the log itself shows to have been seen by a witness. */
  witnessed = 0;
  link = "";
  /** The round whose link that is; 0: the anchor. */
  linkRound = 0;
  linkCount = 0;
  /** The last round, or the last that a lost history opened. */
  lastRound = 0;
  /** Histories that were lost, in order. */
  readonly lost: LostHistory[] = [];
  guidelineVersion = 0;
  closedCount = 0;
  open: RoundState | null = null;
  hasEnded = false;
  #settings: StudySettings | null = null;
  #learning: Learning | null = null;

  constructor(findings: Findings, { rules, people, totals, budget, ...checks }: Surroundings) {
    this.findings = findings;
    this.rules = rules;
    this.people = people;
    this.totals = totals;
    this.budget = budget;
    this.isSigned = checks.isSigned;
    this.isBeaconSignature = checks.isBeaconSignature;
  }

  get settings(): StudySettings {
    if (this.#settings === null) throw new Error("a study without settings is looked at");
    return this.#settings;
  }

  settle(settings: StudySettings): void {
    this.#settings = settings;
    this.#learning = null;
  }

  /** null in an audit. Asked only once settings are final. */
  get learning(): Learning | null {
    const { settings } = this;
    if (isAudit(settings)) return null;
    const { findings, budget } = this;
    const cellsOf = (person: string) => this.askedCellsOf(person);
    this.#learning ??= new Learning(settings.learner, { findings, budget, cellsOf });
    return this.#learning;
  }

  /** The hash of an entry, before it is looked at. */
  grow(hash: string): void {
    this.entryHash = hash;
    // The first entry says whether there is one.
    if (this.frontier.size === 0 || this.beacon !== null) this.frontier = grown(this.frontier, [hash]);
    this.open?.named?.take(hash);
  }

  /** The open round has ended. */
  end(state: EndedRound["state"]): void {
    if (this.open === null) return;
    const { opened, decisions } = this.open;
    const people = opened.people.map(({ person }) => person);
    this.ended.set(opened.round, { state, people, decisions, outcomes: new Map() });
    this.open = null;
  }

  cellsOf(person: string): Features | null | undefined {
    return this.erased.has(person) ? null : this.people.known.get(person)?.cells;
  }

  /** For whoever asks the rules: without them features are as good as not given. */
  askedCellsOf(person: string): Features | null | undefined {
    const cells = this.cellsOf(person);
    return cells === null || this.hasRules ? cells : undefined;
  }

  /** Holds the list of a record against the last settings, which are those of every round. */
  checkRules(): void {
    if (this.#settings !== null) this.rules.check(this.#settings);
  }

  /** Not where its log knows them by a hash, and their list is not given. */
  get hasRules(): boolean {
    return this.rules.has(this.settings);
  }

  get hasFeatures(): boolean {
    return this.people.digests.size > 0;
  }

  hasImported(person: string): boolean {
    const number = ordinalOf(person);
    return this.imported.some(([first, last]) => first <= number && number <= last);
  }
}
