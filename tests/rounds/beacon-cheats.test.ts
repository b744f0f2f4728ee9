import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type IsBeaconSignature, isBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import { beaconTime } from "#server/audit-log/beacon-chain.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import type { Entry, EntryType } from "#server/audit-log/entries.ts";
import { drawCommitment, drawNumber, drawOrder, inputsHash } from "#server/audit-log/seeds.ts";
import { evenDraw } from "#server/learner/policy/even-draw.ts";
import { takeNumbers } from "#server/rounds/await-public-number.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { serverKeyText } from "#server/studies/checkpoints/identity.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { readCheckpointNote } from "#server/studies/checkpoints/read-checkpoints.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { linesIn } from "#server/verifier/lines.ts";
import type { Trusted } from "#server/verifier/trust.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { replay } from "#tests/replay/replay.ts";
import { startBeacon, type TestBeacon, testNumber } from "#tests/setup/beacon.ts";
import { playToClosing } from "#tests/setup/beacon-study.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { madeUpPeople, publishedStudy, type StudyOptions, type TestStudy } from "#tests/setup/study.ts";
import { until } from "#tests/setup/timers.ts";
import { recordOf } from "#tests/setup/verify.ts";
import { type RunningWitness, startWitness } from "#tests/setup/witness.ts";
import { rehashed } from "#tests/trials/tamper/edits.ts";

/**
 * Attacks by a server that has all its own secrets, but no witness key, no seat keys and no future beacon number:
 * each attack, and the problem that a verifier reports. Witness, beacon and clock are real.
 */

type Parts = Awaited<ReturnType<typeof exportStudy>>;

const hour = 3_600_000;

let folder: string;
let running: RunningWitness;
let beacon: TestBeacon;
const app = await sqliteApp();
/** One study draws at opening and no auditor seals; the other draws at close and all seal. */
const honest: { opening: Parts; close: Parts; note: string } = { opening: never(), close: never(), note: "" };
const unbound: { opening: Parts; close: Parts } = { opening: never(), close: never() };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "evenhand-cheats-"));
  app.clock.advance(Date.now() - hour - app.clock.now());
  beacon = await startBeacon(app.clock.now, { delay: 2 });
  Object.assign(app, { beacon });
  // The witness uses its own clock. With the server an hour ahead, numbers are published after it has signed.
  app.clock.advance(2 * hour);
  running = await startWitness(folder, { servers: [serverKeyText(app)] });
  Object.assign(app, { witnesses: [running.witness] });
  const opening = await published({ drawAt: "opening" });
  honest.opening = await silentRound(opening);
  const close = await published({});
  honest.close = await sealedRound(close);
  await cosigned(close.studyId);
  honest.note = (await readCheckpointNote(app, close.studyId)) ?? "";
  unbound.opening = await silentRound(await published({ drawAt: "opening", restsOnBeacon: false }));
  unbound.close = await sealedRound(await published({ restsOnBeacon: false }));
});
/** Retries the witness until it answers: on a busy machine a request may time out. */
function cosigned(studyId: string): Promise<void> {
  return until(async () => (await keepCheckpoints(app, studyId)) === null);
}
afterAll(async () => {
  await Promise.all([running.kill(), beacon.close()]);
  await rm(folder, { recursive: true });
});

describe("an honest log with beacon and witness", () => {
  it("relies on the server's choice until the verifier is given a beacon and a witness", () => {
    const alone = verify(honest.close, honest.note, { beacons: [], witnesses: [] });
    expect(alone).toMatchObject({ answer: "holds-relying", problems: [] });
    expect(named(alone)).toEqual(["holds-relying", "own-beacon", "own-witness"]);
    const { chain, key, genesis, period } = beacon.beacon;
    expect(alone.reliedOn).toMatchObject({ beacon: { chain }, witnesses: [running.witness.key] });
    const half = verify(honest.close, honest.note, { ...trusted(), witnesses: [] });
    expect(named(half)).toEqual(["holds-relying", "own-witness"]);
    const other = verify(honest.close, honest.note, {
      beacons: [{ ...beacon.beacon, genesis: genesis - 1 }],
      witnesses: [],
    });
    expect(named(other)).toContain("own-beacon");
    const secretKey = "7".repeat(64);
    const stranger = verifierKeyText(
      verifierOf({ name: "other.example", type: "ed25519-cosignature", secretKey }),
    );
    expect(named(verify(honest.close, honest.note, { ...trusted(), witnesses: [stranger] }))).toEqual([
      "holds-in-part",
      "no-witness",
      "unwitnessed-draws",
    ]);
    const text = `${chain} ${key} ${genesis} ${period}`;
    expect(second(honest.close)).toMatchObject({
      ok: true,
      ownBeacon: { chain: text, rounds: [1] },
      ownWitnesses: [running.witness.key],
    });
    const given = { beacons: [text], witnesses: [running.witness.key] };
    const { log, features, totals } = honest.close;
    expect(replay(log, features, totals, "", given)).toMatchObject({
      ok: true,
      ownBeacon: null,
      ownWitnesses: [],
    });
  });

  it("holds without reservations", () => {
    const report = verify(honest.close, honest.note);
    expect(report).toMatchObject({ answer: "holds", problems: [], reservations: [] });
    expect(report.computed).toMatchObject({ panels: 1, draws: 1 });
    const { ok, lateDraws, unseenDraws, restedOnNothing, unprovenBallots } = second(honest.close);
    expect({ ok, left: [lateDraws, unseenDraws, restedOnNothing, unprovenBallots] }).toEqual({
      ok: true,
      left: [[], [], [], 0],
    });
  });

  it("is correct only in part without a final checkpoint or without a beacon, and reports each draw", () => {
    expect(named(verify(honest.close))).toEqual(["holds-in-part", "no-witness"]);
    expect(named(verify(honest.opening))).toEqual(["holds-in-part", "no-witness"]);
    expect(named(verify(unbound.close))).toEqual(["holds-in-part", "no-beacon", "no-witness"]);
    expect(named(verify(unbound.opening))).toEqual(["holds-in-part", "no-beacon", "no-witness"]);
    expect(second(unbound.close)).toMatchObject({ ok: true, restedOnNothing: [1] });
  });
});

it("records a close once for a restored server, however often its number is requested", async () => {
  const study = await published({});
  const { studyId } = study;
  await playToClosing(app, study);
  await cosigned(studyId);
  await outOf(study);
  beacon.lie = "error";
  for (let time = 0; time < 2; time += 1) expect(await takeNumbers(app, studyId)).toBeGreaterThan(0);
  beacon.lie = null;
  expect(await takeNumbers(app, studyId)).toBeNull();
  const { closings } = await app.marks.readFacts(studyId);
  expect(closings.map(({ entry }) => JSON.parse(entry).type)).toEqual(["round.closing"]);
});

describe("a draw at opening whose deadline the server ground for a wanted result", () => {
  it("passes without a beacon, and the report says so", () => {
    const forged = groundDeadline(unbound.opening);
    expect(named(verify(forged))).toEqual(["holds-in-part", "no-beacon", "no-witness"]);
    expect(second(forged)).toMatchObject({ ok: true, restedOnNothing: [1] });
  });

  it("is detected by a checkpoint that a witness signed in time", () => {
    const forged = groundDeadline(honest.opening);
    expect(found(verify(forged))).toContain("root of a checkpoint in the log");
    expect(second(forged).problems.map(({ what }) => what)).toContain("root of a checkpoint");
  });

  it("is reported as unwitnessed if the checkpoint is left out", () => {
    const forged = without(groundDeadline(honest.opening), "round.drawn");
    expect(named(verify(forged))).toEqual(["holds-in-part", "no-witness", "unwitnessed-draws"]);
    expect(second(forged)).toMatchObject({ ok: true, unseenDraws: [1] });
  });
});

describe("a closing time that the server chose after the numbers were known", () => {
  it("is detected by a checkpoint that a witness signed in time", () => {
    const forged = groundClosing(honest.close);
    expect(found(verify(forged))).toContain("root of a checkpoint in the log");
    expect(second(forged).ok).toBe(false);
  });

  it("is reported as unwitnessed if the checkpoint is left out", () => {
    const forged = without(groundClosing(honest.close), "round.closed");
    expect(named(verify(forged))).toEqual(["holds-in-part", "no-witness", "unwitnessed-draws"]);
    expect(second(forged)).toMatchObject({ ok: true, unseenDraws: [1] });
  });

  it("is reported if a witness signed too late, and fails with any other number", async () => {
    // The server's clock is an hour behind the witness.
    app.clock.advance(-2 * hour);
    onTestFinished(() => app.clock.advance(2 * hour));
    const study = await published({});
    await playToClosing(app, study);
    await outOf(study);
    await cosigned(study.studyId);
    await takeNumbers(app, study.studyId);
    const parts = await exportStudy(app, study.studyId);
    expect(named(verify(parts))).toEqual(["holds-in-part", "late-witness", "no-witness"]);
    expect(second(parts)).toMatchObject({ ok: true, lateDraws: [1] });
    const other = parts.log.replace(
      /"beaconRound":(\d+)/,
      (_, number) => `"beaconRound":${Number(number) - 1}`,
    );
    expect(found(verify({ ...parts, log: rechained(other) }))).toContain("public number named");
  });
});

describe("a ballot that the server forged for a seat, with a ground nonce", () => {
  it("is detected, since no key of the seat signed it", () => {
    const entries = entriesOf(honest.close);
    const sealed = entryOf(entries, "ballot.sealed");
    const nonceHash = "0".repeat(64);
    const body = { ...sealed.body, version: 2, nonceHash };
    const at = entries.findLastIndex(({ type }) => type === "ballot.sealed") + 1;
    const forged = written(honest.close, entries.toSpliced(at, 0, { ...sealed, body }));
    expect(found(verify(forged))).toContain("signature of a ballot");
    const key = "1".repeat(64);
    const stranger = written(honest.close, entries.toSpliced(at, 0, { ...sealed, body: { ...body, key } }));
    expect(found(verify(stranger))).toContain("key of a ballot");
  });

  it("is detected after the ballots were frozen, even with a valid signature", () => {
    const entries = entriesOf(honest.close);
    const at = entries.findIndex(({ type }) => type === "round.closing") + 1;
    const forged = written(honest.close, entries.toSpliced(at, 0, entryOf(entries, "ballot.sealed")));
    const problem = verify(forged).problems.find(({ what }) => what === "ballot");
    expect(problem).toMatchObject({ expected: "before the round is closing" });
  });
});

describe("a split view of the log, and a truncated log", () => {
  it("are detected with a checkpoint that a person kept", () => {
    const lines = honest.close.log.split("\n").slice(0, -1);
    const cut = { ...honest.close, log: `${lines.slice(0, -1).join("\n")}\n` };
    expect(found(verify(cut, honest.note))).toContain("entries that a checkpoint covers");
    expect(found(verify(groundClosing(honest.close), honest.note))).toContain("checkpoint");
    expect(named(verify(cut))).toContain("no-witness");
  });
});

describe("a public number", () => {
  it.each<[string, (text: string) => string, string]>([
    [
      "of another round",
      (log) => log.replace(/"signature":"[0-9a-f]{96}"/, `"signature":"${testNumber(1)}"`),
      "public number",
    ],
    [
      "that is left out",
      (log) => log.replace(/"beacon":\{"checkpoint".*?\},"draw"/, '"draw"'),
      "public number of a close",
    ],
    [
      "of no study with a beacon",
      (log) => log.replace(/"beacon":\{"chain".*?\}/, '"beacon":null'),
      "closing",
    ],
    [
      "of another key",
      (log) => log.replace(/"key":"[0-9a-f]{192}"/, `"key":"${"8".repeat(192)}"`),
      "public number",
    ],
    ["with another delay", (log) => log.replace('"delay":2', '"delay":9'), "public number named"],
  ])("%s is detected", (_, change, what) => {
    const log = rechained(change(honest.close.log));
    expect(log).not.toBe(honest.close.log);
    expect(found(verify({ ...honest.close, log }))).toContain(what);
    expect(second({ ...honest.close, log }).ok).toBe(false);
  });
});

describe("each value that a beacon adds to a log", () => {
  it.each(["opening", "close"] as const)("is checked, with a draw at %s", (drawAt) => {
    const parts = honest[drawAt];
    const unseen: string[] = [];
    for (const [index, entry] of entriesOf(parts).entries()) {
      for (const [path, body] of changes(entry.body)) {
        if (!brought.test(`${entry.type}${path}`)) continue;
        const changed = { ...entry, body } as Entry;
        const forged = written(parts, entriesOf(parts).with(index, changed));
        if (second(forged).ok) unseen.push(`second: ${entry.type}${path}`);
        if (verify(forged).answer !== "fails") unseen.push(`${entry.type}${path}`);
      }
    }
    expect(unseen).toEqual([]);
  });
});

/** Names of fields and entries that only logs with a beacon contain. */
const brought = /beacon|^round\.(closing|drawn)/;

/** Yields every copy of a body that differs in one value. */
function* changes(value: unknown, path = ""): Generator<[string, unknown]> {
  if (typeof value === "number") yield [path, value + 1];
  else if (typeof value === "boolean") yield [path, !value];
  else if (typeof value === "string")
    yield [path, value.replace(/.$/s, (last) => (last === "0" ? "1" : "0"))];
  else if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    for (const [key, one] of Object.entries(value)) {
      for (const [at, other] of changes(one, `${path}.${key}`)) yield [at, { ...value, [key]: other }];
    }
  }
}

function published(settings: NonNullable<StudyOptions["settings"]>): Promise<TestStudy> {
  return publishedStudy(app, {
    people: madeUpPeople(40),
    settings: { mode: "guarded", roundSize: "6", horizon: "", ...settings },
  });
}

/** Plays a round in which no auditor seals and that closes after its deadline. */
async function silentRound(study: TestStudy): Promise<Parts> {
  const { studyId } = study;
  const deadlineAt = app.now() + 60_000;
  const { round } = await openRound(app, { studyId, deadlineAt });
  await cosigned(studyId);
  await outOf(study);
  await takeNumbers(app, studyId);
  app.clock.advance(deadlineAt - app.now());
  await closeRound(app, { studyId, round });
  await applyUpdates(app, studyId);
  return exportStudy(app, studyId);
}

async function sealedRound(study: TestStudy): Promise<Parts> {
  const { studyId } = study;
  await playToClosing(app, study);
  await cosigned(studyId);
  await outOf(study);
  await takeNumbers(app, studyId);
  await applyUpdates(app, studyId);
  return exportStudy(app, studyId);
}

/** Advances the clock to when the beacon number named by the study's round is published. */
async function outOf({ studyId }: TestStudy): Promise<void> {
  const wait = await takeNumbers({ ...app, beacon: null, now: () => 0 }, studyId);
  if (wait !== null) app.clock.advance(Math.max(0, wait - app.now()));
}

/** Forges a deadline with which the first person gets the opposite decision. */
function groundDeadline(parts: Parts): Parts {
  const entries = entriesOf(parts);
  const opened = entryOf(entries, "round.opened");
  const closed = entryOf(entries, "round.closed");
  const drawn = entries.find(({ type }) => type === "round.drawn") as Entry<"round.drawn"> | undefined;
  const beaconOf = drawn?.body.beacon.signature ?? null;
  for (let deadlineAt = opened.at + 1; deadlineAt <= closed.at; deadlineAt += 1) {
    const body = { ...opened.body, deadlineAt };
    const bound = inputsHash(opened.study, opened.prev, body);
    const draw = drawOf(body, closed.body.link, {
      bound,
      nonceHashes: [],
      beacon: beaconOf,
      study: opened.study,
    });
    if (deadlineAt === opened.body.deadlineAt || draw.decisions[0] === closed.body.draw?.decisions[0])
      continue;
    const commitment = drawCommitment({ link: closed.body.link, inputsHash: bound, ...draw });
    return written(
      parts,
      entries.map((entry): Entry => {
        if (entry === opened && drawn === undefined)
          return { ...entry, body: { ...body, drawCommitment: commitment } } as Entry;
        if (entry === opened) return { ...entry, body } as Entry;
        if (entry === drawn) return { ...drawn, body: { ...drawn.body, drawCommitment: commitment } };
        return entry === closed ? { ...closed, body: { ...closed.body, draw } } : entry;
      }),
    );
  }
  throw new Error("no deadline changes the first decision");
}

/** Forges a later closing time whose beacon number is already known. */
function groundClosing(parts: Parts): Parts {
  const entries = entriesOf(parts);
  const { body: opened, ...opening } = entryOf(entries, "round.opened");
  const closing = entryOf(entries, "round.closing");
  const closed = entryOf(entries, "round.closed");
  const nonces = entries.flatMap((entry) => (entry.type === "ballot.sealed" ? [entry.body.nonceHash] : []));
  const bound = inputsHash(opening.study, opening.prev, opened);
  for (const later of [1, 2, 3]) {
    const beaconRound = closing.body.beaconRound + later;
    const at = closing.at + later * 1_000;
    const inputs = { bound, nonceHashes: nonces, beacon: testNumber(beaconRound), study: opening.study };
    const draw = drawOf(opened, closed.body.link, inputs);
    if (canonicalJson(draw) === canonicalJson(closed.body.draw)) continue;
    const out = beaconTime(beacon.beacon, beaconRound);
    return written(
      parts,
      entries.map((entry): Entry => {
        if (entry === closing) return { ...closing, at, body: { ...closing.body, beaconRound } };
        const late = { ...entry, at: Math.max(entry.at, entry.seq > closing.seq ? out : 0) } as Entry;
        if (late.type !== "round.closed") return late;
        const number = { signature: inputs.beacon, checkpoint: closed.body.beacon?.checkpoint ?? null };
        return { ...late, body: { ...late.body, draw, beacon: number } };
      }),
    );
  }
  throw new Error("no closing time changes the draw");
}

type Inputs = { bound: string; nonceHashes: string[]; beacon: string | null; study: string };

function drawOf(
  { round, people }: Entry<"round.opened">["body"],
  link: string,
  { bound, nonceHashes, beacon: signature, study }: Inputs,
) {
  const { u, decimal } = drawNumber({
    link,
    study,
    round,
    inputsHash: bound,
    nonceHashes,
    beacon: signature,
  });
  const order = drawOrder(link, people.length);
  const chances = people.map(({ chance }) => chance);
  return { u: decimal, order, decisions: [...evenDraw(chances, order, u)] };
}

function entriesOf({ log }: Parts): Entry[] {
  return log
    .split("\n")
    .slice(0, -1)
    .map((line) => readLine(line));
}

function entryOf<Type extends EntryType>(entries: readonly Entry[], type: Type): Entry<Type> {
  const found = entries.find((entry) => entry.type === type);
  if (found === undefined) throw new Error(`there is no ${type}`);
  return found as Entry<Type>;
}

/** Renumbers and rehashes the entries, as the server's operator can. */
function written(parts: Parts, entries: readonly Entry[]): Parts {
  const lines = entries.map((entry, index) => canonicalJson({ ...entry, seq: index + 1 }));
  return { ...parts, log: rechained(`${lines.join("\n")}\n`) };
}

function rechained(text: string): string {
  return rehashed({ text, line: 1, kind: "all" }).text;
}

/** Removes the checkpoint that entries of a type hold. */
function without(parts: Parts, type: "round.drawn" | "round.closed"): Parts {
  return written(
    parts,
    entriesOf(parts).map((entry) => {
      if (entry.type !== type || !("beacon" in entry.body)) return entry;
      return {
        ...entry,
        body: { ...entry.body, beacon: { ...entry.body.beacon, checkpoint: null } },
      } as Entry;
    }),
  );
}

/** The beacon and witness that a verifier trusts. */
function trusted(): Trusted {
  return { beacons: [beacon.beacon], witnesses: [running.witness.key] };
}

function verify(parts: Parts, note?: string, given = trusted()) {
  const lines = linesIn([new TextEncoder().encode(recordOf(parts))]);
  return verifyLog({
    ...{ lines, isBeaconSignature: isBeaconSignatureOnce, trusted: given },
    ...(note && { checkpoints: [note] }),
  });
}

const answers = new Map<string, boolean>();

/** Caches the product's signature check for each number: it takes 50 ms, and most forged logs hold the same numbers. */
const isBeaconSignatureOnce: IsBeaconSignature = (chain, round, signature) => {
  const question = `${chain.key} ${round} ${signature}`;
  const answer = answers.get(question) ?? isBeaconSignature(chain, round, signature);
  answers.set(question, answer);
  return answer;
};

function second({ log, features, totals }: Parts) {
  return replay(log, features, totals);
}

type Report = ReturnType<typeof verify>;

function named({ answer, problems, reservations }: Report): string[] {
  expect(problems).toEqual([]);
  return [answer, ...reservations.map(({ kind }) => kind).sort()];
}

function found({ answer, problems }: Report): string[] {
  expect(answer).toBe("fails");
  return problems.map(({ what }) => what);
}

function never(): Parts {
  return { log: "", features: "", totals: "", rules: "" };
}
