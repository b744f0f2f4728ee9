import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { applyStep } from "#server/audit-log/apply-step.ts";
import { ballotCommitment, ballotMessage, nonceHash } from "#server/audit-log/ballots.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { genesisPrev, makeEntry } from "#server/audit-log/chain.ts";
import { docketOfRound } from "#server/audit-log/docket.ts";
import { drawLogged } from "#server/audit-log/draw.ts";
import type { Entry, EntryBody, EntryType, LearningSettings } from "#server/audit-log/entries.ts";
import { digestLeaf, featureDigest } from "#server/audit-log/features.ts";
import { type Effect, StepMaker } from "#server/audit-log/learner-steps.ts";
import { inputsHash, noiseSeed, seedLeaf, seedTreeSize } from "#server/audit-log/seeds.ts";
import { shownDigest, shownKey } from "#server/audit-log/shown.ts";
import { stateHash } from "#server/audit-log/states.ts";
import { nodeHash, type TreeNode } from "#server/audit-log/tree/nodes.ts";
import { inclusionPlan, proofOf } from "#server/audit-log/tree/proofs.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { decidePanel, eligiblePairs } from "#server/learner/panel/panel.ts";
import { seedLinks } from "#server/workers/seed-tasks.ts";
import { settings as ofEight } from "./made-settings.ts";

const learner = learnerOf(ofEight.learner);
const study = "0198c0de-0000-7000-8000-000000000001";
const sha = (...words: readonly (string | number)[]) =>
  createHash("sha256").update(words.join("/")).digest("hex");

type Person = {
  readonly person: string;
  readonly cells: Features;
  readonly digestKey: string;
  readonly digest: string;
};

/**
 * Makes a record of Exp2 like a server, without a database: all people in rounds of eight, five ballots
 * per round with real signatures, an outcome for each picked person. If a study cannot open that many rounds, both numbers
 * grow in proportion.
 *
 * @param write called with a line without its LF
 * @param entryCount the approximate number of entries
 * @returns the exact number of entries
 */
export function makeRecord(entryCount: number, write: (line: string) => void): number {
  // Of m seats and k people: m ballots sealed and opened, about k/2 outcomes, an opening, a closing, an update.
  const scale = Math.max(1, (entryCount / seedTreeSize - 3) / (5 * 2 + 8 / 2));
  const [seatCount, roundSize] = [Math.ceil(5 * scale), Math.ceil(8 * scale)];
  const roundCount = Math.ceil(entryCount / (3 + seatCount * 2 + roundSize / 2));
  const settings = { ...ofEight, learner: { ...ofEight.learner, roundSize } };
  const seats = Array.from({ length: seatCount }, (_, index) => seatOf(`s${index + 1}`));
  const people = Array.from({ length: roundCount * roundSize }, (_, index) => personOf(index + 1));
  const { root, seedOf } = seedTree();
  const log = new Writer(write);
  const parts = { people: createHash("sha256"), log: log.hash };
  for (const { person, cells, digestKey } of people) {
    const line = canonicalJson({ person, digestKey, features: cells });
    parts.people.update(`${line}\n`);
    write(line);
  }
  log.add("study.created", {
    settings,
    seedTree: { root, size: seedTreeSize },
    checkpoints: { origin: `log.example/studies/${study}`, key: sha("key"), witnesses: [] },
    guidelines: { version: 1, hash: sha("guidelines") },
    beacon: null,
  });
  log.add("people.imported", {
    ...{ fileHash: sha("file"), first: "p1", last: `p${people.length}`, count: people.length },
    root: treeRoot(people.map(({ digest }) => digestLeaf(digest))),
  });
  for (const { seat, key } of seats) log.add("seat.added", { seat, replaces: null, by: "link-copied", key });
  const rounds = new Rounds(log, settings, seats);
  for (let round = 1; round <= roundCount; round += 1) {
    rounds.play(round, people.slice((round - 1) * roundSize, round * roundSize), seedOf(round));
  }
  const stood = people.length;
  const manifest = {
    ...{ format: 1, study, head: log.head, entries: log.seq, logHash: parts.log.digest("hex") },
    ...{ people: stood, featuresOf: stood, peopleHash: parts.people.digest("hex") },
    ...{ totals: 0, totalsHash: createHash("sha256").digest("hex") },
    ...{ rules: 0, rulesHash: createHash("sha256").digest("hex") },
  };
  write(canonicalJson({ manifest }));
  return log.seq;
}

function personOf(number: number): Person {
  const cells = [String((number * 37) % 1_009), number % 9 === 8 ? null : String(((number * 53) % 971) / 10)];
  const digestKey = sha("digest key", number);
  return { person: `p${number}`, cells, digestKey, digest: featureDigest(digestKey, cells) };
}

/** Makes the links of all rounds with their proofs, and the root over them. */
function seedTree() {
  const links = seedLinks({ secret: sha("secret"), first: 1, count: seedTreeSize });
  const levels = [links.map(seedLeaf)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    level = level.flatMap((left, at) => (at % 2 === 0 ? [nodeHash(left, level[at + 1] ?? "")] : []));
  }
  const hashOf = ({ level, index }: TreeNode) => levels[level]?.[index] ?? "";
  const seedOf = (round: number) => ({
    link: links[round - 1] ?? "",
    linkProof: proofOf(inclusionPlan(round - 1, seedTreeSize), hashOf),
  });
  return { root: levels.at(-1)?.[0] ?? "", seedOf };
}

type Seed = ReturnType<ReturnType<typeof seedTree>["seedOf"]>;

type Seat = { readonly seat: string; readonly key: string; readonly privateKey: KeyObject };

function seatOf(seat: string): Seat {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const spki = publicKey.export({ format: "der", type: "spki" });
  return { seat, privateKey, key: spki.subarray(-32).toString("hex") };
}

/** Chains entries and passes on their lines. */
class Writer {
  seq = 0;
  head = genesisPrev;
  readonly hash = createHash("sha256");
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  add<Type extends EntryType>(type: Type, body: EntryBody<Type>): Entry<Type> {
    const at = Date.UTC(2026, 0, 1) + this.seq;
    const previousAt = this.seq === 0 ? null : at - 1;
    const made = makeEntry({ study, seq: this.seq + 1, prev: this.head, previousAt, at, type, body });
    this.seq += 1;
    this.head = made.hash;
    this.hash.update(`${made.line}\n`);
    this.#write(made.line);
    return made.entry;
  }
}

/** Plays rounds one after the other with the learner's code. */
class Rounds {
  readonly #log: Writer;
  readonly #settings: LearningSettings;
  readonly #seats: readonly Seat[];
  readonly #steps = new StepMaker();
  #state: LearnerState;
  #appliedSeq = 0;
  #effects: Effect[] = [];

  constructor(log: Writer, settings: LearningSettings, seats: readonly Seat[]) {
    this.#log = log;
    this.#settings = settings;
    this.#state = learner.init(settings.learner);
    this.#seats = seats;
  }

  play(round: number, people: readonly Person[], seed: Seed): void {
    const { link } = seed;
    const [log, settings, seats] = [this.#log, this.#settings, this.#seats];
    const opening = learner.open(
      this.#state,
      people.map(({ cells }) => cells),
      noiseSeed(link),
    );
    const prev = log.head;
    const opened = log.add(
      "round.opened",
      openedBody({ settings, round, people, link, opening, seats, appliedSeq: this.#appliedSeq }),
    );
    const openedHash = log.head;
    this.#steps.open(opened.body);
    this.#take(opened);
    const pairs = eligiblePairs(opening.chances, settings.learner.alpha);
    const needed = neededFlags(settings.panel.gamma, seats.length);
    const votes = seats.map((seat, place) =>
      voteOf({ round, seat, people, opening, openedHash, pairs, hasFlag: place < needed }),
    );
    for (const { sealed } of votes) log.add("ballot.sealed", sealed);
    for (const { opened: body } of votes) log.add("ballot.opened", body);
    const draw = drawLogged({
      ...{ studyId: study, round, link, settings, opening, people: people.map(({ cells }) => cells) },
      inputsHash: inputsHash(study, prev, opened.body),
      nonceHashes: votes.map(({ sealed }) => sealed.nonceHash),
      beacon: null,
    });
    const { violations } = decidePanel({
      ...{ chances: opening.chances, alpha: settings.learner.alpha, seatCount: seats.length },
      ...{ rule: { kind: "share", gamma: settings.panel.gamma }, pairRule: settings.learner.pairRule },
      flags: votes.map(({ opened: { verdicts } }) =>
        verdicts.flatMap(([high, low, word]) => (word === "unfair" ? [[high, low] as const] : [])),
      ),
    });
    const reason = "all-sealed";
    this.#take(
      log.add("round.closed", {
        round,
        reason,
        asAnnounced: true,
        violations: [...violations],
        ...seed,
        draw,
      }),
    );
    for (const [position, decision] of draw.decisions.entries()) {
      if (decision === 0) continue;
      const value = (round + position) % 3 === 0 ? "no" : "yes";
      this.#take(log.add("outcome.recorded", { round, position, version: 1, value }));
    }
    this.#update(people);
  }

  #take(effect: Effect): void {
    this.#effects.push(effect);
  }

  #update(people: readonly Person[]): void {
    const cells = new Map(people.map((one) => [one.person, one.cells]));
    for (const effect of this.#effects) {
      const step = this.#steps.next(effect, (person) => cells.get(person) ?? null);
      this.#state = applyStep(this.#settings.learner, this.#state, step);
    }
    this.#effects = [];
    const { head, totals } = learner.serialise(this.#state);
    const hash = stateHash({ head, totals: createHash("sha256").update(totals).digest("hex") });
    const fromSeq = this.#appliedSeq;
    this.#appliedSeq = this.#log.seq;
    this.#log.add("learner.updated", { fromSeq, appliedSeq: this.#appliedSeq, stateHash: hash });
  }
}

function openedBody(given: {
  settings: LearningSettings;
  round: number;
  people: readonly Person[];
  link: string;
  opening: Opening;
  seats: readonly Seat[];
  appliedSeq: number;
}): EntryBody<"round.opened"> {
  const { settings, round, people, link, opening, seats, appliedSeq } = given;
  return {
    ...{ round, t: opening.t, appliedSeq, eta: opening.eta, fairnessWeight: opening.fairnessWeight },
    people: people.map(({ person, digest }, position) => ({
      ...{ person, digest, chance: opening.chances[position] ?? "" },
    })),
    panelChosen: { how: "everyone", leftOut: [] },
    ...{ chosen: "in-order", closing: "by-hand", panel: seats.map(({ seat }) => seat) },
    neededFlags: neededFlags(settings.panel.gamma, seats.length),
    docket: docketOfRound(settings, {
      pairs: eligiblePairs(opening.chances, settings.learner.alpha),
      chances: opening.chances,
      people: people.map(({ cells }) => cells),
      noiseSeed: noiseSeed(link),
    }),
    ...{ noiseSeed: noiseSeed(link), guidelineVersion: 1, deadlineAt: null, drawCommitment: null },
  };
}

/** Makes a ballot on the first pairs; the needed number of seats flags the first one. */
function voteOf(given: {
  round: number;
  seat: Seat;
  people: readonly Person[];
  opening: Opening;
  openedHash: string;
  pairs: readonly (readonly [number, number])[];
  hasFlag: boolean;
}): { sealed: EntryBody<"ballot.sealed">; opened: EntryBody<"ballot.opened"> } {
  const { round, seat: device, people, opening, openedHash, pairs, hasFlag } = given;
  const { seat, key, privateKey } = device;
  const verdicts = pairs
    .slice(0, 6)
    .map(([high, low], index): Verdict => [high, low, index === 0 && hasFlag ? "unfair" : "acceptable"]);
  const [salt, nonce] = [sha("salt", round, seat), sha("nonce", round, seat)];
  const shown = shownDigest(
    people.map(({ person, cells, digestKey }, position) => ({
      ...{ person, chance: opening.chances[position] ?? "", cells: [cells[0] ?? null] },
      shownKey: shownKey(digestKey),
    })),
  );
  const ballot = { study, opening: openedHash, round, seat, version: 1, nonceHash: nonceHash(nonce) };
  const commitment = ballotCommitment({ ...ballot, salt, shown, verdicts });
  const signature = sign(null, Buffer.from(ballotMessage({ ...ballot, commitment })), privateKey).toString(
    "hex",
  );
  return {
    sealed: { round, seat, version: 1, commitment, nonceHash: ballot.nonceHash, key, signature },
    opened: { round, seat, version: 1, salt, nonce, shown, verdicts },
  };
}
