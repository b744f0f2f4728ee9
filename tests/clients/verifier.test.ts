import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RulesDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { auditLog } from "#tests/replay/fixture-audit.ts";
import { averageLog } from "#tests/replay/fixture-average.ts";
import { ftplLog, ftplPaperLog } from "#tests/replay/fixture-ftpl.ts";
import { guardedLog } from "#tests/replay/fixture-guarded.ts";
import { ixLog } from "#tests/replay/fixture-ix.ts";
import { knownLog } from "#tests/replay/fixture-known.ts";
import { listedLog, paperLog, RULE_LIST, rulesPart } from "#tests/replay/fixture-paper.ts";
import { recordOf } from "#tests/replay/fixture-record.ts";
import { recordsLog } from "#tests/replay/fixture-records.ts";
import { testApp } from "#tests/setup/app.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { deeperTrees, everyKind, everyLearner } from "#tests/setup/every-kind.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { findPython, verifyInPython } from "#tests/setup/python.ts";
import { incomeAbove, madeUpPeople, type StudyOptions } from "#tests/setup/study.ts";
import { editCell, editList, rehashed } from "#tests/trials/tamper/edits.ts";
import { type Exported, playEventful } from "#tests/trials/tamper/eventful.ts";
import { notSeen } from "#tests/trials/tamper/not-seen.ts";

/** The verifier in Python: what the format's pages say, in a second language. */

const python = findPython();

const round = { roundSize: "5" };
const conjunctions = { kind: "conjunctions", predicates: incomeAbove(30, 60) } as const;
const people = madeUpPeople(24);
/** More than 100,000 rules of each class whose state keeps sums. */
const manyConditions = [
  ...incomeAbove(5, 15, 25, 35, 45, 55, 65, 75, 85),
  ...["1", "2", "4", "6", "7", "8", "9"].map((value) => ({ source: 1, test: "at-most" as const, value })),
  { source: 2, test: "is" as const, value: "own" },
];
const even = { by: "even", count: "", values: "" } as const;
const largeClasses: Partial<RulesDraft>[] = [
  ...(["conjunctions", "disjunctions", "parities"] as const).map((kind) => ({
    kind,
    predicates: manyConditions,
  })),
  {
    kind: "thresholds",
    thresholds: [
      { ...even, source: 0, direction: "both", range: { from: "0", to: "100", step: "0.001" } },
      { ...even, source: 1, direction: "at-most", range: { from: "0", to: "9", step: "0.01" } },
    ],
  },
];
const everyFtpl = everyLearner.filter(({ learner }) => learner === "ftpl");
const chances = people.map((_, index) => String(((index * 7) % 11) / 10));

/** Studies of the server whose every number the verifier computes. */
const played: Readonly<Record<string, StudyOptions & { readonly hasBeacon?: true }>> = {
  ...Object.fromEntries(everyKind.map((rules) => [`known ${rules.kind}`, { rules, settings: round }])),
  ...Object.fromEntries(
    [...everyKind, deeperTrees].map((rules, index) => {
      const settings = { ...round, ...everyFtpl[index % everyFtpl.length] };
      return [`ftpl ${rules.kind} ${rules.depth ?? ""}`, { rules, settings }];
    }),
  ),
  ...Object.fromEntries(
    (["exactly", "at-least", "at-most", "average"] as const).map((rule) => [
      `ftpl, picks ${rule}`,
      { rules: conjunctions, settings: { ...round, ...everyFtpl[0], picks: { rule, count: "2" } } },
    ]),
  ),
  ...Object.fromEntries(
    (["exactly", "at-least", "at-most", "average"] as const).map((rule) => [
      `guarded, picks ${rule}`,
      { rules: conjunctions, settings: { ...round, ...guardedSettings, picks: { rule, count: "2" } } },
    ]),
  ),
  ...Object.fromEntries(
    largeClasses.map((rules) => [`known, many ${rules.kind}`, { rules, settings: round }]),
  ),
  "ix, many conjunctions, exactly 2 picks": {
    rules: largeClasses[0] ?? {},
    settings: {
      ...{ ...round, mode: "ix", delta: "0.05", draw: "even" },
      picks: { rule: "exactly", count: "2" },
    },
  },
  ix: { rules: conjunctions, settings: { ...round, mode: "ix", delta: "0.05" } },
  anytime: { rules: conjunctions, settings: { ...round, horizon: "" } },
  "paper, draw at opening": {
    rules: conjunctions,
    settings: { ...round, mode: "paper", pairRule: "largest-gap", drawAt: "opening" },
  },
  guarded: { rules: conjunctions, settings: { ...round, ...guardedSettings } },
  "guarded, with groups": {
    rules: conjunctions,
    settings: { ...round, ...guardedSettings },
    people,
    groups: { sex: people.map((_, index) => (index % 2 === 0 ? "F" : "M")) },
  },
  "guarded, verdicts of one opening": {
    rules: conjunctions,
    settings: {
      ...{ ...round, ...guardedSettings },
      guarded: { ...newDraft("", 0).settings.guarded, rememberFor: "1" },
    },
  },
  "known, exactly 2 picks": {
    rules: conjunctions,
    settings: { ...round, draw: "even", picks: { rule: "exactly", count: "2" } },
  },
  "known, at least 3.5 picks": {
    rules: { kind: "thresholds" },
    settings: { ...round, draw: "even", picks: { rule: "at-least", count: "3.5" } },
  },
  "ix, 0.4 picks on average": {
    rules: conjunctions,
    settings: {
      ...{ ...round, mode: "ix", delta: "0.05", draw: "even" },
      picks: { rule: "average", count: "0.4" },
    },
  },
  audit: { kind: "audit", chances, settings: round },
  "with a beacon": { rules: conjunctions, settings: round, hasBeacon: true },
};

describe("the verifier in Python", () => {
  const engine = sqliteEngine();
  const folder = mkdtempSync(join(tmpdir(), "evenhand-verifier-"));
  const records = new Map<string, Exported>();
  beforeAll(async () => {
    const app = testApp(await engine.openStore());
    const beacon = await startBeacon(app.clock.now);
    for (const [name, { hasBeacon, ...options }] of Object.entries(played)) {
      Object.assign(app, { beacon: hasBeacon ? beacon : null });
      records.set(name, await playEventful(app, { people, ...options }, { rounds: 4, seed: 7 }));
    }
    await beacon.close();
    await app.close();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await engine.cleanUp();
  });

  const write = (name: string, { log, features, totals, rules }: Exported) => {
    const path = join(folder, `${name.replaceAll(/\W+/g, "-")}.jsonl`);
    const study = /"study":"([^"]+)"/.exec(log)?.[1] ?? "";
    writeFileSync(
      path,
      recordOf(log, features, totals, rules).replace(/"study":"study-1"(?=[^\n]*\n$)/, `"study":"${study}"`),
    );
    return path;
  };
  it("finds that records of the server hold, and computes their chances and draws", async () => {
    const names = [...records.keys()];
    const said = await verifyInPython(names.map((name) => write(name, records.get(name) as Exported)));
    for (const [index, name] of names.entries()) {
      expect(said[index]?.problems, name).toEqual([]);
      expect(said[index]?.chances, name).toBeGreaterThan(10);
      expect(said[index]?.notChecked, name).not.toContainEqual(expect.stringMatching(/^chances of too/));
    }
  });

  it("finds that records made by hand hold", async () => {
    const logs = {
      ...{ known: knownLog().log, ix: ixLog(), paper: paperLog(), average: averageLog() },
      ...{ records: recordsLog(), guarded: guardedLog().log, expired: guardedLog("even", "expired").log },
      ...{ ftpl: ftplLog(), "ftpl paper": ftplPaperLog() },
    };
    const paths = Object.entries(logs).map(([name, log]) =>
      write(`hand ${name}`, { log: log.text(), features: log.features(), totals: log.totals(), rules: "" }),
    );
    const asked = { round: 3, pairs: [[0, 1]] };
    const quiet = auditLog({ said: [0, 1, "acceptable", 38], asked, closesWithoutPairs: true });
    const ofAudit = { log: quiet.text(), features: quiet.features(), totals: "", rules: "" };
    const listed = listedLog();
    const list = { log: listed.text(), features: listed.features(), totals: "", rules: rulesPart(RULE_LIST) };
    const said = await verifyInPython([...paths, write("hand listed", list), write("hand quiet", ofAudit)]);
    expect(said.map(({ problems }) => problems)).toEqual(Array(11).fill([]));
  });

  it("finds changes whose later entries were hashed anew", async () => {
    const dice = xoroshiro128plus(5);
    const names = [...records.keys()];
    const edits = Array.from({ length: 120 }, (_, index) => {
      const name = names[index % names.length] ?? "";
      const files = records.get(name) as Exported;
      const edit = ([editCell, editCell, editList][index % 3] ?? editCell)(dice, files.log);
      const { text } = rehashed(edit);
      return { edit, isChanged: text !== files.log, path: write(`edit ${index}`, { ...files, log: text }) };
    }).filter(({ edit, isChanged }) => isChanged && !notSeen.some(({ kind }) => kind.test(edit.kind)));
    expect(edits.length).toBeGreaterThan(80);
    const said = await verifyInPython(edits.map(({ path }) => path));
    const missed = edits.filter((_, index) => said[index]?.problems.length === 0);
    expect(missed.map(({ edit, path }) => `${path}: line ${edit.line}, ${edit.kind}`)).toEqual([]);
  });

  it("finds another state hash of mode guarded", async () => {
    const files = records.get("guarded") as Exported;
    const hash = /"stateHash":"([0-9a-f]+)"/.exec(files.log)?.[1] ?? "";
    const [said] = await verifyInPython([
      write("hash", { ...files, log: files.log.replace(hash, hash.split("").reverse().join("")) }),
    ]);
    expect(said?.problems.map(([, text]) => text)).toContainEqual(
      expect.stringContaining(`stateHash: ${hash}`),
    );
  });

  const command = (...args: string[]) =>
    spawnSync(python, ["-B", "-m", "evenhand", "verify", ...args], {
      ...{ encoding: "utf8", env: { ...process.env, PYTHONPATH: "clients/python/src" } },
    });

  it("is a command whose exit code and lines say what was checked, what not, and what to know", () => {
    const known = command("docs/worked-example/known.jsonl");
    expect(known.stdout).toBe(`The record is correct as far as it could be checked:
checked: 24 entries, 6 chances, 2 draws
note: draws without a beacon: 2
note: entries that no witness cosigned: 24
`);
    expect(known.status).toBe(3);
    const guarded = command("docs/worked-example/guarded.jsonl");
    expect(guarded.stdout).not.toContain("not checked");
    expect(guarded.status).toBe(3);
    const forged = join(folder, "forged.jsonl");
    writeFileSync(
      forged,
      readFileSync("docs/worked-example/known.jsonl", "utf8").replace('"unfair"', '"unsure"'),
    );
    const { stdout, status } = command(forged);
    expect(stdout).toMatch(/^The record is not correct: \d+ problems\.\n/);
    expect(stdout).toMatch(/\nentry \d+: expected commitment: /);
    expect(status).toBe(1);
    writeFileSync(forged, "");
    expect(command(forged)).toMatchObject({
      status: 2,
      stderr: "Cannot check: no entry can be read\n",
    });
  });

  it("compares a record with a checkpoint that was kept", () => {
    const [, note = ""] =
      /```\n(evenhand\.example[\s\S]*?)```/.exec(readFileSync("docs/worked-example/README.md", "utf8")) ?? [];
    const kept = join(folder, "note.txt");
    const check = (text: string) => {
      writeFileSync(kept, text);
      return command("docs/worked-example/known.jsonl", "--checkpoint", kept);
    };
    expect(check(note).status).toBe(3);
    const other = check(note.replace("\n24\n", "\n23\n"));
    expect(other.stdout).toContain("expected a checkpoint of this log: a note signed by the log's key");
    expect(other.status).toBe(1);
  });
});
