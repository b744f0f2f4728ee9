import { expect, it } from "vitest";
import { readOwnEvents } from "#server/platform/security-log/read-events.ts";
import { behindOwnFile } from "#tests/setup/held-turn.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();

type Owned = { studyId: string; operatorId: string };

const draft = await startDraft(app);
const published = await publishedStudy(app);

const address = ({ studyId }: Owned, kind: string) => `/api/studies/${studyId}/uploads/${kind}`;
const problems = (kind: string, study: Owned) =>
  fetchAs(app, study.operatorId, `${address(study, kind)}/problems`);

async function upload(kind: string, study: Owned, body: string): Promise<void> {
  const answer = await fetchAs(app, study.operatorId, address(study, kind), { method: "POST", body });
  expect(answer.status).toBe(200);
}

it.each(["people", "past-records", "further-people", "outcomes", "rules"])(
  "without a file of %s there is none",
  async (kind) => {
    const answer = await problems(kind, kind === "people" || kind === "rules" ? draft : published);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  },
);

it("of a kind of file that there is not there is none either", async () => {
  const answer = await problems("decisions", draft);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: "There is no such kind of file." });
});

it("what is wrong with a file is a CSV file that nobody stores on the way", async () => {
  await upload("people", draft, "income,years\n30,2\n40,7\n");
  const answer = await problems("people", draft);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="errors.csv"',
    "cache-control": "no-store",
  });
  expect(await answer.text()).toMatch(/^row,column,what is wrong\r\n/);
  const { events } = await readOwnEvents(app, { accountId: draft.operatorId });
  expect(events[0]).toMatchObject({ kind: "file.downloaded", detail: { file: "problems" } });
});

it("it names row and column of each error", async () => {
  await upload("further-people", published, "income,years,housing\n30,2,own\nmuch,7,rent\n");
  const answer = await problems("further-people", published);
  expect(await answer.text()).toMatch(/^row,column,what is wrong\r\n3,income,.+\r\n$/);
});

it("it waits for its turn", async () => {
  const list = async () => (await problems("further-people", published)).text();
  const { waited, taken } = await behindOwnFile(app, published.operatorId, list);
  expect({ waited, taken }).toEqual({ waited: true, taken: expect.stringMatching(/^row,/) });
});

it("it says how many more errors there are than it names, of no row and column", async () => {
  const rows = Array.from({ length: 1_002 }, () => "much,7,rent\n");
  await upload("further-people", published, `income,years,housing\n${rows.join("")}`);
  const lines = (await (await problems("further-people", published)).text()).trimEnd().split("\r\n");
  expect([lines.length, lines.at(-1)]).toEqual([1_002, ",,2 more problems are not listed."]);
});

it("while nobody has decided what its columns are, nothing is wrong with it", async () => {
  await upload("outcomes", published, "who,how\np1,fine\n");
  const answer = await problems("outcomes", published);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: "The columns of this file are not chosen yet." });
});

it("it is that of the file that was asked for", async () => {
  await upload("outcomes", published, "in the log,outcome\np1,yes\n");
  const answer = await problems("outcomes", published);
  // Nobody has stood in a round, so nobody can have an outcome.
  expect(await answer.text()).toMatch(/^row,column,what is wrong\r\n2,.+p1.+\r\n$/);
});
