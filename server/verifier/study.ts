import * as say from "#messages/differences.ts";
import type { IsBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import type { CheckpointKeys } from "#server/audit-log/checkpoints/check-log.ts";
import { type EntryBody, isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { splitCells } from "#server/audit-log/groups.ts";
import type { Attributes, LoggedLottery, PanelSelection } from "#server/audit-log/panel-schemas.ts";
import { ordinalOf } from "#server/audit-log/pseudonyms.ts";
import type { IsSigned } from "#server/audit-log/signatures.ts";
import { emptyFrontier, grown } from "#server/audit-log/tree/root.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import { type Openings, withCancelled, withClosed } from "#server/learner/interface/open-rounds.ts";
import type { ExactGaps } from "#server/learner/panel/eligibility.ts";
import type { OperationBudget } from "./budget.ts";
import type { CheckedPanel, CheckPanel } from "./checked-panel.ts";
import type { PeopleLines } from "./features.ts";
import type { ProblemCollector } from "./findings.ts";
import { Learning } from "./learning.ts";
import type { NamedNumber } from "./named-number.ts";
import type { RestoreReport } from "./report.ts";
import { ReportLedger } from "./report-ledger.ts";
import type { RulesLines } from "./rules.ts";
import type { TotalsLines } from "./totals.ts";
import type { Trusted } from "./trust.ts";

/**
 * How a key of a seat is proven. "seat": by the link, or by a chain of keys of its own seat. "panel": another seat
 * confirmed a key in that chain. "none": it is not proven.
 */
export type KeyProof = "seat" | "panel" | "none";

export type VerifiedRound = {
  readonly opened: EntryBody<"round.opened">;
  readonly openedHash: string;
  readonly inputsHash: string;
  /** The current seats of the panel by place, the seats that replace them, and how they decide. */
  seated: CheckedPanel;
  /** Checks the panel of a lot that awaits a public number. */
  readonly checkPanel: CheckPanel;
  /** The pairs for which the panel was asked for tolerances; null if it was not. */
  tolerancePairs: EntryBody<"round.tolerances-asked">["pairs"] | null;
  /** Whether the next entry must be `round.tolerances-asked`, because the round would have closed at once otherwise. */
  mustAsk: boolean;
  deadlineAt: number | null;
  readonly sealed: Map<string, EntryBody<"ballot.sealed">[]>;
  /** The proof of each ballot's key at the time of sealing, by seat and version. */
  readonly proofs: Map<string, KeyProof>;
  /**
   * The digest of what its auditors were shown; "not known" where a person's features are missing. Computed when the
   * first ballot is opened.
   */
  shown?: string;
  /** Which pairs may be judged. Computed when the first ballot is opened. */
  exceedsAlpha?: ExactGaps["exceedsAlpha"];
  /** In log order. */
  readonly ballots: EntryBody<"ballot.opened">[];
  /** The recomputed opening; null if it cannot be computed. */
  readonly opening: Opening | null;
  /** From `round.opened`, or from `round.drawn` if the opening awaits a public number. */
  drawCommitment: string | null;
  /** The public number that its lot or draw awaits; null until an entry names it. */
  named: NamedNumber | null;
  /** The body of `round.closing`; null until then, and if the draw awaits no public number. */
  frozen: EntryBody<"round.closing"> | null;
  /** The public number itself. */
  signature: string | null;
  /** The public number to which a lost history committed its draw. */
  fixedNumber: number | null;
  /** Whether a lost history disclosed its link, so that the round may only be cancelled. */
  isSpent: boolean;
  decisions: readonly (0 | 1)[];
};

/** The data of a round that is needed after its end. The rest is dropped, because there may be very many rounds. */
export type EndedRound = {
  readonly state: "closed" | "cancelled";
  /** Pseudonyms by position. */
  readonly people: readonly string[];
  /** The seats of its panel. */
  readonly seatCount: number;
  readonly decisions: readonly (0 | 1)[];
  readonly outcomes: Map<number, { readonly version: number; readonly value: string }>;
  /** The positions of people whose decision was overridden. */
  readonly overridden: Set<number>;
};

/** The lost entries before a restore. */
export type LostHistory = {
  /** The signers of its checkpoints. */
  readonly keys: CheckpointKeys;
  /** The last entry that still exists. */
  readonly kept: number;
  readonly lostSeq: number;
  readonly lostCheckpoint: string | null;
  /** The size of the largest checkpoint that was signed for it under the name of these keys. */
  readonly signed: number;
};

/** Returns when the draws of people use public numbers (docs/log-format-beacon.md): "close", "opening", or null for never. */
export function beaconUse({
  settings,
  beacon,
}: Pick<StudyState, "settings" | "beacon">): "close" | "opening" | null {
  return beacon === null || isAudit(settings) ? null : settings.drawAt;
}

type Dependencies = Pick<
  StudyState,
  "rules" | "people" | "totals" | "budget" | "trusted" | "isSigned" | "isBeaconSignature"
>;

/** The state of a verification, up to the last entry read. */
export class StudyState {
  readonly findings: ProblemCollector;
  readonly rules: RulesLines;
  readonly people: PeopleLines;
  readonly totals: TotalsLines;
  readonly budget: OperationBudget;
  readonly trusted: Trusted;
  readonly isSigned: IsSigned;
  readonly isBeaconSignature: IsBeaconSignature;
  readonly ended = new Map<number, EndedRound>();
  readonly reports = new ReportLedger();
  /** For each open objection, by round and position: the last round that was opened before it. */
  readonly objections = new Map<string, number>();
  readonly seats = new Map<string, "active" | "removed">();
  /** Seats that rest; one that is removed stays among them. */
  readonly resting = new Set<string>();
  /** The number of panels of closed rounds on which each seat was. */
  readonly panelCounts = new Map<string, number>();
  /** Attributes of each seat that has any. */
  readonly attributes = new Map<string, Attributes>();
  /** The latest lottery over panels of the current selection. */
  lottery: LoggedLottery | null = null;
  /** How panels are currently chosen. */
  selection: PanelSelection = { how: "everyone", size: null };
  /** The seat and the proof of each key. */
  readonly keys = new Map<string, { readonly seat: string; readonly proof: KeyProof }>();
  /** Seats that were replaced by another seat. */
  readonly replaced = new Set<string>();
  readonly erased = new Set<string>();
  /** People who have been in an opened round, including cancelled rounds. */
  readonly shown = new Set<string>();
  /** People by their round: opened, and not cancelled. */
  readonly roundOf = new Map<string, number>();
  /** People by the last cancelled round they were in. */
  readonly cancelledRoundOf = new Map<string, number>();
  /** Cancelled rounds of which people were opened again. */
  readonly reopened = new Set<number>();
  /** Pseudonyms first to last, as numbers. */
  readonly imported: (readonly [first: number, last: number])[] = [];
  /** Hash of the current entry. */
  entryHash = "";
  /** No person before this number is waiting. */
  firstWaiting = 1;
  /** `at` of the entry before the current one. */
  previousAt = 0;
  /** The signers of this log's checkpoints. */
  checkpointKeys: CheckpointKeys | null = null;
  /** The source of the public numbers of its draws. */
  beacon: StudyBeacon | null = null;
  /** The tree over all entries so far (log n hashes), if draws use a beacon. */
  frontier = emptyFrontier;
  /** The number of entries, from the first, that a witness cosigned according to checkpoints in the log. */
  witnessed = 0;
  /** The root over the links of all rounds. */
  seedRoot = "";
  /** The last round, including rounds of a lost history. */
  lastRound = 0;
  /** Lost histories, in order. */
  readonly lost: LostHistory[] = [];
  readonly restores: RestoreReport[] = [];
  guidelineVersion = 0;
  /** Open rounds by number, in the order in which they opened. */
  readonly openRounds = new Map<number, VerifiedRound>();
  /** The open rounds, and the number of openings that can no longer be undone. */
  openings: Openings<{ readonly t: number; readonly round: number }> = { t: 0, open: [] };
  /** When the study ended. */
  endedAt: number | null = null;
  /** When features of people are deleted: the days after the end, and the time of the last change. */
  retention: { readonly days: number | null; readonly changedAt: number; readonly hasRun: boolean } = {
    ...{ days: null, changedAt: 0, hasRun: false },
  };
  #settings: StudySettings | null = null;
  #learning: Learning | null = null;

  constructor(findings: ProblemCollector, { rules, people, totals, budget, ...checks }: Dependencies) {
    this.findings = findings;
    this.rules = rules;
    this.people = people;
    this.totals = totals;
    this.budget = budget;
    this.trusted = checks.trusted;
    this.isSigned = checks.isSigned;
    this.isBeaconSignature = checks.isBeaconSignature;
  }

  get settings(): StudySettings {
    if (this.#settings === null) throw new Error("the study has no settings yet");
    return this.#settings;
  }

  settle(settings: StudySettings): void {
    this.#settings = settings;
    this.select(settings.panel.selection);
    this.#learning = null;
  }

  /** Applies a selection. The lottery of the previous selection ends. */
  select(selection: PanelSelection): void {
    this.selection = selection;
    this.lottery = null;
  }

  /** null in an audit. Read only once settings are final. */
  get learning(): Learning | null {
    const { settings } = this;
    if (isAudit(settings)) return null;
    const { findings, budget } = this;
    const cellsOf = (person: string) => this.askedCellsOf(person);
    this.#learning ??= new Learning(settings.learner, { findings, budget, cellsOf });
    return this.#learning;
  }

  /** Adds the hash of an entry to the tree, before the entry is checked. */
  grow(hash: string): void {
    this.entryHash = hash;
    // Before the first entry it is unknown whether the study has a beacon.
    if (this.frontier.size === 0 || this.beacon !== null) this.frontier = grown(this.frontier, [hash]);
    for (const { named } of this.openRounds.values()) named?.take(hash);
  }

  /** Finds an open round; adds a problem if the entry names another one. */
  findOpen(number: number): VerifiedRound | null {
    const round = this.openRounds.get(number) ?? null;
    this.findings.require(round !== null, say.openRound(), this.openNumbers, number);
    return round;
  }

  /** The round whose ballots are being opened, so that only its further ballots and its close may follow. */
  get closing(): VerifiedRound | undefined {
    return [...this.openRounds.values()].find(({ ballots }) => ballots.length > 0);
  }

  /** The numbers of the open rounds, for a message. */
  get openNumbers(): string {
    return [...this.openRounds.keys()].join(", ") || say.none();
  }

  /** Ends an open round. */
  end({ opened, decisions, seated }: VerifiedRound, state: EndedRound["state"]): void {
    for (const seat of state === "closed" ? seated.panel : []) {
      this.panelCounts.set(seat, (this.panelCounts.get(seat) ?? 0) + 1);
    }
    const people = opened.people.map(({ person }) => person);
    const { t } = this.openings.open.find(({ round }) => round === opened.round) ?? { t: 0 };
    this.openings = (state === "closed" ? withClosed : withCancelled)(this.openings, t);
    const seatCount = seated.panel.length;
    const ended = { state, people, seatCount, decisions, outcomes: new Map(), overridden: new Set<number>() };
    this.ended.set(opened.round, ended);
    this.openRounds.delete(opened.round);
    this.learning?.end(opened.round);
  }

  cellsOf(person: string): Features | null | undefined {
    const cells = this.people.known.get(person)?.cells;
    return this.erased.has(person) ? null : cells && splitCells(this.settings, cells).features;
  }

  /** Returns the cells for evaluating rules. Without the rules, features count as missing. */
  askedCellsOf(person: string): Features | null | undefined {
    const cells = this.cellsOf(person);
    return cells === null || this.hasRules ? cells : undefined;
  }

  /** Compares the record's list with the last settings, which apply to every round. */
  checkRules(): void {
    if (this.#settings !== null) this.rules.check(this.#settings);
  }

  /** Whether the rules are available: false where the log names them by a hash and their list is missing. */
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
