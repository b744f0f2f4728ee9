import { beforeAll, expect, it } from "vitest";
import type { MigratableStore, Reader, Tx } from "#db/store/store.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { calls, queries } from "./calls.ts";
import { fullScans, indexesOf, type RecordedStatement, recording } from "./plans.ts";
import { type Side, serverRows } from "./rows.ts";
import { scansAllowed } from "./scans-allowed.ts";
import { type Changes, fillStudies, insertRows, writeAndUndo } from "./two-studies.ts";

/** Queries on all studies, which may find more in a database with another study. */
const ofAllStudies = new Set([
  ...["listOpenJobs", "listOpenPlaces", "listOpenPlacesOf", "listPublishedStudies", "listStudiesOf"],
  ...["listOpenedUnmailed", "listDueUnmailed", "listClosedUnmailed", "listSealedUnmailed"],
  ...["listSelfClosedUnmailed", "listAwaitedUnmailed", "takeNotifications"],
  ...["revokeOpenInvitations", "deleteAllPersonalLinks", "sumUploads"],
  ...["listUnseenEntries", "listRoundsClosedFor", "listWebhooksToSend"],
]);

/** Queries whose rows are unordered. */
const unordered = new Set([
  ...["listFeaturesOf", "listIdentifiers", "listOpenPlaces", "listPublishedStudies", "listRolesAmong"],
  ...[
    "listSealedOutcomes",
    "listOpenJobs",
    "listOutcomeStatuses",
    "listSeatStatuses",
    "takeNotifications",
    "listSessionsAmong",
    "listStudyStatuses",
  ],
  ...["lockAdministrators"],
]);

/** Queries that find nothing in these rows, and the test that covers them. */
const shownElsewhere: Readonly<Record<string, string>> = {
  countAwaited: "outcomes.test.ts",
  countLeases: "leases.test.ts",
  findHiddenAt: "hidden.test.ts",
  listDrawnUnmailed: "tests/rounds/notifications/panels.test.ts",
  listFeaturesDue: "tests/studies/people/retention.test.ts",
  listFeaturesDueUnmailed: "tests/rounds/notifications/panels.test.ts",
  listJudgedBefore: "tests/studies/end-membership.test.ts",
  listDueUnmailed: "tests/rounds/notifications/notifications.test.ts",
  listSealedUnmailed: "tests/rounds/notifications/operators.test.ts",
  listSelfClosedUnmailed: "tests/rounds/notifications/operators.test.ts",
  listServerWebhooks: "tests/rounds/webhooks/webhooks.test.ts",
  listStudiesAwaitingNumbers: "tests/rounds/beacon.test.ts",
};

type Query = (db: Tx, ...args: readonly unknown[]) => Promise<unknown>;
type Called = {
  readonly path: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly query: Query;
};

const everyCall: readonly Called[] = Object.entries(calls).flatMap(([file, ofFile]) =>
  Object.entries(ofFile).map(([name, args]) => ({
    path: `${file}.${name}`,
    name,
    args: args as readonly unknown[],
    query: (queries[file as keyof typeof queries] as Record<string, unknown>)[name] as Query,
  })),
);

type Answer = { readonly value: unknown; readonly changes: Changes };

/** The answers on the first engine, SQLite, for comparison with PostgreSQL. */
const first = new Map<string, Answer>();

describeEngines("every query", (openStore) => {
  let here: MigratableStore;
  let withAnother: MigratableStore;
  let inReverse: MigratableStore;
  beforeAll(async () => {
    const filled = async (sides: readonly Side[], order?: "reversed") => {
      const store = await openStore();
      await fillStudies(store, sides, order);
      await store.tx((tx) => insertRows(tx, serverRows));
      return store;
    };
    here = await filled(["here"]);
    withAnother = await filled(["there", "here"]);
    inReverse = await filled(["here", "there"], "reversed");
  });

  const recorded = new Map<string, RecordedStatement>();
  const watched = <Db extends Reader>(db: Db) =>
    recording(db, withAnother.engine, (one) => recorded.set(`${one.query} ${one.sql}`, one));

  async function answerOf({ name, query, args }: Called, store: MigratableStore): Promise<Answer> {
    const given = name === "readDatabaseSize" ? [store.engine] : args;
    const isRead = /^(count|find|has|holds|is|list|read|sum)[A-Z]/.test(name);
    const answer = isRead
      ? { value: await store.read((db) => query(watched(db) as Tx, ...given)), changes: {} }
      : await writeAndUndo(store, (tx) => query(watched(tx), ...given));
    if (name === "readDatabaseSize") return { ...answer, value: Number(answer.value) > 10_000 };
    return unordered.has(name) ? { ...answer, value: sorted(answer.value) } : answer;
  }

  it.each(everyCall)("$path gives the same answer for each order of writing", async (call) => {
    const answer = await answerOf(call, withAnother);
    expect(await answerOf(call, inReverse)).toEqual(answer);
    if (!(call.name in shownElsewhere))
      expect(isNothing(answer), "it finds or changes something").toBe(false);
    const onSqlite = first.get(call.path);
    if (onSqlite === undefined) first.set(call.path, answer);
    else expect(answer, "as on SQLite").toEqual(onSqlite);
  });

  it.each(everyCall.filter(({ name }) => !ofAllStudies.has(name)))(
    "$path neither reads nor changes another study",
    async (call) => {
      expect(await answerOf(call, withAnother)).toEqual(await answerOf(call, here));
    },
  );

  it.each(everyCall.filter(({ name }) => name.startsWith("insert")))(
    "$path adds rows unchanged",
    async (call) => {
      const { changes } = await answerOf(call, here);
      for (const row of rowsIn(call.args))
        expect(Object.values(changes)).toContainEqual(expect.objectContaining(row));
    },
  );

  it("gives the answers in answers.txt (to renew them: npx vitest run tests/db/queries --update)", async () => {
    const lines = [...first].map(([path, { value, changes }]) => `${path} ${asText({ value, changes })}\n`);
    await expect(lines.join("")).toMatchFileSnapshot("answers.txt");
  });

  it("scans no growing table completely", async () => {
    expect(new Set([...recorded.values()].map(({ query }) => query)).size).toBeGreaterThan(200);
    const scans = (await fullScans(withAnother, [...recorded.values()])).filter(
      ({ query, table }) => scansAllowed[query]?.tables.includes(table) !== true,
    );
    expect(scans.map(({ query, table, sql }) => `${query} reads all of ${table}: ${sql}`)).toEqual([]);
  });

  it.each(["listOpenRounds", "listOpenRoundsIn", "countOpenSeats"])(
    "%s reads only a study's unfinished rounds",
    async (name) => {
      const [statement] = [...recorded.values()].filter(({ query }) => query === name);
      if (statement === undefined) throw new Error(`${name} sent no statement`);
      expect(await indexesOf(withAnother, statement)).toContain("round_unended");
    },
  );
});

function sorted(value: unknown): unknown {
  const keyOf = (one: unknown) => JSON.stringify(one);
  return Array.isArray(value) ? value.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) : value;
}

function isNothing({ value, changes }: Answer): boolean {
  if (Object.keys(changes).length > 0) return false;
  if (value instanceof Map) return value.size === 0;
  return value === undefined || value === null || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Returns the rows among the arguments of an insert: objects without nested lists or objects. */
function rowsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return [];
  const isRow = !Object.values(value).some(
    (one) => typeof one === "object" && one !== null && !(one instanceof Uint8Array),
  );
  return isRow && !Array.isArray(value) ? [value] : Object.values(value).flatMap(rowsIn);
}

function asText(answer: Answer): string {
  return JSON.stringify(answer, (_, cell) => {
    if (cell instanceof Uint8Array) return { bytes: [...cell] };
    return cell instanceof Map ? [...cell] : cell;
  });
}
