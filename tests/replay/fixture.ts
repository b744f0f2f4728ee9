/**
 * Builds small logs by hand. It hashes and chains (docs/log-format.md, sections 1, 2 and 4) with its own few lines and
 * shares nothing with the replay; it computes no chance, no eta, no C and no violation: those are literals of the tests.
 */

import { createHash } from "node:crypto";
import { publicKeyOf, resigned, sealedBody, type Verdict } from "./fixture-ballots.ts";
import { type Body, H, K, STUDY, sha, text, type Value } from "./fixture-hashes.ts";
import { seedOf, seedTree } from "./fixture-seeds.ts";

export type { Body, Value };

/** The name of each log in its checkpoints. */
export const ORIGIN = `log.example/studies/${STUDY}`;
/** One ranked pair, and one by lot. */
const DOCKET = 2;

/** A verifier key of a witness: name, the first four bytes of a hash, type and key. */
const WITNESS_KEY = Buffer.concat([Buffer.of(4), Buffer.alloc(32, 7)]);
const WITNESS = [
  "witness.example",
  createHash("sha256").update("witness.example\n").update(WITNESS_KEY).digest("hex").slice(0, 8),
  WITNESS_KEY.toString("base64"),
].join("+");
/** The signers of a log's checkpoints; their private keys do not exist if no checkpoint is made. */
export interface LogSigners {
  readonly key: string;
  readonly witnesses: string[];
}

export const SIGNERS: LogSigners = { key: sha("checkpoint key"), witnesses: [WITNESS] };

/** RFC 6962, leaves of 32 bytes as hex. */
const root = (leaves: string[]): string => {
  if (leaves.length === 1) return shaOfHex(`00${leaves[0]}`);
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return shaOfHex(`01${root(leaves.slice(0, left))}${root(leaves.slice(left))}`);
};
const shaOfHex = (hex: string) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");

/** What the learners of most logs have in common. */
export const COMMON = {
  ...{ learner: "exp2", version: 1, kernel: "portable-1", mode: "known", roundSize: 2, horizon: 8 },
  ...{ afterHorizon: "end", alpha: "0.1", eps: "0.05", fairnessMultiplier: "1" },
  ...{ pairRule: "average", rejectedHalves: "at-close" },
} satisfies Body;

export interface RoundSpec {
  t: number;
  appliedSeq: number;
  /** Pseudonym and chance of each person, such as "p1 0.5, p2 0.25". */
  people: string;
  eta: string | null;
  C: string | null;
  /** Pairs with a word each, such as "0 1 ranked, 2 1 random"; none if absent. */
  docket?: string;
  /** Mode `guarded` only. */
  guard?: Body;
  panel: string[];
  /** Members left out for a conflict of interest. */
  leftOut?: string[];
  needed: number;
  /** Sealed in this order, such as "s1: 0 1 unfair; s3: 0 1 unsure"; a seat's second entry is its version 2. */
  ballots?: string;
  /** high, low, flagCount and weight of each, such as "0 1 2 0.5". */
  violations?: string;
  /** The rule to be drawn (null for an even draw) and its interval of u; the deadline is varied until u falls into it. */
  hypothesis: number | null;
  u: [number, number];
  /** null in an audit, which draws no one. */
  decisions: number[] | null;
  cancelled?: boolean;
  /** FTPL in mode `paper` only. */
  resamples?: number[];
  /** Entries between the opening and the ballots. */
  during?: () => void;
  /** The proposals that its opening carries, the votes on them by seat, and what its close says of them. */
  annulments?: Body[] | null;
  votes?: { [seat: string]: (string | null)[] };
  decided?: Body[];
  /** Names of keys other than the seat's first one. */
  signers?: { [seat: string]: string };
  panelAtClose?: string[];
  /** How the panel decides, if that depends on which seats flag. */
  rule?: Body;
  /** How the opening says that it will close; "deadline" if absent. */
  closing?: "no-pairs";
  /** When it closes after its deadline: then it is the last round. */
  closedAt?: number;
}

/** Reads a list such as "0 1 ranked, 2 1 random"; digits alone are a number. */
function cellsIn(list: string): (string | number)[][] {
  const rows = list.split(",").map((row) => row.trim().split(" "));
  return rows
    .filter(([first]) => first !== "")
    .map((row) => row.map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
}

const peopleIn = (list: string) =>
  list.split(", ").map((one): [string, string] => {
    const [person = "", chance = ""] = one.split(" ");
    return [person, chance];
  });

/**
 * Rechains entries, like a forger of a whole log who also has the keys of all seats, so that
 * nothing is found by a signature alone. A server has no keys: `hasKeys` = false.
 */
export function sealed(entries: readonly Body[], hasKeys = true): string {
  return chained(entries, hasKeys).text;
}

/** The text of chained entries, and the hash of the last one. */
export function chained(entries: readonly Body[], hasKeys = true): { text: string; head: string } {
  let head = "0".repeat(64);
  let opening = "";
  const lines = entries.map((entry, index) => {
    const body = hasKeys && entry.type === "ballot.sealed" ? resigned(entry.body, opening) : entry.body;
    const line = lineOf({ ...entry, ...(body !== undefined && { body }) }, index, head);
    head = sha(`\u0000${line}`);
    if (entry.type === "round.opened") opening = head;
    return `${line}\n`;
  });
  return { text: lines.join(""), head };
}

function lineOf(entry: Body, index: number, prev: string): string {
  return text({ v: 1, study: STUDY, seq: index + 1, at: 1000 + index, ...entry, prev });
}

/** A state, as docs/log-format-state.md has it. */
export interface State {
  /** Exp2 if absent. */
  readonly learner?: "ftpl";
  readonly t: number;
  /** Of rules or cells; of thresholds those of the intervals and of all charges. */
  readonly loss: readonly number[];
  /** Of thresholds: N. */
  readonly size?: number;
}

/** Mode `guarded`, whose states the replay does not check: an arbitrary state. */
const UNREPLAYED: State = { t: 0, loss: [] };

function bytesOf({ loss, size }: State): Buffer {
  const pairs = loss.flatMap((sum, place) => (sum === 0 ? [] : [place, sum]));
  return Buffer.from(Float64Array.from(size === undefined ? loss : pairs).buffer);
}

function loggedState(state: State): { head: Body; totals: string } {
  const head = { learner: state.learner ?? "exp2", size: state.size ?? state.loss.length, t: state.t };
  return { head, totals: createHash("sha256").update(bytesOf(state)).digest("hex") };
}

function stateHashOf(state: State): string {
  const { head, totals } = loggedState(state);
  return H("state", head, totals);
}

/** How panels are chosen. */
type Selection = { how: string; size: number | null; quotas?: Body[] };

/** A beacon of which a log uses number 1 alone, so it has one round that is closed. */
export interface LogBeacon {
  readonly chain: Body;
  readonly signature: string;
  /** UTC milliseconds at which number 1 comes out. */
  readonly outAt: number;
}

export class Log {
  readonly entries: Body[] = [];
  private readonly kept = new Set<string>();
  readonly drawAt: string | null;
  private readonly beacon: LogBeacon | null;
  private selection: Selection;
  /** By round: the inputs of its draw in addition to the link. */
  readonly inputs: string[] = [];
  private readonly people: ReadonlyMap<string, Value[]>;
  private roundCount = 0;
  private head = "0".repeat(64);

  constructor(
    learner: Body,
    gamma: [number, number],
    drawAt: string | null,
    seats: number,
    people: Value[][],
    asked: { tolerance: boolean; closesWithoutPairs?: boolean } = { tolerance: false },
    signers = SIGNERS,
    beacon: LogBeacon | null = null,
    selection: Selection = { how: "everyone", size: null },
  ) {
    this.drawAt = drawAt;
    this.beacon = beacon;
    this.selection = selection;
    this.people = new Map(people.map((features, index) => [`p${index + 1}`, features]));
    const { tolerance, closesWithoutPairs = false } = asked;
    const panel = {
      gamma: { numerator: gamma[0], denominator: gamma[1] },
      quorum: 1,
      closesWithoutPairs,
      closesAtDeadline: true,
      selection: this.selection,
    };
    const settings = {
      learner,
      panel,
      drawAt,
      presentation: {
        fields: [firstColumn(learner)],
        chanceFormat: "in-100",
        docket: { size: DOCKET },
        ...{ lookFirst: false, reasons: false, notes: false, repeat: false, tolerance },
      },
    };
    this.add("study.created", {
      settings,
      seedTree,
      checkpoints: { origin: ORIGIN, key: signers.key, witnesses: signers.witnesses },
      guidelines: { version: 1, hash: sha("guidelines") },
      beacon: beacon?.chain ?? null,
    });
    const [first, last, count] = ["p1", `p${people.length}`, people.length];
    const digests = [...this.people.keys()].map((person) => this.digest(person));
    this.add("people.imported", { fileHash: sha("file"), first, last, count, root: root(digests) });
    for (let seat = 1; seat <= seats; seat++) this.seat(`s${seat}`, null, "link-copied");
  }

  get seq(): number {
    return this.entries.length;
  }

  add(type: string, body: Body, at: { at?: number } = {}): void {
    const entry = { type, body, ...at };
    this.head = sha(`\u0000${lineOf(entry, this.seq, this.head)}`);
    this.entries.push(entry);
  }

  seat(seat: string, replaces: string | null, by: string): void {
    this.add("seat.added", { seat, replaces, by, key: publicKeyOf(seat) });
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.add("panel.selection-changed", { selection });
  }

  outcome(round: number, position: number, version: number, value: string): void {
    this.add("outcome.recorded", { round, position, version, value });
  }

  /** `learner.updated` from the last one to an entry, at first this point. @param state or its hash */
  update(fromSeq: number, state: State | string = UNREPLAYED, appliedSeq: number = this.seq): number {
    const stateHash = typeof state === "string" ? state : stateHashOf(state);
    this.add("learner.updated", { fromSeq, appliedSeq, stateHash });
    return appliedSeq;
  }

  /** Adds a person of a closed round to the state after `appliedSeq`: the last effect. */
  erase(person: string, state: State = UNREPLAYED, appliedSeq: number = this.seq): void {
    const last = this.entries.findLast(({ type }) => type === "learner.updated");
    const fromSeq = Number(Object(last?.body).appliedSeq ?? 0);
    if (this.entries.at(-1) !== last && fromSeq < appliedSeq) this.update(fromSeq, state, appliedSeq);
    this.add("person.erased", { person, cause: "operator", state: loggedState(state) });
    const bytes = bytesOf(state).toString("base64");
    this.kept.add(`${text({ bytes, hash: loggedState(state).totals })}\n`);
  }

  /** Whether the lot of its panels awaits number 1, which its draw awaits too. */
  private get awaitsPanel(): boolean {
    return this.beacon !== null && this.selection.how === "by-lot";
  }

  /** The totals file. */
  totals(): string {
    return [...this.kept].sort().join("");
  }

  /** One round from opening to end. */
  round(spec: RoundSpec): void {
    const round = ++this.roundCount;
    const link = seedOf(round).link;
    const people = peopleIn(spec.people);
    const ballots = spec.ballots?.split("; ").map((one) => one.split(":")) ?? [];
    const votes = ballots.map(([seat = "", list = ""], index, all) => {
      const version = all.slice(0, index + 1).filter(([other]) => other === seat).length;
      const verdicts = cellsIn(list) as Verdict[];
      const [nonce, salt] = [
        sha(`nonce ${round} ${seat} ${version}`),
        sha(`salt ${round} ${seat} ${version}`),
      ];
      const shown = this.shown(people);
      const votes = spec.votes?.[seat];
      const said = { verdicts, ...(votes !== undefined && { votes }) };
      return { round, seat, version, nonce, salt, shown, ...said, signer: spec.signers?.[seat] ?? seat };
    });
    const panel = spec.panelAtClose ?? spec.panel;
    const first = (seat: string) => {
      const vote = votes.find((one) => one.seat === seat);
      return vote === undefined ? "" : H("nonce", vote.nonce);
    };
    const nonces = this.drawAt === "opening" ? [] : panel.map(first);
    const { opening, inputsHash, u } = this.search(spec, round, nonces);
    const order = people.map((_, position) => position);
    const placeOf = (position: number) => H("draw-order", link, position);
    order.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    const by: Body = spec.hypothesis === null ? { order } : { hypothesis: spec.hypothesis };
    const draw = { u: String(u), ...by, decisions: spec.decisions };
    const drawCommitment =
      this.drawAt === "opening"
        ? H("draw-commitment", link, inputsHash, draw.u, spec.hypothesis ?? order, draw.decisions)
        : null;
    const awaits = this.beacon !== null && this.drawAt === "opening";
    const { awaitsPanel } = this;
    this.add("round.opened", { ...opening, drawCommitment: awaits ? null : drawCommitment });
    const openingHash = this.head;
    this.inputs[round] = inputsHash;
    spec.during?.();
    for (const vote of votes) this.add("ballot.sealed", sealedBody(vote, openingHash));
    if (spec.cancelled === true) {
      this.add("round.cancelled", {
        ...{ round, reason: "trouble", ...seedOf(round) },
        ...(spec.decisions !== null && this.beacon === null && { draw }),
      });
      return;
    }
    const allSealed = panel.every((seat) => votes.some((vote) => vote.seat === seat));
    const byThen = allSealed ? "all-sealed" : "operator";
    const reason = spec.closing ?? (spec.closedAt === undefined ? byThen : "deadline");
    const how = { round, reason, asAnnounced: reason !== "operator" };
    const number = this.beacon && { signature: this.beacon.signature, checkpoint: null };
    const outAt = this.beacon?.outAt ?? 0;
    if (number !== null && awaits) {
      const [panel, neededFlags] = awaitsPanel ? [spec.panel, spec.needed] : [null, null];
      const drawn = { round, beacon: number, panel, neededFlags, drawCommitment };
      this.add("round.drawn", drawn, { at: outAt });
    } else if (number !== null) this.add("round.closing", { ...how, beaconRound: 1 });
    for (const place of panel) {
      const last = votes.findLast(({ seat }) => seat === place);
      if (last === undefined) continue;
      const { signer: _, ...opened } = last;
      this.add("ballot.opened", opened);
    }
    const violations = cellsIn(spec.violations ?? "").map(([high = 0, low = 0, flagCount = 0, weight]) => ({
      ...{ high, low, flagCount, weight: String(weight) },
    }));
    const body: Body = {
      ...how,
      violations,
      ...seedOf(round),
      ...(spec.decided && { annulments: spec.decided }),
    };
    if (number !== null && !awaits) body.beacon = number;
    if (spec.decisions !== null) body.draw = draw;
    if (spec.resamples !== undefined) body.resamples = spec.resamples;
    const at = this.beacon?.outAt ?? spec.closedAt;
    this.add("round.closed", body, at === undefined ? {} : { at });
  }

  text(): string {
    return sealed(this.entries);
  }

  /** @param without people who were erased, or in no round */
  features(without: readonly string[] = []): string {
    return [...this.people]
      .map(([person, features]): Body => {
        if (without.includes(person)) return { digest: this.digest(person), person };
        return { digestKey: this.key(person), features, person };
      })
      .map((line) => `${text(line)}\n`)
      .join("");
  }

  /** Returns the cells shown to the auditors of a round: the first column. */
  private shown(people: readonly (readonly [string, string])[]): string {
    const shown = people.map(([person, chance]) => {
      const cells = (this.people.get(person) ?? []).slice(0, 1);
      return [person, chance, K(K(this.key(person), "shown"), cells)];
    });
    return H("shown", shown);
  }

  private digest(person: string): string {
    return K(this.key(person), this.people.get(person) ?? []);
  }

  private key(person: string): string {
    return sha(`digest key ${person}`);
  }

  /** Varies the deadline, an input of the draw, until u lies in the requested interval. */
  private search(spec: RoundSpec, round: number, nonces: string[]) {
    const link = seedOf(round).link;
    const { head } = this;
    for (let deadlineAt = 10_000; ; deadlineAt++) {
      const opening: Body = {
        ...{ round, t: spec.t, appliedSeq: spec.appliedSeq, deadlineAt, guidelineVersion: 1 },
        people: peopleIn(spec.people).map(([person, chance]) => {
          return { person, digest: this.digest(person), chance };
        }),
        chosen: this.drawAt === null ? "by-lot" : "in-order",
        closing: spec.closing ?? "deadline",
        ...{ eta: spec.eta, fairnessWeight: spec.C },
        ...(this.awaitsPanel
          ? { panel: null, neededFlags: null }
          : { panel: spec.panel, neededFlags: spec.needed }),
        panelChosen: {
          how: this.selection.how,
          leftOut: (spec.leftOut ?? []).map((seat) => ({ seat, reason: "conflict" })),
        },
        ...(spec.rule && { rule: spec.rule }),
        ...(spec.guard && { guard: spec.guard }),
        ...(spec.annulments && { annulments: spec.annulments }),
        noiseSeed: H("noise", link),
        ...(this.beacon !== null && this.drawAt === "opening" && { beaconRound: 1 }),
        docket: cellsIn(spec.docket ?? ""),
      };
      const inputsHash = H("round-inputs", STUDY, head, opening);
      const u = drawn(link, round, inputsHash, nonces, this.beacon?.signature);
      if (u >= spec.u[0] && u < spec.u[1]) return { opening, inputsHash, u };
    }
  }
}

/** u of a round. */
export function drawn(
  link: string,
  round: number,
  inputsHash: string,
  nonces: string[],
  signature?: string,
): number {
  const inputs = [inputsHash, nonces, ...(signature === undefined ? [] : [signature])];
  const bytes = K(link, ["evenhand/1/draw", STUDY, round, ...inputs]).slice(0, 16);
  return Number(BigInt(`0x${bytes}`) >> 11n) / 2 ** 53;
}

function firstColumn(learner: Body): Value {
  return Object(Object(learner.columns)[0]).name;
}
