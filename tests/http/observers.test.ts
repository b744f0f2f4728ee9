import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { addReader } from "#server/studies/seats.ts";
import { addAccount, type TestApp } from "#tests/setup/app.ts";
import { testContext } from "#tests/setup/context.ts";
import { judge } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { incomeAbove, madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { callApi, tokenOf } from "./rest/stage.ts";
import { allProcedures, ask } from "./roles.ts";
import { fetchAs } from "./routes.ts";

const app: TestApp = await sqliteApp();
let study: TestStudy;
let observer: string;
let researcher: string;

/** Each person has a word of their own among the features, and another one as identifier. */
const secret = /dwelling\d|case-\d/;

beforeAll(async () => {
  const people = madeUpPeople(40).map(([income = "", years = ""], index) => [
    income,
    years,
    `dwelling${index}`,
  ]);
  study = await publishedStudy(app, {
    people,
    identifiers: people.map((_, index) => `case-${index}`),
    rules: { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) },
    name: "observed",
  });
  const { studyId } = study;
  observer = await addAccount(app, "observer");
  researcher = await addAccount(app, "researcher");
  await addReader(app, { studyId, accountId: observer, role: "observer" });
  await addReader(app, { studyId, accountId: researcher, role: "researcher" });
  const { round } = await openRound(app, { studyId });
  for (const [index, accountId] of study.auditorIds.entries())
    await judge(app, { studyId, round, accountId }, () => index > 0);
  await closeRound(app, { studyId, round });
  await openRound(app, { studyId });
});

/** Calls every query as this account. @returns the answers, by path */
async function allRead(accountId: string): Promise<Map<string, string>> {
  const { studyId } = study;
  const context = testContext(app, {
    ...{ id: accountId, email: "reader@example.org", displayName: "Reader", platformRole: "member" },
  });
  const read = new Map<string, string>();
  for (const { path, definition } of allProcedures()) {
    if (definition.type !== "query") continue;
    for (const rest of [{}, { round: 1 }, { round: 2 }, { seq: 3 }]) {
      app.clock.advance(10_000);
      const answer = await ask(path, context, { studyId, ...rest });
      if ("value" in answer) read.set(`${path} ${JSON.stringify(rest)}`, JSON.stringify(answer.value));
    }
  }
  return read;
}

describe("an observer", () => {
  it("reads rounds, results and the log, without features, identifiers and names", async () => {
    const seen = await allRead(observer);
    expect([...seen.keys()].map((key) => key.split(" ")[0])).toEqual(
      expect.arrayContaining(["studies.read", "rounds.board", "results.findings", "results.entry"]),
    );
    for (const [what, text] of seen) {
      expect(text, what).not.toMatch(secret);
      expect(text, what).not.toMatch(/(auditor|operator)-?\d?-observed|@example\.org/);
    }
    // The researcher sees features in the same answers.
    const features = [...(await allRead(researcher))].filter(([, text]) => /dwelling\d/.test(text));
    expect(features.map(([what]) => what)).toEqual(
      expect.arrayContaining(['rounds.board {"round":1}', "results.findings {}"]),
    );
  });

  it("sees chances at once, and the panel's reports and the draw after the close", async () => {
    const { studyId } = study;
    const context = testContext(app, {
      ...{ id: observer, email: "o@example.org", displayName: "O", platformRole: "member" },
    });
    const board = async (round: number) => {
      const answer = await ask("rounds.board", context, { studyId, round });
      return ("value" in answer ? answer.value : answer) as {
        fields: unknown[];
        people: { chance: string; cells: unknown[]; identifiers: null; selected: boolean | null }[];
        result: { violations: unknown[] } | null;
      };
    };
    const [closed, open] = [await board(1), await board(2)];
    for (const { fields, people } of [closed, open]) {
      expect(fields).toEqual([]);
      expect(people.every(({ cells, identifiers }) => cells.length === 0 && identifiers === null)).toBe(true);
      expect(people.every(({ chance }) => Number(chance) >= 0)).toBe(true);
    }
    expect(closed.result?.violations.length).toBeGreaterThan(0);
    expect(closed.people.some(({ selected }) => selected !== null)).toBe(true);
    expect(open.result).toBeNull();
  });

  it("downloads the log and tables without features, and nothing else", async () => {
    const files = `/api/studies/${study.studyId}`;
    const allowed = [
      ...["log", "data/reports.csv", "data/findings-disagreements.csv", "data/verdicts.csv"],
      ...["data/people.csv", "data/datasheet.md", "data/dictionary.csv"],
    ];
    const zip = await fetchAs(app, observer, `${files}/data/data-without-features.zip`);
    const unzipped = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    for (const [name, bytes] of Object.entries(unzipped)) {
      expect(name).not.toMatch(/features|record|decisions\.vw|bandit|croissant/);
      expect(Buffer.from(bytes).toString(), name).not.toMatch(secret);
    }
    for (const path of allowed) {
      const answer = await fetchAs(app, observer, `${files}/${path}`);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).not.toMatch(secret);
    }
    const refused = [
      ...["record", "decisions", "rounds/1/decisions"],
      ...["data/features.csv", "data/decisions.vw", "data/bandit-feedback.npz"],
      ...["data/manifest.json", "data/croissant.json", "data/data.zip", "data/data.xlsx"],
    ];
    for (const path of refused) {
      const answer = await fetchAs(app, observer, `${files}/${path}`);
      await answer.body?.cancel();
      expect(answer.status, path).toBe(403);
    }
  });

  it("reads the same by API, and the scope features adds nothing", async () => {
    const token = await tokenOf(app, observer);
    const at = `/studies/${study.studyId}`;
    const statusOf = async (path: string) => (await callApi(app, "GET", `${at}${path}`, { token })).status;
    for (const path of ["", "/rounds", "/rounds/1", "/data", "/log", "/data/verdicts.csv"])
      expect(await statusOf(path), path).toBe(200);
    for (const path of ["/record", "/data/features.csv", "/decisions.csv"])
      expect(await statusOf(path), path).toBe(403);
    const { text } = await callApi(app, "GET", `${at}/rounds/1`, { token });
    expect(text).not.toMatch(secret);
    const files = await callApi(app, "GET", `${at}/data`, { token });
    expect(files.text).not.toContain("features.csv");
  });

  it("cannot judge, and has no page of an auditor", async () => {
    const where = { studyId: study.studyId, round: 2, accountId: observer };
    await expect(readJudging(app, where)).rejects.toMatchObject({ code: "not-on-panel" });
  });
});
