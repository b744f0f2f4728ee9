import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { serverKeyText } from "#server/studies/checkpoints/identity.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { startBeacon, type TestBeacon } from "#tests/setup/beacon.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import type { StudyOptions } from "#tests/setup/study.ts";
import { incomeAbove, madeUpPeople } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { type RunningWitness, startWitness } from "#tests/setup/witness.ts";
import { type Edit, editBytes, editCell, editList, rehashed } from "./tamper/edits.ts";
import { type Exported, playEventful } from "./tamper/eventful.ts";
import { forge } from "./tamper/forger.ts";
import { notSeen, notSeenWithKeys } from "./tamper/not-seen.ts";

/** A fortieth of the trial's 10,000 edits; `npm run trial -- tamper` makes them all. */
const edits = Number(process.env.EVENHAND_TRIAL_EDITS ?? 250);

const isWhole = process.env.EVENHAND_TRIAL_EDITS !== undefined;

/** A stopped trial continues after this many edits, as it printed. */
const done = Number(process.env.EVENHAND_TRIAL_FROM ?? 0);

const people = madeUpPeople(30);
const conjunctions = { kind: "conjunctions", predicates: incomeAbove(30, 60) } as const;
const chances = people.map((_, index) => String(((index * 7) % 11) / 10));
type Played = StudyOptions & { readonly panel?: "by-server"; readonly hasBeacon?: true };
/** Four pairs, so that some enter a docket by rank and some by lot. */
const asking: SettingsDraft["asking"] = {
  ...{ docket: "minutes", minutes: "2" },
  ...{ lookFirst: false, reasons: false, notes: false, repeat: false, tolerance: false },
};
const round = { roundSize: "6", asking };
const studies: Readonly<Record<string, Played>> = {
  "Exp2, known": { rules: conjunctions, settings: round },
  "Exp2, known, a panel of the server's own": { rules: conjunctions, settings: round, panel: "by-server" },
  "Exp2, paper, draw at opening": {
    rules: conjunctions,
    settings: { ...round, mode: "paper", pairRule: "largest-gap", drawAt: "opening" },
  },
  "Exp2, guarded": { settings: { ...guardedSettings, ...round } },
  "FTPL, paper": {
    rules: conjunctions,
    settings: { ...round, learner: "ftpl", mode: "paper", pairRule: "largest-gap" },
  },
  "an audit": { kind: "audit", chances, settings: round },
  "Exp2, known, with beacon and witness": { rules: conjunctions, settings: round, hasBeacon: true },
  "Exp2, known, with beacon and witness, draw at opening": {
    rules: conjunctions,
    settings: { ...round, drawAt: "opening" },
    hasBeacon: true,
  },
};
const worlds = Object.keys(studies);
const share = Math.round(edits / worlds.length);

const app = await sqliteApp();
let beacon: TestBeacon;
let witness: RunningWitness;
const folder = mkdtempSync(join(tmpdir(), "evenhand-tamper-"));
const logs = new Map<string, Exported>();
beforeAll(async () => {
  beacon = await startBeacon(app.clock.now);
  witness = await startWitness(folder, { servers: [serverKeyText(app)] });
  for (const [name, { panel, hasBeacon, ...options }] of Object.entries(studies)) {
    const play = { rounds: 4, seed: 7, ...(panel && { panel }) };
    if (hasBeacon) goBeyondWitness();
    const around = hasBeacon ? { beacon, witnesses: [witness.witness] } : { beacon: null, witnesses: [] };
    Object.assign(app, around);
    logs.set(name, await playEventful(app, { people, ...options }, play));
  }
});
afterAll(async () => {
  await Promise.all([witness.kill(), beacon.close()]);
  rmSync(folder, { recursive: true });
});

/** Advances this clock beyond the witness's own, so that public numbers appear after it has signed. */
function goBeyondWitness(): void {
  app.clock.advance(Math.max(0, Date.now() + 3_600_000 - app.clock.now()));
}

describe.each(worlds)("the log of %s", (name) => {
  const isOwnPanel = studies[name]?.panel === "by-server";
  const filesOf = () => {
    const files = logs.get(name);
    if (files === undefined) throw new Error(`${name} was not played`);
    return files;
  };

  it("verifies unchanged, and contains everything that is to be changed", () => {
    const { problems, answer, reservations } = verified(filesOf());
    expect(problems).toEqual([]);
    expect(answer).toBe("holds-in-part");
    const kinds = reservations.map(({ kind }) => kind);
    expect(kinds).not.toContain("unwitnessed-draws");
    const { log } = filesOf();
    for (const way of ["ranked", "random"])
      expect(log).toMatch(new RegExp(`"docket":\\[[^"]*.*?"${way}"\\]`));
    if (studies[name]?.hasBeacon) expect(log).toMatch(/"beacon":\{"checkpoint":"[^"]*witness\.example/);
  });

  it("detects a change of each pair of each docket: people, kind, order or number", () => {
    const files = filesOf();
    const all = docketChanges(files.log);
    expect(all.length).toBeGreaterThan(20);
    const changes = all.filter((_, index) => isWhole || index % 7 === 0);
    const unseen = changes.flatMap(({ seq, change, text }) => {
      const log = rehashed({ text, line: seq, kind: change }).text;
      const { problems } = verified({ ...files, log }, [], remembered);
      const isNamed = problems.some((one) => one.seq === seq && one.what.includes("docket"));
      return isNamed ? [] : [`${seq} ${change}`];
    });
    // With an erased person the ranking cannot be checked, but that its pairs are allowed ones can.
    const erased = openingsWithErased(files);
    expect(
      unseen.filter((one) => !/^\d+ (order|people)/.test(one) || !erased.has(Number.parseInt(one, 10))),
    ).toEqual([]);
  });

  it(`detects ${share} edits`, () => {
    const dice = xoroshiro128plus(name.length);
    const files = filesOf();
    const lines = files.log.split("\n").slice(0, -1);
    const missed = new Map<string, string>();
    const listed = new Map<string, number>();
    const counted = { early: 0, late: 0, named: 0, undone: 0 };
    const honest = namesIn(verified(files, [], remembered));
    for (let made = 0; made < share; made += 1) {
      const number = worlds.indexOf(name) * share + made;
      if (isWhole && made % 100 === 0) console.log(`${number} edits done; ${name}:`, counted);
      const seq = uniformInt(dice, 1, lines.length);
      const known = [{ seq, hash: entryHash(lines[seq - 1] ?? "") }];
      const verify = (some: Exported) => verified(some, known, remembered);
      const edit = anyEdit(dice, files.log);
      if (number < done) continue;
      const seats = isOwnPanel ? ["s1", "s2", "s3"] : [];
      const { log, answer, names } = edit.isForged
        ? forged(files, edit, { seats, verify })
        : edited(files, edit, verify);
      if (log === files.log) {
        counted.undone += 1;
        continue;
      }
      if (edit.line <= seq) {
        counted.early += 1;
        expect([edit.kind, edit.line, answer]).toEqual([edit.kind, edit.line, "fails"]);
        continue;
      }
      counted.late += 1;
      if (answer !== "holds-in-part") continue;
      if (names !== honest) {
        counted.named += 1;
        continue;
      }
      const kinds = isOwnPanel ? [...notSeen, ...notSeenWithKeys] : notSeen;
      const isListed = kinds.some(({ kind }) => kind.test(edit.kind));
      if (isListed) listed.set(edit.kind, 1 + (listed.get(edit.kind) ?? 0));
      else missed.set(edit.kind, difference(files.log, edit));
    }
    if (isWhole) console.log(name, { ...counted, listed: Object.fromEntries(listed) });
    if (done === 0) expect(counted.early).toBeGreaterThan(share / 8);
    expect(Object.fromEntries(missed)).toEqual({});
  });
});

it.each([
  ["another verdict", '"acceptable"', '"unsure"'],
  ["a verdict less", /\[\d+,\d+,"acceptable"\],/, ""],
])("a log can be rewritten only with the keys of its panel: %s", (_, from, to) => {
  const verify = (some: Exported) => verified(some, [], remembered);
  const answerOf = (name: string, seats: readonly string[]) => {
    const files = logs.get(name);
    if (files === undefined) throw new Error(`${name} was not played`);
    const lines = files.log.split("\n");
    const at = lines.findLastIndex(
      (line) => line.includes('"type":"ballot.opened"') && line.replace(from, to) !== line,
    );
    const text = lines.with(at, lines[at]?.replace(from, to) ?? "").join("\n");
    return forge({ files, edit: { text, line: at + 1, kind: "verdict" } }, seats, verify).report.answer;
  };
  const seats = ["s1", "s2", "s3"];
  expect(answerOf("Exp2, known, a panel of the server's own", seats)).toBe("holds-in-part");
  expect(answerOf("Exp2, known, a panel of the server's own", [])).toBe("fails");
  // Its auditors accepted their links in browsers of their own.
  expect(answerOf("Exp2, known", [])).toBe("fails");
});

type Docket = [high: number, low: number, way: string][];
type WithDocket = { type: string; body: { docket?: Docket | null; people: { person: string }[] } };

/** Changes each pair of each docket: its people, its kind, its place, removed, or doubled. */
function docketChanges(log: string) {
  const lines = log.split("\n").slice(0, -1);
  return lines.flatMap((line, index) => {
    const entry = JSON.parse(line) as WithDocket;
    const docket = entry.body.docket;
    if (entry.type !== "round.opened" || !docket) return [];
    return docket.flatMap((pair, at) => {
      const [high, low, way] = pair;
      const next = docket[at + 1];
      const dockets: Record<string, Docket> = {
        people: docket.with(at, [low, high, way]),
        kind: docket.with(at, [high, low, way === "ranked" ? "random" : "ranked"]),
        ...(next && { order: docket.with(at, next).with(at + 1, pair) }),
        less: docket.toSpliced(at, 1),
        more: docket.toSpliced(at, 0, pair),
      };
      return Object.entries(dockets).map(([change, changed]) => {
        const body = { ...entry.body, docket: changed };
        const text = `${lines.with(index, canonicalJson({ ...entry, body })).join("\n")}\n`;
        return { seq: index + 1, change, text };
      });
    });
  });
}

function openingsWithErased({ log, features }: Exported): Set<number> {
  const hidden = new Set(
    [...features.matchAll(/^\{"digest":"[^"]*","person":"(p\d+)"\}$/gm)].map(([, person]) => person),
  );
  const lines = log.split("\n").slice(0, -1);
  return new Set(
    lines.flatMap((line, index) => {
      const { type, body } = JSON.parse(line) as WithDocket;
      const isGone = ({ person }: { person: string }) => hidden.has(person);
      return type === "round.opened" && body.people.some(isGone) ? [index + 1] : [];
    }),
  );
}

/** Describes an edit: the text before and after it. */
function difference(log: string, { line, text }: Edit): string {
  const [before = "", after = ""] = [log, text].map((one) => one.split("\n")[line - 1]);
  const at = [...before].findIndex((letter, index) => letter !== after[index]);
  const shown = [before, after].map((one) => one.slice(Math.max(0, at - 80), at + 40));
  return `${line}: ${shown.join(" -> ")}`;
}

type Verify = (files: Exported) => ReturnType<typeof verified>;

function edited(files: Exported, { text: log }: Edit, verify: Verify) {
  if (log === files.log) return { log, answer: "holds-in-part", names: "" };
  const report = verify({ ...files, log });
  return { log, answer: report.answer, names: namesIn(report) };
}

function forged(files: Exported, edit: Edit, { seats, verify }: { seats: string[]; verify: Verify }) {
  const { files: made, report } = forge({ files, edit }, seats, verify);
  return { log: made.log, answer: report.answer, names: namesIn(report) };
}

/** Lists a verifier's reservations on witnesses: a forger leaves out their signatures, which is reported. */
function namesIn({ reservations }: ReturnType<typeof verified>): string {
  const ofWitnesses = reservations.filter(({ kind }) => ["unwitnessed-draws", "late-witness"].includes(kind));
  return JSON.stringify(ofWitnesses);
}

/** Makes an edit: a third plain, a third with the rest rehashed, a third with everything forged. */
function anyEdit(dice: ReturnType<typeof xoroshiro128plus>, log: string): Edit & { isForged: boolean } {
  const way = uniformInt(dice, 0, 2);
  const isByte = way === 0 && uniformInt(dice, 0, 1) === 0;
  const isList = !isByte && uniformInt(dice, 0, 3) === 0;
  const edit = isByte ? editBytes(dice, log) : isList ? editList(dice, log) : editCell(dice, log);
  return { ...(way === 1 ? rehashed(edit) : edit), isForged: way === 2 };
}

/** Caches checks of signatures, because a changed log shares most of them with the log. */
function once<Args extends readonly unknown[]>(check: (...args: Args) => boolean) {
  const answers = new Map<string, boolean>();
  return (...args: Args): boolean => {
    const place = JSON.stringify(args);
    const answer = answers.get(place) ?? check(...args);
    answers.set(place, answer);
    return answer;
  };
}

const remembered = { isSigned: once(isSignedFast), isBeaconSignature: once(isBeaconSignature) };
