import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { readCells } from "#server/audit-log/features.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { exportData } from "#server/studies/exports/export-data.ts";
import { tokenOf } from "#tests/http/rest/stage.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { findPython, notebookRun } from "#tests/setup/python.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { type HandlersServer, startHandlers } from "./handlers-server.ts";

const python = findPython();

describe("the client for Python with a token", () => {
  const engine = sqliteEngine();
  const folder = mkdtempSync(join(tmpdir(), "evenhand-online-"));
  let app: TestApp;
  let study: TestStudy;
  let server: HandlersServer;
  let token: string;

  beforeAll(async () => {
    app = testApp(await engine.openStore());
    study = await publishedStudy(app, {
      ...{ people: madeUpPeople(40), name: "online" },
      groups: { sex: Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "f" : "m")) },
    });
    const flags = (_a: unknown, _b: unknown, gap: number) => gap > 0.1;
    for (let round = 1; round <= 3; round += 1) {
      const board = await playRound(app, study, [flags, () => round % 2 === 0, flags]);
      const outcomes = board.people
        .filter(({ selected }) => selected)
        .map(({ position }, index) => ({ round, position, value: index % 2 === 0 ? "yes" : "no" }) as const);
      const { studyId, operatorId: accountId } = study;
      const batch = { studyId, accountId, idempotencyKey: `outcomes ${round}` };
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
    }
    token = await tokenOf(app, study.operatorId);
    server = await startHandlers(app);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
    await app.close();
    await engine.cleanUp();
  });

  type Ran = { readonly code: number; readonly out: string; readonly err: string };

  function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return new Promise((resolve) => {
      const env = { ...process.env, PYTHONPATH: "clients/python/src", PYTHONWARNINGS: "error", ...settings };
      execFile(python, ["-B", ...args], { env, maxBuffer: 1 << 26 }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
  }
  const script = (source: string, ...args: string[]) =>
    run([
      "-c",
      `import json, sys\nfrom evenhand import *\nurl, token, *rest = sys.argv[1:]\n${source}`,
      server.url,
      token,
      ...args,
    ]);

  it("computes the chances of the log from the policy of a round", async () => {
    const rows = await app.store.read((db) => listRoundFeatures(db, study.studyId, [2]));
    const people = rows.map(({ features: cells }) => {
      const [income, years, housing] = readCells(cells ?? "");
      return { income, years, housing };
    });
    const { out, err, code } = await script(
      `s = Study(url, token)
print(json.dumps(s.policy(round=2).chances(json.loads(rest[0]), "round")))`,
      JSON.stringify(people),
    );
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual(rows.map(({ chance }) => Number(chance)));
  });

  it("reads and verifies the log, with the same results as from a downloaded record", async () => {
    const record = join(folder, "record.jsonl");
    const { out, err, code } = await script(
      `s = Study(url, token)
s.download("record", rest[0])
f = Study.from_record(rest[0])
assert len(s.record.features) == 0 and s.rows("features") == f.rows("features") != []
s.record.features = {}
assert s.tables[-1] == "groups" and [row["first_group"] for row in s.rows("groups")] == ["f", "m"]
assert isinstance(s.rows("groups")[0]["people"], int) and isinstance(s.rows("groups")[0]["expected_rate"], float)
assert s.record.entries == f.record.entries and s.record.hashes == f.record.hashes
assert s.estimate() == f.estimate() and s.frontier() == f.frontier()
print(json.dumps([s.record.head, len(s.record.entries), len(f.record.features), len(s.record.features)]))`,
      record,
    );
    expect([code, err]).toEqual([0, ""]);
    const { log } = await exportStudy(app, study.studyId);
    const [head, entries, inFile, online] = JSON.parse(out);
    expect(log.trimEnd().split("\n")).toHaveLength(entries);
    expect(head).toMatch(/^[0-9a-f]{64}$/);
    expect([inFile > 0, online]).toEqual([true, 0]);
    expect(readdirSync(folder)).toEqual(["record.jsonl"]);
  });

  it("runs the notebook of the documentation", async () => {
    const settings = { EVENHAND_URL: server.url, EVENHAND_TOKEN: token };
    const { out, err, code } = await run(["-c", notebookRun], settings);
    expect([code, err]).toEqual([0, ""]);
    const [head, decisions, error, reports, ...frontier] = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ study: study.studyId });
    expect(decisions.decided).toBeGreaterThan(decisions.selected);
    expect(error).toMatchObject({ name: "error", rounds: 3 });
    expect(reports).toMatchObject({ name: "report rate", rounds: 3 });
    expect(frontier.map(({ needed_flags }) => needed_flags)).toEqual([1, 2, 3]);
  });

  it("resumes after the last complete line whenever the connection breaks after new lines", async () => {
    const begun = server.asked.length;
    server.cut("/log", 5_000, 2);
    const { err, code } = await script(`Study(url, token)`);
    expect([code, err]).toEqual([0, ""]);
    const stretches = server.asked.slice(begun).filter((one) => one.includes("/log"));
    const begins = stretches.map((one) => Number(/after=(\d+)/.exec(one)?.[1]));
    expect(begins).toHaveLength(3);
    expect(begins[0]).toBe(0);
    expect(begins.every((begin, index) => index === 0 || begin > (begins[index - 1] ?? 0))).toBe(true);
  });

  it("names a file once it is complete, and resumes a download that was cut off", async () => {
    const path = join(folder, "verdicts.csv");
    const download = `
try: print(Study(url, token).download("verdicts.csv", rest[0]).name)
except Exception as error: print("broken", sys.modules["os"].path.exists(rest[0]))`;
    server.cut("/verdicts.csv", 100, 99);
    expect((await script(`import os${download}`, path)).out.trim()).toBe("broken False");
    const begun = server.ranges.length;
    server.cut("/verdicts.csv", 100, 2);
    expect((await script(`import os${download}`, path)).out.trim()).toBe("verdicts.csv");
    // From the byte where it broke, each time.
    expect(server.ranges.slice(begun)).toEqual(["bytes=100-", "bytes=200-"]);
    const { pieces } = (await exportData(app, study.studyId, "verdicts.csv")) ?? { pieces: [] };
    expect(readFileSync(path, "utf8")).toBe((await Array.fromAsync(pieces)).join(""));
    // The connection breaks after the last byte: the file is whole.
    server.cut("/verdicts.csv", readFileSync(path).length, 1);
    expect((await script(`import os${download}`, path)).out.trim()).toBe("verdicts.csv");
    expect(server.ranges).toHaveLength(begun + 2);
    expect(readFileSync(path, "utf8").endsWith("\r\n")).toBe(true);
    rmSync(path);
    rmSync(`${path}.part`, { force: true });
  });

  it("lets an auditor rest and return, changes how panels are chosen, and opens a round with a chosen one", async () => {
    const panels = await publishedStudy(app, { people: madeUpPeople(12), auditors: 4, name: "panels" });
    const own = await tokenOf(app, panels.operatorId);
    const { out, err, code } = await script(
      `server, study = Server(url, rest[0]), f"/studies/{rest[1]}"
server.post(f"{study}/seats/s2/rest", {"reason": "on-leave"})
resting = [seat["seatId"] for seat in server.get(f"{study}/panel")["seats"] if seat["restReason"]]
server.post(f"{study}/seats/s2/return")
server.post(f"{study}/selection", {"selection": {"how": "by-operator", "size": None}})
opened = server.post(f"{study}/rounds", {"seatIds": ["s2", "s4"]})
panel = server.get(f"{study}/panel")
print(json.dumps([resting, opened["rounds"][0]["round"], panel["selection"]["how"], server.get(f"{study}/rounds/1")["seatCount"]]))
try: server.post(f"{study}/seats/s2/return")
except ServerError as error: print(error.code)`,
      own,
      panels.studyId,
    );
    expect([code, err]).toEqual([0, ""]);
    const [answers, refusal] = out.trimEnd().split("\n");
    expect(JSON.parse(answers ?? "")).toEqual([["s2"], 1, "by-operator", 2]);
    expect(refusal).toBe("seat-not-resting");
  });

  it("gives up when the connection breaks five times without a new line", async () => {
    server.cut("/log", 10, 99);
    const { err } = await script(`
try: Study(url, token)
except RecordError as error: print(error, file=sys.stderr)`);
    server.cut("nothing", 0, 0);
    expect(err.trim()).toBe("the connection broke 5 times after entry 0");
  });

  it("caches the log, fetches only new entries, and detects a rewritten log", async () => {
    const kept = join(folder, "kept");
    const load = `
try: print(len(Study(url, token, folder=rest[0]).record.entries))
except RecordError as error: print(error)`;
    const first = Number((await script(load, kept)).out);
    const file = join(kept, `${study.studyId}.log.jsonl`);
    const { log } = await exportStudy(app, study.studyId);
    expect(readFileSync(file, "utf8")).toBe(log);
    // As a machine that was switched off in the middle of a line.
    appendFileSync(file, '{"v":1,"seq"');
    await openRound(app, { studyId: study.studyId });
    const begun = server.asked.length;
    expect(Number((await script(load, kept)).out)).toBeGreaterThan(first);
    const asked = server.asked.slice(begun).filter((one) => one.includes("/log"));
    expect(asked).toEqual([expect.stringContaining(`after=${first}&`)]);
    expect(readFileSync(file, "utf8")).toBe((await exportStudy(app, study.studyId)).log);

    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const cases: [string[], RegExp][] = [
      [
        lines.with(3, (lines[3] ?? "").replace('"at":', '"at": ')),
        /^entry 5: expected the previous hash [0-9a-f]{64}, found/,
      ],
      [
        lines.with(-1, (lines.at(-1) ?? "").replace('"at":', '"at": ')),
        /the server named the hash [0-9a-f]{64}, but its log has/,
      ],
      [
        [...lines, chained(lines)],
        /^the server's log ends with entry \d+, but \d+ are cached: the log was rewritten/,
      ],
    ];
    for (const [changed, says] of cases) {
      writeFileSync(file, `${changed.join("\n")}\n`);
      expect((await script(load, kept)).out).toMatch(says);
    }
  });

  it("checks a known entry, and explains each refusal", async () => {
    const other = await publishedStudy(app, { name: "another" });
    const wide = await tokenOf(app, other.operatorId, { scopes: [] });
    const cases: [string, RegExp][] = [
      [
        `Study(url, token, known_entry=(2, "0" * 64))`,
        /^entry 2: expected the known hash 0+, found [0-9a-f]{64}: the log was rewritten$/,
      ],
      [`Study(url, token, study="missing")`, /^0 studies match 'missing'; the token can access: online \(/],
      [`Study(url, token[:-1] + "?")`, /^Send a token with it/],
      [`Study(url, "evenhand_" + "x" * 43)`, /^This token is unknown/],
      [
        `Study(url, rest[0]).download("features.csv", "features.csv")`,
        /^This token does not allow to take features/,
      ],
      [`Study("ftp://x", token)`, /is not a valid address/],
      [`Study("http://127.0.0.1:9", token)`, /^Could not reach/],
      [`Study.from_record("/dev/null")`, /without a manifest/],
    ];
    const source = cases
      .map(
        ([call]) => `
try: ${call}
except (RecordError, ServerError, ValueError, OSError) as error: print(error)`,
      )
      .join("\n");
    const { out, err } = await script(source, wide);
    expect(err).toBe("");
    const said = out.trimEnd().split("\n");
    expect(said).toHaveLength(cases.length);
    for (const [index, [, says]] of cases.entries()) expect(said[index]).toMatch(says);
  });

  it("applies a change once, even if the answer is lost and the request is retried", async () => {
    const { out, err } = await script(
      `server = Server(url, token)
study = server.get("/studies/" + rest[0])
later = server.get("/studies/" + rest[0] + f"/rounds/{study['openRounds'][0]}")["openedAt"] + 10**10
print(json.dumps(server.post("/studies/" + rest[0] + f"/rounds/{study['openRounds'][0]}/extend", {"deadlineAt": later})))`,
      study.studyId,
    );
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({ seq: expect.any(Number) });

    server.cut("/extend", 0, 1);
    const again = await script(
      `server = Server(url, token)
path = "/studies/" + rest[0] + "/rounds/4/extend"
later = server.get("/studies/" + rest[0] + "/rounds/4")["deadlineAt"] + 1000
print(json.dumps(server.post(path, {"deadlineAt": later})))`,
      study.studyId,
    );
    expect(again.err).toBe("");
    const { log } = await exportStudy(app, study.studyId);
    const extended = log
      .trimEnd()
      .split("\n")
      .filter((line) => line.includes('"type":"round.extended"'));
    expect(extended).toHaveLength(2);
    expect(server.asked.filter((one) => one.endsWith("/rounds/4/extend"))).toHaveLength(3);
  });

  // Not part of the project: this test runs where it is installed.
  const itWithMypy = spawnSync("mypy", ["--version"]).status === 0 ? it : undefined;
  itWithMypy?.("has types that hold", () => {
    const checked = spawnSync(
      "mypy",
      [
        "--strict",
        "--no-warn-return-any",
        "--cache-dir=/dev/null",
        "src",
        "figures.py",
        "../../docs/run-a-study.py",
      ],
      {
        cwd: "clients/python",
        encoding: "utf8",
      },
    );
    expect(checked.stdout).toMatch(/^Success: no issues found/);
  });
});

/** One more line that goes on from these. */
function chained(lines: readonly string[]): string {
  const prev = createHash("sha256")
    .update(`\0${lines.at(-1)}`)
    .digest("hex");
  return JSON.stringify({ v: 1, seq: lines.length + 1, prev });
}
