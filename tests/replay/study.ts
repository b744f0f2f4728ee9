/** The state of a replay between two entries. */

import type { Proposal, Report, Vote } from "./annulments.ts";
import type { Beacon } from "./beacon.ts";
import type { Json } from "./canonical.ts";
import { Ledger, type Outcome } from "./charges.ts";
import { type Ratio, toNumber } from "./decimal.ts";
import type { Features } from "./features.ts";
import type { Standing } from "./guarded-effects.ts";
import type { Guard } from "./guarded-guard.ts";
import { type Bits, GuardedState } from "./guarded-state.ts";
import type { DrawnPanel, Lottery } from "./lottery.ts";
import type { Signers } from "./notes.ts";
import { OpenRounds } from "./open-rounds.ts";
import type { FtplRound } from "./openings-ftpl.ts";
import type { Pair } from "./panel.ts";
import type { LoggedPicks } from "./picks.ts";
import type { Fields } from "./read.ts";
import { Broken, type Problems, type Restore, type Resumed, type RoundReport } from "./report.ts";
import type { Answers } from "./rules.ts";
import type { RulesFile } from "./rules-file.ts";
import type { Settings } from "./settings.ts";
import type { Selection } from "./settings-shared.ts";
import { type Kept, SumState } from "./sums.ts";
import type { KeptTotals } from "./totals.ts";
import type { Weights } from "./weights.ts";

export interface RoundPerson {
  readonly person: string;
  readonly chance: Ratio;
  /** The chance as the nearest double. */
  readonly double: number;
  /** null where the person's features are gone. */
  readonly answers: Answers | null;
}

/** Proven by its seat's link or keys, by another seat of the panel in the chain of proofs, or unproven. */
export type KeyProof = "seat" | "panel" | "none";

export interface SealedBallot {
  readonly commitment: string;
  readonly nonceHash: string;
  /** The proof of its key when it was sealed. */
  readonly proof: KeyProof;
}

export interface OpenedBallot {
  readonly seq: number;
  readonly seat: string;
  readonly version: number;
  /** Its flags; none if it could not be read. */
  flags: readonly Pair[];
  /** One vote for each proposal of the opening; none if they could not be read. */
  votes: readonly Vote[];
}

/** The panel of a round, its decision rule, and its replacements. */
export interface PanelOfRound {
  panel: string[];
  neededFlags: number;
  /** Set if the decision depends on which seats flag. */
  rule: Json;
  /** The pool in the order in which its seats take places; null where the operator fills them. */
  inOrder: readonly string[] | null;
  /** What a stratified lot drew from; null where there was none. */
  stratified: DrawnPanel | null;
}

/** Checks a logged panel, with the public number that its lot awaited or null. */
export type CheckPanel = (logged: Fields, signature: string | null) => PanelOfRound;

export interface Round extends PanelOfRound {
  readonly number: number;
  /** Hash of `round.opened`. */
  readonly opening: string;
  readonly people: readonly RoundPerson[];
  /** Of a panel that awaits a public number; null once it has one. */
  checkPanel: CheckPanel | null;
  /** The pairs for which its panel was asked for tolerances; null if it was not. */
  tolerancePairs: readonly Pair[] | null;
  /** Whether it stays open only for this request, which must be the next entry. */
  mustAsk: boolean;
  /** The proposals that its panel votes on. */
  readonly annulments: readonly Report[];
  readonly fairnessWeight: Ratio;
  /** The same as a double; 0 where there is none. */
  readonly doubleWeight: number;
  /** Mode `guarded` only. */
  readonly guard: Guard | null;
  readonly closing: string;
  readonly noiseSeed: string;
  readonly inputsHash: string;
  /** Of the opening, or of the draw that it awaited. */
  drawCommitment: string | null;
  /** The public number that its draw awaits, and the entry that named it. */
  named: { readonly number: number; readonly seq: number } | null;
  /** The values in `round.closing`. */
  frozen: { readonly reason: string; readonly asAnnounced: boolean } | null;
  /** The public number itself. */
  signature: string | null;
  /** null where charges for erased people are among the losses, and with FTPL. */
  readonly weights: Weights | null;
  /** The rules that FTPL drew; null if unknown, and with Exp2. */
  readonly ftpl: FtplRound | null;
  readonly ballots: Map<string, SealedBallot[]>;
  /** The contents of `ballot.opened`, in log order. */
  readonly opened: OpenedBallot[];
  readonly outcomes: Map<number, { readonly version: number; readonly value: Outcome }>;
  /** Positions of people whose decision was overridden. */
  readonly overridden: Set<number>;
  readonly report: RoundReport;
  /** Moved by `round.extended`. */
  deadlineAt: number | null;
  state: "open" | "closed" | "cancelled";
  /** The public number that a lost history fixed for its draw. */
  fixedNumber: number | null;
  /** Whether its link was published in a lost history. */
  isSpent: boolean;
  decisions: readonly number[];
  readonly eta: number;
  /** How it reached its number of picks; null where the study sets none. */
  readonly picks: LoggedPicks | null;
  /** J by position, from `round.closed`; FTPL in mode `paper` only. */
  resamples: readonly number[];
}

/** The pseudonyms of one file, and the root over their digests. */
export interface Import {
  readonly seq: number;
  readonly first: number;
  readonly last: number;
  readonly root: string;
}

/** What the verifier trusts: beacons as texts (hash, key, genesis, period), verifier keys of witnesses. */
export interface Trusted {
  readonly beacons: readonly string[];
  readonly witnesses: readonly string[];
}

/** The files next to the log. */
export interface Files {
  readonly features: ReadonlyMap<string, Features>;
  readonly totals: KeptTotals;
  /** The list of rules that the log knows by its hash. */
  readonly rules: RulesFile | null;
}

/** How many links a seed tree has. */
export const LINKS = 16_384;

export class Study {
  readonly id: string;
  readonly problems: Problems;
  readonly features: ReadonlyMap<string, Features>;
  readonly totals: KeptTotals;
  readonly rulesFile: RulesFile | null;
  readonly ledger = new Ledger();
  readonly rounds = new Map<number, Round>();
  readonly seats = new Map<string, "active" | "removed">();
  /** Seats on no panel until they return. */
  readonly resting = new Set<string>();
  selection: Selection = { how: "everyone", size: null, quotas: [] };
  /** The last lottery over panels since the selection. */
  lottery: Lottery | null = null;
  /** By seat, values by name. */
  readonly attributes = new Map<string, ReadonlyMap<string, string>>();
  /** Seats that another one replaces. */
  readonly replaced = new Set<string>();
  /** By public key. */
  readonly keys = new Map<string, { readonly seat: string; readonly proof: KeyProof }>();
  /** By round and pair. */
  readonly reports = new Map<string, "reported" | "annulled">();
  /** Open objections by round and position: the last round that was opened before. */
  readonly objections = new Map<string, number>();
  /** Proposals that no panel decided, in log order. */
  readonly proposals: Proposal[] = [];
  readonly imported: Import[] = [];
  readonly erased = new Set<string>();
  /** People who have been in an opened round. */
  readonly appeared = new Set<string>();
  /** Rounds that closed otherwise than announced, and rounds that an operator closed at a free time, as announced. */
  readonly closedOtherwise: number[] = [];
  readonly closedByHand: number[] = [];
  readonly restedOnNothing: number[] = [];
  readonly unseenDraws: number[] = [];
  readonly lateDraws: number[] = [];
  /** Rounds whose number comes from a beacon that only the log names. */
  readonly ownBeaconDraws: number[] = [];
  /** Whether a cosignature counted of a witness that only the log names. */
  reliesOnWitness = false;
  /** Of all entries, in order. */
  readonly hashes: string[] = [];
  readonly erasedRounds = new Set<number>();
  /** Erasures after which the replay continued from stored totals. */
  readonly resumed: Resumed[] = [];
  readonly uncertainRounds = new Set<number>();
  /** Counted ballots signed with a key that only the server confirms. */
  unprovenBallots = 0;
  /** Counted ballots signed with a key that another seat confirmed. */
  confirmedBallots = 0;
  untimedBallots = 0;
  settings: Settings | null = null;
  beacon: Beacon | null = null;
  signers: Signers = { origin: "", key: "", witnesses: [] };
  /** The root over the links of all rounds. */
  seedRoot = "";
  /** The last round, those of lost histories included. */
  lastRound = 0;
  readonly restores: Restore[] = [];
  /** The last checkpoint of a lost history that the log declares. */
  lostCheckpoint: string | null = null;
  firstOrigin: string | null = null;
  /** Earlier signers by name. */
  readonly formerSigners: Signers[] = [];
  guidelineVersion = 0;
  readonly open = new Map<number, Round>();
  readonly openRounds = new OpenRounds();
  /** The entries that changed the learner, in log order. */
  readonly effects = new Set<number>();
  /** The last `learner.updated`, and its state hash. */
  updatedTo = 0;
  stateHash: string | null = null;
  /** When it ended. */
  endedAt: number | null = null;
  /** After how many days past its end features are deleted, when that was last changed, and whether it began. */
  retention: { readonly days: number | null; readonly changedAt: number; readonly hasRun: boolean } = {
    ...{ days: null, changedAt: 0, hasRun: false },
  };
  chanceCount = 0;
  largestDifference = 0;
  private readonly answers = new Map<string, Answers>();
  private readonly bits = new Map<string, Uint8Array>();
  private guardedState: GuardedState | null = null;
  private sumState: SumState | null = null;

  readonly trusted: Trusted;

  constructor(
    id: string,
    files: Files,
    problems: Problems,
    trusted: Trusted = { beacons: [], witnesses: [] },
  ) {
    this.trusted = trusted;
    this.id = id;
    this.features = files.features;
    this.totals = files.totals;
    this.rulesFile = files.rules;
    this.problems = problems;
  }

  knownSettings(): Settings {
    if (this.settings === null) throw new Broken("settings", "settings that can be read", "none");
    return this.settings;
  }

  /** The learner of mode `guarded`. Used only once settings are final. */
  knownGuarded(): GuardedState {
    const settings = this.knownSettings();
    const { guarded } = settings;
    if (guarded === null) throw new Broken("mode", "guarded", settings.mode);
    this.guardedState ??= new GuardedState({ ...settings, guarded }, this.openRounds);
    return this.guardedState;
  }

  /** The state in every other mode, to the bit; null in an audit and in mode `guarded`. Used only once settings are final. */
  knownSums(): SumState | null {
    const { audit, guarded } = this.knownSettings();
    if (audit !== null || guarded !== null) return null;
    this.sumState ??= new SumState(this.kept);
    return this.sumState;
  }

  /** The learner's sums: one per rule, or per cell. */
  get kept(): Kept {
    const { ftpl, rules } = this.knownSettings();
    const [size, count] = [rules.count, this.keepsCells ? rules.cells.count : rules.count];
    return ftpl === null
      ? { learner: "exp2", size, count, isSparse: this.keepsCells }
      : { learner: "ftpl", size: count, count, isSparse: false };
  }

  /** Whether sums are those of the cells of a class: with FTPL, and of thresholds, but for mode `guarded`. */
  get keepsCells(): boolean {
    const { ftpl, guarded, rules } = this.knownSettings();
    return ftpl !== null || (guarded === null && rules.keepsCells === true);
  }

  /** Finds the sums to which a charge on a person is added. */
  placesOf(person: string): readonly number[] | null {
    const { rules } = this.knownSettings();
    const answers = this.answersOf(person);
    if (this.keepsCells) return answers && rules.cells.of(answers);
    const bits = this.bitsOf(person);
    if (bits === null) return null;
    const places: number[] = [];
    for (const [rule, bit] of bits.entries()) if (bit === 1) places.push(rule);
    return places;
  }

  /** h(x) of every rule. */
  bitsOf(person: string): Bits {
    const known = this.bits.get(person);
    if (known !== undefined) return known;
    const answers = this.answersOf(person);
    if (answers === null) return null;
    const { rules } = this.knownSettings();
    const bits = new Uint8Array(rules.count);
    for (let rule = 0; rule < rules.count; rule++) bits[rule] = Number(rules.accepts(answers, rule));
    this.bits.set(person, bits);
    return bits;
  }

  /** Returns a person of a round in the form that mode `guarded` charges. */
  standing(round: Round, position: number): Standing {
    const one = round.people[position];
    if (one === undefined) throw new Broken("position", `below ${round.people.length}`, position);
    return { person: one.person, chance: toNumber(one.chance), bits: this.bitsOf(one.person) };
  }

  /** Returns a person's answers for the rules; null without features. Used only once settings are final. */
  answersOf(person: string): Answers | null {
    const known = this.answers.get(person);
    if (known !== undefined) return known;
    const cells = this.features.get(person)?.cells ?? null;
    if (cells === null) return null;
    const answers = this.knownSettings().rules.answers(cells);
    this.answers.set(person, answers);
    return answers;
  }

  /** Records an entry that changed the learner; in an audit none does. */
  effect(seq: number): void {
    const { audit, picks } = this.knownSettings();
    if (audit !== null) return;
    this.effects.add(seq);
    this.knownSums()?.note(seq, this.openRounds.head(picks?.rule === "average", false));
  }

  openRound(number: number): Round {
    const round = this.open.get(number);
    if (round === undefined) throw new Broken("open round", this.openNumbers, number);
    return round;
  }

  get newestOpen(): Round | undefined {
    return [...this.open.values()].at(-1);
  }

  get openNumbers(): string {
    return [...this.open.keys()].join(", ") || "none";
  }

  hasImported(person: string): boolean {
    const number = pseudonymNumber(person);
    return this.imported.some(({ first, last }) => first <= number && number <= last);
  }
}

/** Parses `p12` as 12; NaN for anything else. */
export function pseudonymNumber(person: string): number {
  return /^p[1-9]\d*$/.test(person) ? Number(person.slice(1)) : Number.NaN;
}
