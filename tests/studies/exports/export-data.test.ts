import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dataFileNames } from "#server/analysis/tables/data-file.ts";
import { tablesOf } from "#server/analysis/tables/tables.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { exportData } from "#server/studies/exports/export-data.ts";
import { exportLog, logHead } from "#server/studies/exports/export-log.ts";
import { readData } from "#server/studies/exports/read-data.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { askingPoints, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { incomeAbove, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";

/** An entry as read from the log alone. */
type Line = { seq: number; at: number; type: string; body: Body };
type Body = {
  readonly round: number;
  readonly position: number;
  readonly value: string;
  readonly reason: string;
  readonly seat: string;
  readonly version: number;
  readonly people: readonly { person: string; chance: string }[];
  readonly panel: readonly string[];
  readonly docket: readonly [high: number, low: number, way: string][];
  readonly guard: { base: readonly string[] };
  readonly verdicts: readonly [high: number, low: number, word: string, tolerance?: number][];
  readonly violations: readonly { high: number; low: number; weight: string }[];
  readonly draw: { u: string; decisions: readonly number[] };
};
type Rows = Record<string, unknown>[];

const folder = mkdtempSync(join(tmpdir(), "evenhand-tables-"));
afterAll(() => rmSync(folder, { recursive: true }));

describeReads("the data of a study", (openStore) => {
  let app: TestApp;
  let study: TestStudy;
  let lines: Line[];
  let read: (name: string) => Promise<Rows>;

  beforeAll(async () => {
    app = testApp(await openStore());
    study = await publishedStudy(app, {
      people: madeUpPeople(40),
      rules: { predicates: incomeAbove(20, 40, 60, 80) },
      settings: { ...guardedSettings, ...askingPoints, alphaPoints: "2", closesWithoutPairs: false },
    });
    await play();
    const { studyId } = study;
    lines = (await Array.fromAsync(exportLog(app, studyId, (await logHead(app, studyId)).seq))).map((line) =>
      JSON.parse(line),
    );
    const connection = await (await DuckDBInstance.create()).connect();
    read = async (name) => {
      const path = join(folder, `${app.newId()}-${name}`);
      writeFileSync(path, await fileOf(name));
      return (await connection.runAndReadAll(`from '${path}'`)).getRowObjectsJS() as Rows;
    };
  });

  async function play(): Promise<void> {
    const { studyId, operatorId: accountId } = study;
    for (let round = 1; round <= 3; round += 1) {
      // Flags of an earlier round would leave few or no pairs in later rounds.
      const flagsLate = () => round === 3;
      const board = await playRound(app, study, [flagsLate, () => false, flagsLate]);
      const picked = board.people.filter(({ selected }) => selected);
      const outcomes = picked.slice(round === 3 ? 1 : 0).map(({ position }, index) => ({
        round,
        position,
        value: (["yes", "no", "lost"] as const)[index % 3] ?? "yes",
      }));
      const batch = { studyId, accountId, idempotencyKey: `outcomes ${round}` };
      if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
      const [first] = outcomes;
      if (round === 1 && first !== undefined) {
        const correction = [{ ...first, value: "no" as const, isCorrection: true }];
        await recordOutcomes(app, { ...batch, idempotencyKey: "a correction" }, correction);
      }
    }
    const { round } = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round, reason: "wrong-people" });
    await erasePerson(app, { studyId, accountId, personId: "p2" });
    await openRound(app, { studyId });
  }

  async function fileOf(name: string): Promise<Buffer> {
    const file = await exportData(app, study.studyId, name);
    if (file === undefined) throw new Error(`there is no ${name}`);
    return Buffer.concat((await Array.fromAsync(file.pieces)).map((piece) => Buffer.from(piece)));
  }

  const of = (type: string) => lines.filter((line) => line.type === type);
  const opening = (round: number): Body => {
    const found = of("round.opened").find(({ body }) => body.round === round);
    if (found === undefined) throw new Error(`round ${round} was not opened`);
    return found.body;
  };
  const personAt = (round: number, position: number) => {
    const found = opening(round).people[position];
    if (found === undefined) throw new Error(`no person at position ${position} in round ${round}`);
    return found;
  };
  const big = (rows: Rows) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, cell]) => [key, typeof cell === "bigint" ? Number(cell) : cell]),
      ),
    );
  const settings = () => app.store.read(async (db) => settingsOf(await requireStudy(db, study.studyId)));

  it("has the promised types and the same rows as Parquet and as CSV", async () => {
    const types = {
      text: "VARCHAR",
      integer: "BIGINT",
      number: "DOUBLE",
      boolean: "BOOLEAN",
      time: "TIMESTAMP",
    };
    const connection = await (await DuckDBInstance.create()).connect();
    for (const { name, columns } of tablesOf(await settings())) {
      const paths = ["parquet", "csv"].map((format) => join(folder, `${app.newId()}-${name}.${format}`));
      for (const path of paths) writeFileSync(path, await fileOf(`${name}.${path.split(".").at(-1)}`));
      const described = await connection.runAndReadAll(`describe from '${paths[0]}'`);
      const found = described.getRowObjectsJS().map((row) => [row.column_name, row.column_type]);
      expect(found, name).toEqual(columns.map((column) => [column.name, types[column.type]]));
      const stored = await connection.runAndReadAll(
        `select repetition_type, converted_type from parquet_schema('${paths[0]}') where type is not null`,
      );
      expect(stored.getRowObjectsJS(), name).toEqual(
        columns.map(({ type, nullable }) => ({
          repetition_type: nullable ? "OPTIONAL" : "REQUIRED",
          converted_type: { text: "UTF8", time: "TIMESTAMP_MILLIS" }[String(type)] ?? null,
        })),
      );
      const typed = columns.map((column) => `'${column.name}': '${types[column.type]}'`).join(", ");
      const same = await connection.runAndReadAll(
        `from (from '${paths[0]}' except all from read_csv('${paths[1]}', columns = {${typed}}, nullstr = ''))`,
      );
      expect(same.getRowObjectsJS(), name).toEqual([]);
      const rows = (path?: string) => connection.runAndReadAll(`select count(*)::int n from '${path}'`);
      expect((await rows(paths[0])).getRowObjectsJS(), name).toEqual(
        (await rows(paths[1])).getRowObjectsJS(),
      );
    }
  });

  it("lists each person's chance at every opening, before and after differences were limited", async () => {
    const expected = of("round.opened").flatMap(({ seq, body }) =>
      body.people.map(({ person, chance }, position) => ({
        ...{ seq, round: body.round, position, person },
        ...{ chance: Number(chance), base_chance: Number(body.guard.base[position]) },
      })),
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(big(await read("chances.parquet"))).toEqual(expected);
  });

  it("has a row for each verdict of the ballots that counted", async () => {
    const expected = of("ballot.opened").flatMap(({ seq, body }) =>
      body.verdicts.map(([high, low, verdict, tolerance]) => {
        const [above, below] = [personAt(body.round, high), personAt(body.round, low)];
        return {
          ...{ seq, round: body.round, seat: body.seat, ballot_version: body.version, high, low },
          ...{ high_person: above.person, low_person: below.person },
          ...{ gap: Number(above.chance) - Number(below.chance), verdict, tolerance: tolerance ?? null },
          tolerance_only: false,
        };
      }),
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(new Set(expected.map(({ tolerance }) => tolerance === null))).toEqual(new Set([true, false]));
    expect(big(await read("verdicts.parquet"))).toEqual(expected);
  });

  it("has the bound on its seat's distance that each verdict except not sure implies", async () => {
    const alpha = 0.02;
    const expected = (await read("verdicts.parquet")).map((row) => {
      const { seq, round, seat, high, low, high_person, low_person, gap, verdict, tolerance } = row;
      const pair = { seq, round, seat, high, low, high_person, low_person, gap };
      const isUnfair = verdict === "unfair";
      const limit = Number(gap) - alpha;
      const middle = Number(tolerance) / 100 - alpha;
      const ends = isUnfair ? [0, limit] : [limit, 1];
      if (tolerance !== null) {
        ends[0] = Math.max(ends[0] ?? 0, middle - 0.005);
        ends[1] = Math.min(ends[1] ?? 1, middle + 0.005);
      }
      const [from, to] = ends.map((end) => expect.closeTo(Math.max(0, end), 12));
      return { ...pair, comparable: isUnfair, distance_from: from, distance_to: to };
    });
    expect(expected.length).toBeGreaterThan(10);
    expect(big(await read("distances.parquet"))).toEqual(big(expected));
  });

  it("counts the panel's verdicts per pair, including verdicts given by no auditor", async () => {
    const verdicts = big(await read("verdicts.parquet"));
    const pairs = big(await read("pairs.parquet"));
    for (const pair of pairs) {
      const said = (word: string) =>
        verdicts.filter(
          (one) =>
            one.round === pair.round &&
            one.high === pair.high &&
            one.low === pair.low &&
            one.verdict === word,
        ).length;
      expect(pair).toMatchObject({
        unfair: said("unfair"),
        acceptable: said("acceptable"),
        unsure: said("unsure"),
        not_looked_at:
          opening(Number(pair.round)).panel.length - said("unfair") - said("acceptable") - said("unsure"),
      });
    }
    const dockets = of("round.closed").flatMap(({ body }) =>
      opening(body.round).docket.map(([high, low, way]) => [body.round, high, low, way].join(" ")),
    );
    const found = pairs.flatMap(({ round, high, low, docket }) =>
      docket === null ? [] : [[round, high, low, docket].join(" ")],
    );
    expect(found.sort()).toEqual(dockets.sort());
    expect(found.length).toBeGreaterThan(0);
    const reported = pairs.filter((pair) => pair.reported);
    expect(reported.map(({ round, high, low, weight }) => [round, high, low, weight])).toEqual(
      of("round.closed").flatMap(({ body }) =>
        body.violations.map((one) => [body.round, one.high, one.low, Number(one.weight)]),
      ),
    );
    expect(reported.length).toBeGreaterThan(0);
    expect(pairs.length).toBeGreaterThan(reported.length);
  });

  it("never leaves an outcome empty: a person not selected is not a missing value", async () => {
    const decisions = big(await read("decisions.parquet"));
    const expected = of("round.closed").flatMap(({ seq, body }) =>
      body.draw.decisions.map((decision, position) => {
        const recorded = of("outcome.recorded").filter(
          (line) => line.body.round === body.round && line.body.position === position,
        );
        const last = recorded.at(-1);
        const { person, chance } = personAt(body.round, position);
        return {
          ...{ seq, round: body.round, position, person, chance: Number(chance), selected: decision === 1 },
          outcome: last?.body.value ?? (decision === 1 ? "pending" : "not_selected"),
          outcome_seq: last?.seq ?? null,
          override_reason: null,
          override_seq: null,
        };
      }),
    );
    expect(decisions).toEqual(expected);
    const words = new Set(decisions.map(({ outcome }) => outcome));
    expect(words).toContain("not_selected");
    expect(words).toContain("pending");
    const outcomes = big(await read("outcomes.parquet"));
    expect(outcomes.filter(({ is_latest }) => !is_latest)).toHaveLength(1);
    expect(outcomes).toHaveLength(of("outcome.recorded").length);
  });

  it("records how each round opened and ended", async () => {
    const rounds = big(await read("rounds.parquet"));
    expect(rounds.map(({ round, state, end_reason }) => [round, state, end_reason])).toEqual([
      ...[1, 2, 3].map((round) => [round, "closed", of("round.closed")[round - 1]?.body.reason]),
      [4, "cancelled", "wrong-people"],
      [5, "open", null],
    ]);
    expect(rounds.map(({ ballots }) => ballots)).toEqual([3, 3, 3, 0, 0]);
    expect(rounds[0]).toMatchObject({ alpha: 0.02, opened_at: new Date(of("round.opened")[0]?.at ?? 0) });
    const draws = big(await read("draws.parquet"));
    expect(draws.map(({ round, counts, u }) => [round, counts, u])).toEqual(
      lines
        .filter(({ type, body }) => /^round\.(closed|cancelled)$/.test(type) && body.draw)
        .map(({ type, body }) => [body.round, type === "round.closed", Number(body.draw.u)]),
    );
  });

  it("lists every person, but features only of people who were shown and not erased", async () => {
    const people = big(await read("people.parquet"));
    expect(people).toHaveLength(40);
    expect(people.filter(({ erased_seq }) => erased_seq !== null)).toEqual([
      { person: "p2", imported_seq: of("people.imported")[0]?.seq, erased_seq: of("person.erased")[0]?.seq },
    ]);
    const shown = new Set(of("round.opened").flatMap(({ body }) => body.people.map(({ person }) => person)));
    shown.delete("p2");
    const features = await read("features.parquet");
    expect(new Set(features.map(({ person }) => person))).toEqual(shown);
    const [first] = features;
    expect(first).toMatchObject({ person: "p1", income: 0, years: 0, housing: "own" });
  });

  it("gives Vowpal Wabbit the logged propensities and no label where no outcome is known", async () => {
    const text = (await fileOf("decisions.vw")).toString();
    const examples = text.trimEnd().split("\n").map(readExample);
    const decisions = big(await read("decisions.parquet"));
    expect(examples).toHaveLength(decisions.length);
    for (const [index, { label, tag, features }] of examples.entries()) {
      const { round, person, outcome, chance } = decisions[index] ?? {};
      expect(tag).toBe(`r${round}_${person}`);
      if (outcome === "yes" || outcome === "no") {
        expect(label).toEqual({ action: 1, cost: outcome === "no" ? 1 : 0, probability: chance });
      } else expect(label).toBeNull();
      if (person === "p2") expect(features).toEqual({});
      else expect(Object.keys(features).some((name) => /^housing=(own|rent)$/.test(name))).toBe(true);
    }
    expect(examples.some(({ label }) => label !== null)).toBe(true);
  });

  it("gives the Open Bandit Pipeline one row for each known outcome", async () => {
    const files = unzipSync(await fileOf("bandit-feedback.npz"));
    const array = (name: string) => readNpy(files[`${name}.npy`] ?? new Uint8Array());
    const known = big(await read("decisions.parquet")).filter(
      ({ outcome, person }) => (outcome === "yes" || outcome === "no") && person !== "p2",
    );
    expect(array("pscore")).toEqual({ shape: [known.length], values: known.map(({ chance }) => chance) });
    expect(array("reward").values).toEqual(known.map(({ outcome }) => (outcome === "yes" ? 1 : 0)));
    expect(array("action").values).toEqual(known.map(() => 1));
    expect(array("person").values.map((number) => `p${number}`)).toEqual(known.map(({ person }) => person));
    expect(array("n_rounds")).toEqual({ shape: [], values: [known.length] });
    const { names } = JSON.parse(new TextDecoder().decode(files["contexts.json"]));
    expect(names).toEqual(["income", "years", "years_blank", "housing_own", "housing_rent"]);
    const { shape, values } = array("context");
    expect(shape).toEqual([known.length, names.length]);
    const features = new Map((await read("features.parquet")).map((row) => [row.person, row]));
    for (const [index, { person }] of known.entries()) {
      const { income, years, housing } = features.get(person) ?? {};
      expect(values.slice(index * 5, index * 5 + 5)).toEqual([
        ...[income, years ?? 0, years === null ? 1 : 0],
        ...[housing === "own" ? 1 : 0, housing === "rent" ? 1 : 0],
      ]);
    }
  });

  it("describes in its datasheet its people, how they were judged and what is missing", async () => {
    const sheet = (await fileOf("datasheet.md")).toString();
    const decisions = await read("decisions.parquet");
    const count = (word: string) => decisions.filter(({ outcome }) => outcome === word).length;
    expect(sheet).toContain("40 people were imported; 1 were erased since");
    expect(sheet).toContain("Columns that the rules ask about: income, years. Columns that auditors saw: ");
    expect(sheet).toContain("5 rounds: 3 closed, 1 cancelled, 1 open");
    expect(sheet).toContain(
      `${count("yes")} have the outcome yes, ${count("no")} no, ${count("pending")} are`,
    );
    expect(sheet).toContain(`Of the ${count("not_selected")} others it will never be known`);
  });

  it("measures every file once for its descriptions, and retries after a failure", async () => {
    const measures = processCache("measured-files", { max: 200 });
    measures.clear();
    let reads = 0;
    let failAt = Number.POSITIVE_INFINITY;
    const read: typeof app.store.read = (body) => {
      reads += 1;
      return reads > failAt ? Promise.reject(new Error("away")) : app.store.read(body);
    };
    const watched = { pool: app.pool, store: { ...app.store, read } };
    const describe = async (name: string) => {
      const described = await exportData(watched, study.studyId, name);
      return (await Array.fromAsync(described?.pieces ?? [])).join("");
    };
    failAt = 5;
    reads = 0;
    await expect(describe("manifest.json")).rejects.toThrow("away");
    failAt = Number.POSITIVE_INFINITY;
    const manifest = await describe("manifest.json");
    expect(JSON.parse(manifest).head).toEqual({
      ...(await logHead(app, study.studyId)),
      at: lines.at(-1)?.at,
    });
    const readsBefore = reads;
    expect(await describe("manifest.json")).toBe(manifest);
    expect(reads).toBe(readsBefore + 1);
    // The cache has a limit, and these entries were used last.
    const others = 200 - measures.size;
    for (let other = 1; other <= others; other += 1) measures.set(`of another study ${other}`, {});
    expect(await describe("manifest.json")).toBe(manifest);
    measures.set("one further entry", {});
    expect(await describe("manifest.json")).toBe(manifest);
    expect(reads).toBe(readsBefore + 3);
    const isKept = [1, 2].map((other) => measures.has(`of another study ${other}`));
    expect([measures.size, ...isKept]).toEqual([200, false, true]);
    measures.clear();
  });

  it("is listed with the content of each file", async () => {
    const { tables, descriptions, ...rest } = await readData(app, study.studyId, { hasFeatures: true });
    expect(rest).toEqual({
      retention: { days: null, dueAt: null, state: "kept" },
      head: await logHead(app, study.studyId),
      zip: "data.zip",
      workbook: "data.xlsx",
      hasDecisions: true,
      hasRecord: true,
    });
    expect(tables.filter(({ hasFeatures }) => hasFeatures).map(({ files }) => files)).toEqual([
      ["features.csv", "features.parquet"],
    ]);
    expect(descriptions.map(({ file, hasFeatures }) => [file, hasFeatures])).toEqual([
      ["dictionary.csv", false],
      ["datasheet.md", false],
      ["croissant.json", true],
      ["manifest.json", true],
    ]);
  });

  it("has no other files", async () => {
    expect(await exportData(app, study.studyId, "nothing.csv")).toBeUndefined();
    expect(await exportData(app, study.studyId, "people")).toBeUndefined();
    expect(dataFileNames(await settings())).toHaveLength(30);
  });

  it("aborts a file with features, and says so, if a person is erased while it is sent", async () => {
    await cancelRound(app, { studyId: study.studyId, round: 5, reason: "trouble" });
    for (const [index, name] of ["features.csv", "decisions.vw", "bandit-feedback.npz"].entries()) {
      const file = await exportData(app, study.studyId, name);
      const personId = `p${30 + index}`;
      await erasePerson(app, { studyId: study.studyId, accountId: study.operatorId, personId });
      const { message } = await refused(Array.fromAsync(file?.pieces ?? []), "busy");
      expect(message).toBe("A person was erased while the record was being read: download it once more.");
      const again = await exportData(app, study.studyId, name);
      expect(await Array.fromAsync(again?.pieces ?? [])).not.toEqual([]);
    }
    // A table without features continues as of the entry at which it began.
    const chances = await exportData(app, study.studyId, "chances.csv");
    await erasePerson(app, { studyId: study.studyId, accountId: study.operatorId, personId: "p33" });
    expect(await Array.fromAsync(chances?.pieces ?? [])).toHaveLength(
      1 + of("round.opened").reduce((count, { body }) => count + body.people.length, 0),
    );
  });
});

const engine = sqliteEngine();
afterAll(() => engine.cleanUp());

it("a table has all entries of a kind, whatever the batch size", async () => {
  const app = testApp(await engine.openStore());
  const { studyId, operatorId: accountId } = await publishedStudy(app, { people: madeUpPeople(60) });
  for (let number = 1; number <= 53; number += 1)
    await erasePerson(app, { studyId, accountId, personId: `p${number}` });
  const file = await exportData(app, studyId, "people.csv");
  const [header, ...rows] = (await Array.fromAsync(file?.pieces ?? [])).join("").trimEnd().split("\r\n");
  expect(header).toBe("person,imported_seq,erased_seq");
  expect(rows).toHaveLength(60);
  const erased = rows.map((row) => row.split(",")[2]);
  const log = await Array.fromAsync(exportLog(app, studyId, (await logHead(app, studyId)).seq));
  const erasures = log.map((line) => JSON.parse(line)).filter(({ type }) => type === "person.erased");
  expect(erased.slice(0, 53)).toEqual(erasures.map(({ seq }) => String(seq)));
  expect(new Set(erased.slice(53))).toEqual(new Set([""]));
  await app.close();
});

/** Parses a line as Vowpal Wabbit's documents describe it: [action:cost:probability] [tag]|namespace feature[:value] ... */
function readExample(line: string) {
  const bar = line.indexOf("|");
  const words = line.slice(0, bar).split(" ");
  const tag = words.pop();
  const [action, cost, probability] = (words[0] ?? "").split(":").map(Number);
  const [, ...rest] = line.slice(bar + 1).split(" ");
  const features = Object.fromEntries(
    rest.map((feature) => {
      const [name, value = "1"] = feature.split(":");
      return [name, Number(value)];
    }),
  );
  return { tag, features, label: words.length === 0 ? null : { action, cost, probability } };
}

/** Parses an array as NumPy's format 1.0 describes it. */
function readNpy(bytes: Uint8Array): { shape: number[]; values: number[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect([...bytes.subarray(0, 8)]).toEqual([0x93, ..."NUMPY".split("").map((c) => c.charCodeAt(0)), 1, 0]);
  const start = 10 + view.getUint16(8, true);
  expect(start % 64).toBe(0);
  const header = new TextDecoder().decode(bytes.subarray(10, start));
  const type = /'descr': '<([fi])8'/.exec(header)?.[1];
  const shape = (/\(([^)]*)\)/.exec(header)?.[1] ?? "")
    .split(",")
    .flatMap((part) => (part.trim() ? [Number(part)] : []));
  const count = shape.reduce((product, size) => product * size, 1);
  const values = Array.from({ length: count }, (_, index) =>
    type === "f"
      ? view.getFloat64(start + index * 8, true)
      : Number(view.getBigInt64(start + index * 8, true)),
  );
  return { shape, values };
}
